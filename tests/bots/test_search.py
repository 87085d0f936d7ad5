"""Search: it plays legally in every game, is reproducible, sees only views, and takes a win."""

from functools import cache

import pytest

from ludotheque import NAMES, Chance, Position, View
from ludotheque.bots.bot import Bot, BotError, Budget, choose
from ludotheque.bots.levels import LEVELS, find_bot
from ludotheque.bots.search_bot import SearchBot
from tests.conftest import SETUPS, begin, compiled, random_line

SMALL = Budget(simulations=120)


@cache
def plain(name: str) -> Bot:
    return find_bot(compiled(name), "uct:100")


def a_choice(name: str, seed: int, ply: int) -> Position:
    """A position of a random game in which a seat has a choice."""
    setup = next(one for one, (game, _) in SETUPS.items() if game == name)
    line = list(random_line(begin(setup, seed), seed))
    return next(one for one in line[min(ply, len(line) // 2) :] if one.actors[:1] > (0,) and len(one.legal()) > 3)


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_by_search(name: str) -> None:
    position, turn = begin(next(one for one, (game, _) in SETUPS.items() if game == name), 2), 0
    while not position.is_over:
        position = position.roll(Chance(turn)) if position.is_chance else position
        if not position.is_over:
            seat = position.actors[0]
            position = position.play(choose(plain(name), position.view(seat), Budget(20), Chance(turn, 1)), seat)
            turn += 1
    assert position.outcome


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_seed_and_simulations_give_the_same_thought(name: str) -> None:
    position = a_choice(name, 3, 20)
    view = position.view(position.actors[0])
    first = plain(name).think(view, SMALL, Chance(5))
    again = plain(name).think(position.view(position.actors[0]), SMALL, Chance(5))
    other = plain(name).think(view, SMALL, Chance(6))
    assert (first.move, first.weighed, first.values) == (again.move, again.weighed, again.values)
    assert first.weighed != other.weighed


@pytest.mark.parametrize("name", NAMES)
def test_a_thought_adds_up(name: str) -> None:
    position = a_choice(name, 4, 30)
    view = position.view(position.actors[0])
    thought = plain(name).think(view, SMALL, Chance(1))
    assert thought.simulations == 120
    assert sum(one.share for one in thought.weighed) == pytest.approx(1)
    assert sum(thought.values) == pytest.approx(1, abs=1e-6), "a win is shared by its winners"
    assert {one.move for one in thought.weighed} == {step.text for step in view.legal()}
    assert thought.weighed[0].move == thought.move == thought.line[0]
    assert all(0 <= one.value <= 1 for one in thought.weighed)


def test_two_states_that_a_seat_cannot_tell_apart_are_played_alike() -> None:
    """The information audit for bots: Maka Bana's secret projects of others change nothing."""
    start = compiled("makabana").start(3)
    for text in ("danae.sand.flower", "danae.lagoon.tattoo", "danae.lagoon.flower", "evao.lagoon.fish"):
        start = start.play(f"hut:{text}")
    start = start.play("hut:evao.sand.fish").play("hut:evao.palm.tattoo")
    views: list[View] = []
    for site, card in (("danae.rock.fish", "beach"), ("evao.rock.tattoo", "sector")):
        position = start.play(f"build:{site}", 2).play(f"show:{card}", 2)
        views.append(position.view(1))
    for name in ("uct:100", "casual", "club"):
        bot = find_bot(compiled("makabana"), name)
        one, other = (bot.think(view, SMALL, Chance(9)) for view in views)
        assert (one.move, one.weighed) == (other.move, other.weighed)


def test_a_win_in_one_is_taken() -> None:
    """Positions of Mabula with two marbles left, in which one move wins and another loses."""
    found = 0
    for seed in range(60):
        line = list(random_line(begin("mabula-largest", seed), seed))
        position = line[-3]
        if position.is_over or len(position.legal()) < 2:
            continue
        wins = {step.text for step in position.legal() if _wins_for_sure(position, step.text)}
        if 0 < len(wins) < len(position.legal()):
            found += 1
            thought = plain("mabula").think(position.view(position.actors[0]), Budget(400), Chance(seed))
            assert thought.move in wins
    assert found > 5


def _wins_for_sure(position: Position, move: str) -> bool:
    """Whether every answer leaves the mover the only winner."""
    seat, after = position.actors[0], position.play(move)
    ends = [after] if after.is_over else [after.play(step) for step in after.legal()]
    return all(end.outcome is not None and end.outcome.winners == (seat,) for end in ends)


def test_memory_is_bounded_and_reported() -> None:
    game = compiled("mabula")
    kit = plain("mabula").kit  # type: ignore[attr-defined]
    bot = SearchBot(game, "small", kit, simulations=40_000, memory=400_000)
    thought = bot.think(game.start(seed=1).view(1), None, Chance(1))
    assert 100_000 < thought.memory <= 400_000
    assert thought.simulations == 40_000


def test_threads_share_the_simulations() -> None:
    game = compiled("mabula")
    bot = find_bot(game, "uct:101", threads=2)
    assert bot.think(game.start(seed=1).view(1), None, Chance(1)).simulations == 101


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", [*LEVELS[:3], "random"])
def test_every_level_plays_a_legal_move_by_itself(name: str, level: str) -> None:
    position = a_choice(name, 6, 25)
    view = position.view(position.actors[0])
    bot = find_bot(compiled(name), level)
    assert choose(bot, view, None, Chance(2)) in view.legal()
    assert bot.name == level and bot.version >= 1


def test_a_single_legal_move_is_played_without_thinking() -> None:
    class Nobody:
        name, version = "nobody", 1

        def think(self, view: View, budget: Budget | None, chance: Chance) -> None:
            raise AssertionError

    position = next(one for one in random_line(begin("junglerumble-2", 1), 1) if len(one.legal()) == 1)
    view = position.view(position.actors[0])
    assert choose(Nobody(), view, None, Chance(1)) == view.legal()[0]  # type: ignore[arg-type]


def test_an_answer_that_is_not_legal_is_an_error() -> None:
    class Wrong:
        name, version = "wrong", 1

        def think(self, view: View, budget: Budget | None, chance: Chance) -> object:
            from ludotheque.bots.bot import Thought

            return Thought("a1-a1")

    with pytest.raises(BotError, match="wrong answers 'a1-a1', which is not legal"):
        choose(Wrong(), compiled("mabula").start(seed=1).view(1), None, Chance(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["wizard", "uct:", "uct:0", "uct:-5", ""])
def test_an_unknown_bot_is_refused_with_a_list_of_all_bots(name: str) -> None:
    with pytest.raises(BotError, match="choose random, novice, casual, club, expert, master"):
        find_bot(compiled("mabula"), name)


def test_an_unknown_setting_is_refused() -> None:
    kit = plain("mabula").kit  # type: ignore[attr-defined]
    with pytest.raises(BotError, match="a search has no setting luck; it has exploration"):
        SearchBot(compiled("mabula"), "x", kit, {"luck": 1.0})


@pytest.mark.parametrize(
    "budget",
    [
        {}, {"simulations": 1, "seconds": 1.0}, {"simulations": 0}, {"simulations": 2.5},
        {"seconds": -1.0}, {"seconds": float("nan")}, {"seconds": float("inf")},
    ],
)  # fmt: skip
def test_a_budget_is_simulations_or_seconds_more_than_nothing_and_has_an_end(budget: dict[str, float]) -> None:
    with pytest.raises(BotError, match=r"^(a budget is|simulations are)"):
        Budget(**budget)  # type: ignore[arg-type]


def test_a_bot_whose_seat_is_not_waited_for_is_refused() -> None:
    start = compiled("mabula").start(seed=1)
    for seat in (2, None):
        with pytest.raises(BotError, match="its seat is not waited for"):
            choose(plain("mabula"), start.view(seat), None, Chance(1))
