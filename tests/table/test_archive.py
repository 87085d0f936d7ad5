"""Export and import of a whole house, between both databases, all or nothing."""

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from ludotheque import Record
from ludotheque.log.entries import End
from ludotheque.table.archive.archive_export import Exported, export_house
from ludotheque.table.archive.archive_file import (
    MANIFEST,
    MOVED,
    RECORDS,
    TABLES,
    ArchiveError,
    ArchiveManifest,
    split_records,
)
from ludotheque.table.archive.archive_import import check_archive, fits, import_house
from ludotheque.table.storage import schema
from ludotheque.table.storage.schema_upgrade import revisions
from ludotheque.table.storage.store import Store
from tests.table.conftest import Server, run
from tests.table.dealing import Bench
from tests.table.filling import add_person, keep
from tests.table.test_game_record import play_on
from tests.table.test_registry import house_at

FIRST_HOUSE = Path(__file__).parent / "data" / "house-0001.zip"
REVISION = f'"revision": "{revisions()[-1]}"'.encode()
Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a second database, of both kinds."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'target.db'}"
        return
    server: Server = request.getfixturevalue("server")
    name = server.create("template1")
    yield server.url(name)
    server.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def fill(store: Store) -> None:
    """Fill every table of the database."""
    over = play_on(Bench("marabunta"), 4)
    over.write(End(how="resigned", seat=2))
    await keep(store, "over", over)
    await keep(store, "running", play_on(Bench("junglerumble"), 3), stage="playing")
    await keep(store, "starts", play_on(Bench("mabula"), 2), stage="playing")
    await add_person(store, "p1", "Zoë «7»\t", login="zoe", password=PASSWORD)
    rows: dict[Any, dict[str, Any]] = {
        schema.sessions: {"token": "f" * 64, "person": "p1", "kind": "cookie", "label": "", "created": 1.5, "used": 2},
        schema.answers: {"table": "over", "person": "p1", "id": "x", "body": "{}", "at": 0.1},
        schema.seats: {"table": "running", "seat": 1, "person": "p1", "bot": None, "waited": 1 / 3, "due": None},
        schema.messages: {"table": "over", "number": 1, "person": "p1", "at": 3.0, "text": "bien joué 🎲"},
        schema.work: {
            "table": "running", "seat": 2, "number": 3, "level": "club", "since": 1.0, "has_people": True,
            "taker": "dead", "taken": 4.0, "tries": 1, "error": None,
        },
        schema.ratings: {"who": "p1", "game": "mabula", "mean": 1500.1, "deviation": 80.7, "games": 3, "changed": 9.0},
        schema.results: {
            "table": "over", "seat": 1, "who": "p1", "game": "marabunta", "players": 2, "place": 1, "score": 3,
            "end": "resigned", "is_rated": False, "mean": None, "deviation": None, "at": 9.0, "mean_before": None,
        },
        schema.channels: {
            "id": "c1", "person": "p1", "kind": "push", "target": "sealed", "lookup": "e" * 64, "session": "f" * 64,
            "label": "Firefox", "created": 1.0, "confirmed": 1.0, "failures": 1, "off": None, "told": 2.0,
        },
        schema.reminders: {"table": "running", "seat": 1, "turn": 3, "settled": 1 / 3, "looked": None},
        schema.processes: {"id": "old", "started": 1.0, "beat": 5.0},
        schema.pauses: {"id": 1, "begin": 1.0, "end": 2.5},
    }  # fmt: skip
    async with store.begin() as connection:
        for table, row in rows.items():
            await connection.execute(insert(table), [row])


PASSWORD = "argon2-as-it-is-stored"  # noqa: S105


async def rows_of(store: Store) -> Rows:
    """The contents of a database, apart from columns that an import resets."""
    every: Rows = {}
    async with store.read() as connection:
        for table in MOVED:
            columns = [column for column in table.columns if (table.name, column.name) != ("pauses", "id")]
            columns = [column for column in columns if column.name not in ("taker", "taken")]
            found = await connection.execute(select(*columns).order_by(*table.primary_key.columns))
            every[table.name] = [tuple(row) for row in found]
    return every


async def exported(url: str, file: Path) -> tuple[Exported, Rows]:
    store = await Store.open(url)
    await fill(store)
    with file.open("wb") as out:
        done = await export_house(store, out)
    rows = await rows_of(store)
    await store.close()
    return done, rows


async def imported(url: str, file: Path) -> Rows:
    store = await Store.open(url)
    try:
        await import_house(store, file)
    finally:
        rows = await rows_of(store)
        await store.close()
    return rows


