"""Writing the whole house into one file, as it is at one moment; row by row: a large house needs little room."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Row, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

import ludotheque
from ludotheque.games.refusal import GameError
from ludotheque.table.appending import read_entries
from ludotheque.table.archive import MANIFEST, RECORDS, Manifest, Member, new_member
from ludotheque.table.records import table_record
from ludotheque.table.schema import metadata, tables
from ludotheque.table.store import Store
from ludotheque.table.story import tell
from ludotheque.table.terms import Terms

ROWS = 100  # that are read at once
BROKEN = (GameError, ValueError, LookupError, AssertionError)  # what a log raises that does not replay


@dataclass(slots=True)
class Exported:
    """What went into the file, by member; and the tables whose games do not replay, with the reason."""

    members: dict[str, Member] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)


async def export_house(store: Store, out: IO[bytes]) -> Exported:
    """Write all that a database holds, and a record of every finished game."""
    done = Exported()
    with ZipFile(out, "w", ZIP_DEFLATED, allowZip64=True) as archive:
        async with store.read() as connection:
            made = await store.time_of(connection)
            for table in metadata.sorted_tables:
                await _write_table(connection, archive, table, done)
            await _write_records(connection, archive, done)
        manifest = Manifest(program=ludotheque.__version__, made=made, members=done.members)
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
    return done


async def _write_table(connection: AsyncConnection, archive: ZipFile, table: Table, done: Exported) -> None:
    with new_member(archive, f"{table.name}.jsonl", done.members) as member:
        async for row in stream(connection, table):
            member.write(json.dumps(dict(row._mapping), ensure_ascii=False, separators=(",", ":")) + "\n")


async def stream(connection: AsyncConnection, table: Table) -> AsyncIterator[Row[Any]]:
    """The rows of a table in the order of its key, a few at a time."""
    wanted = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS)
    async with connection.stream(wanted) as rows:
        async for row in rows:
            yield row


async def _write_records(connection: AsyncConnection, archive: ZipFile, done: Exported) -> None:
    with new_member(archive, RECORDS, done.members) as member:
        async for row in stream(connection, tables):
            if row.stage == "over":
                text = await _record(connection, row.id, row.terms, done)
                if text is not None:
                    member.write(f"# table {row.id}\n{text}\n")


async def _record(connection: AsyncConnection, table: str, terms: str, done: Exported) -> str | None:
    """The text of a table's record; None if nobody played."""
    try:
        story = tell(Terms.model_validate_json(terms), await read_entries(connection, table, 0))
        return str(table_record(story, table)) if story.begun is not None else None
    except BROKEN as error:
        done.broken[table] = " ".join(str(error).split())[:200]
        return None
