"""The registry in both databases: repeatable answers, races with one winner, restarts that lose nothing."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import select

from ludotheque import Refusal
from ludotheque.log import entry_replay
from ludotheque.log.entries import BotHolder, End, Leave, Logged, Thinking
from ludotheque.log.table_errors import TableError
from ludotheque.log.terms import Terms
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry import registry
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.timeouts import time_out
from ludotheque.table.service import acts
from ludotheque.table.service.access import may_look
from ludotheque.table.storage import schema
from ludotheque.table.storage.log_writer import MOST_REFUSALS
from ludotheque.table.storage.store import Store
from ludotheque.wire.requests import AnswerAct, AskAct, CancelAct, PlayAct, ResignAct, TakeBackAct
from ludotheque.wire.settings import Settings
from ludotheque.wire.table_messages import PlayResult
from tests.table.conftest import run

ADA, BOB, CLEO = (Person(name * 4, name.title(), False, False, Settings(), 0.0) for name in ("adaa", "bobb", "cleo"))


@asynccontextmanager
async def house_at(url: str, **how: Any) -> AsyncIterator[Tables]:
    store = await Store.open(url, **how)
    house = Tables(store, People(store))
    await house.registry.open()
    try:
        yield house
    finally:
        await store.close()


async def table_of(house: Tables, game: str, players: int = 2, maker: Person = ADA, **terms: Any) -> str:
    """A table at which nobody sits yet."""
    wishes = Terms.model_validate({"game": game, "players": players, "rules": 1, **terms})
    return (await house.seats.create(maker, wishes))[0]


async def seated(house: Tables, game: str = "mabula", people: tuple[Person, ...] = (ADA, BOB), **terms: Any) -> str:
    """A table at which these people have sat down."""
    wishes: dict[str, Any] = {"seating": "chosen", "players": len(people)} | terms
    table = await table_of(house, game, maker=people[0], **wishes)
    for seat, person in enumerate(people, 1):
        await house.seats.sit(table, person, seat)
    return table


async def step(house: Tables, table: str, person: Person, **given: Any) -> PlayResult:
    """A person's first legal step."""
    state = (await house.registry.find(table)).state
    seat = given.get("seat") or state.seats_of(person.id)[0]
    assert state.position is not None
    steps = (state.position.legal(seat) or state.position.legal())[0].text
    request: dict[str, Any] = {"seen": state.number, "steps": [steps], "id": f"r{state.number}"} | given
    return await acts.play(house, table, person, PlayAct.model_validate(request))


