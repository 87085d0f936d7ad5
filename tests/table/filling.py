"""Tables of tests, put into a database."""

from typing import Any

from sqlalchemy import insert

from ludotheque.log.entries import ENTRY, PersonHolder, Sit
from ludotheque.table.storage.integrity.entry_chain import fill_chain
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.schema import entries, people, sitters
from ludotheque.table.storage.store import Store
from ludotheque.wire.field_bounds import Stage
from tests.table.dealing import Bench


async def keep(store: Store, table: str, bench: Bench, stage: Stage = "over") -> None:
    """Write a table and its log."""
    await store.create_table(
        TableRow(
            id=table, creator="p1", terms=bench.terms, invitation=None, is_public=True, stage=stage, created=1.0,
            changed=2.0,
        )
    )  # fmt: skip
    rows: list[dict[str, Any]] = [
        {"table": table, "number": one.number, "at": one.at, "body": ENTRY.dump_json(one.entry).decode()}
        for one in bench.log
    ]
    sits = {one.entry.holder for one in bench.log if isinstance(one.entry, Sit)}
    who = sorted({one.person for one in sits if isinstance(one, PersonHolder)})
    async with store.begin() as connection:
        await connection.execute(insert(entries), rows)
        await connection.run_sync(fill_chain, [table])
        await connection.execute(insert(sitters), [{"table": table, "person": person} for person in who])


async def add_person(store: Store, person: str, name: str, **columns: Any) -> None:
    """Write a person."""
    row = {"id": person, "name": name, "is_bot": False, "settings": "{}", "created": 1.0, **columns}
    async with store.begin() as connection:
        await connection.execute(insert(people), [row])