async def rows_at(url: str) -> Rows:
    store = await Store.open(url)
    rows = await rows_of(store)
    await store.close()
    return rows


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An exported house."""
    file = tmp_path / "house.zip"
    run(exported(f"sqlite:///{tmp_path / 'old.db'}", file))
    return file


def test_a_house_moves_from_either_database_into_either(url: str, target: str, tmp_path: Path) -> None:
    done, before = run(exported(url, tmp_path / "house.zip"))
    assert all(before.values()), "something of everything"
    assert run(imported(target, tmp_path / "house.zip")) == before
    assert {name: member.count for name, member in done.members.items() if name != RECORDS} == {
        f"{name}.jsonl": len(rows) for name, rows in before.items()
    }


def test_an_imported_house_works(file: Path, target: str) -> None:
    """New pauses get new ids, the time of the move is a pause, and no dead process has a lease."""

    async def doing() -> None:
        await imported(target, file)
        store = await Store.open(target)
        await store.beat("new")
        pauses = await store.pauses()
        assert pauses[0] == (1.0, 2.5) and pauses[1][0] == 5.0
        async with store.read() as connection:
            assert await connection.scalar(select(schema.work.c.taker)) is None
            assert await connection.scalar(select(schema.people.c.password)) == PASSWORD
        await store.close()

    run(doing())


def test_the_file_has_a_record_of_every_finished_game(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        text = archive.read(RECORDS).decode()
    records = [Record.read(one) for one in split_records(text.splitlines(keepends=True))]
    assert [record.header["x-table"] for record in records] == ["over"]
    assert records[0].header["end"] == "resigned 2"
    records[0].verify()


def test_consecutive_records_are_split() -> None:
    one = "# table a\ngame: mabula\nrules: 1\n\n1 b8-b4\n\n# game: a board\n"
    two = "game: marabunta\n\n"
    assert list(split_records((one + two).splitlines(keepends=True))) == [one, two]
    assert list(split_records([])) == []


def test_the_file_holds_secrets_only_as_the_database_does(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        row = json.loads(archive.read("sessions.jsonl"))
        assert set(archive.namelist()) == {*TABLES, RECORDS, MANIFEST}
        assert all(info.external_attr >> 16 == 0o600 for info in archive.infolist() if info.filename != MANIFEST)
    assert row["token"] == "f" * 64, "as it is stored: a hash"


def test_a_log_that_does_not_replay_is_exported_and_reported(url: str, tmp_path: Path) -> None:
    async def doing() -> Exported:
        store = await Store.open(url)
        bench = play_on(Bench("marabunta"), 4)
        del bench.log[4]
        await keep(store, "holes", bench)
        done = await export_house(store, io.BytesIO())
        await store.close()
        return done

    done = run(doing())
    assert list(done.broken) == ["holes"]
    assert done.members["entries.jsonl"].count > 4 and done.members[RECORDS].count == 0


def test_a_house_is_not_imported_into_a_used_database(file: Path, url: str) -> None:
    async def doing() -> Rows:
        store = await Store.open(url)
        await add_person(store, "p9", "Ida")
        before = await rows_of(store)
        with pytest.raises(ArchiveError, match="somebody lives in this database already"):
            await import_house(store, file)
        assert await rows_of(store) == before
        await store.close()
        return before

    assert run(doing())["people"]


def rewritten(file: Path, change: Callable[[dict[str, bytes]], None], honest: bool = True) -> Path:
    """The file with other members; `honest` makes the manifest agree with them."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    if honest:
        manifest = json.loads(members[MANIFEST])
        for name in manifest["members"]:
            if name in members:
                manifest["members"][name] |= {"size": len(members[name]), "sha256": digest(members[name])}
        members[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file


def digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def put(name: str, old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    """Return a change that replaces `old` once in a member."""

    def change(members: dict[str, bytes]) -> None:
        assert old in members[name], (name, old)
        members[name] = members[name].replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (put(MANIFEST, b'"version": 1', b'"version": 2'), "written by a newer Ludothèque"),
        (put(MANIFEST, b"ludotheque-house", b"ludotheque-barn"), "no house"),
        (put(MANIFEST, b'"size"', b'"weight"'), "manifest is damaged"),
        (lambda members: members.pop(MANIFEST), "no house"),
        (
            put(MANIFEST, REVISION, b'"revision": "9999"'),
            r"newer Ludothèque \(schema 9999\)",
        ),
        (lambda members: members.pop("people.jsonl"), "does not hold what its manifest says"),
        (lambda members: members.update({"more.txt": b""}), "does not hold what its manifest says"),
        (put("people.jsonl", b"zoe", b"zoo"), "people.jsonl in it is damaged"),
        (put("entries.jsonl", b"}\n", b"} \n"), "entries.jsonl in it is damaged"),
        (put(RECORDS, b"game: ", b"Game: "), "records.txt in it is damaged"),
    ],
)
def test_a_file_that_contradicts_its_manifest_is_refused_in_one_line(
    file: Path, change: Callable[[dict[str, bytes]], None], complaint: str
) -> None:
    with pytest.raises(ArchiveError, match=complaint) as refused:
        check_archive(rewritten(file, change, honest=False))
    assert "\n" not in str(refused.value)


