"""Seats, in both databases: concurrent joining, exchanging bots, invitations, rematches, guests who log in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from sqlalchemy import func, select, update

from ludotheque.log.commands import Draft
from ludotheque.log.entries import Begin, BotHolder, End, PersonHolder, Sit
from ludotheque.log.history import tell
from ludotheque.log.rights import rights_of
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.table.bots.bot_jobs import version_of
from ludotheque.table.people.people import People, Person
from ludotheque.table.people.results import keep_results
from ludotheque.table.registry import bot_demand
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service import acts
from ludotheque.table.service.access import may_look
from ludotheque.table.service.branch import play_from
from ludotheque.table.service.invitations import hand_over, renew_invitation
from ludotheque.table.service.rematch import find_or_make, rematch, terms_again
from ludotheque.table.storage import schema
from ludotheque.wire.requests import CancelAct, ResignAct
from ludotheque.wire.settings import Settings
from tests.table.conftest import run
from tests.table.filling import add_person
from tests.table.serving import Player, serving
from tests.table.test_registry import ADA, BOB, CLEO, house_at, seated, step

DORA, EVE = (Person(name * 4, name.title(), False, False, Settings(), 1.0) for name in ("dora", "evee"))
MABULA = Terms(game="mabula", players=2, rules=1, seating="chosen")
PASSWORD = "a quiet blue teapot"  # noqa: S105


async def made(house: Tables, game: str = "mabula", players: int = 2, **terms: Any) -> str:
    """A table that Ada has made, with nobody at it."""
    table, _ = await house.seats.create(
        ADA, Terms.model_validate({"game": game, "players": players, "rules": 1, "seating": "chosen", **terms})
    )  # fmt: skip
    return table


async def holders(house: Tables, table: str) -> list[str | None]:
    """The holders of the seats: names of people, levels of bots."""
    held = (await house.registry.find(table)).state.holders.values()
    return [None if one is None else one.level if isinstance(one, BotHolder) else one.name for one in held]


def test_all_who_follow_one_link_at_once_are_seated(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await made(house, "makabana", 4)
            people = (ADA, BOB, CLEO, DORA)
            assert sorted(await asyncio.gather(*(house.seats.join(table, one) for one in people))) == [1, 2, 3, 4]
            state = (await house.registry.find(table)).state
            assert state.has_begun and all(len(state.seats_of(one.id)) == 1 for one in people)
            with pytest.raises(TableError, match="you can watch"):
                await house.seats.join(table, EVE)

    run(story())


def test_all_who_follow_one_link_to_two_processes_at_once_are_seated(postgres_url: str) -> None:
    async def story() -> None:
        async with house_at(postgres_url) as one, house_at(postgres_url) as other:
            table = await made(one, "makabana", 6)
            people = [Person(f"person{number}", "Ada", False, False, Settings(), 1.0) for number in range(6)]
            joined = [(one, other)[number % 2].seats.join(table, person) for number, person in enumerate(people)]
            assert sorted(await asyncio.gather(*joined)) == [1, 2, 3, 4, 5, 6]
            assert (await one.registry.find(table)).state.has_begun

    run(story())


def test_a_guest_has_bots_at_so_many_tables_and_an_account_at_more(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that are over, or that nobody has touched for a day, do not count; the refusal leaves no table behind."""
    monkeypatch.setattr(bot_demand, "MOST_OF_GUEST", 2)
    monkeypatch.setattr(bot_demand, "MOST_OF_ACCOUNT", 3)

    async def with_bot(house: Tables, person: Person) -> str:
        table, _ = await house.seats.create(person, MABULA)
        await house.seats.put_bot(table, person, 2, "master")
        return table

    async def story() -> None:
        async with house_at(sqlite_url) as house:
            first, second = [await with_bot(house, ADA) for _ in range(2)]
            await house.seats.put_bot(second, ADA, 1, "novice")  # another bot at a table that counts already
            with pytest.raises(TableError, match="at 2 of your tables, the most for a guest: finish or cancel a game"):
                await with_bot(house, ADA)
            await with_bot(house, BOB)
            await with_bot(house, replace(ADA, is_account=True))
            with pytest.raises(TableError, match="at 3 of your tables, the most for an account: finish or cancel"):
                await with_bot(house, replace(ADA, is_account=True))
            await acts.write(house, first, ADA, CancelAct())
            async with house.store.begin() as connection:
                await connection.execute(update(schema.tables).values(changed=schema.tables.c.changed - 2 * 86_400))
            await with_bot(house, ADA)

    run(story())