def test_a_whole_game_is_played_and_read_again_after_a_restart(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            while not (state := (await house.registry.find(table)).state).is_over:
                person = ADA if state.waited_for == (1,) else BOB
                assert (await step(house, table, person)).ok
        async with house_at(url) as again:
            after = (await again.registry.find(table)).state
            assert after.position == state.position and after.is_over
            row = await again.store.find_table(table)
            assert row is not None and row.stage == "over"

    run(story())


def test_a_repeated_request_gets_the_same_answer_also_after_a_restart(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            seen = (await house.registry.find(table)).state.number
            first = await step(house, table, ADA, id="one")
            refused = await step(house, table, BOB, id="two", steps=["a1-a9"])
            assert first.ok and not refused.ok and refused.rule
        async with house_at(url) as again:
            assert await step(again, table, ADA, id="one", seen=seen) == first
            assert await step(again, table, BOB, id="two") == refused, "though that step would be legal"
            assert (await again.registry.find(table)).state.ply == 1

    run(story())


def test_of_many_refusals_of_a_person_only_the_last_ones_are_stored(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            played = await step(house, table, ADA, id="played")
            refused = [await step(house, table, BOB, id=f"no-{n}", steps=["a1-a9"]) for n in range(MOST_REFUSALS + 5)]
            other = await step(house, table, ADA, id="other", steps=["a1-a9"])
            async with house.store.read() as connection:
                stored = Counter(await connection.scalars(select(schema.answers.c.person)))
            assert stored == {ADA.id: 2, BOB.id: MOST_REFUSALS}
            assert await step(house, table, BOB, id="no-12", steps=["a1-a9"]) == refused[12]
            again = await step(house, table, BOB, id="no-0", steps=["a1-a9"])
            assert again == refused[0], "judged again"
            assert played.ok and not other.ok

    run(story())


def test_a_stale_step_is_not_played_and_gets_what_it_missed(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            seen = (await house.registry.find(table)).state.number
            await step(house, table, ADA)
            late = await step(house, table, ADA, seen=seen, id="late")
            assert (late.ok, late.error) == (False, "stale")
            assert [entry.kind for entry in late.missed or ()] == ["play"]
            assert (await house.registry.find(table)).state.ply == 1

    run(story())


def test_of_two_processes_one_writes_an_entry_and_the_other_sees_it(postgres_url: str) -> None:
    async def story() -> None:
        async with house_at(postgres_url) as one, house_at(postgres_url) as other:
            table = await seated(one)
            for number in range(6):
                state = (await one.registry.find(table)).state
                person = ADA if state.waited_for == (1,) else BOB
                texts = [step.text for step in state.position.legal()][:2]  # type: ignore[union-attr]
                answers = await asyncio.gather(
                    *(step(house, table, person, seen=state.number, steps=[text], id=f"{number}.{text}")
                      for house, text in zip((one, other), texts, strict=True))
                )  # fmt: skip
                assert sorted(answer.ok for answer in answers) == [False, True]
            assert (await one.registry.find(table)).state.ply == (await other.registry.find(table)).state.ply == 6

    run(story())


def test_a_row_that_changes_while_it_is_read_is_read_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice, of a rematch say, arrives while the row is read; it would not be sent again."""

    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            house.registry.apply_notice(table, 0)
            read, reads = house.store.find_table, []

            async def find_table(name: str) -> Any:
                row = await read(name)
                reads.append(name)
                if len(reads) == 1:
                    house.registry.apply_notice(table, 0)
                return row

            monkeypatch.setattr(house.store, "find_table", find_table)
            await house.registry.find(table)
            await house.registry.find(table)
            assert reads == [table, table]

    run(story())


def test_an_entry_that_a_notice_brings_before_the_append_returns_is_applied_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            append = house.store.append

            async def append_and_tell(*given: Any, **more: Any) -> list[Logged]:
                logged = await append(*given, **more)
                await house.registry.catch_up(house.registry.live[table])
                return logged

            monkeypatch.setattr(house.store, "append", append_and_tell)
            await step(house, table, ADA)
            state = (await house.registry.find(table)).state
            assert [one.number for one in state.log] == list(range(1, state.number + 1))

    run(story())


def test_a_double_click_is_one_step(postgres_url: str) -> None:
    async def story() -> None:
        async with house_at(postgres_url) as one, house_at(postgres_url) as other:
            table = await seated(one)
            seen = (await one.registry.find(table)).state.number
            answers = await asyncio.gather(
                *(step(house, table, ADA, seen=seen, id="same") for house in (one, other, one))
            )
            assert answers[0] == answers[1] == answers[2] and answers[0].ok
            assert (await one.registry.find(table)).state.ply == 1

    run(story())


def test_all_seats_choose_at_once_and_none_makes_another_stale(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "makabana", (ADA, BOB, CLEO))
            while len((await house.registry.find(table)).state.waited_for) < 3:
                seat = (await house.registry.find(table)).state.waited_for[0]
                await step(house, table, (ADA, BOB, CLEO)[seat - 1])
            state = (await house.registry.find(table)).state
            targets = [state.position.legal(seat)[seat].text for seat in (1, 2, 3)]  # type: ignore[union-attr]
            answers = await asyncio.gather(
                *(step(house, table, person, seen=state.number, steps=[target, "show:type"], id=person.id)
                  for person, target in zip((ADA, BOB, CLEO), targets, strict=True))
            )  # fmt: skip
            assert all(answer.ok for answer in answers)
            assert (await house.registry.find(table)).state.waited_for == (1,), "the Tikis follow"

    run(story())


def test_nobody_acts_for_anothers_seat(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            with pytest.raises(TableError, match="not your seat"):
                await step(house, table, BOB, seat=1)
            with pytest.raises(TableError, match="no seat at this table"):
                await acts.write(house, table, CLEO, ResignAct())
            with pytest.raises(TableError, match="This seat is taken"):
                await house.seats.sit(table, CLEO, 1)

    run(story())


def test_one_person_may_hold_several_seats(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "mabula", (ADA, ADA))
            for _ in range(4):
                seat = (await house.registry.find(table)).state.waited_for[0]
                assert (await step(house, table, ADA, seat=seat)).ok

    run(story())


def test_a_take_back_races_with_the_reply_and_one_of_them_wins(postgres_url: str) -> None:
    async def story() -> None:
        async with house_at(postgres_url) as one, house_at(postgres_url) as other:
            for _ in range(5):
                table = await seated(one)
                await step(one, table, ADA)
                back, reply = await asyncio.gather(
                    acts.write(one, table, ADA, TakeBackAct()), step(other, table, BOB), return_exceptions=True
                )
                ply = (await one.registry.find(table)).state.ply
                is_back = isinstance(back, int)
                assert ply == (0 if is_back else 2)
                assert isinstance(back, Refusal | int) and isinstance(reply, PlayResult) and reply.ok is not is_back

    run(story())


def test_a_time_out_is_an_entry_and_a_bot_takes_the_seat_until_the_person_returns(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, clock="live", bank=600.0, increment=0.0, absence="bot")
            await time_out(house, table, 1)
            assert (await house.registry.find(table)).state.late == set(), "not yet"
            live = await house.registry.find(table)
            live.state.clocks.since[1] -= 1000.0
            await time_out(house, table, 1)
            state = (await house.registry.find(table)).state
            assert [one.entry.kind for one in state.log[-2:]] == ["time-out", "sit"]
            assert isinstance(state.holders[1], BotHolder)
            with pytest.raises(TableError, match="taken"):
                await house.seats.sit(table, CLEO, 1)
            await house.seats.sit(table, ADA, 1)
            assert (await house.registry.find(table)).state.seats_of(ADA.id) == (1,)

    run(story())


def test_a_bots_step_comes_too_late_when_the_table_has_gone_on(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table, _ = await house.seats.create(ADA, Terms(game="mabula", players=2, rules=1, seating="chosen"))
            await house.seats.sit(table, ADA, 1)
            await house.seats.put_bot(table, ADA, 2, "club")
            await step(house, table, ADA)
            state = (await house.registry.find(table)).state
            move, number = state.position.legal()[0].text, state.number  # type: ignore[union-attr]
            thinking = Thinking(bot="club", version=3, simulations=10, seconds=None, seed=1)
            await acts.write(house, table, ADA, TakeBackAct())
            with pytest.raises(TableError, match="gone on"):
                await acts.play_bot(house, table, 2, number, [move], thinking)
            await step(house, table, ADA, id="again")
            number = (await house.registry.find(table)).state.number
            await acts.play_bot(house, table, 2, number, [move], thinking)
            assert (await house.registry.find(table)).state.ply == 2

    run(story())


def test_only_a_game_of_two_is_resigned_and_only_a_fresh_one_cancelled(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            three = await seated(house, "makabana", (ADA, BOB, CLEO))
            with pytest.raises(TableError, match="Only a game of two"):
                await acts.write(house, three, ADA, ResignAct())
            await acts.write(house, three, BOB, CancelAct())
            assert (await house.registry.find(three)).state.end is not None
            two = await seated(house)
            await step(house, two, ADA)
            await step(house, two, BOB)
            with pytest.raises(TableError, match="Too late to cancel"):
                await acts.write(house, two, ADA, CancelAct())
            await acts.write(house, two, ADA, ResignAct())
            with pytest.raises(TableError, match="no game to resign"):
                await acts.write(house, two, BOB, ResignAct())

    run(story())


def test_a_private_table_is_visible_to_its_people_and_with_the_invitation(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table, invitation = await house.seats.create(
                ADA, Terms(game="mabula", players=2, rules=1, seating="chosen")
            )
            live = await house.registry.find(table)
            assert invitation is not None and invitation not in str(live.row)
            assert may_look(live, ADA) and may_look(live, None, invitation)
            assert not may_look(live, BOB) and not may_look(live, None, invitation + "x")

    run(story())


def test_a_person_who_leaves_a_table_that_waits_is_shown_as_away_and_may_return(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "makabana", (ADA, BOB, CLEO), absence="wait")
            await house.seats.leave(table, CLEO, 3)
            await house.seats.leave(table, CLEO, 3)
            state = (await house.registry.find(table)).state
            assert state.log[-1].entry == Leave(seat=3) and state.number == 5, "once"
            with pytest.raises(TableError, match="taken"):
                await house.seats.sit(table, BOB, 3)
            await house.seats.sit(table, CLEO, 3)
            assert (await house.registry.find(table)).state.away == set()
            await house.seats.leave(table, CLEO, 3)
            await acts.write(house, table, ADA, AskAct(what="end"))
            asked = (await house.registry.find(table)).state.number
            await acts.write(house, table, BOB, AnswerAct(ask=asked, agrees=True))
            assert (await house.registry.find(table)).state.end == End(how="agreed"), "the others settle it without her"

    run(story())


def test_a_game_is_cancelled_before_its_second_step_however_many_entries_that_takes(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house, "junglerumble")
            state = (await house.registry.find(table)).state
            seat = state.waited_for[0]
            assert state.position is not None
            first = state.position.legal(seat)[0]
            second = state.position.play(first).legal(seat)[0]
            await step(house, table, (ADA, BOB)[seat - 1], steps=[first.text, second.text])
            with pytest.raises(TableError, match="Too late to cancel"):
                await acts.write(house, table, ADA, CancelAct())

    run(story())


def test_a_tables_maker_who_does_not_sit_there_may_cancel_only_before_the_game(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            terms = Terms(game="mabula", players=2, rules=1, seating="chosen")
            for is_begun in (False, True):
                table, _ = await house.seats.create(CLEO, terms)
                for seat, person in ((1, ADA), (2, BOB))[: 1 + is_begun]:
                    await house.seats.sit(table, person, seat)
                if is_begun:
                    with pytest.raises(TableError, match="Only those who sit here"):
                        await acts.write(house, table, CLEO, CancelAct())
                else:
                    await acts.write(house, table, CLEO, CancelAct())

    run(story())


def test_nobody_agrees_after_the_end(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            await acts.write(house, table, ADA, AskAct(what="end"))
            asked = (await house.registry.find(table)).state.number
            await acts.write(house, table, BOB, ResignAct())
            with pytest.raises(TableError, match="no longer being asked"):
                await acts.write(house, table, BOB, AnswerAct(ask=asked, agrees=True))
            assert (await house.registry.find(table)).state.end == End(how="resigned", seat=2)

    run(story())


def test_a_table_that_does_not_replay_is_not_cached(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            table = await seated(house)
            house.registry.live.clear()
            with monkeypatch.context() as patched:
                patched.setattr(entry_replay, "_begin", lambda state, entry: 1 / 0)
                for _ in range(2):
                    with pytest.raises(ZeroDivisionError):
                        await house.registry.find(table)
            assert (await house.registry.find(table)).state.has_begun

    run(story())


def test_the_registry_limits_its_entries_and_evicts_unused_tables_first(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_ENTRIES", 10)

    async def story() -> None:
        async with house_at(url) as house:
            tables = [await seated(house) for _ in range(5)]
            house.registry.live.clear()
            for table in tables:
                await house.registry.find(tables[0])
                await house.registry.find(table)
            assert tables[0] in house.registry.live and len(house.registry.live) <= 3
            assert all([(await house.registry.find(table)).state.has_begun for table in tables])

    run(story())
