"""Commands over the whole house: export, import, back it up, try a rules fix on all its games."""

import asyncio
import json
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast
from zipfile import is_zipfile

import click

from ludotheque import NAMES, game
from ludotheque.cli.commands.serve import own_house
from ludotheque.cli.commands.simulate import say
from ludotheque.cli.shared_options import check_can_write, find_game, new_file
from ludotheque.cli.terminal import echo

if TYPE_CHECKING:
    from collections import Counter

    from ludotheque.table.archive.archive_export import Exported
    from ludotheque.table.archive.rules_audit import AuditReport
    from ludotheque.table.storage.store import Store

DATABASE = click.option(
    "--database", "url", default=own_house, metavar="URL", envvar="LUDOTHEQUE_DATABASE",
    help="Where the house lives: sqlite:///FILE or postgresql://...; else where `serve` keeps it.",
)  # fmt: skip
FILE = click.argument("file", metavar="FILE")


@click.command("export")
@FILE
@DATABASE
def export_house(file: str, url: str) -> None:
    """Write the whole house into one file, also while it is open: people, tables, ratings, every game as a record.

    Secrets are in it as they are in the database: hashed. Keep the file private.
    """
    check_target(file, url)
    _use_compiled_rules()
    done = asyncio.run(_export(url, file))
    for table, why in done.broken.items():
        say(f"ludotheque: table {table} is in the file, but its game does not replay: {why}")
    echo(f"{file}: {in_figures({name: member.count for name, member in done.members.items()})}")


async def _export(url: str, file: str) -> "Exported":
    from ludotheque.table.archive.archive_export import export_house

    with new_file(file) as out:
        if Path(out.name).is_file() and os.chmod in os.supports_fd:
            os.chmod(out.fileno(), 0o600)
        async with snapshot(url, Path(file).resolve().parent) as store:
            return await export_house(store, cast("IO[bytes]", out.buffer))


@click.command("import")
@FILE
@DATABASE
def import_house(file: str, url: str) -> None:
    """Move a house that was exported into an empty database, of either kind: all of it, or nothing."""
    from ludotheque.table.archive.archive_file import ArchiveError
    from ludotheque.table.archive.archive_import import check_archive

    if not Path(file).is_file():
        raise click.ClickException(f"{file}: there is no such file")
    try:
        check_archive(Path(file))
        counts = asyncio.run(_import(url, Path(file)))
    except ArchiveError as error:
        raise click.ClickException(f"{file}: {error}") from None
    echo(f"{file}: moved in, {in_figures(counts)}")


async def _import(url: str, file: Path) -> dict[str, int]:
    from ludotheque.table.archive.archive_import import import_house
    from ludotheque.table.storage.store import Store

    store = await Store.open(url, is_keyless=True)
    try:
        manifest = await import_house(store, file)
    finally:
        await store.close()
    return {name: member.count for name, member in manifest.members.items()}


@click.command()
@FILE
@DATABASE
def backup(file: str, url: str) -> None:
    """Copy a SQLite house into a new file, also while it is open. `restore` puts it in its place again."""
    from ludotheque.table.storage.backup import note_backup, save_backup

    check_can_write(file)
    source = sqlite_file(url)
    if source is None:
        raise click.ClickException("PostgreSQL has its own backup, pg_dump; or use «ludotheque export FILE»")
    save_backup(source, Path(file))
    note_backup(source, Path(file))
    echo(f"{file}: a copy of {source}, {Path(file).stat().st_size:,} bytes")


@click.command()
@FILE
@DATABASE
def restore(file: str, url: str) -> None:
    """Put a backup in the place of a SQLite house, which must be closed; what was there is moved aside.

    What was played after the backup is not in it.
    """
    from ludotheque.table.storage.engines import parse_address
    from ludotheque.table.storage.integrity.restoration import restore_backup

    address = parse_address(url)
    if address.kind != "sqlite":
        raise click.ClickException("PostgreSQL has its own way, pg_restore; or use «ludotheque import FILE»")
    aside = restore_backup(Path(file), address.file)
    echo(f"{address.file}: restored from {file}{f'; what was there is now {aside}' if aside else ''}")


@click.command()
@DATABASE
def check(url: str) -> None:
    """Compare every entry of the house with the chain of hashes over its log, also while it is open."""
    whole, damaged = asyncio.run(_check(url))
    for table, why in damaged.items():
        say(f"ludotheque: table {table} is damaged: {why}")
    echo(f"{whole + len(damaged)} tables looked at: {len(damaged) or 'none'} damaged")
    if damaged:
        raise click.ClickException("restore a backup («ludotheque restore FILE»), or go on without these tables")


