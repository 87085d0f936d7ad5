"""Acts at a table: the server accepts what the rights offer, and refuses everything else."""

import random
from collections.abc import Awaitable, Callable, Iterator

import pytest

from ludotheque.games.refusal import GameError
from ludotheque.log.entries import Ask, BotHolder, End, Leave, Logged, PersonHolder, Sit
from ludotheque.log.entry_replay import replay, state_after
from ludotheque.log.rights import rights_of
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import Terms
from ludotheque.play.choice import choices_of
from ludotheque.table.people.people import Person
from ludotheque.table.registry.registry import LiveTable, Registry
from ludotheque.table.registry.tables import Tables
from ludotheque.table.registry.write_retry import Make
from ludotheque.table.service import acts
from ludotheque.table.service.chat import check_can_talk
from ludotheque.table.service.hints import view_to_advise
from ludotheque.table.storage.row_values import TableRow
from ludotheque.wire.requests import AskAct, CancelAct, ResignAct, TakeBackAct
from ludotheque.wire.settings import Settings
from ludotheque.wire.table_messages import Rights
from tests.log.test_rights import rights
from tests.table.conftest import run
from tests.table.dealing import Bench
from tests.table.test_registry import ADA, house_at, step

MAKER = "p1"
SAMPLED = 60  # tables of each game


def test_at_a_rated_table_with_a_bot_the_server_refuses_requests_that_nobody_would_answer(url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            wishes = {"game": "mabula", "players": 2, "rules": 1, "seating": "chosen", "rated": True}
            table, _ = await house.seats.create(ADA, Terms.model_validate(wishes | {"clock": "slow", "absence": "end"}))
            await house.seats.sit(table, ADA, 1)
            await house.seats.put_bot(table, ADA, 2, "novice")
            await step(house, table, ADA)
            mine = (await house.registry.find(table)).state.number
            with pytest.raises(TableError, match="rated: a bot agrees to nothing"):
                await acts.write(house, table, ADA, AskAct(what="back", entry=mine))
            assert (await house.registry.find(table)).state.request is None

    run(story())


class Trying(Registry):
    """A registry of one table, which checks commands but appends nothing."""

    def __init__(self, state: TableState) -> None:
        terms = state.terms
        self.only = LiveTable(TableRow("t", MAKER, terms, None, not terms.private, "open", 0.0, 0.0), state)

    async def find(self, table: str, *, is_fresh: bool = True) -> LiveTable:
        return self.only

    async def write(self, table: str, make: Make, person: str = "") -> int:
        assert make(self.only.state).entries
        return 0


class Willing(Tables):
    """Tables with one table, whose log is never written."""

    def __init__(self, state: TableState) -> None:
        self.registry = Trying(state)
        self.only = self.registry.only


def person(name: str) -> Person:
    return Person(name, name.title(), False, False, Settings(), 0.0)


async def is_accepted(act: Callable[[], Awaitable[object]]) -> bool:
    try:
        await act()
    except GameError:
        return False
    return True


async def accepted(house: Willing, who: Person, seat: int | None) -> dict[str, bool]:
    """By name of a right: whether the server accepts the act."""

    async def hint() -> None:
        view_to_advise(house.only.state, who, seat)

    async def talk() -> None:
        check_can_talk(house.only, who)

    tried: dict[str, Callable[[], Awaitable[object]]] = {
        "take_back": lambda: acts.write(house, "t", who, TakeBackAct(seat=seat)),
        "ask_back": lambda: acts.write(house, "t", who, AskAct(what="back", seat=seat)),
        "ask_end": lambda: acts.write(house, "t", who, AskAct(what="end", seat=seat)),
        "resign": lambda: acts.write(house, "t", who, ResignAct(seat=seat)),
        "cancel": lambda: acts.write(house, "t", who, CancelAct()),
        "hint": hint,
        "talk": talk,
    }
    return {name: await is_accepted(act) for name, act in tried.items()}


def opened(game: str, players: int) -> TableState:
    """A table at which one has sat down."""
    terms = Terms.model_validate({"game": game, "players": players, "rules": 1, "seating": "chosen"})
    sits = Sit(seat=1, holder=PersonHolder(person=MAKER, name="Ada"))
    return replay(TableState(terms), [Logged(number=1, at=1.0, entry=sits)])


def go_on(bench: Bench, chance: random.Random) -> None:
    """A random act at a table."""
    state, seat = bench.state, chance.randint(1, bench.terms.players)
    match chance.choice(["play"] * 12 + ["back"] * 3 + ["ask", "leave", "bot", "end"]):
        case "play":
            actor = chance.choice(state.waited_for)
            assert state.position is not None
            bench.play(actor, *chance.choice([*choices_of(state.position.view(actor))]))
        case "back":
            if rights(bench, seat).take_back:
                bench.back(seat)
        case "ask":
            if rights(bench, seat).ask_end:
                bench.write(Ask(seat=seat, what="end"))
        case "leave":
            if isinstance(state.holders[seat], PersonHolder):
                bench.write(Leave(seat=seat))
        case "bot":
            bench.write(Sit(seat=seat, holder=BotHolder(level="club", version=1)))
        case "end":
            bench.write(End(how="resigned", seat=seat))


def states(game: str, players: int) -> Iterator[TableState]:
    """Tables at many moments of their log."""
    yield opened(game, players)
    for seed in range(SAMPLED):
        chance = random.Random(seed)
        bots = tuple(seat for seat in range(2, players + 1) if chance.random() < 0.4)
        bench = Bench(game, players, bots=bots, rated=chance.random() < 0.3, private=chance.random() < 0.7)
        for _ in range(chance.randint(0, 14)):
            if not bench.state.is_over:
                go_on(bench, chance)
        yield bench.state


@pytest.mark.parametrize(("game", "players"), [("mabula", 2), ("marabunta", 2), ("makabana", 3), ("junglerumble", 3)])
def test_the_server_accepts_exactly_what_rights_offer(game: str, players: int) -> None:
    seen: dict[str, set[bool]] = {}
    for state in states(game, players):
        for seat in (None, *(seat for seat, one in state.holders.items() if isinstance(one, PersonHolder))):
            who = person("eve" if seat is None else f"p{seat}")
            found = rights_of(state, seat, state.seats_of(who.id), is_maker=who.id == MAKER)
            offered = {name: bool(getattr(found, name)) for name in run(accepted(Willing(state), who, seat))}
            assert run(accepted(Willing(state), who, seat)) == offered, (state.log, seat)
            assert is_granted_at_once(state, seat, found) == found.is_granted
            for name, is_offered in offered.items():
                seen.setdefault(name, set()).add(is_offered)
    assert all(kinds == {True, False} for name, kinds in seen.items() if name != "resign" or players == 2)


def is_granted_at_once(state: TableState, seat: int | None, found: Rights) -> bool:
    """Whether a request withdraws the entry at once."""
    if seat is None or found.ask_back is None:
        return False
    after = state_after(state, [Ask(seat=seat, what="back", entry=found.ask_back)], state.at)
    return found.ask_back in after.withdrawn
