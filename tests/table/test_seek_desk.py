"""Finding opponents in both databases: seated together and once, whatever dies, races or goes away."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.log.entries import BotHolder, PersonHolder
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.people.own_data import blank
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service.lists import public_tables
from ludotheque.table.service.seeks import party_table
from ludotheque.table.service.seeks.parties import BEGINNING, BOTS_FILL, COMING, GONE, SEATED
from ludotheque.table.service.seeks.seek_desk import SeekDesk
from ludotheque.table.storage import schema
from ludotheque.table.storage.store import Store
from ludotheque.wire.seek_messages import SeekView
from ludotheque.wire.settings import Settings
from tests.table.conftest import run

OPENED = "ab" * 32
COMMITMENT = hashlib.sha256(bytes.fromhex(OPENED)).hexdigest()


class HourStore(Store):
    """A store whose time the test sets."""

    time = 1_000_000.0

    async def now(self) -> float:
        return self.time

    async def time_of(self, connection: AsyncConnection) -> float:
        return self.time


class Desk(SeekDesk):
    """A desk of its own process, with shortcuts."""

    store: HourStore

    async def start(self, *given: Any, **more: Any) -> SeekView:
        """Begin to look, a moment after the one before."""
        self.store.time += 1 / 64
        return await super().start(*given, **more)

    async def pass_time(self, seconds: float) -> None:
        self.store.time += seconds
        await self.tick()

    async def stage(self, person: Person) -> str:
        return (await self.look(person.id)).stage

    async def state_at(self, table: str | None) -> TableState:
        return (await self.tables.registry.find(table or "")).state


@asynccontextmanager
async def desk_at(url: str) -> AsyncIterator[Desk]:
    store = await HourStore.open(url)
    assert isinstance(store, HourStore)
    tables = Tables(store, People(store))
    await tables.registry.open()
    try:
        yield Desk(tables)
    finally:
        await store.close()


async def guests(desk: Desk, *names: str) -> list[Person]:
    return [(await desk.tables.registry.people.welcome(name)).person for name in names]


async def account(desk: Desk, name: str, mean: float | None = None) -> Person:
    """A person with an account, and a rating at Mabula."""
    person = Person(name * 4, name, True, False, Settings(), 1.0)
    row = {"id": person.id, "name": name, "login": name, "is_bot": False, "settings": "{}", "created": 1.0}
    rated = {"who": person.id, "game": "mabula", "mean": mean, "deviation": 60.0, "games": 9, "changed": 1.0}
    async with desk.store.begin() as connection:
        await connection.execute(insert(schema.people).values(row))
        if mean is not None:
            await connection.execute(insert(schema.ratings).values(rated))
    return person


def people_of(state: TableState) -> list[str]:
    return sorted(one.name for one in state.holders.values() if isinstance(one, PersonHolder))


async def seated(desk: Desk, *people: Person) -> TableState:
    """The table at which all these people sit."""
    views = [await desk.look(person.id) for person in people]
    assert {view.stage for view in views} == {"seated"} and len({view.table for view in views}) == 1
    return await desk.state_at(views[0].table)


def test_two_who_look_for_the_same_sit_at_one_table_as_soon_as_both_come(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob = await guests(desk, "Ada", "Bob")
            assert (await desk.start(ada, "mabula")).others == 0
            assert (await desk.start(bob, "mabula")).others == 1
            await desk.tick()
            found = await desk.look(ada.id)
            assert found.stage == "found" and found.party and (found.party.people, found.party.come) == (2, 0)
            await desk.come(ada)
            await desk.tick()
            assert await desk.stage(ada) == "found", "nobody waits at a table of nobody"
            await desk.come(bob)
            await desk.tick()
            state = await seated(desk, ada, bob)
            assert people_of(state) == ["Ada", "Bob"] and state.has_begun
            terms = state.terms
            assert (terms.clock, terms.absence, terms.rated, terms.messages) == ("live", "end", False, False)
            [listed] = await public_tables(desk.tables, "playing", "mabula")
            assert listed.is_public, "others can watch"

    run(story())


def test_both_clients_contribute_their_own_bytes(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob = await guests(desk, "Ada", "Bob")
            await desk.start(ada, "mabula", commitment=COMMITMENT)
            await desk.start(bob, "mabula")
            await desk.tick()
            for person in (ada, bob):
                await desk.come(person)
            await desk.tick()
            state = await seated(desk, ada, bob)
            assert not state.has_begun and [one.by for one in state.places.values()] == ["client", "server"]
            assert state.places[1].commitment == COMMITMENT
            table = (await desk.look(ada.id)).table or ""
            await desk.tables.seats.open_bytes(table, ada, None, OPENED)
            assert (await desk.state_at(table)).has_begun

    run(story())


def test_the_nearest_in_rating_meet_and_rated_if_both_like(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            low, high, near = [
                await account(desk, *one) for one in (("Low", 1000.0), ("High", 2000.0), ("Near", 1980.0))
            ]
            for person in (low, high, near):
                await desk.start(person, "mabula")
            await desk.tick()
            assert await desk.stage(low) == "waiting"
            for person in (high, near):
                await desk.come(person)
            await desk.tick()
            assert (await seated(desk, high, near)).terms.rated

    run(story())


def test_a_guest_looks_for_no_rated_game(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            [ada] = await guests(desk, "Ada")
            with pytest.raises(TableError) as refused:
                await desk.start(ada, "mabula", rated="yes")
            assert refused.value.kind == "forbidden"
            assert (await desk.start(ada, "mabula")).rated == "no"

    run(story())


def test_one_looks_for_one_thing_at_a_time_and_the_same_again_keeps_the_place(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            [ada] = await guests(desk, "Ada")
            await desk.start(ada, "mabula")
            desk.store.time += 7
            assert round((await desk.start(ada, "mabula")).waited) == 7
            other = await desk.start(ada, "makabana", "players4")
            assert (other.game, other.offer, other.waited) == ("makabana", "players4", 0)
            async with desk.store.read() as connection:
                assert len((await connection.execute(select(schema.seeks))).all()) == 1

    run(story())


def test_who_stops_or_does_not_come_holds_up_nobody(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob, cleo = await guests(desk, "Ada", "Bob", "Cleo")
            await desk.start(ada, "mabula")
            await desk.start(bob, "mabula")
            await desk.tick()
            await desk.come(ada)
            await desk.stop(bob.id)
            assert await desk.stage(ada) == "waiting"
            await desk.start(cleo, "mabula")
            await desk.tick()
            await desk.come(ada)
            await desk.pass_time(COMING)
            assert (await desk.stage(ada), await desk.stage(cleo)) == ("waiting", "none")
            assert round((await desk.look(ada.id)).waited) == COMING

    run(story())


def test_a_search_ends_when_its_client_is_gone_and_lasts_while_it_is_there(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob, cleo = await guests(desk, "Ada", "Bob", "Cleo")
            await desk.start(ada, "mabula", "product")  # follows it by a socket
            await desk.start(bob, "mabula", "usual")  # asks every few seconds
            await desk.start(cleo, "marabunta")  # is gone
            desk.enter(ada.id)
            for _ in range(4):
                await desk.pass_time(GONE / 3)
                await desk.look(bob.id, is_here=True)
            assert [await desk.stage(one) for one in (ada, bob, cleo)] == ["waiting", "waiting", "none"]
            desk.leave(ada.id)
            await desk.pass_time(GONE)
            assert await desk.stage(ada) == "none"

    run(story())


def test_three_people_sit_down_for_maka_bana_and_two_of_them_with_a_bot_after_a_while(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            everybody = await guests(desk, "Ada", "Bob", "Cleo", "Dan", "Eve")
            for person in everybody:
                desk.enter(person.id)
                await desk.start(person, "makabana")
            await desk.tick()
            for person in everybody[:3]:
                await desk.come(person)
            await desk.tick()
            three = await seated(desk, *everybody[:3])
            assert people_of(three) == ["Ada", "Bob", "Cleo"] and three.terms.absence == "bot"
            assert await desk.stage(everybody[3]) == "waiting"
            await desk.pass_time(BOTS_FILL)
            found = await desk.look(everybody[4].id)
            assert found.party and (found.party.seats, found.party.people) == (3, 2)
            for person in everybody[3:]:
                await desk.come(person)
            await desk.tick()
            two = await seated(desk, *everybody[3:])
            assert people_of(two) == ["Dan", "Eve"]
            assert sum(isinstance(one, BotHolder) for one in two.holders.values()) == 1

    run(story())


def test_a_search_survives_a_restart_of_the_house(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob = await guests(desk, "Ada", "Bob")
            await desk.start(ada, "mabula", commitment=COMMITMENT)
        async with desk_at(url) as again:
            again.store.time += 10 * GONE  # so long was it away
            await again.revive()
            await again.tick()
            assert round((await again.look(ada.id)).waited) == 10 * GONE
            await again.start(bob, "mabula")
            await again.tick()
            for person in (ada, bob):
                await again.come(person)
            await again.tick()
            assert (await seated(again, ada, bob)).places[1].commitment == COMMITMENT

    run(story())


def test_a_house_that_dies_before_a_party_sits_down_seats_it_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def died(*_: object) -> None:
        raise RuntimeError("the process dies here")

    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob = await guests(desk, "Ada", "Bob")
            for person in (ada, bob):
                await desk.start(person, "mabula")
            await desk.tick()
            for person in (ada, bob):
                await desk.come(person)
            with monkeypatch.context() as patched:
                patched.setattr(party_table, "sit_down", died)
                await desk.tick()
            assert (await desk.look(ada.id)).stage == "found", "nobody is sent to a table before they sit there"
            async with desk.store.read() as connection:
                table = await connection.scalar(select(schema.seeks.c.table).limit(1))
            assert table and people_of(await desk.state_at(table)) == []
            assert not await public_tables(desk.tables, "open", None), "nobody else can sit down there"
            await desk.tick()
            assert people_of(await seated(desk, ada, bob)) == ["Ada", "Bob"]
            await desk.pass_time(SEATED + 1)
            assert [await desk.stage(one) for one in (ada, bob)] == ["none", "none"]

    run(story())


def test_a_game_that_can_not_begin_is_called_off_and_who_is_there_looks_on(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob = await guests(desk, "Ada", "Bob")
            await desk.start(ada, "mabula", commitment=COMMITMENT)
            await desk.start(bob, "mabula", commitment="cd" * 32)
            desk.enter(ada.id)
            desk.enter(bob.id)
            await desk.tick()
            for person in (ada, bob):
                await desk.come(person)
            await desk.tick()
            table = (await desk.look(ada.id)).table or ""
            await desk.tables.seats.open_bytes(table, ada, None, OPENED)
            await desk.pass_time(BEGINNING + 1)
            assert (await desk.state_at(table)).is_over
            assert (await desk.stage(ada), await desk.stage(bob)) == ("waiting", "none")

    run(story())


def test_a_deleted_person_looks_for_nobody_and_a_search_is_among_ones_data(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            ada, bob = await guests(desk, "Ada", "Bob")
            await desk.start(ada, "mabula")
            data = await desk.tables.registry.people.everything(ada)
            assert [(one.game, one.offer) for one in data.seeks] == [("mabula", "usual")]
            async with desk.store.begin() as connection:
                await blank(connection, ada.id)
            await desk.start(bob, "mabula")
            await desk.tick()
            assert (await desk.stage(ada), await desk.stage(bob)) == ("none", "waiting")

    run(story())


async def play_together(desks: Sequence[Desk], people: Sequence[Person]) -> Counter[str]:
    """Let processes work at the same time until everybody sits; gives how many sit at each table."""
    for turn in range(200):
        doing: list[Any] = [desk.tick() for desk in desks]
        for number, person in enumerate(people):
            desk = desks[(number + turn) % len(desks)]
            if await desk.stage(person) == "found":
                doing.append(desk.come(person))
        for error in await asyncio.gather(*doing, return_exceptions=True):
            assert error is None or not isinstance(error, Exception), error
        views = [await desks[0].look(person.id) for person in people]
        if all(view.stage == "seated" for view in views):
            return Counter(str(view.table) for view in views)
    raise AssertionError("not everybody is seated")


async def check_seats(desk: Desk, tables: Counter[str], people: int) -> None:
    """Everybody sits once, at a table with others, and no table is left over."""
    async with desk.store.read() as connection:
        held = list(await connection.scalars(select(schema.seats.c.person)))
        made = set(await connection.scalars(select(schema.tables.c.id)))
    assert sorted(Counter(one for one in held if one).values()) == [1] * people
    assert set(tables) == made and set(tables.values()) == {2}


def test_nobody_is_seated_twice_when_ticks_and_answers_race(url: str) -> None:
    async def story() -> None:
        async with desk_at(url) as desk:
            people = await guests(desk, *(f"Guest {n}" for n in range(8)))
            for person in people:
                desk.enter(person.id)
            await asyncio.gather(*(desk.start(person, "mabula") for person in people))
            tables = await play_together([desk, desk, desk], people)
            await check_seats(desk, tables, len(people))

    run(story())


def test_two_processes_find_opponents_for_each_other_and_seat_nobody_twice(postgres_url: str) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            desks = [await stack.enter_async_context(desk_at(postgres_url)) for _ in range(2)]
            people = await guests(desks[0], *(f"Guest {n}" for n in range(8)))
            for desk in desks:
                for person in people:
                    desk.enter(person.id)
            await asyncio.gather(*(desks[n % 2].start(person, "mabula") for n, person in enumerate(people)))
            tables = await play_together(desks, people)
            await check_seats(desks[0], tables, len(people))

    run(story())
