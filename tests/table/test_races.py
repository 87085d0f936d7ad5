"""Races at a table, by hypothesis's state machines: people, bots, clocks and take-backs in any order, also at once."""

import asyncio
import hashlib
import json
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from ludotheque import Chance, Position, Refusal, game
from ludotheque.log.entries import Begin, BotHolder, End, Logged, PersonHolder, Play, Thinking
from ludotheque.log.entry_replay import replay
from ludotheque.log.projection.subscription import missed as what_is_missed
from ludotheque.log.rights import may_return
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.play.choice import is_half_made
from ludotheque.play.fairness import fair_dice
from ludotheque.table.people.people import People, Person
from ludotheque.table.registry.table_dice import TableDice
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.timeouts import time_out
from ludotheque.table.service import acts
from ludotheque.table.storage.log_writer import MOST_REFUSALS
from ludotheque.table.storage.row_values import TableRow
from ludotheque.table.storage.schema import work
from ludotheque.table.storage.store import Store
from ludotheque.wire.entry_messages import PlayEntry
from ludotheque.wire.requests import AnswerAct, AskAct, PlayAct, ResignAct, TakeBackAct
from ludotheque.wire.table_messages import PlayResult
from tests.table.sent import fields, table_sent
from tests.table.test_registry import ADA, BOB, CLEO, seated, step

Result = TypeVar("Result")

