"""A local table and one of a house: the same acts lead to the same entries, views and refusals."""

from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque import NAMES, Chance, Position, game
from ludotheque.games.refusal import Refusal
from ludotheque.interop.house import House
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.local_table import LocalTable, SourceDraws, entries_of, holders_of
from ludotheque.interop.seat.seat import SeatError
from ludotheque.log.table_errors import TableError
from ludotheque.wire.requests import AnswerAct, AskAct, PlayAct, PreviewAct, TakeBackAct
from ludotheque.wire.table_messages import Want, to_fields
from tests.web.serving import House as Served

each_game = pytest.mark.parametrize("name", NAMES)
WANTS: tuple[Want, ...] = ("json", "words", "drawing", "told")
OTHER = {"table", "at", "fair", "commitment", "opened", "waited", "holder", "messages", "is_compiling", "compiled"}
PEOPLE = {"player", "is_here"}  # of a house


class HouseDraws:
    """Repeats the draws of a house from its log."""

    def __init__(self) -> None:
        self.outcomes: list[int] = []

    def draw(self, number: int, weights: list[int]) -> int:
        return self.outcomes.pop(0)

    def learn(self, position: Position, steps: list[tuple[int, str]]) -> None:
        """Note the outcomes among steps that followed from a position."""
        for seat, text in steps:
            if position.is_chance:
                self.outcomes.append([step.text for step in position.legal()].index(text))
            position = position.play(text, seat or None)


def same(sent: Any) -> Any:
    """A message without times, ids, fairness, and what only a house knows of people."""
    if isinstance(sent, dict):
        return {key: same(one) for key, one in sent.items() if key not in OTHER | PEOPLE}
    return [same(one) for one in sent] if isinstance(sent, list | tuple) else sent


class Both:
    """The same game at a table of a house and at a local one; one person holds all seats."""

    def __init__(self, served: Served, name: str) -> None:
        self.house, one = House(served.address, "Ada"), game(name)
        self.seats = range(1, one.players[0] + 1)
        options = dict(one.setup(one.players[0], start=0).options)
        self.link = self.house.make(name, one.players[0], seating="chosen", options=options)
        for seat in self.seats:
            self.ask("POST", f"/seats/{seat}", {"invitation": self.link.invitation})
        begin = next(one for one in self.ask("GET", "")["entries"] if one["kind"] == "begin")
        position = one.start(one.players[0], **({"start": begin["start"]} if begin["start"] else {"start": 0}))
        self.draws = HouseDraws()
        self.draws.learn(position, begin["then"])
        holders = holders_of(one.players[0], self.seats, "novice", 1, "Ada")
        self.table = LocalTable(position, holders, self.draws)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, **query: Any) -> Any:
        return self.house.ask(method, f"/api/tables/{self.link.table}{path}", body, **query)

    def compare(self) -> None:
        """Each seat, and a spectator, is sent the same."""
        for seat in self.seats:
            there = self.ask("GET", "", seat=seat, wants=list(WANTS), after=0)
            assert same(to_fields(self.table.seen(seat, "en", WANTS))) == same(there)

    def play(self, seat: int, steps: tuple[str, ...]) -> None:
        seen = self.table.state.number
        before = self.table.state.position
        assert before is not None
        sent = self.ask("POST", "/steps", {"seat": seat, "steps": steps, "seen": seen, "id": f"a{seen}"})
        entry = next(one for one in self.ask("GET", "", seat=seat)["entries"] if one["number"] == sent["number"])
        for text in steps:
            before = before.play(text, seat)
        self.draws.learn(before, entry["then"])
        self.table.perform(PlayAct(seat=seat, steps=steps, seen=seen, id="a"))

    def whole(self, seat: int, at: int) -> tuple[str, ...]:
        """One of the choices of a seat."""
        seen = self.table.seen(seat, "en")
        legal, parts = seen.legal or [], seen.parts or {}
        first = legal[at % len(legal)]
        second = list(parts.get(first, []))
        return (first, second[0]) if second else (first,)


