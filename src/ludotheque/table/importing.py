"""Moving a house from a file into an empty database, of either kind: all of it, or nothing."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile, is_zipfile

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, String, Table, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table import schema
from ludotheque.table.archive import MOST_LINE, ArchiveError, Manifest, check_members, damage_told, read_manifest
from ludotheque.table.entries import ENTRY
from ludotheque.table.failing import first_line
from ludotheque.table.schema import entries, metadata, people, tables, work
from ludotheque.table.store import Store
from ludotheque.table.terms import Terms

AT_ONCE = 200_000  # bytes of rows that are written together
NOBODY = {"taker": None, "taken": None}  # the processes of the old house do not come along


def check_archive(file: Path) -> Manifest:
    """Read a file through: whether it is a house, and whole. Nothing is written."""
    if not is_zipfile(file):
        raise ArchiveError("this file is no house, or is cut short: «ludotheque export FILE» writes one")
    with damage_told(), ZipFile(file) as archive:
        manifest = read_manifest(archive)
        check_members(archive, manifest)
        return manifest


async def import_house(store: Store, file: Path) -> Manifest:
    """Write a house into an empty database; when something is wrong with it, the database stays empty."""
    manifest = check_archive(file)
    try:
        async with store.begin() as connection:
            await check_empty(connection)
            with damage_told(), ZipFile(file) as archive:
                for table in metadata.sorted_tables:
                    await _read_table(connection, archive, table)
    except DBAPIError as error:
        raise ArchiveError(f"this file's rows do not fit together: {first_line(error.orig)}") from None
    return manifest


async def check_empty(connection: AsyncConnection) -> None:
    """Refuse a database in which people or tables live already."""
    for table in (people, tables):
        if (await connection.execute(select(*table.primary_key.columns).limit(1))).first() is not None:
            raise ArchiveError("somebody lives in this database already: import into a new one")


async def _read_table(connection: AsyncConnection, archive: ZipFile, table: Table) -> None:
    with archive.open(f"{table.name}.jsonl") as member:
        for rows in _portions(table, member):
            await connection.execute(insert(table), rows)


def _portions(table: Table, member: IO[bytes]) -> Iterator[list[dict[str, Any]]]:
    """The rows of a member, as many at once as fit."""
    numbered = schema.pauses.c.id.name if table is schema.pauses else None  # the database numbers them anew
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
    """A checked row: the columns of this version, each with a value that it can hold."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise ArchiveError(f"{where}: not JSON") from None
    if not isinstance(row, dict) or row.keys() != set(table.columns.keys()):
        raise ArchiveError(f"{where}: other columns than this version has: use the version that wrote it")
    for column in table.columns:
        if not fits(column, row[column.name]):
            raise ArchiveError(f"{where}: {column.name} can't be {str(row[column.name])[:40]!r}")
    _check_meaning(table, row, where)
    return row | NOBODY if table is work else row


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
    """Terms and entries must be some; a table of rules that are not known yet waits for a newer version."""
    try:
        if table is entries:
            ENTRY.validate_json(row["body"])
        elif table is tables:
            terms = Terms.model_validate_json(row["terms"])
            if terms.rules > terms.find_game().rules_version:
                raise ArchiveError(f"{where}: played by newer rules of {terms.game}: update this Ludothèque")
    except ArchiveError:
        raise
    except ValueError:
        raise ArchiveError(f"{where}: unknown to this version: use the version that wrote it, or a newer one") from None