async def _check(url: str) -> tuple[int, dict[str, str]]:
    from ludotheque.table.archive.log_audit import find_damaged

    async with snapshot(url, None) as store:
        return await find_damaged(store)


@click.command()
@DATABASE
@click.option("--game", "name", metavar="GAME", help="Only the games of this title.")
@click.option("--rules", type=click.IntRange(1), metavar="N", help="The version to try; the newest by default.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for every game.")
def fix(url: str, name: str | None, rules: int | None, as_json: bool) -> None:
    """Try a rules fix on every game of the house: which would differ, from which ply on, and why.

    Nothing is changed: each game keeps the rules it was begun with, and is checked to replay by them.
    """
    tried = _rules_to_try(name, rules)
    _use_compiled_rules()
    kinds = asyncio.run(_fix(url, name, tried, as_json))
    if not as_json:
        echo(_summary(kinds))
    if kinds["broken"]:
        raise click.ClickException(
            "old games do not replay any more: a fix must leave lower rules versions as they are"
        )


def _rules_to_try(name: str | None, rules: int | None) -> dict[str, int]:
    if rules is None:
        return {} if name is None else {name: find_game(name).rules_version}
    if name is None:
        raise click.ClickException("--rules: say which game's, with --game")
    newest = find_game(name).rules_version
    if rules > newest:
        raise click.ClickException(f"--rules: {game(name).title} has rules 1 to {newest}, not {rules}")
    return {name: rules}


async def _fix(url: str, name: str | None, rules: dict[str, int], as_json: bool) -> "Counter[str]":
    from collections import Counter

    from ludotheque.table.archive.rules_audit import check_house

    kinds: Counter[str] = Counter()
    async with snapshot(url, None) as store:
        async for one in check_house(store, rules):
            if name is None or one.game == name:
                kinds[one.difference.kind if one.difference else "same"] += 1
                _tell(one, as_json)
    return kinds


def _tell(one: "AuditReport", as_json: bool) -> None:
    if as_json:
        echo(json.dumps(asdict(one)))
    elif one.difference is not None:
        echo(str(one))


def _summary(kinds: "Counter[str]") -> str:
    from ludotheque.table.archive.rules_audit import IN_WORDS

    total = sum(kinds.values())
    found = [f"{kinds[kind]} {words}" for kind, words in IN_WORDS.items() if kinds[kind]]
    return f"{total} games looked at: {'; '.join(found) or 'none would differ'}"


@asynccontextmanager
async def snapshot(url: str, folder: Path | None) -> "AsyncIterator[Store]":
    """A snapshot of a house: of a SQLite file a copy, so that the server can go on writing."""
    from ludotheque.table.storage.backup import save_backup
    from ludotheque.table.storage.store import Store

    source = sqlite_file(url)
    with tempfile.TemporaryDirectory(prefix="ludotheque-", dir=folder) as copies:
        if source is not None:
            copy = Path(copies) / "house.sqlite"
            save_backup(source, copy)
            url = f"sqlite:///{copy}"
        store = await Store.open(url, is_keyless=True)
        try:
            yield store
        finally:
            await store.close()


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite house, which must exist; None for another database."""
    from ludotheque.table.storage.engines import parse_address

    address = parse_address(url)
    if address.kind != "sqlite":
        return None
    if not address.file.is_file():
        raise click.ClickException(f"{address.file}: no house lives here: name it with --database sqlite:///FILE")
    return address.file


def check_target(file: str, url: str) -> None:
    """Refuse a file that cannot be written, or that holds something else."""
    check_can_write(file)
    source = sqlite_file(url)
    if source is not None and Path(os.path.realpath(file)) == source:
        raise click.ClickException(f"{file}: that is the house itself: choose another file")
    if Path(file).is_file() and Path(file).stat().st_size and not is_zipfile(file):
        raise click.ClickException(f"{file}: there is something else in this file: choose another one")


def in_figures(counts: dict[str, int]) -> str:
    """The contents of a house in a few words."""
    names = {"people.jsonl": "people", "tables.jsonl": "tables", "entries.jsonl": "entries", "records.txt": "records"}
    return ", ".join(f"{counts.get(name, 0):,} {word}" for name, word in names.items())


def _use_compiled_rules() -> None:
    """Use compiled rules for replays where they are in the cache."""
    for one in map(game, NAMES):
        if one.engine.is_prepared:
            one.prepare(None)
