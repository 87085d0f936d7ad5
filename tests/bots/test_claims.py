"""Claims about our bots: they can't know hidden information, delay a loss, and a novice beats random play."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ludotheque import Chance, Position
from ludotheque.arena import run
from ludotheque.bots.bot import Bot, Budget, Thought, choose
from ludotheque.bots.external_bot import ExternalBot, choice
from ludotheque.bots.levels import LEVELS, find_bot
from ludotheque.bots.mabula.mabula_bot import MabulaBot
from ludotheque.bots.mabula.solver import prove
from ludotheque.games.makabana.state import PROJECTS, TIKIS
from ludotheque.play.chance import Source
from ludotheque.play.view import View
from tests.bots.test_mabula_solver import SCORINGS, ending, side, slow_margin
from tests.conftest import begin, compiled, random_line

TABLES = ("makabana-3", "makabana-4", "makabana-5", "makabana-6")
MOMENTS = ("first huts", "a project", "a card", "a Tiki")
EACH = 4  # positions of each moment at each table
BUDGET = Budget(simulations=25)
LOGGER = """
import json, sys
with open(sys.argv[1], "wb") as log:
    for line in sys.stdin.buffer:
        log.write(line)
        question = json.loads(line)
        said = {"id": question["id"], "move": question["legal"][0]} if "id" in question else {"protocol": 1}
        print(json.dumps(said), flush=True)
"""


def moment(position: Position, seat: int) -> str:
    """The kind of choice that a seat of Maka Bana has."""
    state = position.state
    if state.phase == PROJECTS:
        return "a card" if state.kind[seat] else "a project"
    return "a Tiki" if state.phase == TIKIS else "first huts"


def twins(setup: str, seed: int) -> Iterator[tuple[str, View, View]]:
    """At choices of a random game: the seat's view of the state, and of a state with other hidden information."""
    source = Chance(seed, 9)
    for position in random_line(begin(setup, seed), seed):
        seat = position.actors[source.randrange(len(position.actors))] if position.actors else 0
        if seat and len(position.legal(seat)) > 1:
            twin = position.view(seat).guess(source)
            what = moment(position, seat)
            if what == "first huts" or twin.state.tobytes() != position.state.tobytes():
                yield what, position.view(seat), twin.view(seat)


