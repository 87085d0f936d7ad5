"""Migrations lead to the schema of the program, keep all rows, and are atomic."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, Table, inspect, text

from ludotheque.table.people.ratings import first_rating
from ludotheque.table.storage.engines import open_writer, parse_address
from ludotheque.table.storage.schema import metadata
from ludotheque.table.storage.schema_upgrade import SCRIPTS, migrate, revisions, upgrade
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.table.storage.store import Store
from tests.table.conftest import run

# Rows of the first schema, in the order of their references. Never change them.
FIRST: dict[str, dict[str, Any]] = {
    "people": {"id": "p1", "name": "Zoé", "login": "zoé", "is_bot": False, "settings": "{}", "created": 1.5},
    "sessions": {"token": "t1", "person": "p1", "kind": "cookie", "label": "", "created": 1.5, "used": 2.5},
    "tables": {
        "id": "abc",
        "creator": "p1",
        "terms": '{"game": "mabula", "players": 2, "rules": 1, "seating": "chosen"}',
        "is_public": True,
        "stage": "open",
        "created": 1.5,
        "changed": 3.5,
    },
    "entries": {"table": "abc", "number": 1, "at": 3.5, "body": '{"kind": "sit", "seat": 1, "holder": null}'},
    "answers": {"table": "abc", "person": "p1", "id": "r1", "body": "{}", "at": 3.5},
    "messages": {"table": "abc", "number": 1, "person": "p1", "at": 3.6, "text": "Ciao"},
    "seats": {"table": "abc", "seat": 1, "person": "p1"},
    "work": {"table": "abc", "seat": 2, "number": 1, "level": "easy", "since": 3.5, "has_people": True, "tries": 0},
    "ratings": {"who": "p1", "game": "mabula", "mean": 1500.5, "deviation": 100.0, "games": 1, "changed": 4.5},
    "results": {
        "table": "abc",
        "seat": 1,
        "who": "p1",
        "game": "mabula",
        "players": 2,
        "place": 1,
        "score": 12,
        "end": "rules",
        "is_rated": True,
        "at": 4.5,
    },
    "processes": {"id": "one", "started": 1.5, "beat": 4.5},
    "pauses": {"begin": 2.5, "end": 3.0},
}
NEXT = f"""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{revisions()[-1]}"


def upgrade() -> None:
    rebuild = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("tables", recreate=rebuild) as batch:
        batch.add_column(sa.Column("colour", sa.String(10), server_default="green"))
"""
LOSING = """
    op.execute(sa.table("tables").delete())
