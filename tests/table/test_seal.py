"""Secrets are encrypted in the database, in backups and in exports; and what happens after a lost key."""

import json
import random
import sqlite3
import stat
from pathlib import Path
from zipfile import ZipFile

import pytest
from sqlalchemy import select

from ludotheque.log.entries import Play, Restored, Sealed
from ludotheque.table.archive.archive_export import export_house
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.storage import schema
from ludotheque.table.storage.log_writer import read_log
from ludotheque.table.storage.seal import LENGTH, Seal, load_key
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.table.storage.store import Store
from ludotheque.wire.requests import PlayAct, ResignAct
from tests.table.conftest import run
from tests.table.test_races import choose
from tests.table.test_registry import ADA, BOB, house_at, table_of
from tests.table.test_table_dice import PEOPLE, record_of, sit_down, step


async def dump(store: Store) -> str:
    """The whole contents of the database."""
    async with store.read() as connection:
        return str([(await connection.execute(select(table))).all() for table in schema.metadata.sorted_tables])


async def to_projects(house: Tables, table: str) -> None:
    """Play until all three choose their projects."""
    chance = random.Random(2)
    while len((await house.registry.find(table)).state.waited_for) < 3:
        await step(house, table, chance)


async def project(house: Tables, table: str, seat: int) -> tuple[str, ...]:
    """A seat's project."""
    state = (await house.registry.find(table)).state
    person = next(one for one in PEOPLE if seat in state.seats_of(one.id))
    steps = choose(state, seat, seat)
    wish = PlayAct(seen=state.number, steps=steps, id=f"p{state.number}", seat=seat)
    assert (await acts.play(house, table, person, wish)).ok
    return steps


def test_unrevealed_projects_are_encrypted_and_all_of_one_length(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "makabana", 3)
            await sit_down(house, table, PEOPLE, ())
            await to_projects(house, table)
            before = await dump(house.store)
            targets = [(await project(house, table, seat))[0] for seat in (1, 2)]
            after = await dump(house.store)
            assert all(after.count(target) == before.count(target) for target in targets)
            async with house.store.read() as connection:
                rows = (await connection.execute(select(schema.entries.c.body))).scalars().all()
            sealed = [json.loads(body) for body in rows if "sealed" in json.loads(body)["kind"]]
            assert len(sealed) == 2 and {len(one["text"]) for one in sealed} == {len(sealed[0]["text"])}

    run(story())


def test_the_dice_secret_is_encrypted_until_the_table_is_over(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "mabula")
            await house.seats.sit(table, ADA, 1)
            kept = await house.registry.find(table)
            (secret,) = house.registry.dice.secrets_of(kept.row, kept.state)
            promised = house.registry.dice._unsealed(kept.state.places[1].sealed, f"{table} place 1")
            assert secret.value is not None and promised is not None
            assert secret.value.hex() not in await dump(house.store) and promised.hex() not in await dump(house.store)
            await house.seats.sit(table, BOB, 2)
            assert secret.value.hex() not in await dump(house.store)
            await acts.write(house, table, ADA, ResignAct())
            assert secret.value.hex() in await dump(house.store)

    run(story())


def test_revealed_choices_are_read_without_the_key(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "makabana", 3)
            await sit_down(house, table, PEOPLE, ())
            chance = random.Random(4)
            for _ in range(60):
                await step(house, table, chance)
            log = await house.store.entries(table)
            assert any(one.opened and one.opened.plays for one in log)
            hidden = (await house.registry.find(table)).state.hidden
            async with house.store.read() as connection:
                columns = schema.entries.c
                wanted = select(columns.number, columns.at, columns.body, columns.opened).order_by(columns.number)
                rows = [tuple(row) for row in await connection.execute(wanted.where(columns.table == table))]
            without = read_log(table, rows, None)
            assert {one.number for one in without if isinstance(one.entry, Sealed)} == hidden
            assert all(one == other for one, other in zip(log, without, strict=True) if one.number not in hidden)

    run(story())


def test_after_a_lost_key_seats_choose_their_projects_again(url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "makabana", 3)
            await sit_down(house, table, PEOPLE, ())
            await to_projects(house, table)
            start = (await house.registry.find(table)).state.position
            for seat in (1, 2):
                await project(house, table, seat)
        with pytest.raises(StoreError, match="is not the key of this house"):
            async with house_at(url, key=tmp_path / "other"):
                pass
        async with house_at(url, key=tmp_path / "other", is_new_key=True) as house:
            state = (await house.registry.find(table)).state
            assert isinstance(state.log[-1].entry, Restored) and state.waited_for == (1, 2, 3)
            assert state.position == start
            for seat in (1, 2, 3):
                await project(house, table, seat)
            assert (await house.registry.find(table)).state.waited_for != (1, 2, 3), "the game goes on"
            chance = random.Random(9)
            while not (await house.registry.find(table)).state.is_over:
                await step(house, table, chance)
            await record_of(house, table)
            house.registry.live.clear()
            assert (await house.registry.find(table)).state.is_over

    run(story())