@cache
def sample(setup: str) -> list[tuple[str, View, View]]:
    """Some twins of every moment, from anywhere in the game."""
    found = list(twins(setup, 3))
    kept = []
    for what in MOMENTS:
        pairs = [pair for pair in found if pair[0] == what]
        kept += pairs[:: max(1, len(pairs) // EACH)][:EACH]
    return kept


@pytest.mark.parametrize("setup", TABLES)
def test_the_audit_looks_at_every_phase(setup: str) -> None:
    assert [sum(what == one for one, _, _ in sample(setup)) for what in MOMENTS] == [EACH] * len(MOMENTS)


@pytest.mark.parametrize("level", [*LEVELS, "uct:25", "random"])
@pytest.mark.parametrize("setup", TABLES)
def test_hidden_information_does_not_change_a_bots_choice(setup: str, level: str) -> None:
    """The information audit for bots: the same distribution of choices under the same seeds, in every phase."""
    bot = find_bot(compiled("makabana"), level)
    for what, truth, twin in sample(setup):
        for seed in range(3):
            one, other = (bot.think(view, BUDGET, Chance(seed)) for view in (truth, twin))
            assert timeless(one) == timeless(other), (what, str(truth))


def timeless(thought: Thought) -> tuple[object, ...]:
    """All of a thought but the clock."""
    return thought.move, thought.weighed, thought.values, thought.scores, thought.line, thought.simulations


def test_messages_to_a_program_do_not_depend_on_hidden_information(tmp_path: Path) -> None:
    """The audit for other people's bots, on the wire: two programs log every byte they get."""
    (tmp_path / "logger.py").write_text(LOGGER)
    logs = [tmp_path / "truth", tmp_path / "twin"]
    pairs = [pair for setup in TABLES for pair in sample(setup)]
    for which, log in enumerate(logs, 1):
        command = f"{sys.executable} -S {tmp_path / 'logger.py'} {log}"
        with ExternalBot(compiled("makabana"), command) as bot:
            for number, pair in enumerate(pairs):
                bot.think(pair[which], BUDGET, Chance(number))  # type: ignore[arg-type]
    first, second = (log.read_bytes() for log in logs)
    assert first == second and first.count(b"\n") == len(pairs) + 1


def test_no_request_for_a_move_in_a_whole_game_depends_on_hidden_information() -> None:
    for setup in TABLES:
        for what, truth, twin in twins(setup, 4):
            one, other = (json.dumps(choice(1, view, BUDGET, 5)) for view in (truth, twin))
            assert one == other, what


class First:
    """A bot that takes the first move."""

    name, version = "first", 1

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        return Thought(view.legal()[0].text)


def lost_positions(scoring: str) -> Iterator[Position]:
    """Positions near the end that are lost for the seat to move, but by more with some moves than with others."""
    for seed in range(300, 400):
        position = ending(seed, 4, scoring)
        if prove(position).outcome == "loss" and len(set(margins(position).values())) > 1:
            yield position


def margins(position: Position) -> dict[str, int]:
    """The margin of each move with best play, by plain minimax over the reference rules."""
    return {str(step): slow_margin(position.play(step)) * side(position) for step in position.legal()}


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_proven_loss_is_delayed(scoring: str) -> None:
    """A game of Mabula lasts until nobody can move, so nothing is lost sooner: it is lost by as little as can be."""
    bot, found = MabulaBot(First()), 0
    for position in lost_positions(scoring):
        thought = bot.think(position.view(position.actors[0]), None, Chance(1))
        known = margins(position)
        assert thought.proof == "loss" and known[thought.move] == max(known.values()) < 0, str(position)
        found += 1
    assert found > 5


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_proven_loss_gets_no_worse_and_every_mistake_of_the_winner_is_used(scoring: str) -> None:
    """Against random play the value in reach never falls, and some losses become wins."""
    bot, turned = MabulaBot(First()), 0
    for number, position in enumerate(lost_positions(scoring)):
        seat, source = position.actors[0], Chance(number)
        hopes = []
        while not position.is_over:
            view = position.view(position.actors[0])
            if view.seat == seat:
                hopes.append(prove(view).margin)
            player: Bot = bot if view.seat == seat else find_bot(compiled("mabula"), "random")
            position = position.play(choose(player, view, None, source))
        scores = [score.total for score in position.scores]
        hopes.append(scores[seat - 1] - scores[2 - seat])
        assert hopes == sorted(hopes), str(position)  # type: ignore[type-var]
        turned += (hopes[-1] or 0) >= 0
    assert turned > 0


@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        ("mabula", 2, 200),
        pytest.param("makabana", 3, 150, marks=pytest.mark.slow),
        pytest.param("marabunta", 2, 200, marks=pytest.mark.slow),
        pytest.param("junglerumble", 2, 200, marks=pytest.mark.slow),
    ],
)
def test_a_novice_is_weak_but_not_silly(name: str, players: int, games: int, tmp_path: Path) -> None:
    """It wins clearly more often than random play: the whole interval lies above an even share."""
    result = run(
        name, ["novice", "random"], players=players, games=games, seed=11, alone=players > 2,
        database=tmp_path / "arena.sqlite",
    )  # fmt: skip
    share = (result.alone or result.points)["novice"]
    assert not result.forfeits and share.low > 1 / players, share


@cache
def won_positions() -> list[tuple[Position, set[str]]]:
    """Positions of Mabula with few marbles left in which some moves win against any answers, and others don't."""
    found = []
    for seed in range(100):
        position = ending(seed, 3, "largest")
        wins = {move for move, margin in margins(position).items() if margin > 0}
        if 0 < len(wins) < len(position.legal()):
            found.append((position, wins))
    return found


@pytest.mark.parametrize(("level", "wanted"), [("novice", 0.7), ("casual", 0.8), ("club", 0.9), ("expert", 1.0)])
def test_a_sure_win_is_seldom_given_away(level: str, wanted: float) -> None:
    """Every level gives fewer won games away than random play; from expert on, none."""
    bot = find_bot(compiled("mabula"), level)
    taken = [bot.think(one.view(one.actors[0]), None, Chance(7)).move in wins for one, wins in won_positions()]
    assert len(taken) > 20 and sum(taken) / len(taken) >= wanted, (sum(taken), len(taken))