PEOPLE = (ADA, BOB, CLEO)
GAMES = {"mabula": 2, "marabunta": 2, "makabana": 3, "junglerumble": 2}
SHORT = settings(
    max_examples=5, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
LONG = settings(SHORT, max_examples=40, stateful_step_count=60)
LONG_AGO = 4000.0  # seconds: more than any clock has
THINKING = Thinking(bot="novice", version=1, simulations=1, seconds=None, seed=1)

picks = some.integers(0, 9999)  # which of those that are possible
wishes = some.sampled_from(
    ["step", "step", "step", "wrong", "late", "back", "bot", "time", "again", "agree", "return", "leave"]
)


class Moment(Store):
    """A store whose time is the test's."""

    time = 1_000_000.0

    async def now(self) -> float:
        self.time += 0.001
        return self.time


class SeededDraws(TableDice):
    """Dice that depend on a seed alone, so that a run can be reproduced."""

    seed = b""

    def dice(self, row: TableRow, state: TableState) -> fair_dice.Dice:
        secret = hashlib.sha256(self.seed).digest()
        return fair_dice.Dice(
            "races", (fair_dice.Secret(0, fair_dice.commitment(secret), secret),), (None,) * state.terms.players
        )


class Known(Tables):
    """A house whose draws depend on nothing but a seed."""

    def __init__(self, store: Store, people: People) -> None:
        super().__init__(store, people)
        self.dice = self.registry.dice = self.seats.dice = SeededDraws(store.seal)


@dataclass
class Room:
    """Houses on one database, and the loop in which they work."""

    runner: asyncio.Runner
    houses: list[Known]

    def run(self, doing: Coroutine[Any, Any, Result]) -> Result:
        return self.runner.run(asyncio.wait_for(doing, 60))


@contextmanager
def room_at(*urls: str) -> Iterator[Room]:
    """A house for each address, with compiled rules where they lie ready."""
    for name in GAMES:
        if game(name).engine.is_prepared:
            game(name).prepare(None)
    with asyncio.Runner() as runner:
        houses: list[Known] = []
        try:
            for url in urls:
                store = runner.run(Moment.open(url))
                assert isinstance(store, Moment)
                houses.append(Known(store, People(store)))
                runner.run(houses[-1].registry.open())
            yield Room(runner, houses)
        finally:
            for house in houses:
                runner.run(house.store.close())


class Races(RuleBasedStateMachine):
    """A table, and everything that may happen at it."""

    def __init__(self, room: Room, games: tuple[str, ...]) -> None:
        super().__init__()
        self.room, self.games = room, games
        self.numbers = count(1)
        self.forget()

    def forget(self) -> None:
        """A new table: nothing is known of it."""
        self.requests: dict[tuple[str, str], tuple[PlayAct, PlayResult]] = {}
        self.replays: dict[int, TableState] = {}
        self.log: list[Logged] = []
        self.audited = 0  # up to which entry secrets were checked

    # Acts

    @initialize(
        game=picks, seed=picks, has_bot=some.booleans(), absence=some.sampled_from(["bot", "wait", "end"]), skip=picks
    )
    def begin(self, game: int, seed: int, has_bot: bool, absence: str, skip: int) -> None:
        self.game = self.games[game % len(self.games)]
        self.terms = Terms.model_validate(
            {
                "game": self.game, "players": GAMES[self.game], "rules": 1, "seating": "chosen", "absence": absence,
                "clock": "slow" if seed % 3 == 0 else "live", "days": 1 / 24, "bank": 10.0,
                "increment": float(seed % 2), "rated": absence != "wait" and bool(seed % 2),
            }
        )  # fmt: skip
        for house in self.room.houses:
            house.dice.seed = f"{seed}".encode()
        self.room.run(self._begin(has_bot, skip % 12))

    async def _begin(self, has_bot: bool, skip: int) -> None:
        house = self.room.houses[0]
        self.table, _ = await house.seats.create(ADA, self.terms)
        self.commitment = (await house.registry.find(self.table)).row.commitment or ""
        for seat in range(1, self.terms.players + 1):
            if has_bot and seat == self.terms.players:
                await house.seats.put_bot(self.table, ADA, seat, "novice")
            else:
                await house.seats.sit(self.table, PEOPLE[seat - 1], seat)
        for number in range(skip):
            await self._wish("bot" if number % 2 else "step", house, skip + number)
            await self._wish("step" if number % 2 else "bot", house, skip + number)

    @rule(wish=wishes, house=picks, pick=picks)
    def one_wish(self, wish: str, house: int, pick: int) -> None:
        self.room.run(self._wish(wish, self._house(house), pick))

    @rule(many=some.lists(some.tuples(wishes, picks, picks), min_size=2, max_size=4))
    def wishes_at_once(self, many: list[tuple[str, int, int]]) -> None:
        async def race() -> None:
            await asyncio.gather(*(self._wish(wish, self._house(house), pick) for wish, house, pick in many))

        self.room.run(race())

    @rule(house=picks, other=picks, pick=picks)
    def a_double_click(self, house: int, other: int, pick: int) -> None:
        async def click() -> None:
            houses = [self._house(house), self._house(other), self._house(house)]
            state = (await houses[0].registry.find(self.table)).state
            if found := self._choice(state, pick):
                seat, steps = found
                request = self._request(state.number, steps, seat)
                answers = await asyncio.gather(*(self._play(one, seat, request) for one in houses))
                assert answers[0] == answers[1] == answers[2]
                assert answers[0].ok, answers[0]

        self.room.run(click())

    @rule(what=some.sampled_from(["back", "back", "end"]), house=picks, pick=picks, agree=some.booleans())
    def something_is_asked(self, what: Literal["back", "end"], house: int, pick: int, agree: bool) -> None:
        async def ask() -> None:
            asking = self._house(house)
            state = (await asking.registry.find(self.table)).state
            people = people_at(state)
            entry = state.active_moves[-1 - pick % min(4, len(state.active_moves))].number if state.active_moves else 1
            if not people or (what == "end" and pick % 4):
                return
            try:
                await acts.write(asking, self.table, people[pick % len(people)], AskAct(what=what, entry=entry))
            except TableError as error:
                is_rated_with_bots = state.is_rated and bool(state.bot_seats)
                assert error.kind in ("late", "wrong") or (error.kind == "forbidden" and is_rated_with_bots), error
                return
            if agree:
                await asyncio.gather(*(self._wish("agree", self._house(pick), one) for one in range(len(people))))

        self.room.run(ask())

    @rule(house=picks, pick=picks)
    def one_resigns(self, house: int, pick: int) -> None:
        if self.terms.players == 2 and len(self.log) > 12 and pick % 3 == 0:
            self.room.run(self._wish("resign", self._house(house), pick))

    @rule(has_bot=some.booleans(), skip=picks)
    def another_game_begins_when_one_is_over(self, has_bot: bool, skip: int) -> None:
        if self._replay(len(self.log)).is_over:
            self.forget()
            self.room.run(self._begin(has_bot, skip % 12))

    @rule(house=picks)
    def a_house_forgets_what_it_had_in_mind(self, house: int) -> None:
        self._house(house).registry.live.pop(self.table, None)

    # Helpers of the acts

    def _house(self, pick: int) -> Known:
        return self.room.houses[pick % len(self.room.houses)]

    async def _wish(self, wish: str, house: Known, pick: int) -> None:
        """An act is performed or refused with a known error; anything else is a failure."""
        try:
            await getattr(self, f"_{wish}")(house, (await house.registry.find(self.table)).state, pick)
        except TableError as error:
            assert error.kind in ("stale", "late", "forbidden", "taken"), error
        except Refusal as refusal:
            assert refusal.cite("en").paragraph

    async def _step(self, house: Known, state: TableState, pick: int) -> None:
        if found := self._choice(state, pick):
            await self._play(house, found[0], self._request(state.number, found[1], found[0]))

    async def _wrong(self, house: Known, state: TableState, pick: int) -> None:
        seat = 1 + pick % self.terms.players
        if isinstance(holder := state.holders[seat], PersonHolder):
            answer = await self._play(house, seat, self._request(state.number, ("z9-z9",), seat), holder.person)
            assert not answer.ok

    async def _late(self, house: Known, state: TableState, pick: int) -> None:
        """A step with an old `seen`: it is played only if the newer entries are invisible to the seat."""
        if found := self._choice(state, pick):
            (seat, steps), state = found, state.copy()
            seen = max(0, state.number - 1 - pick % 3)
            answer = await self._play(house, seat, self._request(seen, steps, seat))
            upto = answer.number - 1 if answer.number is not None else state.number
            missed = [one for one in what_is_missed(state, seat, "en", seen) if one.number <= upto]
            if answer.ok:
                assert not [
                    one for one in missed if isinstance(one, PlayEntry) and one.steps is not None and not one.withdrawn
                ]
            elif answer.error == "stale":
                assert {one.number for one in answer.missed or ()} >= {one.number for one in missed}

    async def _back(self, house: Known, state: TableState, pick: int) -> None:
        people = people_at(state)
        if people and not state.is_over:
            await acts.write(house, self.table, people[pick % len(people)], TakeBackAct())

    async def _bot(self, house: Known, state: TableState, pick: int) -> None:
        seats = [seat for seat in state.waited_for if seat in state.bot_seats]
        if seats:
            seat = seats[pick % len(seats)]
            steps = choose(state, seat, pick)
            await acts.play_bot(house, self.table, seat, state.number - pick % 7 // 6, steps, THINKING)

    async def _time(self, house: Known, state: TableState, pick: int) -> None:
        if state.waited_for:
            if pick % 2:
                for one in self.room.houses:
                    assert isinstance(one.store, Moment)
                    one.store.time += LONG_AGO
            await time_out(house, self.table, state.waited_for[pick % len(state.waited_for)])

    async def _again(self, house: Known, state: TableState, pick: int) -> None:
        """A request is repeated, even with other steps in it: the answer is the one that was given."""
        if self.requests:
            (person, _), (request, _) = list(self.requests.items())[pick % len(self.requests)]
            if pick % 2:
                request = request.model_copy(update={"steps": ("z8-z8",)})
            try:
                await self._play(house, request.seat or 0, request, person)
            except TableError as error:
                raise AssertionError("what was answered once is answered again") from error

    async def _agree(self, house: Known, state: TableState, pick: int) -> None:
        people = people_at(state)
        if state.request is not None and people:
            await acts.write(
                house, self.table, people[pick % len(people)], AnswerAct(ask=state.request[0], agrees=pick % 5 != 4)
            )

    async def _return(self, house: Known, state: TableState, pick: int) -> None:
        gone = [(seat, one) for seat in state.holders for one in PEOPLE if may_return(state, seat, one.id)]
        if gone:
            seat, person = gone[pick % len(gone)]
            await house.seats.sit(self.table, person, seat)

    async def _leave(self, house: Known, state: TableState, pick: int) -> None:
        people = people_at(state)
        if people and pick % 4 == 0 and not state.is_over:
            person = people[pick % len(people)]
            await house.seats.leave(self.table, person, state.seats_of(person.id)[0])

    async def _resign(self, house: Known, state: TableState, pick: int) -> None:
        people = people_at(state)
        if people:
            await acts.write(house, self.table, people[pick % len(people)], ResignAct())

    def _choice(self, state: TableState, pick: int) -> tuple[int, tuple[str, ...]] | None:
        """A seat of a person that is waited for, and a whole choice of it."""
        seats = [seat for seat in state.waited_for if isinstance(state.holders[seat], PersonHolder)]
        if not seats:
            return None
        seat = seats[pick % len(seats)]
        return seat, choose(state, seat, pick)

    def _request(self, seen: int, steps: tuple[str, ...], seat: int) -> PlayAct:
        return PlayAct(seen=seen, steps=steps, id=f"r{next(self.numbers)}", seat=seat)

    async def _play(self, house: Known, seat: int, request: PlayAct, person: str | None = None) -> PlayResult:
        """Play, and compare the answer with the earlier one for the same id."""
        one = next(one for one in PEOPLE if one.id == (person or PEOPLE[seat - 1].id))
        answer = await acts.play(house, self.table, one, request)
        _, before = self.requests.setdefault((one.id, request.id), (request, answer))
        refused = sum(not known.ok for (whose, _), (_, known) in self.requests.items() if whose == one.id)
        if before.ok or refused <= MOST_REFUSALS:
            assert without_news(answer) == without_news(before), "the same id, the same answer"
        else:
            assert not answer.ok, "what is no longer stored is judged again, and refused again"
        return answer

    # Invariants

    @invariant()
    def the_table_is_whole(self) -> None:
        if hasattr(self, "table"):
            self.the_log_has_no_gap_and_every_house_has_it_in_mind()
            self.no_draw_is_used_twice()
            self.an_end_is_the_end()
            self.no_time_is_made()
            self.bots_are_asked_again_only_for_what_they_can_see()
            self.the_game_can_go_on_or_is_over()
            self.nobody_is_sent_what_another_chose_in_secret()

    def the_log_has_no_gap_and_every_house_has_it_in_mind(self) -> None:
        async def look() -> None:
            self.log = await self.room.houses[0].store.entries(self.table)
            for house in self.room.houses:
                if (live := house.registry.live.get(self.table)) is not None:
                    assert live.state == self._replay(live.state.number)
                assert (await house.registry.find(self.table)).state == self._replay(len(self.log))

        self.room.run(look())
        assert [one.number for one in self.log] == list(range(1, len(self.log) + 1))
        assert [one.at for one in self.log] == sorted(one.at for one in self.log)

    def _replay(self, number: int) -> TableState:
        if number not in self.replays:
            self.replays[number] = replay(TableState(self.terms, [], self.commitment), self.log[:number])
        return self.replays[number]

    def no_draw_is_used_twice(self) -> None:
        used: list[int] = []
        for one in self.log:
            if isinstance(one.entry, Begin):
                used += range(1, 1 + one.entry.draws)
            elif isinstance(one.entry, Play) and (chances := [seat for seat, _ in one.entry.then if seat == 0]):
                used += range(one.entry.draw, one.entry.draw + len(chances))
        assert used == sorted(set(used)), "each number once, and in order"

    def an_end_is_the_end(self) -> None:
        ends = [one.number for one in self.log if isinstance(one.entry, End)]
        assert len(ends) <= 1
        if ends:
            assert ends[0] == len(self.log), "nothing is written after it"
            assert self._replay(len(self.log)).end == self.log[-1].entry

    def no_time_is_made(self) -> None:
        """Nobody has more than the bank and an increment for each choice in effect; a take-back gains nothing."""
        state = self._replay(len(self.log))
        for seat in state.holders:
            choices = sum(stood.play.seat == seat for stood in state.active_moves) + state.is_over
            most = self.terms.bank + choices * self.terms.increment
            assert state.clocks.remaining[seat] <= most + 1e-6

    def bots_are_asked_again_only_for_what_they_can_see(self) -> None:
        """A bot's turn is as old as its last choice, unless it was seated since, or entries were withdrawn."""
        state = self._replay(len(self.log))
        rows = dict(self.room.run(self._work()))
        assert rows == {seat: number for seat, number in state.waiting_since.items() if seat in state.bot_seats}
        for seat, number in rows.items():
            entry = self.log[number - 1].entry
            if isinstance(entry, Play) and entry.seat != seat:  # since then the bot has been awaited
                assert seat not in self._replay(number - 1).waited_for

    def nobody_is_sent_what_another_chose_in_secret(self) -> None:
        """Had another seat chosen otherwise, not a byte would be different (but for the card that it has shown)."""
        state, is_new = self._replay(len(self.log)), len(self.log) > self.audited
        self.audited = len(self.log)
        if is_new and (other := self._other_secret(state)) is not None:
            chooser, changed = other
            for seat in (None, *range(1, self.terms.players + 1)):
                if seat != chooser:
                    assert sent(state, seat) == sent(changed, seat)

    def _other_secret(self, state: TableState) -> tuple[int, TableState] | None:
        """A seat whose last entry is secret, and the table state as it would be had it chosen otherwise."""
        if state.position is None:
            return None
        seen, public = {id(one) for one in state.position.seen_steps(None)}, state.position.view(None)
        secret = [one for one in state.active_moves if id(state.position.steps[one.before.ply]) not in seen]
        for stood in reversed(secret):
            seat, (first, *rest) = stood.play.seat, stood.play.steps
            for target in [one.text for one in stood.before.legal(seat) if one.text != first]:
                play = stood.play.model_copy(update={"steps": (target, *rest)})
                log = [
                    one.model_copy(update={"entry": play}) if one.number == stood.number else one for one in self.log
                ]
                with suppress(Refusal):
                    changed = replay(TableState(self.terms, [], self.commitment), log)
                    if changed.position is not None and changed.position.view(None) == public:
                        return seat, changed
        return None

    def the_game_can_go_on_or_is_over(self) -> None:
        state = self._replay(len(self.log))
        bots = {seat for seat in state.waited_for if isinstance(state.holders[seat], BotHolder)}
        assert state.position is not None
        assert state.is_over or state.waited_for
        assert all(state.position.legal(seat) for seat in state.waited_for)
        assert self.room.run(self._work()).keys() == bots, "every bot that is waited for is asked"

    async def _work(self) -> dict[int, int]:
        async with self.room.houses[-1].store.read() as connection:
            rows = await connection.execute(select(work.c.seat, work.c.number).where(work.c.table == self.table))
            return {row.seat: row.number for row in rows}


def people_at(state: TableState) -> list[Any]:
    """The people who hold a seat now."""
    return [one for one in PEOPLE if state.seats_of(one.id)]


def choose(state: TableState, seat: int, pick: int) -> tuple[str, ...]:
    """A whole choice of a seat: where a secret has parts, all of them."""
    assert state.position is not None
    position: Position = state.position
    source, steps = Chance(pick, 1), list[str]()
    while True:
        legal = position.legal(seat)
        position = position.play(legal[source.randrange(len(legal))])
        assert position.last is not None
        steps.append(position.last.text)
        if not is_half_made(position, seat):
            return tuple(steps)


def without_news(answer: PlayResult) -> dict[str, Any]:
    """An answer without the missed entries, which grow."""
    return {key: value for key, value in fields(answer).items() if key != "missed"}


def sent(state: TableState, seat: int | None) -> str:
    """All that a seat is sent of a table."""
    wants: Any = ("json", "words")
    return json.dumps(table_sent(state, "t", (), seat, wants=wants))


def race(room: Room, games: tuple[str, ...], how: settings) -> None:
    run_state_machine_as_test(lambda: Races(room, games), settings=how)  # type: ignore[arg-type]


def test_a_table_stays_consistent_in_any_order_of_events(sqlite_url: str) -> None:
    with room_at(sqlite_url) as room:
        race(room, tuple(GAMES), SHORT)


def test_a_table_stays_consistent_under_concurrent_processes(postgres_url: str) -> None:
    with room_at(postgres_url, postgres_url) as room:
        race(room, tuple(GAMES), SHORT)


def test_one_whose_seat_a_bot_took_meanwhile_is_answered_the_same_again(url: str) -> None:
    async def story(house: Known) -> None:
        table = await seated(house, absence="bot")
        await step(house, table, ADA)
        late = PlayAct(seen=1, steps=("a1-a2",), id="late")
        first = await acts.play(house, table, BOB, late)
        assert first.error == "stale"
        await house.seats.leave(table, BOB, 2)
        again = await acts.play(house, table, BOB, late)
        assert without_news(again) == without_news(first)
        assert [entry.kind for entry in again.missed or ()][-2:] == ["play", "sit"]

    with room_at(url) as room:
        room.run(story(room.houses[0]))


def test_steps_are_played_although_the_table_left_the_memory_while_people_were_looked_up(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A late heartbeat makes a pause, and a new pause empties the registry."""

    async def story(house: Known) -> None:
        table, look_up = await seated(house), house.registry.people.look_up

        async def look_up_slowly(ids: Iterable[str]) -> dict[str, Person]:
            monkeypatch.undo()
            house.registry.apply_notice("", 0)
            return await look_up(ids)

        monkeypatch.setattr(house.registry.people, "look_up", look_up_slowly)
        assert (await step(house, table, ADA)).ok

    with room_at(sqlite_url) as room:
        room.run(story(room.houses[0]))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_in_many_orders_a_table_stays_whole(url: str, game: str) -> None:
    with room_at(*[url] * (1 if url.startswith("sqlite") else 2)) as room:
        race(room, (game,), LONG)