"""


async def do(url: str, doing: Callable[[Connection], Any]) -> Any:
    """Run a function in a transaction, on any schema."""
    engine = open_writer(parse_address(url))
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(doing)
    finally:
        await engine.dispose()


def reflected(connection: Connection, name: str) -> Table:
    """A table, reflected from the database."""
    return Table(name, MetaData(), autoload_with=connection)


def fill(connection: Connection) -> None:
    """Create the first schema, with one row in each table."""
    upgrade(connection, revision="0001")
    assert set(FIRST) == set(inspect(connection).get_table_names()) - {"alembic_version"}
    for name, row in FIRST.items():
        connection.execute(reflected(connection, name).insert().values(row))


def check_rows(connection: Connection) -> None:
    """Check that all rows of the first schema exist."""
    for name, row in FIRST.items():
        found = [dict(one) for one in connection.execute(reflected(connection, name).select()).mappings()]
        assert [{key: one[key] for key in row} for one in found] == [row], name


def make_scripts(folder: Path, more: str = NEXT) -> Path:
    """The migrations, and one more."""
    scripts = folder / "scripts"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "9999_next.py").write_text(more)
    return scripts


def shape(connection: Connection) -> dict[str, Any]:
    """The schema of a database, reflected."""
    database = inspect(connection)
    return {
        name: {
            "columns": [{**column, "type": str(column["type"])} for column in database.get_columns(name)],
            "key": database.get_pk_constraint(name),
            "references": sorted(database.get_foreign_keys(name), key=str),
            "indexes": sorted(database.get_indexes(name), key=str),
            "unique": sorted(database.get_unique_constraints(name), key=str),
        }
        for name in database.get_table_names()
        if name != "alembic_version"
    }


def test_the_migrations_give_the_schema_of_the_program(empty_url: str) -> None:
    def make_by_metadata(connection: Connection) -> dict[str, Any]:
        metadata.drop_all(connection)
        metadata.create_all(connection)
        return shape(connection)

    async def doing() -> None:
        await migrate(parse_address(empty_url))
        migrated = await do(empty_url, shape)
        assert migrated == await do(empty_url, make_by_metadata)
        assert set(migrated) == set(metadata.tables)

    run(doing())


def test_migrating_from_the_first_schema_keeps_all_rows(empty_url: str) -> None:
    async def doing() -> None:
        await do(empty_url, fill)
        store = await Store.open(empty_url)
        table, (entry,) = await store.find_table("abc"), await store.entries("abc")
        assert table is not None and table.terms.game == "mabula" and entry.number == 1
        assert await store.pauses() == [(2.5, 3.0)]
        await store.close()
        await do(empty_url, check_rows)

    run(doing())


def test_old_tables_are_found_by_game_and_by_sitter_after_migrating(empty_url: str) -> None:
    holder = '{"holds": "person", "person": "p1", "name": "Zoé \\"7\\""}'
    bodies = [
        f'{{"kind": "sit", "seat": 1, "holder": {holder}}}',
        '{"kind": "sit", "seat": 1, "holder": null}',
        f'{{"kind":"sit","seat":2,"holder":{holder}}}',
        '{"kind": "sit", "seat": 1, "holder": {"holds": "bot", "level": "club", "version": 1}}',
        '{"kind": "play", "seat": 1, "steps": ["b8-b7"]}',
    ]

    def add(connection: Connection) -> None:
        fill(connection)
        for number, body in enumerate(bodies, 2):
            row = {"table": "abc", "number": number, "at": 4.0, "body": body}
            connection.execute(reflected(connection, "entries").insert().values(row))

    async def doing() -> None:
        await do(empty_url, add)
        await migrate(parse_address(empty_url))
        assert await do(empty_url, lambda one: one.scalar(text("SELECT game FROM tables"))) == "mabula"
        found = await do(empty_url, lambda one: [tuple(row) for row in one.execute(text("SELECT * FROM sitters"))])
        assert found == [("p1", "abc")]

    run(doing())


def test_old_accounts_that_look_alike_live_on_and_the_oldest_has_the_look(empty_url: str) -> None:
    def add(connection: Connection) -> None:
        upgrade(connection, revision="0003")
        row = {"is_bot": False, "settings": "{}", "password": "hash"}
        for name, login, created in (
            ("Eve\u01c0yn", "eve\u01c0yn", 2.0),
            ("Evelyn", "evelyn", 1.0),
            ("Guest", None, 3.0),
        ):
            person = row | {"id": name, "name": name, "login": login, "created": created}
            connection.execute(reflected(connection, "people").insert().values(person))

    async def doing() -> None:
        await do(empty_url, add)
        await migrate(parse_address(empty_url))
        rows = text("SELECT name, login, alike, password FROM people ORDER BY created")
        found = await do(empty_url, lambda one: [tuple(row) for row in one.execute(rows)])
        assert found == [
            ("Evelyn", "evelyn", "evelyn", "hash"),
            ("Eve\u01c0yn", "eve\u01c0yn", None, "hash"),
            ("Guest", None, None, "hash"),
        ]

    run(doing())


def test_old_results_have_the_rating_that_the_game_before_had_left(empty_url: str) -> None:
    """A first game begins at the prior; a bot in two seats has one rating before and one after."""

    def add(connection: Connection) -> None:
        fill(connection)
        row = FIRST["results"] | {"deviation": 90.0}
        for table, seat, who, mean, at in (
            ("two", 1, "p1", 1520.0, 6.0), ("one", 1, "p1", 1510.0, 5.0), ("one", 2, "bot:club:1", 1490.0, 5.0),
            ("one", 3, "bot:club:1", 1490.0, 5.0), ("two", 2, "bot:club:1", 1485.0, 6.0), ("old", 2, "p2", None, 7.0),
        ):  # fmt: skip
            one = row | {"table": table, "seat": seat, "who": who, "mean": mean, "at": at}
            connection.execute(reflected(connection, "results").insert().values(one))

    async def doing() -> None:
        await do(empty_url, add)
        await migrate(parse_address(empty_url))
        rows = text('SELECT "table", seat, mean_before FROM results ORDER BY "table", seat')
        found = await do(empty_url, lambda one: [tuple(row) for row in one.execute(rows)])
        before = first_rating("bot:club:1").mean
        assert found == [
            ("abc", 1, None), ("old", 2, None), ("one", 1, 1500.0), ("one", 2, before), ("one", 3, before),
            ("two", 1, 1510.0), ("two", 2, 1490.0),
        ]  # fmt: skip

    run(doing())


def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(empty_url: str, tmp_path: Path) -> None:
    """SQLite rebuilds a table to change it, and dropping the old one must not delete its entries."""

    async def doing() -> None:
        await do(empty_url, fill)
        await migrate(parse_address(empty_url), make_scripts(tmp_path))
        await do(empty_url, check_rows)
        assert await do(empty_url, lambda one: one.scalar(text("SELECT colour FROM tables"))) == "green"

    run(doing())


def test_a_database_of_a_newer_program_is_refused_and_unchanged(empty_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        await do(empty_url, fill)
        await migrate(parse_address(empty_url), make_scripts(tmp_path))
        with pytest.raises(StoreError, match="has the schema '9999', which this version does not know: use a newer"):
            await Store.open(empty_url)
        await do(empty_url, check_rows)

    run(doing())


def test_a_failed_migration_leaves_the_database_unchanged(empty_url: str, tmp_path: Path) -> None:
    async def doing() -> None:
        await do(empty_url, fill)
        before = await do(empty_url, shape)
        with pytest.raises(ZeroDivisionError):
            await migrate(parse_address(empty_url), make_scripts(tmp_path, NEXT + "    1 / 0\n"))
        assert await do(empty_url, shape) == before
        await do(empty_url, check_rows)
        await (await Store.open(empty_url)).close()

    run(doing())


def test_a_migration_that_breaks_a_foreign_key_is_rolled_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def doing() -> None:
        await do(url, fill)
        with pytest.raises(StoreError, match="nothing was changed"):
            await migrate(parse_address(url), make_scripts(tmp_path, NEXT + LOSING))
        await do(url, check_rows)

    run(doing())


def test_migrating_again_changes_nothing(empty_url: str) -> None:
    async def doing() -> None:
        await do(empty_url, fill)
        for _ in range(2):
            await migrate(parse_address(empty_url))
        await do(empty_url, check_rows)

    run(doing())