def choices(both: Both, count: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    for at in range(count):
        seat = both.table.state.waited_for[-1]
        yield seat, both.whole(seat, 7 * at + 3)


@each_game
def test_a_table_here_sends_each_seat_what_a_house_sends(served: Served, name: str) -> None:
    both = Both(served, name)
    both.compare()
    for seat, steps in choices(both, 6):
        there = both.ask("GET", "/preview", seat=seat, steps=list(steps))
        here = both.table.preview(PreviewAct(seat=seat, steps=steps), "en")
        assert to_fields(here) == there
        both.play(seat, steps)
        both.compare()
    asked = both.table.state.active_moves[-1].play.seat
    can = both.table.seen(asked, "en").can
    if can.take_back is None:
        both.ask("POST", "/ask", {"what": "back", "seat": asked})
        both.table.perform(AskAct(what="back", seat=asked))
        both.compare()
        for seat in (one for one in both.seats if one != asked):
            number = both.table.state.request
            assert number is not None
            both.ask("POST", "/answer", {"ask": number[0], "agrees": True, "seat": seat})
            both.table.perform(AnswerAct(ask=number[0], agrees=True, seat=seat))
    else:
        both.ask("POST", "/back", {"seat": asked})
        both.table.perform(TakeBackAct(seat=asked))
    both.compare()


@each_game
def test_a_table_here_refuses_in_the_words_of_a_house(served: Served, name: str) -> None:
    both = Both(served, name)
    with pytest.raises(TableError) as here:
        both.table.perform(TakeBackAct(seat=1))
    with pytest.raises(SeatError) as there:
        both.ask("POST", "/back", {"seat": 1})
    assert (str(here.value), here.value.kind) == (str(there.value), there.value.kind)
    seen, seat = both.table.state.number, both.table.state.waited_for[0]
    with pytest.raises(Refusal) as refused:
        both.table.perform(PlayAct(seat=seat, steps=("b1-b1",), seen=seen, id="a"))
    with pytest.raises(SeatError) as told:
        both.ask("POST", "/steps", {"seat": seat, "steps": ["b1-b1"], "seen": seen, "id": "a"})
    assert (refused.value.cite("en").reason, refused.value.kind) == (str(told.value), told.value.kind)
    with pytest.raises(TableError, match="gone on"):
        both.table.perform(PlayAct(seat=seat, steps=both.whole(seat, 0), seen=0, id="b"))


@each_game
def test_a_seed_plays_the_game_that_it_played_step_by_step(name: str) -> None:
    """Chance and bots draw from one source in the order of the steps, as records of a seed have always been made."""
    place = LocalSeat(game(name).start(seed=3), (1,), chance=Chance(5, 1))
    position, chance = game(name).start(seed=3), Chance(5, 1)
    for _ in range(150):
        position = position.roll(chance)
        if position.is_over:
            break
        bots = [seat for seat in position.actors if seat != 1]
        seat = 1 if 1 in position.actors and (not bots or position.count(1) == 1) else bots[0]
        steps = position.legal(seat)
        at = 0 if seat == 1 else chance.randrange(len(steps))
        position = position.play(steps[at], seat)
    while place.position.ply < position.ply:
        look = place.look()
        if not place.wait(0):
            choice = [look.legal[0]]
            while following := look.may_follow(choice):
                choice.append(following[0])
            place.play(choice)
    assert place.position.steps[: position.ply] == position.steps


def test_people_may_make_single_options_themselves() -> None:
    """As the setting `plays_alone` of a person in a house says."""
    position = game("junglerumble").start(seed=3)
    dice = Chance(2, 0)
    while not (len(position.actors) == 1 and position.actors[0] and position.count(position.actors[0]) == 1):
        seat = position.actors[0]
        steps = position.legal(seat) if seat else ()
        position = position.play(steps[dice.randrange(len(steps))], seat) if steps else position.roll(1)
    holders = holders_of(position.players, range(1, position.players + 1), "random", 1)
    asked = LocalTable(position, holders, SourceDraws(Chance(1, 1)), plays_alone=False)
    assert asked.state.position == position
    alone = LocalTable(position, holders, SourceDraws(Chance(1, 1)))
    assert alone.state.ply > position.ply


def test_a_position_that_was_set_up_is_where_its_game_begins() -> None:
    position = game("mabula").read(str(game("mabula").start(seed=3)))
    assert position.setup.start is None
    table = LocalTable(position, holders_of(2, (1,), "random", 1), SourceDraws(Chance(1, 1)))
    assert table.state.position == position and len(entries_of(position, ())) == 1
