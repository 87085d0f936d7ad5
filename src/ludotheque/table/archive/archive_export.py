"""Exports a snapshot of the whole house into one file, row by row, in little memory."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Row, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

import ludotheque
from ludotheque.games.refusal import GameError
from ludotheque.log.history import TableHistory, tell
from ludotheque.log.terms import Terms
from ludotheque.table.archive.archive_file import MANIFEST, MOVED, RECORDS, ArchiveManifest, ArchiveMember, new_member
from ludotheque.table.service.game_record import table_record
from ludotheque.table.storage.log_writer import read_entries
from ludotheque.table.storage.schema import tables
from ludotheque.table.storage.schema_upgrade import revisions
from ludotheque.table.storage.seal import Seal
from ludotheque.table.storage.storage_errors import DamagedLogError
from ludotheque.table.storage.store import Store

ROWS = 100  # read at once
BROKEN = (GameError, ValueError, LookupError, AssertionError)  # errors of a log that does not replay


@dataclass(slots=True)
class Exported:
    """The members of the file, and the tables that do not replay, with the reason."""

    members: dict[str, ArchiveMember] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)


async def export_house(store: Store, out: IO[bytes]) -> Exported:
    """Write all tables of the database, and a record of every finished game."""
    done = Exported()
    with ZipFile(out, "w", ZIP_DEFLATED, allowZip64=True) as archive:
        async with store.read() as connection:
            made = await store.time_of(connection)
            for table in MOVED:
                await _write_table(connection, archive, table, done)
            await _write_records(connection, archive, done)
        manifest = ArchiveManifest(
            program=ludotheque.__version__, made=made, revision=revisions()[-1], broken=tuple(done.broken),
            members=done.members,
        )  # fmt: skip
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
    return done


async def _write_table(connection: AsyncConnection, archive: ZipFile, table: Table, done: Exported) -> None:
    with new_member(archive, f"{table.name}.jsonl", done.members) as member:
        async for row in stream(connection, table):
            member.write(json.dumps(dict(row._mapping), ensure_ascii=False, separators=(",", ":")) + "\n")


async def stream(connection: AsyncConnection, table: Table) -> AsyncIterator[Row[Any]]:
    """The rows of a table in the order of its key, read in batches."""
    wanted = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS)
    async with connection.stream(wanted) as rows:
        async for row in rows:
            yield row


async def _write_records(connection: AsyncConnection, archive: ZipFile, done: Exported) -> None:
    with new_member(archive, RECORDS, done.members) as member:
        async for row in stream(connection, tables):
            try:
                story = await replay(connection, row)
                if story.how is not None and story.begun is not None:
                    member.write(f"# table {row.id}\n{table_record(story, row.id)}\n")
            except BROKEN as error:
                done.broken[row.id] = in_one_line(error)


async def replay(connection: AsyncConnection, row: Row[Any], seal: Seal | None = None) -> TableHistory:
    """Replay a table's log; raises one of `BROKEN` if it does not replay."""
    log = await read_entries(connection, row.id, 0, seal)
    return tell(Terms.model_validate_json(row.terms), log, getattr(row, "commitment", None) or "")


def in_one_line(error: BaseException) -> str:
    """An error's text, or its kind, in one short line."""
    if isinstance(error, DamagedLogError):
        return error.why
    return " ".join(str(error).split())[:200] or type(error).__name__
