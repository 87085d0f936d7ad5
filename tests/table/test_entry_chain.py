"""The chain of hashes over a log: what it covers, and what it notices."""

import pytest
from sqlalchemy import delete, select, update

from ludotheque.log.entries import PersonHolder, Play, Sit
from ludotheque.table.archive.log_audit import find_damaged
from ludotheque.table.people.person_names import SOMEBODY
from ludotheque.table.storage.integrity.entry_chain import FIRST, link, rename_holder
from ludotheque.table.storage.schema import entries, tables
from ludotheque.table.storage.storage_errors import DamagedLogError
from ludotheque.table.storage.store import Store
from tests.table.conftest import run
from tests.table.home import home
from tests.table.stored import append, opened
from tests.table.test_own_data import seat, stay

SIT = '{"kind":"sit","seat":1,"holder":{"holds":"person","person":"p1","name":"Zoé","is_bot":false}}'


def test_a_link_covers_its_entry_and_all_before_it() -> None:
    one = link(FIRST, 1, 1.5, '{"kind":"x"}', None)
    others = [
        link("other", 1, 1.5, '{"kind":"x"}', None), link(FIRST, 2, 1.5, '{"kind":"x"}', None),
        link(FIRST, 1, 1.25, '{"kind":"x"}', None), link(FIRST, 1, 1.5, '{"kind":"y"}', None),
        link(FIRST, 1, 1.5, '{"kind":"x"}', "{}"),
    ]  # fmt: skip
    assert len({one, *others}) == 6


def test_links_are_as_they_were_when_logs_were_first_chained() -> None:
    """SHA-256 of the link before, the number, the time, the entry and what it opens, computed once by other means."""
    first = link(FIRST, 1, 1.5, SIT, None)
    assert first == "5ea51fdf18a5be7abd76384ad8cd3c0a"
    assert link(first, 2, 2.25, '{"kind":"play"}', '{"x":1}') == "281a547508063d955cd38aee9106fc4a"


def test_the_name_of_a_person_is_left_out_of_the_chain() -> None:
    renamed = rename_holder(SIT, SOMEBODY)
    assert SOMEBODY in renamed and "Zoé" not in renamed
    assert link(FIRST, 1, 1.5, SIT, None) == link(FIRST, 1, 1.5, renamed, None)
    assert link(FIRST, 1, 1.5, SIT, None) != link(FIRST, 1, 1.5, SIT.replace("p1", "p2"), None)


async def write_five(store: Store) -> None:
    for number in range(1, 6):
        await append(store, number, Play(seat=1, steps=(f"b{number}-b4",)))


LAST = entries.c.number == 5
THIRD = entries.c.number == 3
DAMAGES = {
    "entry 3 of 5 is missing": delete(entries).where(THIRD),
    "it has 4 entries instead of 5": delete(entries).where(LAST),
    "it has 0 entries instead of 5": delete(entries),
    "entry 3 of 5 is not what was stored": update(entries).where(THIRD).values(body='{"kind":"end","how":"agreed"}'),
    "entry 5 of 5 is not what was stored": update(entries).where(LAST).values(body="\x01 rotten"),
    "its last link does not fit": update(tables).values(chain="0" * 32),
}


@pytest.mark.parametrize("why", DAMAGES)
def test_a_damaged_log_is_not_read(url: str, why: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await write_five(store)
            assert len(await store.entries("abc")) == 5
            async with store.begin() as connection:
                await connection.execute(DAMAGES[why])
            with pytest.raises(DamagedLogError) as caught:
                await store.entries("abc")
            assert caught.value.why == why and "\n" not in str(caught.value)
            assert await find_damaged(store) == (0, {"abc": why})

    run(doing())


def test_a_batch_of_several_tables_and_entries_is_chained(url: str) -> None:
    async def doing() -> None:
        async with opened(url) as store:
            await append(store, 1, *(Sit(seat=1, holder=PersonHolder(person="p1", name="Ada")),) * 3)
            await append(store, 4)
            assert await find_damaged(store) == (1, {})
            async with store.read() as connection:
                (last,) = (await connection.execute(select(tables.c.last_entry, tables.c.chain))).all()
                assert tuple(last) == (4, await connection.scalar(select(entries.c.chain).where(entries.c.number == 4)))

    run(doing())


def test_the_chain_stays_whole_when_a_person_is_deleted(url: str) -> None:
    async def story() -> None:
        async with home(url) as at:
            ada = await at.people.welcome("Ada")
            await seat(at, ada.person, "first", stage="over")
            await at.accounts.forget(ada.person, None, stay)
            (first, _) = await at.store.entries("first")
            assert isinstance(first.entry, Sit) and SOMEBODY in first.entry.model_dump_json()
            assert await find_damaged(at.store) == (1, {})

    run(story())
