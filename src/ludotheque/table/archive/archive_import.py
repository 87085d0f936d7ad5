"""Imports an exported house into an empty database of either kind, in one transaction.

The rows are inserted into the schema of the file's revision, which is then migrated. Any error in the file (a value, a
reference, a game that does not replay) leaves the database unchanged.
"""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile, is_zipfile

from sqlalchemy import BigInteger, Boolean, Column, Connection, Float, Integer, MetaData, String, Table, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.log.entries import ENTRY
from ludotheque.log.terms import Terms
from ludotheque.table.archive.archive_export import BROKEN, in_one_line, replay
from ludotheque.table.archive.archive_file import (
    MOST_LINE,
    OWN,
    ArchiveError,
    ArchiveManifest,
    check_members,
    check_tables,
    damage_reported,
    read_manifest,
)
from ludotheque.table.storage.driver_errors import first_line
from ludotheque.table.storage.integrity.damage import find_damage, forgive
from ludotheque.table.storage.schema import entries, pauses, people, tables, work
from ludotheque.table.storage.schema_upgrade import fits_together, make_anew, revisions, upgrade
from ludotheque.table.storage.store import Store

AT_ONCE = 200_000  # bytes of rows in one insert
NOBODY = {"taker": None, "taken": None}  # drops the leases of the old house's processes


def check_archive(file: Path) -> ArchiveManifest:
    """Check that a file is a whole, undamaged house."""
    if not is_zipfile(file):
        raise ArchiveError("this file is no house, or is cut short: «ludotheque export FILE» writes one")
    with damage_reported(), ZipFile(file) as archive:
        manifest = read_manifest(archive)
        check_members(archive, manifest)
        return manifest


async def import_house(store: Store, file: Path) -> ArchiveManifest:
    """Import a house into an empty database; after an error the database stays empty."""
    manifest = check_archive(file)
    try:
        async with store.begin_migration() as connection:
            await check_empty(connection)
            if manifest.revision != revisions()[-1]:
                await connection.run_sync(make_anew, manifest.revision)
            await _read_tables(connection, manifest, file)
            await connection.run_sync(upgrade)
            await _check_games(connection, manifest)
    except DBAPIError as error:
        raise ArchiveError(f"this file's rows do not fit together: {first_line(error.orig)}") from None
    return manifest


async def _read_tables(connection: AsyncConnection, manifest: ArchiveManifest, file: Path) -> None:
    """Insert all rows into the current tables of the database."""
    present = MetaData()
    await connection.run_sync(present.reflect)
    every = [table for table in present.sorted_tables if table.name not in ("alembic_version", *OWN)]
    check_tables(manifest, [f"{table.name}.jsonl" for table in every])
    with damage_reported(), ZipFile(file) as archive:
        for table in every:
            await _read_table(connection, archive, table)
    if not await connection.run_sync(fits_together):
        raise ArchiveError("this file's rows do not fit together: some refer to what is not there")


async def _check_games(connection: AsyncConnection, manifest: ArchiveManifest) -> None:
    """Raise unless every table replays, except those that did not at the export."""
    names = (await connection.scalars(select(tables.c.id).order_by(tables.c.id))).all()
    for name in [name for name in names if name not in manifest.broken]:
        row = (await connection.execute(select(tables).where(tables.c.id == name))).one()
        try:
            await replay(connection, row)
        except BROKEN as error:
            raise ArchiveError(f"table {name} in it does not replay ({in_one_line(error)}): export it anew") from None
    await connection.run_sync(_forgive_broken)


def _forgive_broken(connection: Connection) -> None:
    """Mark logs that were not whole when they were exported, and move as they are."""
    forgive(connection, find_damage(connection, None))


async def check_empty(connection: AsyncConnection) -> None:
    """Raise if the database holds people or tables."""
    for table in (people, tables):
        if (await connection.execute(select(*table.primary_key.columns).limit(1))).first() is not None:
            raise ArchiveError("somebody lives in this database already: import into a new one")


async def _read_table(connection: AsyncConnection, archive: ZipFile, table: Table) -> None:
    with archive.open(f"{table.name}.jsonl") as member:
        for rows in _portions(table, member):
            await connection.execute(insert(table), rows)


def _portions(table: Table, member: IO[bytes]) -> Iterator[list[dict[str, Any]]]:
    """The rows of a member, in batches of `AT_ONCE` bytes."""
    numbered = "id" if table.name == pauses.name else None  # the database assigns new ids
    rows: list[dict[str, Any]] = []
    size = 0
    for number, line in enumerate(_lines(member), 1):
        row = _row(table, line, f"{table.name}.jsonl, line {number}")
        rows.append({name: value for name, value in row.items() if name != numbered})
        size += len(line)
        if size > AT_ONCE:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def _lines(member: IO[bytes]) -> Iterator[bytes]:
    while line := member.readline(MOST_LINE + 1):
        if len(line) > MOST_LINE:
            raise ArchiveError(f"it holds a line of more than {MOST_LINE:,} bytes: this is no house of ours")
        yield line


def _row(table: Table, line: bytes, where: str) -> dict[str, Any]:
    """Parse a row, and check its columns and values."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise ArchiveError(f"{where}: not JSON") from None
    if not isinstance(row, dict) or row.keys() != set(table.columns.keys()):
        raise ArchiveError(f"{where}: other columns than its table has: use the version that wrote it")
    for column in table.columns:
        if not fits(column, row[column.name]):
            raise ArchiveError(f"{where}: {column.name} can't be {str(row[column.name])[:40]!r}")
    _check_meaning(table, row, where)
    return row | NOBODY if table.name == work.name else row


def fits(column: Column[Any], value: object) -> bool:
    """Whether a column can hold a value."""
    kind = column.type
    if value is None:
        return bool(column.nullable)
    if isinstance(kind, String):
        return isinstance(value, str) and len(value) <= (kind.length or MOST_LINE) and "\0" not in value
    if isinstance(kind, Boolean):
        return isinstance(value, bool)
    if isinstance(kind, Integer):
        bits = 63 if isinstance(kind, BigInteger) else 31
        return type(value) is int and abs(value) < 1 << bits
    return isinstance(kind, Float) and type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


def _check_meaning(table: Table, row: dict[str, Any], where: str) -> None:
    """Check terms and entries; raise for rules newer than this program's."""
    try:
        if table.name == entries.name:
            ENTRY.validate_json(row["body"])
        elif table.name == tables.name:
            terms = Terms.model_validate_json(row["terms"])
            if terms.rules > terms.find_game().rules_version:
                raise ArchiveError(f"{where}: played by newer rules of {terms.game}: update this Ludothèque")
    except ArchiveError:
        raise
    except ValueError:
        raise ArchiveError(f"{where}: unknown to this version: use the version that wrote it, or a newer one") from None
