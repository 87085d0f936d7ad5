"""The house's commands: export, import, backup, fix; and their errors."""

import asyncio
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from ludotheque import game
from ludotheque.log.entries import End
from ludotheque.table.storage.store import Store
from tests.cli.conftest import Ran, Run, assert_one_line, snapshot
from tests.table.dealing import Bench
from tests.table.filling import add_person, keep
from tests.table.test_game_record import play_on

URL = "sqlite:///house.sqlite"


async def fill(url: str, is_broken: bool = False) -> Store:
    """A house with a person and a finished game; it stays open."""
    store = await Store.open(url)
    await add_person(store, "p1", "Ada")
    bench = play_on(Bench("marabunta"), 3)
    bench.write(End(how="resigned", seat=1))
    if is_broken:
        del bench.log[3]
    await keep(store, "one", bench)
    return store


@pytest.fixture
def filled(folder: Path) -> Path:
    """A folder with a house in it."""

    async def doing() -> None:
        await (await fill(f"sqlite:///{folder / 'house.sqlite'}")).close()

    asyncio.run(doing())
    return folder


def test_a_house_is_exported_and_moves_in_elsewhere(run: Run, filled: Path) -> None:
    counted = "1 people, 1 tables, 7 entries, 1 records\n"
    assert run("export", "home.zip", "--database", URL) == Ran(0, f"home.zip: {counted}", "")
    assert stat.S_IMODE((filled / "home.zip").stat().st_mode) == 0o600, "hashed secrets are in it"
    moved = run("import", "home.zip", "--database", "sqlite:///new.sqlite")
    assert moved == Ran(0, f"home.zip: moved in, {counted}", "")
    assert_one_line(run("import", "home.zip", "--database", "sqlite:///new.sqlite"))
    assert run("export", "again.zip", "--database", "sqlite:///new.sqlite").out == f"again.zip: {counted}"
    assert not list(filled.glob("ludotheque-*")), "no copies are left"


def test_all_but_import_work_while_the_house_is_open(run: Run, folder: Path) -> None:
    loop = asyncio.new_event_loop()
    store = loop.run_until_complete(fill(f"sqlite:///{folder / 'house.sqlite'}"))
    assert run("export", "home.zip", "--database", URL).code == 0
    assert run("backup", "copy.sqlite", "--database", URL).code == 0
    assert run("fix", "--database", URL) == Ran(0, "1 games looked at: none would differ\n", "")
    assert_one_line(refused := run("import", "home.zip", "--database", URL))
    assert "in use" in refused.err
    loop.run_until_complete(store.close())
    loop.close()
    assert run("export", "b.zip", "--database", "sqlite:///copy.sqlite").out.endswith("7 entries, 1 records\n")


def test_a_fix_is_reported_game_by_game(run: Run, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = run("fix", "--database", URL, "--json").out.splitlines()
    assert json.loads(line) == {
        "table": "one", "game": "marabunta", "stage": "over", "rules": 1, "tried": 1, "difference": None,
    }  # fmt: skip
    assert run("fix", "--database", URL, "--game", "mabula").out == "0 games looked at: none would differ\n"
    monkeypatch.setattr(game("marabunta"), "rules_version", 2)
    assert run("fix", "--database", URL, "--game", "marabunta", "--rules", 2).code == 0


def test_a_house_with_a_log_that_does_not_replay_says_so(run: Run, folder: Path) -> None:
    async def doing() -> None:
        await (await fill(f"sqlite:///{folder / 'house.sqlite'}", is_broken=True)).close()

    asyncio.run(doing())
    ran = run("export", "home.zip", "--database", URL)
    assert ran.code == 0 and "table one is in the file, but its game does not replay" in ran.err
    ran = run("fix", "--database", URL)
    assert ran.code == 2 and "does not replay by its own rules" in ran.out and "old games do not replay" in ran.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("export", "home.zip", "--database", "sqlite:///none.sqlite"), "no house lives here"),
        (("export", "house.sqlite", "--database", URL), "that is the house itself"),
        (("export", "notes.txt", "--database", URL), "something else in this file"),
        (("export", "nowhere/deep/../../../../proc/home.zip", "--database", URL), ""),
        (("export", "home.zip", "--database", "mysql://x"), "no kind of database"),
        (("backup", "notes.txt", "--database", URL), "exists already"),
        (("backup", "b.sqlite", "--database", "postgresql://nobody@localhost:1/x"), "pg_dump"),
        (("backup", "b.sqlite", "--database", "sqlite:///none.sqlite"), "no house lives here"),
        (("import", "none.zip", "--database", "sqlite:///new.sqlite"), "there is no such file"),
        (("import", "notes.txt", "--database", "sqlite:///new.sqlite"), "notes.txt: this file is no house"),
        (("fix", "--database", URL, "--rules", "2"), "--game"),
        (("fix", "--database", URL, "--game", "mabula", "--rules", "9"), "has rules 1 to 1, not 9"),
        (("fix", "--database", URL, "--game", "chess"), "there is no game 'chess'"),
        (("fix", "--database", "sqlite:///notes.txt"), ""),
    ],
)
def test_mistakes_get_one_line_and_leave_everything_as_it_was(
    run: Run, filled: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    (filled / "notes.txt").write_text("dear diary")
    before = snapshot(filled)
    ran = run(*arguments)
    assert_one_line(ran)
    assert complaint in ran.err
    assert snapshot(filled) == before


def test_a_backup_is_restored_and_what_was_there_is_moved_aside(run: Run, filled: Path) -> None:
    assert run("backup", "monday.sqlite", "--database", URL).code == 0
    restored = run("restore", "monday.sqlite", "--database", URL)
    assert restored.code == 0 and "restored from monday.sqlite; what was there is now" in restored.out
    assert run("check", "--database", URL) == Ran(0, "1 tables looked at: none damaged\n", "")
    assert_one_line(run("restore", "nothing.sqlite", "--database", URL))


def test_check_names_the_tables_that_are_damaged(run: Run, folder: Path) -> None:
    async def doing() -> None:
        await (await fill(f"sqlite:///{folder / 'house.sqlite'}", is_broken=True)).close()

    asyncio.run(doing())
    checked = run("check", "--database", URL)
    assert checked.code == 2 and "table one is damaged: entry 4 of 7 is missing" in checked.err
    assert checked.out == "1 tables looked at: 1 damaged\n"
    with closing(sqlite3.connect(folder / "house.sqlite")) as connection:
        connection.execute("DELETE FROM tables")
        connection.commit()
    checked = run("check", "--database", URL)
    assert checked.code == 2 and "table one is damaged: the table itself is missing" in checked.err


def test_check_of_a_file_that_is_no_database_names_that_file(run: Run, folder: Path) -> None:
    (folder / "house.sqlite").write_bytes(bytes(range(256)) * 20)
    checked = run("check", "--database", URL)
    assert_one_line(checked)
    assert str(folder / "house.sqlite") + " can't be copied: " in checked.err and checked.err.count("/house") == 1