def test_a_rematch_or_a_branch_with_bots_counts_as_a_table_with_bots(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with house_at(sqlite_url) as house:
            table = await made(house)
            await house.seats.put_bot(table, ADA, 2, "novice")
            await house.seats.sit(table, ADA, 1)
            await acts.write(house, table, ADA, ResignAct())
            over = (await house.registry.find(table)).state
            monkeypatch.setattr(bot_demand, "MOST_OF_GUEST", 0)
            for again in (rematch(house, table, ADA), play_from(house, over, ADA, 0, "novice")):
                with pytest.raises(TableError, match="the most for a guest"):
                    await again
            async with house.store.read() as connection:
                assert await connection.scalar(select(func.count()).select_from(schema.tables)) == 1

    run(story())


def test_a_double_click_on_a_link_is_one_seat(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await made(house)
            assert [*await asyncio.gather(house.seats.join(table, BOB), house.seats.join(table, BOB))] == [1, 1]
            await asyncio.gather(house.seats.sit(table, ADA, 2), house.seats.sit(table, ADA, 2))
            kinds = [one.entry.kind for one in (await house.registry.find(table)).state.log]
            assert kinds == ["sit", "sit", "begin"]

    run(story())


def test_a_tables_maker_empties_any_seat_before_the_game_and_none_of_others_in_it(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await made(house, "makabana", 3)
            await house.seats.sit(table, BOB, 1)
            await house.seats.put_bot(table, ADA, 2, "novice")
            with pytest.raises(TableError, match="not your seat"):
                await house.seats.leave(table, CLEO, 1)
            await house.seats.leave(table, ADA, 1)
            await house.seats.leave(table, ADA, 2)
            assert await holders(house, table) == [None, None, None]
            for seat, person in enumerate((ADA, BOB, CLEO), 1):
                await house.seats.sit(table, person, seat)
            with pytest.raises(TableError, match="not your seat"):
                await house.seats.leave(table, ADA, 2)

    run(story())


def test_a_person_whose_seat_was_emptied_returns_only_with_a_valid_invitation(url: str) -> None:
    with serving(url) as running:
        ada, eve = Player(running, "Ada"), Player(running, "Eve")
        table, old = ada.make_table()
        eve.post(f"/api/tables/{table}/join", invitation=old)
        assert ada.http.delete(f"/api/tables/{table}/seats/1").status_code == 200
        new = ada.post(f"/api/tables/{table}/invitation", 201)["invitation"]
        eve.get(f"/api/tables/{table}", 404)
        eve.post(f"/api/tables/{table}/join", 404, invitation=old)
        assert eve.post(f"/api/tables/{table}/join", invitation=new)["seat"] == 1


@pytest.mark.parametrize("absence", ["wait", "bot", "end"])
def test_leaving_does_what_the_rights_say(url: str, absence: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, absence=absence)
            live = await house.registry.find(table)
            said = rights_of(live.state, 1, (1,), is_maker=True).leave
            await house.seats.leave(table, ADA, 1)
            state = (await house.registry.find(table)).state
            done = "ends" if state.is_over else "waits" if 1 in state.away else "bot"
            assert said == done
            assert isinstance(state.holders[1], BotHolder) == (said == "bot")

    run(story())


def test_a_bot_is_exchanged_for_another_before_the_game(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await made(house)
            await house.seats.put_bot(table, ADA, 2, "novice")
            with pytest.raises(TableError, match="Only whoever made"):
                await house.seats.put_bot(table, BOB, 2, "club")
            await house.seats.put_bot(table, ADA, 2, "club")
            await house.seats.sit(table, ADA, 1)
            assert await holders(house, table) == [ADA.name, "club"]
            with pytest.raises(TableError, match="plays on"):
                await house.seats.put_bot(table, ADA, 2, "novice")

    run(story())


def test_seated_people_can_reseat_a_bot_whose_version_is_gone(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await made(house)
            await house.seats.put_bot(table, ADA, 1, "novice")
            await house.seats.sit(table, BOB, 2)
            old = Sit(seat=1, holder=BotHolder(level="novice", version=0))
            await house.registry.write(table, lambda _: Draft([old]))
            with pytest.raises(TableError, match="Only whoever made"):
                await house.seats.put_bot(table, CLEO, 1, "novice")
            with pytest.raises(TableError, match="stays novice"):
                await house.seats.put_bot(table, BOB, 1, "master")
            await house.seats.put_bot(table, BOB, 1, "novice")
            now = BotHolder(level="novice", version=version_of("mabula", "novice"))
            assert (await house.registry.find(table)).state.holders[1] == now

    run(story())


def test_a_bot_that_has_given_up_can_be_seated_again_and_its_choice_is_retried(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await made(house)
            await house.seats.put_bot(table, ADA, 1, "novice")
            await house.seats.sit(table, ADA, 2)
            async with house.store.begin() as connection:
                await connection.execute(update(schema.work).values(error="it broke", tries=3))
            await house.seats.put_bot(table, ADA, 1, "novice")
            async with house.store.read() as connection:
                (row,) = (await connection.execute(select(schema.work))).all()
            assert (row.error, row.tries) == (None, 0)

    run(story())


def test_a_person_who_left_before_the_game_may_not_take_a_bots_seat_in_it(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await made(house)
            await house.seats.sit(table, BOB, 2)
            await house.seats.leave(table, ADA, 2)
            await house.seats.put_bot(table, ADA, 2, "novice")
            await house.seats.sit(table, ADA, 1)
            with pytest.raises(TableError, match="taken"):
                await house.seats.sit(table, BOB, 2)
            with pytest.raises(TableError, match="you can watch"):
                await house.seats.join(table, BOB)

    run(story())


def test_joining_again_takes_the_own_seat_back_from_the_bot(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, absence="bot")
            await house.seats.leave(table, BOB, 2)
            assert (await house.registry.find(table)).state.bot_seats == (2,)
            assert await house.seats.join(table, BOB) == 2
            assert (await house.registry.find(table)).state.seats_of(BOB.id) == (2,)

    run(story())


def test_a_person_who_has_switched_auto_play_off_plays_single_options_from_the_beginning(url: str) -> None:
    async def story(people: tuple[Person, ...], has_bot: bool) -> set[int]:
        async with house_at(url) as house:
            table = await made(house, "junglerumble", 2)
            await house.seats.sit(table, people[0], 1)
            if has_bot:
                await house.seats.put_bot(table, ADA, 2, "novice")
            else:
                await house.seats.join(table, people[1])
            begins = [one.entry for one in (await house.registry.find(table)).state.log if isinstance(one.entry, Begin)]
            return {seat for seat, _ in begins[0].then if seat}

    async def write() -> None:
        async with house_at(url) as house:
            await add_person(house.store, ADA.id, "Ada", settings='{"plays_alone": false}')
            await add_person(house.store, BOB.id, "Bob", settings='{"plays_alone": false}')

    run(write())
    assert run(story((CLEO, DORA), False)), "a game that begins with single options"
    assert run(story((ADA, BOB), False)) == set()
    assert 1 not in run(story((ADA,), True))


def test_a_rated_table_has_a_clock_and_waits_for_nobody(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            no_clock = {"clock": "none", "absence": "bot"}
            wrong: list[dict[str, Any]] = [{}, {"clock": "slow"}, {"absence": "end"}, no_clock]
            for terms in wrong:
                with pytest.raises(TableError, match="needs a clock"):
                    await made(house, rated=True, **terms)
            assert await made(house, rated=True, clock="live", absence="end")

    run(story())


def test_a_game_on_a_board_of_ones_own_is_never_rated(url: str) -> None:
    """Whoever draws the board could draw one on which they always win."""
    board = (files("ludotheque.games.makabana") / "boards" / "nadaa.toml").read_text("utf-8")

    async def story() -> None:
        async with house_at(url) as house:
            fair: dict[str, Any] = {"clock": "slow", "absence": "end"}
            drawn = Terms.model_validate({"game": "makabana", "players": 3, "rules": 2, "board": board, **fair})
            assert await house.seats.create(ADA, drawn)
            with pytest.raises(TableError, match="board of one's own is never rated"):
                await house.seats.create(ADA, drawn.model_copy(update={"rated": True}))
            state = TableState(terms=drawn.model_copy(update={"rated": True}))
            assert not terms_again(state).rated, "a rematch of one that was made before"

    run(story())


def test_a_guest_neither_makes_a_rated_table_nor_sits_down_at_one(url: str) -> None:
    async def story() -> None:
        guest = replace(EVE, created=1.0)
        serious: dict[str, Any] = {"rated": True, "clock": "slow", "absence": "end"}
        async with house_at(url) as house:
            table = await made(house, **serious)
            terms = (await house.registry.find(table)).row.terms
            for doing in (
                house.seats.create(guest, terms),
                house.seats.sit(table, guest, 1),
                house.seats.join(table, guest),
                house.seats.put_bot(table, guest, 1, "novice"),
            ):
                with pytest.raises(TableError, match="needs an account") as refused:
                    await doing
                assert refused.value.kind == "forbidden"
            assert await holders(house, table) == [None, None]

    run(story())


def test_every_door_tells_a_guest_that_a_rated_game_needs_an_account(url: str) -> None:
    """HTTP for pages and programs, and what the terminal and agents print of it."""
    serious: dict[str, Any] = {"rated": True, "clock": "slow", "absence": "end"}
    with serving(url) as running:
        ada, bob = Player(running, "Ada"), Player(running, "Bob")
        body = {"game": "mabula", "players": 2, **serious}
        assert ada.post("/api/tables", 403, **body)["text"] == NEEDED
        ada.post("/api/accounts", 201, name="Rated Ada", password=PASSWORD)
        table, invitation = ada.make_table(**serious)
        for path, more in (("join", {}), ("seats/2", {}), ("seats/2", {"level": "novice"})):
            answer = bob.post(f"/api/tables/{table}/{path}", 403, invitation=invitation, **more)
            assert (answer["error"], answer["text"]) == ("forbidden", NEEDED)
        assert ada.post(f"/api/tables/{table}/seats/1")["ok"]


NEEDED = "A rated game needs an account: make one first, your tables stay yours."


def test_an_account_of_a_program_is_no_person_whom_bots_let_wait(url: str) -> None:
    async def story() -> None:
        program = Person("marvin", "Marvin", True, True, Settings(), 1.0)
        async with house_at(url) as house:
            for person, has_people in ((program, False), (BOB, True)):
                table = await made(house)
                await house.seats.put_bot(table, ADA, 1, "novice")
                await house.seats.sit(table, person, 2)
                work = select(schema.work.c.has_people).where(schema.work.c.table == table)
                async with house.store.read() as connection:
                    assert await connection.scalar(work) is has_people

    run(story())


def test_a_new_invitation_opens_the_table_and_the_old_one_does_not(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table, old = await house.seats.create(ADA, Terms(game="mabula", players=2, rules=1, seating="chosen"))
            assert old is not None
            await house.registry.find(table)
            with pytest.raises(TableError, match="Only whoever made"):
                await renew_invitation(house, table, BOB)
            new = await renew_invitation(house, table, ADA)
            live = await house.registry.find(table)
            assert may_look(live, BOB, new) and not may_look(live, BOB, old)
            assert len(new) >= 43 <= len(old), "32 random bytes"
            async with house.store.read() as connection:
                assert new not in str((await connection.execute(select(schema.tables))).all())
            public = await made(house, private=False)
            with pytest.raises(TableError, match="public"):
                await renew_invitation(house, public, ADA)

    run(story())


def test_an_old_invitation_dies_in_all_processes(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as other:
        ada, bob = Player(one, "Ada"), Player(other, "Bob")
        table, old = ada.make_table()
        with bob.socket() as talk:
            talk.ask("watch", table=table, invitation=old)
            new = ada.post(f"/api/tables/{table}/invitation", 201)["invitation"]
            talk.hear("error")  # the other process has been notified, and sends Bob nothing more
        bob.get(f"/api/tables/{table}", 404, invitation=old)
        bob.get(f"/api/tables/{table}", invitation=new)


@asynccontextmanager
async def another(url: str, house: Tables) -> AsyncIterator[Tables]:
    """A second house of the same database, where it may have one; else the first."""
    if url.startswith("sqlite"):
        yield house
        return
    async with house_at(url) as other:
        yield other


async def finished(house: Tables, *, absence: str = "bot") -> str:
    """A game of Ada, Bob and a bot; Bob left, and a bot took the seat."""
    table = await made(house, "makabana", 3, absence=absence)
    await house.seats.put_bot(table, ADA, 3, "novice")
    await house.seats.sit(table, ADA, 1)
    await house.seats.sit(table, BOB, 2)
    await house.seats.leave(table, BOB, 2)
    await house.registry.write(table, lambda _: Draft([End(how="agreed")]))
    return table


def test_a_person_replaced_by_a_bot_has_their_seat_again_in_the_rematch(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await finished(house)
            again = await rematch(house, table, ADA)
            assert again.invitation and await holders(house, again.table) == ["novice", ADA.name, None]
            assert (await rematch(house, table, BOB)).table == again.table
            assert await holders(house, again.table) == ["novice", ADA.name, BOB.name]
            assert (await house.registry.find(again.table)).state.has_begun
            with pytest.raises(TableError, match="Only those who sat here"):
                await rematch(house, table, CLEO)

    run(story())


def test_a_request_for_a_rematch_seats_missing_bots(url: str) -> None:
    """The process that made it was stopped between two entries."""

    async def story() -> None:
        async with house_at(url) as house:
            table = await finished(house)
            half_made = await find_or_make(house, await house.registry.find(table), ADA)
            assert await holders(house, half_made.table) == [None, None, None]
            assert (await rematch(house, table, BOB)).table == half_made.table
            assert await holders(house, half_made.table) == ["novice", None, BOB.name]

    run(story())


def test_a_rematch_that_was_cancelled_is_none(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house, another(url, house) as other:
            table = await finished(house)
            first = await rematch(house, table, ADA)
            await other.registry.find(table)
            await acts.write(house, first.table, ADA, CancelAct())
            second = await rematch(other, table, BOB)
            assert second.table != first.table and second.invitation
            assert (await rematch(house, table, ADA)).table == second.table
            assert await holders(house, second.table) == ["novice", ADA.name, BOB.name]

    run(story())


def test_many_who_ask_for_a_rematch_at_once_get_one_table(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "makabana", (ADA, BOB, CLEO))
            await house.registry.write(table, lambda _: Draft([End(how="agreed")]))
            again = await asyncio.gather(*(rematch(house, table, one) for one in (ADA, BOB, CLEO)))
            assert len({one.table for one in again}) == 1
            assert sum(one.invitation is not None for one in again) == 1
            assert await holders(house, again[0].table) == ["Cleo", ADA.name, BOB.name]

    run(story())


def test_a_guest_who_logs_in_plays_on_as_the_account(url: str) -> None:
    """The account gets the guest's seats and tables, and the ratings count no departure."""

    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, rated=True, clock="slow", absence="end")
            await step(house, table, ADA)
            await hand_over(house, ADA, CLEO)
            live = await house.registry.find(table)
            assert live.state.seats_of(CLEO.id) == (1,) and not live.state.seats_of(ADA.id)
            assert live.row.creator == CLEO.id
            await step(house, table, BOB)
            assert (await step(house, table, CLEO)).ok
            await acts.write(house, table, BOB, ResignAct())
            story = tell(live.row.terms, (await house.registry.find(table)).state.log)
            async with house.store.begin() as connection:
                await keep_results(connection, table, story)
                results = schema.results.c
                rows = await connection.execute(select(results.who, results.place, results.is_rated))
                assert sorted(tuple(row) for row in rows) == sorted([(CLEO.id, 1, True), (BOB.id, 2, True)])

    run(story())


def test_a_guest_who_logs_in_as_their_own_opponent_plays_no_rated_game(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, rated=True, clock="slow", absence="end")
            await step(house, table, ADA)
            await hand_over(house, ADA, BOB)
            await acts.write(house, table, BOB, ResignAct(seat=1))
            story = tell((await house.registry.find(table)).row.terms, (await house.registry.find(table)).state.log)
            async with house.store.begin() as connection:
                await keep_results(connection, table, story)
                assert await connection.scalar(select(schema.ratings.c.who)) is None

    run(story())


def test_logging_in_takes_a_guests_seats_along(url: str) -> None:
    with serving(url) as running:
        Player(running, "Owner").post("/api/accounts", 201, name="Ada Account", password=PASSWORD)
        ada, bob = Player(running, "Ada"), Player(running, "Bob")
        table, invitation = ada.make_table()
        ada.post(f"/api/tables/{table}/seats/1")
        bob.post(f"/api/tables/{table}/join", invitation=invitation)
        cookies = dict(ada.http.cookies)
        ada.post("/api/login", name="Ada Account", password=PASSWORD)
        (listed,) = ada.get("/api/me/tables")
        assert (listed["table"], listed["own"], listed["seats"][0]["holder"]) == (table, [1], "Ada Account")
        assert ada.play_first(table, ada.get(f"/api/tables/{table}"), "mine")["ok"]
        assert ada.post(f"/api/tables/{table}/invitation", 201)["invitation"] != invitation
        again = running.client()
        again.cookies.update(cookies)
        assert again.get("/api/me").status_code == 401, "the guest is the account now"


def test_answers_are_forgotten_after_a_month_and_nothing_is_played_twice(url: str) -> None:
    with serving(url) as running:
        ada, bob = Player(running, "Ada"), Player(running, "Bob")
        table, invitation = ada.make_table()
        ada.post(f"/api/tables/{table}/seats/1")
        bob.post(f"/api/tables/{table}/join", invitation=invitation)
        seen = ada.get(f"/api/tables/{table}")
        played = ada.play_first(table, seen, "old")
        assert played["ok"] and ada.play_first(table, seen, "old") == played
    run(age_and_sweep(url))
    with serving(url) as running, running.client() as client:
        client.cookies.update(ada.http.cookies)
        body = {"seen": seen["number"], "steps": seen["legal"][:1], "id": "old"}
        again = client.post(f"/api/tables/{table}/steps", json=body).json()
        assert (again["ok"], again["error"]) == (False, "stale")
        assert client.get(f"/api/tables/{table}").json()["number"] == played["number"]


async def age_and_sweep(url: str) -> None:
    """All answers are older than a month; one more is of today."""
    async with house_at(url) as house:
        new = schema.answers.insert().from_select(
            ["table", "person", "id", "body", "at"],
            select(schema.answers.c.table, schema.answers.c.person, schema.answers.c.id + "2", schema.answers.c.body,
                   schema.answers.c.at),
        )  # fmt: skip
        async with house.store.begin() as connection:
            await connection.execute(new)
            old = update(schema.answers).where(schema.answers.c.id == "old")
            await connection.execute(old.values(at=schema.answers.c.at - 31 * 86_400))
        await People(house.store).sweep()
        async with house.store.read() as connection:
            assert list(await connection.scalars(select(schema.answers.c.id))) == ["old2"]


def test_a_holder_says_whether_it_is_a_program() -> None:
    old = PersonHolder.model_validate({"holds": "person", "person": "p1", "name": "Ada"})
    assert old.is_bot is False