def test_a_refusal_of_a_secret_attempt_is_stored_sealed_and_repeated(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "makabana", 3, seating="chosen")
            await sit_down(house, table, PEOPLE, ())
            await to_projects(house, table)
            state = (await house.registry.find(table)).state
            wish = PlayAct(seen=state.number, steps=("build:nowhere.at.all",), id="wrong", seat=1)
            answer = await acts.play(house, table, ADA, wish)
            assert not answer.ok and answer.text and answer.text not in await dump(house.store)
            assert await acts.play(house, table, ADA, wish) == answer

    run(story())


def test_backups_and_exports_hold_secrets_encrypted(tmp_path: Path) -> None:
    async def story() -> list[str]:
        async with house_at(f"sqlite:///{tmp_path}/house.sqlite") as house:
            table = await table_of(house, "makabana", 3)
            await sit_down(house, table, PEOPLE, ())
            await to_projects(house, table)
            before = await dump(house.store)
            target = (await project(house, table, 1))[0]
            assert target not in before, "chosen so that it stands nowhere else"
            kept = await house.registry.find(table)
            secret = house.registry.dice.secrets_of(kept.row, kept.state)[0].value
            assert secret is not None
            await house.store.backup(tmp_path / "backup.sqlite")
            with (tmp_path / "house.zip").open("wb") as out:
                await export_house(house.store, out)
            return [target, secret.hex(), house.store.seal.key.hex()]

    hidden = run(story())
    with sqlite3.connect(tmp_path / "backup.sqlite") as copied:
        backup = "\n".join(copied.iterdump())
    with ZipFile(tmp_path / "house.zip") as archive:
        exported = "\n".join(archive.read(name).decode() for name in archive.namelist())
    files = b"".join(file.read_bytes() for file in tmp_path.glob("house.sqlite*") if file.suffix != ".key")
    for one in hidden:
        assert one not in backup and one not in exported and one.encode() not in files


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_key_and_is_not_read(device: str) -> None:
    with pytest.raises(StoreError, match="the key of the house can't be read"):
        load_key(Path(device))


def test_a_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "new" / "key"
    seal = load_key(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert load_key(file) == seal and "key" not in repr(seal) and seal.key.hex() not in repr(seal)
    file.chmod(0o640)
    with pytest.raises(StoreError, match=f"chmod 600 {file}"):
        load_key(file)


@pytest.mark.parametrize("text", ["", "no key", "ab" * 31])
def test_an_invalid_key_gives_an_error_of_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "key"
    file.touch(0o600)
    file.write_text(text)
    with pytest.raises(StoreError, match=r"put .* there") as caught:
        load_key(file)
    assert "\n" not in str(caught.value)


def test_an_unwritable_key_folder_gives_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="can't be written there"):
        load_key(tmp_path / "file" / "key")


@pytest.mark.parametrize("text", ["", "é" * 100, "x" * (LENGTH - 4), "x" * LENGTH])
def test_a_text_is_decrypted_only_by_its_key_and_its_associated_data(text: str) -> None:
    seal, other = Seal(bytes(32)), Seal(bytes(31) + b"x")
    sealed = seal.close(text, "table 7")
    assert seal.open(sealed, "table 7") == text and seal.close(text, "table 7") != sealed
    assert seal.open(sealed, "table 8") is None and other.open(sealed, "table 7") is None
    if len(text) < LENGTH - 4:
        assert len(sealed) == len(seal.close("", "table 7"))


def test_a_sealed_entry_is_read_as_it_was_written(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await table_of(house, "makabana", 3)
            await sit_down(house, table, PEOPLE, ())
            await to_projects(house, table)
            steps = await project(house, table, 2)
            memory = (await house.registry.find(table)).state
            house.registry.live.clear()
            read = (await house.registry.find(table)).state
            assert read == memory
            assert isinstance(entry := read.log[-1].entry, Play) and entry.steps == steps

    run(story())


def test_any_process_with_another_key_is_refused(postgres_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with house_at(postgres_url):
            with pytest.raises(StoreError, match="is not the key of this house"):
                await Store.open(postgres_url, tmp_path / "other")

    run(story())
