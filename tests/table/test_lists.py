"""Lists, read page by page: public tables, one's own, messages."""

from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, text, update

from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import lists
from ludotheque.table.service.chat import MOST_SENT, listen
from ludotheque.table.service.lists import MOST_LISTED, own_tables, public_tables
from ludotheque.table.service.turn_stream import Turns
from ludotheque.table.storage import schema
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.store import Store
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.settings import Settings
from ludotheque.wire.table_requests import TableListed
from tests.table.conftest import run
from tests.table.serving import Player, serving
from tests.table.test_registry import ADA, BOB, CLEO, house_at, seated

MANY = 2 * MOST_LISTED + 5


async def fill(store: Store, waited: int = 0) -> None:
    """Many public tables at which Ada sits; the oldest of them have waited for her, the first one longest."""
    names = [f"t{number:03}" for number in range(MANY)]
    for number, name in enumerate(names):
        terms = Terms(
            game="mabula" if number % 3 else "makabana", players=3 if number % 3 == 0 else 2, rules=1, seating="chosen"
        )
        await store.create_table(TableRow(name, "p9", terms, None, True, "playing", 1.0, float(number // 2)))
    rows: list[dict[str, Any]] = [
        {"table": name, "seat": 1, "person": ADA.id, "waited": 50.0 + number // 2 if number < waited else None}
        for number, name in enumerate(names)
    ]
    async with store.begin() as connection:
        await connection.execute(insert(schema.seats), rows)


async def paged(read: Any) -> list[TableListed]:
    """All pages of a list."""
    found: list[TableListed] = []
    while page := await read(found[-1].cursor if found else None):
        assert len(page) <= lists.MOST_LISTED
        found += page
    return found


def test_public_tables_are_read_page_by_page_the_newest_first(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            await fill(house.store)
            found = await paged(lambda before: public_tables(house, "playing", None, before))
            assert len({one.table for one in found}) == len(found) == MANY
            assert [one.changed for one in found] == sorted((one.changed for one in found), reverse=True)
            some = await paged(lambda before: public_tables(house, "playing", "makabana", before))
            assert {one.game for one in some} == {"makabana"} and len(some) == len(range(0, MANY, 3))

    run(story())


@pytest.mark.parametrize("stage", ["open", "playing", "over"])
def test_many_tables_of_one_person_push_nobody_off_the_first_page(
    url: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MOST_LISTED", 12)
    terms = Terms(game="mabula", players=2, rules=1, seating="chosen")
    made = [("eve", f"e{n:02}", 100.0 + n) for n in range(30)]  # hers are the newest
    made += [(f"p{n}", f"h{n}x{m}", float(n)) for n in range(10) for m in (1, 2)]

    async def story() -> list[TableListed]:
        async with house_at(url) as house:
            for creator, name, changed in made:
                await house.store.create_table(TableRow(name, creator, terms, None, True, stage, 1.0, changed))
            found: list[TableListed] = []
            while page := await public_tables(house, stage, None, found[-1].cursor if found else None):
                found += page
            return found

    names = [one.table for one in run(story())]
    assert sorted(names) == sorted(name for _, name, _ in made), "each is listed once"
    assert names[0] == "e29" and {name[:2] for name in names[1:11]} == {f"h{n}" for n in range(10)}
    assert sum(name.startswith("e") for name in names[:22]) == 2, "each person's first, then each person's second"


def test_finished_games_that_are_too_old_for_a_turn_follow_the_newest_first(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MOST_LISTED", 4)
    monkeypatch.setattr(lists, "MOST_RANKED", 10)
    terms = Terms(game="mabula", players=2, rules=1, seating="chosen")

    async def story() -> list[str]:
        async with house_at(url) as house:
            for number in range(25):  # every fifth is Ada's, all others are Eve's
                row = TableRow(
                    f"t{number:02}", "ada" if number % 5 == 0 else "eve", terms, None, True, "over", 1.0, number
                )
                await house.store.create_table(row)
            return [one.table for one in await paged(lambda before: public_tables(house, "over", None, before))]

    names = run(story())
    assert names[:4] == ["t24", "t20", "t23", "t15"], "Eve and Ada take turns"
    assert names[10:] == [f"t{number:02}" for number in reversed(range(15))]
    assert len(set(names)) == len(names) == 25


def test_the_table_that_has_waited_longest_for_me_is_listed_first(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            await fill(house.store, waited=MOST_LISTED + 7)
            found = await paged(lambda before: own_tables(house, ADA.id, None, before))
            assert len({one.table for one in found}) == len(found) == MANY
            waiting = [one.table for one in found if one.waited is not None]
            assert len(waiting) == MOST_LISTED + 7 and {"t000", "t001"} == set(waiting[:2])
            assert [one.table for one in found[: len(waiting)]] == waiting, "first all that wait"
            rest = [one.changed for one in found[len(waiting) :]]
            assert rest == sorted(rest, reverse=True)

    run(story())


def test_a_place_in_a_list_that_was_made_up_is_refused_in_one_line(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            for wrong in ("", "abc", "1_2", "nan_1_abc", "1_1_ABC", "1e999_1_abc"):
                with pytest.raises(TableError, match="cursor"):
                    await public_tables(house, "open", None, wrong)

    run(story())
    cursor = lists.format_cursor(1794750286.084123, 2.0, "abc")
    assert lists.parse_cursor(cursor) == (1794750286.084123, 2.0, "abc")
    assert lists.parse_cursor(lists.format_cursor(None, 2.5, "abc")) == (None, 2.5, "abc")


def test_a_list_by_game_is_found_by_an_index(postgres_url: str, sqlite_url: str) -> None:
    query = "SELECT id FROM tables WHERE is_public AND stage = 'open' AND game = 'mabula' ORDER BY changed DESC LIMIT 9"

    async def plan(url: str, explain: str) -> str:
        store = await Store.open(url)
        async with store.begin() as connection:
            if store.kind == "postgresql":
                await connection.execute(text("SET enable_seqscan = off"))
            found = str((await connection.execute(text(f"{explain} {query}"))).all())
        await store.close()
        return found

    assert "ix_tables_listed_by_game" in run(plan(sqlite_url, "EXPLAIN QUERY PLAN"))
    assert "ix_tables_listed_by_game" in run(plan(postgres_url, "EXPLAIN"))


async def listed(house: Tables, person: Person, **stage: Any) -> list[TableListed]:
    return await own_tables(house, person.id, stage.get("stage"))


def test_a_table_where_a_bot_took_the_seat_is_still_listed_with_the_right_to_return(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "makabana", (ADA, BOB, CLEO), absence="bot")
            await house.seats.leave(table, BOB, 2)
            (mine,) = await listed(house, BOB)
            assert (mine.table, mine.own, mine.may_return) == (table, [], [2])
            assert [one.may_return for one in await listed(house, ADA)] == [[]]
            data = await People(house.store).everything(await known(house, BOB))
            assert [one.id for one in data.tables] == [table]
            await house.seats.sit(table, BOB, 2)
            (mine,) = await listed(house, BOB)
            assert (mine.own, mine.may_return) == ([2], [])

    run(story())


async def known(house: Tables, person: Person) -> Person:
    """A person who has a row."""
    row = {"id": person.id, "name": person.name, "is_bot": False, "settings": "{}", "created": 1.0}
    async with house.store.begin() as connection:
        await connection.execute(insert(schema.people).values(row))
    return person


def test_a_stream_of_turns_sends_each_of_a_persons_tables_once(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            names = {await seated(house), await seated(house)}
            turns = Turns(SimpleNamespace(store=house.store, tables=house), ADA.id)  # type: ignore[arg-type]
            assert {event.table for event in await turns.look("")} == names
            assert await turns.look("") == []

    run(story())


def test_a_table_left_before_the_game_is_no_longer_listed(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table, _ = await house.seats.create(ADA, Terms(game="mabula", players=2, rules=1, seating="chosen"))
            await house.seats.sit(table, BOB, 1)
            assert len(await listed(house, BOB)) == 1
            await house.seats.leave(table, BOB, 1)
            assert await listed(house, BOB) == []
            assert len(await listed(house, ADA)) == 1, "she made it"

    run(story())


def test_a_program_in_a_list_is_shown_as_one(url: str) -> None:
    program = Person("marvin", "Marvin", True, True, Settings(), 1.0)

    async def story() -> None:
        async with house_at(url) as house:
            await known(house, program)
            async with house.store.begin() as connection:
                await connection.execute(update(schema.people).values(is_bot=True))
            table, _ = await house.seats.create(ADA, Terms(game="mabula", players=2, rules=1, seating="chosen"))
            await house.seats.sit(table, program, 1)
            (mine,) = await listed(house, ADA)
            assert [(seat.holder, seat.is_bot) for seat in mine.seats] == [("Marvin", True), (None, False)]

    run(story())


def test_all_messages_can_be_read_forwards_and_backwards(url: str) -> None:
    many = 2 * MOST_SENT + 9

    async def story() -> None:
        async with house_at(url) as house:
            live = await house.registry.find(await seated(house))
            rows = [
                {"table": live.row.id, "number": number, "person": BOB.id, "at": 1.0, "text": f"{number}"}
                for number in range(1, many + 1)
            ]
            async with house.store.begin() as connection:
                await connection.execute(insert(schema.messages), rows)
            forwards = await listen(house.store, live, ADA, after=0)
            while page := await listen(house.store, live, ADA, after=forwards[-1].number):
                forwards += page
            backwards = await listen(house.store, live, ADA)
            assert backwards[-1].number == many and len(backwards) == MOST_SENT
            while page := await listen(house.store, live, ADA, before=backwards[0].number):
                backwards = page + backwards
            numbers = list(range(1, many + 1))
            assert [one.number for one in forwards] == numbers == [one.number for one in backwards]

    run(story())


def test_pages_of_messages_and_tables_are_requested_over_http(url: str) -> None:
    with serving(url) as running:
        ada, bob = Player(running, "Ada"), Player(running, "Bob")
        table, invitation = ada.make_table()
        ada.post(f"/api/tables/{table}/seats/1")
        bob.post(f"/api/tables/{table}/join", invitation=invitation)
        for word in ("one", "two", "three"):
            ada.post(f"/api/tables/{table}/messages", 201, text=word)
        path = f"/api/tables/{table}/messages"
        assert [one["text"] for one in bob.get(path, before=3)] == ["one", "two"]
        assert [one["text"] for one in bob.get(path, after=1)] == ["two", "three"]
        first, _ = ada.make_table(private=False)
        mine = ada.get("/api/me/tables")
        assert [one["table"] for one in mine] == [table, first], "what waits for her comes first"
        assert [one["table"] for one in ada.get("/api/me/tables", before=mine[0]["cursor"])] == [first]
        assert ada.get("/api/tables", before=ada.get("/api/tables")[0]["cursor"]) == []
        ada.get("/api/tables", 422, before="nonsense")
