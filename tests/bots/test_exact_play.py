"""The last round, played exactly: compared with plain minimax, written here a second time without any cleverness."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from ludotheque import Chance, Position, game
from ludotheque.bots.bot import BotError, Budget, Thought, Weighed, choose
from ludotheque.bots.endgame_bot import SURE, EndgameSearch, EndingBot, look_ahead, may_end
from ludotheque.games.marabunta.state import CRUMBS, TO_ROLL
from ludotheque.games.verbs import CHANCE, OVER
from ludotheque.play.chance import Source
from ludotheque.play.view import View
from tests.conftest import begin, compiled, sampled

TABLES = ("junglerumble-2", "junglerumble-3", "junglerumble-4", "marabunta-meadow-basic", "marabunta-islets-expert")
TWO_SEATS = ("junglerumble-2", "marabunta-meadow-basic", "marabunta-islets-expert")
POINT = 2.0**-30
FAR = -1.0
NODES = 10_000


def look(position: Position, seat: int | None = None, nodes: int = NODES) -> EndgameSearch:
    return look_ahead(position, seat=seat, nodes=nodes)


@cache
def last_positions(setup: str, seed: int, most: int = 5) -> tuple[Position, ...]:
    """The last choices of a random game, the very last first."""
    position, source = begin(setup, seed), Chance(seed, 8)
    engine, board, state = position.game.engine, position.setup.board, position.state
    choices = []
    while (actor := engine.actor(board, state)) != OVER:
        legal = engine.legal(board, state, actor)
        if actor != CHANCE and len(legal) > 1:
            choices.append(Position(position.game, position.setup, state.copy()))
        engine.play(board, state, actor, legal[source.randrange(len(legal))])
    return tuple(choices[: -most - 1 : -1])


def round_number(state: Any) -> int:
    return int(state.rounds if "rounds" in state.dtype.names else state.round_number)


class Slow:
    """Plain minimax: the seat against all others, to the end of the round."""

    def __init__(self, position: Position, seat: int) -> None:
        self.engine, self.board, self.seat = position.game.engine, position.setup.board, seat
        self.last = round_number(position.state)
        self.known: dict[bytes, float] = {}

    def value(self, state: Any) -> float:
        key = state.tobytes()
        if key not in self.known:
            if len(self.known) > 600:
                raise OverflowError
            self.known[key] = self.find(state)
        return self.known[key]

    def find(self, state: Any) -> float:
        actor = self.engine.actor(self.board, state)
        if actor == OVER:
            return self.reward(state)
        if round_number(state) != self.last:
            return FAR
        values = []
        for action in self.engine.legal(self.board, state, actor):
            after = state.copy()
            self.engine.play(self.board, after, actor, action)
            values.append(self.value(after))
        if actor == CHANCE:
            weights = self.engine.weights(self.board, state)
            return sum(map(float.__mul__, values, map(float, weights))) / sum(weights)
        return max(values) if actor == self.seat else min(values)

    def reward(self, state: Any) -> float:
        totals = [sum(parts) for parts in self.engine.scores(self.board, state)]
        places = self.engine.places(self.board, state)
        share = 1 / places.count(1) if places[self.seat - 1] == 1 else 0.0
        return share + (totals[self.seat - 1] - max(totals[: self.seat - 1] + totals[self.seat :])) * POINT


def slow_value(position: Position, seat: int) -> float | None:
    """The value by plain minimax; None when that takes too long."""
    try:
        return Slow(position, seat).value(position.state)
    except OverflowError:
        return None


def timeless(ending: EndgameSearch) -> EndgameSearch:
    return replace(ending, seconds=0.0)


@sampled("seeds", 3, 4)
@pytest.mark.parametrize("setup", TABLES)
def test_values_agree_with_plain_minimax(setup: str, seeds: int) -> None:
    compared = 0
    for seed in range(seeds):
        for position in last_positions(setup, seed):
            for seat in range(1, position.players + 1):
                slow = slow_value(position, seat)
                if slow is None:
                    continue
                ending = look(position, seat=seat)
                if ending.is_exact or slow >= SURE:
                    compared += 1
                    assert ending.value == pytest.approx(slow, abs=POINT / 4), str(position)
                else:
                    assert ending.value is None, str(position)
    assert compared >= 10


@sampled("seeds", 2, 5)
@pytest.mark.parametrize("setup", TABLES)
def test_the_move_reaches_the_guaranteed_value(setup: str, seeds: int) -> None:
    for seed in range(seeds):
        for position in last_positions(setup, seed):
            ending, seat = look(position), position.actors[0]
            if ending.value is not None:
                after = position.play(next(step for step in position.legal() if step.action == ending.action))
                slow = slow_value(after, seat)
                assert slow is None or slow >= ending.value - POINT / 4, str(position)


def ending_with_a_die_to_roll() -> Position:
    """The crumbs end the game in this round; two dice show flags, three a 1 that goes nowhere, one is to be rolled.

    Nobody has an anthill or a number beside a free hex. Red is ahead in three regions, Blue in the three others, and
    Blue has one cupcake more.
    """
    start = compiled("marabunta").start(territory="meadow", powers="basic")
    state, board = start.state, start.setup.board.record
    cupcake = next(hexagon for hexagon in range(120) if int(board.cupcakes[hexagon >> 6]) >> (hexagon & 63) & 1)
    others = [hexagon for hexagon in range(120) if int(board.hexes[6, hexagon >> 6]) >> (hexagon & 63) & 1]
    free = {int(board.region[hexagon]): hexagon for hexagon in others if not _is_cupcake(board, hexagon)}
    free[int(board.region[cupcake])] = cupcake
    for word in range(2):
        state.free[word] = sum(1 << (hexagon & 63) for hexagon in free.values() if hexagon >> 6 == word)
    state.ticked[:] = 99
    state.anthills[:] = 0
    state.sums[1], state.sums[2] = (5, 5, 5, 0, 0, 0), (0, 0, 0, 5, 5, 5)
    state.cupcakes[1:] = 2, 3
    state.tiles, state.tile, state.rounds = 0, CRUMBS, 9
    state.dice[:] = (5, 2, 2, 5, 2, 0)
    state.phase, state.turn = TO_ROLL, CHANCE
    return Position(start.game, start.setup, state)


def _is_cupcake(board: Any, hexagon: int) -> bool:
    return bool(int(board.cupcakes[hexagon >> 6]) >> (hexagon & 63) & 1)


@pytest.mark.parametrize("seat", [1, 2])
def test_expected_values_of_chance_are_exact(seat: int) -> None:
    position = ending_with_a_die_to_roll()
    slow = Slow(position, seat)
    slow.known = _Roomy()
    ending = look_ahead(position, seat=seat, nodes=2_000_000)
    assert ending.is_exact and ending.has_chance and ending.action == -1
    assert ending.value == pytest.approx(slow.value(position.state), abs=POINT / 4)
    parts = [look_ahead(position.play(face), seat=seat, nodes=2_000_000).value for face in position.legal()]
    assert ending.value == pytest.approx(sum(part or 0.0 for part in parts) / 6, abs=POINT / 4)
    assert len(set(parts)) > 1


class _Roomy(dict[bytes, float]):
    """A cache without a bound: its length is always 0."""

    def __len__(self) -> int:
        return 0


@pytest.mark.parametrize("setup", TABLES)
def test_the_limit_of_nodes_holds_and_an_unfinished_search_claims_no_exact_value(setup: str) -> None:
    deep = [position for seed in range(5) for position in last_positions(setup, seed) if look(position).nodes > 50]
    assert deep
    for position in deep:
        ending = look_ahead(position, nodes=25)
        assert ending.nodes <= 25
        assert ending.value is None or (ending.value >= SURE and not ending.is_exact)


def test_the_same_position_gives_the_same_answer_node_by_node_on_any_thread() -> None:
    positions = [position for setup in TABLES for position in last_positions(setup, 1)]
    alone = [timeless(look(position)) for position in positions]
    with ThreadPoolExecutor(4) as pool:
        assert [timeless(ending) for ending in pool.map(look, positions)] == alone


class Waiting:
    """A bot that takes the first move, weighs moves in their order, and records its budgets."""

    name, version = "waiting", 3

    def __init__(self) -> None:
        self.budgets: list[Budget | None] = []

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        self.budgets.append(budget)
        moves = [step.text for step in view.legal()]
        return Thought(moves[0], weighed=tuple(Weighed(move, 1 / len(moves), 0.5) for move in moves))


class Anybody:
    """A bot that plays at random."""

    name, version = "anybody", 1

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        legal = view.legal()
        return Thought(legal[chance.randrange(len(legal))].text)


def play_on(position: Position, bots: dict[int, Any]) -> tuple[int, ...]:
    """The totals when bots play a position to its end."""
    chance = Chance(3)
    while not position.is_over:
        actor = position.actors[0]
        position = position.play(choose(bots[actor], position.view(actor), None, chance))
    return tuple(score.total for score in position.scores)


@pytest.mark.parametrize("setup", TABLES)
def test_a_sure_win_is_won_against_random_play_by_the_guaranteed_margin(setup: str) -> None:
    won = 0
    for seed in range(6):
        for position in last_positions(setup, seed):
            ending, seat = look(position), position.actors[0]
            if ending.value is not None and ending.value >= SURE:
                bots = {other: Anybody() for other in range(1, position.players + 1)} | {
                    seat: EndingBot(Waiting(), nodes=NODES)
                }
                totals = play_on(position, bots)
                won += 1
                assert totals[seat - 1] - max(totals[: seat - 1] + totals[seat:]) >= ending.margin
    assert won >= 5


@pytest.mark.parametrize("setup", TWO_SEATS)
def test_a_proven_loss_is_as_small_as_possible(setup: str) -> None:
    lost = 0
    for seed in range(8):
        for position in last_positions(setup, seed):
            ending, seat = look(position), position.actors[0]
            if ending.value is not None and ending.share == 0.0:
                totals = play_on(position, {1: EndingBot(Waiting(), nodes=NODES), 2: EndingBot(Waiting(), nodes=NODES)})
                lost += 1
                assert totals[seat - 1] - totals[2 - seat] == ending.margin
    assert lost >= 5


@pytest.mark.parametrize("setup", TWO_SEATS)
def test_a_win_in_one_is_played_and_reported_as_proven(setup: str) -> None:
    taken = 0
    for seed in range(20):
        position = last_positions(setup, seed)[0]
        seat = position.actors[0]
        wins = {step.text for step in position.legal() if _wins(position.play(step), seat)}
        if wins:
            thought = EndingBot(Waiting(), nodes=NODES).think(position.view(seat), None, Chance(1))
            assert (thought.proof, thought.values[seat - 1]) == ("win", 1.0)
            assert _wins(position.play(thought.move), seat) or position.play(thought.move).actors == (seat,)
            taken += 1
    assert taken


def _wins(position: Position, seat: int) -> bool:
    return position.outcome is not None and position.outcome.winners == (seat,)


@sampled("seeds", 4, 10)
@pytest.mark.parametrize("setup", TWO_SEATS)
def test_a_move_that_is_a_proven_loss_is_avoided(setup: str, seeds: int) -> None:
    spared = 0
    for seed in range(seeds):
        for position in last_positions(setup, seed, 12):
            seat, first = position.actors[0], position.play(position.legal()[0])
            if look(position).value is None and not first.is_over and not first.is_chance:
                thought = EndingBot(Waiting(), nodes=NODES).think(position.view(seat), None, Chance(1))
                if (look(first, seat=3 - seat).value or 0.0) >= SURE and not thought.proof:
                    spared += 1
                    assert thought.move != position.legal()[0].text
    assert spared


def test_the_bot_searches_alone_while_the_end_is_far() -> None:
    inner = Waiting()
    bot = EndingBot(inner, nodes=NODES)
    position = begin("junglerumble-3", 1)
    assert not may_end(position.view(1))
    thought = bot.think(position.view(1), Budget(simulations=5), Chance(1))
    assert (thought.proof, inner.budgets, bot.name, bot.version) == ("", [Budget(simulations=5)], "waiting", 3)


def test_an_exact_search_without_a_result_leaves_half_of_the_seconds_to_the_search() -> None:
    inner = Waiting()
    found = [position for seed in range(5) for position in last_positions("junglerumble-2", seed, 30)]
    position = next(one for one in found if may_end(one.view(one.actors[0])) and look(one).value is None)
    EndingBot(inner, nodes=NODES).think(position.view(position.actors[0]), Budget(seconds=40), Chance(1))
    (budget,) = inner.budgets
    assert budget is not None and budget.seconds is not None and 18 <= budget.seconds < 40


def test_the_search_gets_nearly_all_seconds_that_the_exact_search_leaves() -> None:
    inner = Waiting()
    found = [position for seed in range(5) for position in last_positions("junglerumble-4", seed, 60)]
    position = next(one for one in found if may_end(one.view(one.actors[0])) and look(one, nodes=1000).value is None)
    EndingBot(inner, nodes=1000).think(position.view(position.actors[0]), Budget(seconds=60), Chance(1))
    (budget,) = inner.budgets
    assert budget is not None and budget.seconds is not None and budget.seconds > 0.8 * 60


def test_impossible_exact_searches_are_refused_in_one_line() -> None:
    with pytest.raises(BotError, match=r"^the end of Maka Bana is not looked at like this, only that of marabunta"):
        look_ahead(game("makabana").start(players=3))
    position = last_positions("junglerumble-2", 1)[0]
    for limits in ({"nodes": 0}, {"seconds": -1.0}):
        with pytest.raises(BotError, match=r"^a look needs more than nothing: 1000 nodes, or 0.1 s, say$"):
            look_ahead(position, **limits)
    while not position.is_over:
        position = position.play(position.legal()[0])
    with pytest.raises(BotError, match=r"^the game is over: there is nothing left to look for$"):
        look(position)