def test_a_file_cut_short_anywhere_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    for length in (0, 1, 100, len(whole) // 2, len(whole) - 30, len(whole) - 1):
        file.write_bytes(whole[:length])
        with pytest.raises(ArchiveError):
            check_archive(file)


def test_a_file_with_any_byte_changed_is_refused_or_imports_the_same_house(file: Path) -> None:
    """A zip file has bytes that mean nothing, such as dates; but all that is read from it is as written.

    Its last 22 bytes say where all the others lie, which may then be before the file begins.
    """
    whole, manifest = file.read_bytes(), check_archive(file)
    for place in (*range(0, len(whole), 97), *range(len(whole) - 22, len(whole))):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            found = check_archive(file)
        except ArchiveError:
            continue
        assert found.members == manifest.members


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.zip"
    text.write_text("dear diary")
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("holiday.jpg", b"...")
    for file in (text, other):
        with pytest.raises(ArchiveError, match="no house"):
            check_archive(file)


def assert_refused(file: Path, url: str, complaint: str) -> None:
    """The import is refused in one line, and the database stays empty."""

    async def doing() -> Rows:
        store = await Store.open(url)
        with pytest.raises(ArchiveError, match=complaint) as refused:
            await import_house(store, file)
        assert "\n" not in str(refused.value)
        rows = await rows_of(store)
        await store.close()
        return rows

    assert not any(run(doing()).values())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (put("people.jsonl", b'"is_bot":false', b'"is_bot":0'), "line 1: is_bot can't be '0'"),
        (put("people.jsonl", b'"is_bot":false', b'"is_bot":false,"age":3'), "line 1: other columns"),
        (put("people.jsonl", b'"name":"Zo', b'"name":"' + b"Z" * 50), "line 1: name can't be"),
        (put("people.jsonl", b"{", b"["), "line 1: not JSON"),
        (put("entries.jsonl", b'\\"kind\\":\\"sit\\"', b'\\"kind\\":\\"stand\\"'), "line 1: unknown to this version"),
        (
            put("tables.jsonl", b'\\"game\\":\\"marabunta\\"', b'\\"game\\":\\"chess\\"'),
            "line 1: unknown to this version",
        ),
        (put("tables.jsonl", b'\\"rules\\":1', b'\\"rules\\":9'), "line 1: played by newer rules"),
        (put("seats.jsonl", b'"table":"running"', b'"table":"nowhere"'), "do not fit together"),
        (put("entries.jsonl", b'"number":2', b'"number":1'), "do not fit together"),
        (put("ratings.jsonl", b'"mean":1500.1', b'"mean":NaN'), "mean can't be 'nan'"),
    ],
)
def test_invalid_rows_leave_the_database_empty(
    file: Path, url: str, change: Callable[[dict[str, bytes]], None], complaint: str
) -> None:
    rewritten(file, change)
    assert_refused(file, url, complaint)


def no_step(name: str, table: bytes) -> Callable[[dict[str, bytes]], None]:
    """Remove the line of a table's first steps."""

    def change(members: dict[str, bytes]) -> None:
        lines = members[name].splitlines(keepends=True)
        lines.remove(next(line for line in lines if table in line and b'\\"play\\"' in line))
        members[name] = b"".join(lines)

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (put("entries.jsonl", b'\\"start\\":\\"', b'\\"start\\":\\"B'), "table starts in it does not replay"),
        (put("entries.jsonl", b'\\"steps\\":[\\"', b'\\"steps\\":[\\"z9'), "table over in it does not replay"),
        (no_step("entries.jsonl", b'"table":"running"'), "table running in it .*entry 4 of 6 is missing"),
    ],
)
def test_a_game_that_does_not_replay_is_not_imported(
    file: Path, url: str, change: Callable[[dict[str, bytes]], None], complaint: str
) -> None:
    rewritten(file, change)
    assert_refused(file, url, complaint)


def test_a_game_that_was_broken_at_the_export_is_imported_as_it_is(url: str, target: str, tmp_path: Path) -> None:
    """One broken table does not stop the import."""
    file = tmp_path / "house.zip"

    async def doing() -> tuple[Rows, Rows]:
        store = await Store.open(url)
        bench = play_on(Bench("marabunta"), 4)
        del bench.log[4]
        await keep(store, "holes", bench, stage="playing")
        with file.open("wb") as out:
            assert list((await export_house(store, out)).broken) == ["holes"]
        before = await rows_of(store)
        await store.close()
        return before, await imported(target, file)

    before, after = run(doing())
    assert {**before, "tables": 0} == {**after, "tables": 0} and len(after["entries"]) > 4
    assert before["tables"][0][:-1] == after["tables"][0][:-1]
    assert after["tables"][0][-1] is None, "known to be damaged: the house opens without it"
    run(rows_at(target))


def test_a_house_of_the_first_schema_is_imported_into_the_newest(target: str) -> None:
    """The file was written by the first version; never write it again."""

    async def doing() -> None:
        rows = await imported(target, FIRST_HOUSE)
        assert [name for name, *_ in rows["tables"]] == ["over", "running"]
        assert len(rows["entries"]) == 14
        async with house_at(target) as house:
            async with house.store.read() as connection:
                found = await connection.execute(select(schema.tables.c.id, schema.tables.c.game))
                assert {row.id: row.game for row in found} == {"over": "marabunta", "running": "junglerumble"}
            state = (await house.registry.find("running")).state
            assert state.position is not None and state.waited_for
            assert (await house.registry.find("over")).state.is_over

    run(doing())


def test_a_house_of_an_older_schema_needs_all_its_tables(tmp_path: Path, url: str) -> None:
    file = tmp_path / "house.zip"
    shutil.copy(FIRST_HOUSE, file)

    def without_seats(members: dict[str, bytes]) -> None:
        manifest = json.loads(members[MANIFEST])
        del members["seats.jsonl"], manifest["members"]["seats.jsonl"]
        members[MANIFEST] = json.dumps(manifest).encode()

    rewritten(file, without_seats)
    with pytest.raises(ArchiveError, match=r"'seats\.jsonl' is not in it"):
        run(imported(url, file))
    assert not any(run(rows_at(url)).values())


def test_values_are_checked_by_the_type_of_their_column() -> None:
    people, pauses = schema.people.c, schema.pauses.c
    assert fits(people.login, None) and not fits(people.name, None)
    assert fits(people.created, 3) and not fits(people.created, float("inf")) and not fits(people.created, True)
    assert not fits(people.name, "a\0b") and not fits(people.name, 7)
    assert fits(schema.entries.c.number, 2**31 - 1) and not fits(schema.entries.c.number, 2**31)
    assert fits(pauses.id, 2**40) and not fits(pauses.id, 2.0)


def test_a_large_house_is_moved_in_little_memory(tmp_path: Path) -> None:
    """24 MB of answers, of which a few MB are in memory at once."""
    import tracemalloc

    async def doing() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'large.db'}")
        await keep(store, "large", Bench("marabunta"), stage="playing")
        body = json.dumps({"ok": True, "text": "x" * 12_000})
        async with store.begin() as connection:
            for first in range(1000, 3000, 200):
                rows = [
                    {"table": "large", "person": "p1", "id": f"{first + i}", "at": 1.0, "body": body}
                    for i in range(200)
                ]
                await connection.execute(insert(schema.answers), rows)
        tracemalloc.start()
        with (tmp_path / "large.zip").open("wb") as out:
            await export_house(store, out)
        await store.close()
        other = await Store.open(f"sqlite:///{tmp_path / 'copy.db'}")
        await import_house(other, tmp_path / "large.zip")
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        async with other.read() as connection:
            assert (await connection.scalar(select(func.count()).select_from(schema.answers)) or 0) == 2000
        await other.close()
        assert held < 8_000_000, held

    run(doing())


def test_a_manifest_begins_with_its_format_and_version() -> None:
    """So a later version is recognised before the rest is parsed."""
    assert (
        ArchiveManifest(program="1", made=0, members={})
        .model_dump_json()
        .startswith('{"format":"ludotheque-house","version":1,')
    )
