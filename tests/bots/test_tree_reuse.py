"""Tree reuse between moves: the position is found and the tree cut to its subtree; never with a reproducible budget."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from ludotheque import Chance, Position, View
from ludotheque.bots.bot import Budget, Thought, choose
from ludotheque.bots.levels import find_bot
from ludotheque.bots.search import NONE
from ludotheque.bots.search_bot import SearchBot
from ludotheque.bots.tree import FREE_BYTES, Room, Rooms, Tree
from ludotheque.bots.tree_reuse import reroot
from ludotheque.play.engine import new_rng
from tests.conftest import SETUPS, begin, compiled

OPEN = ("mabula-largest", "marabunta-meadow-basic", "junglerumble-2", "junglerumble-4")  # nothing is hidden
SOME = Budget(seconds=0.02)


@cache
def greeted(name: str) -> SearchBot:
    """A bot whose compiled parts are loaded; others share them."""
    bot = new_bot(name)
    bot.greet()
    return bot


def new_bot(name: str, **options: Any) -> SearchBot:
    bot = find_bot(compiled(name), "uct:100", **options)
    assert isinstance(bot, SearchBot)
    return bot


def a_view(setup: str, seed: int = 1) -> View:
    """The first choice of a game."""
    position = begin(setup, seed)
    while position.is_chance or len(position.legal(position.actors[0])) == 1:
        position = position.roll(Chance(seed)) if position.is_chance else position.play(position.legal()[0])
    return position.view(position.actors[0])


def grown(setup: str, simulations: int = 4000, seed: int = 5) -> Tree:
    """A tree that is narrow enough to be deep."""
    bot = greeted(SETUPS[setup][0])
    settings = bot.settings.copy()
    settings.exploration = 0.1
    tree = Tree(bot.kit, a_view(setup), settings, Room.of(5000), new_rng(seed, 0))
    tree.run(simulations)
    return tree


def written(nodes: Any, edges: Any, node: int) -> list[Any]:
    """The contents of a node and its descendants, child by child."""
    seat, visits, first, count = (int(nodes[node][key]) for key in ("seat", "visits", "first", "count"))
    below = []
    for edge in edges[first : first + count]:
        child = [] if edge["child"] == NONE else written(nodes, edges, int(edge["child"]))
        below.append([int(edge["action"]), int(edge["visits"]), float(edge["value"]), float(edge["prior"]), child])
    return [seat, visits, below]


def main_line(tree: Tree) -> list[tuple[tuple[int, ...], Position]]:
    """The steps tried most while they have nodes, and where each leads."""
    line: list[tuple[tuple[int, ...], Position]] = []
    path: tuple[int, ...] = ()
    node, position = 0, tree.view.guess(0)
    while tree.room.nodes[node].visits > 1:
        edges = tree.children(node)
        best = edges[edges["visits"].argmax()]
        if best["child"] == NONE:
            break
        path, node = (*path, int(best["action"])), int(best["child"])
        steps = position.legal(position.actors[0])
        position = position.play(next(step for step in steps if step.action == path[-1]))
        line.append((path, position))
    return line


@pytest.mark.parametrize("setup", OPEN)
def test_thinking_again_about_the_same_position_reuses_its_tree(setup: str) -> None:
    greeted(SETUPS[setup][0])
    bot, view = new_bot(SETUPS[setup][0]), a_view(setup)
    first, again = (bot.think(view, SOME, Chance(seed)) for seed in (1, 2))
    assert (first.notes["kept"], again.notes["kept"]) == (0, first.simulations)
    assert sum(again.values) == pytest.approx(1, abs=1e-6), "values are means of the new simulations alone"
    third = bot.think(view, SOME, Chance(3))
    assert third.notes["kept"] == first.simulations + again.simulations


@pytest.mark.parametrize("setup", OPEN)
def test_the_reused_tree_is_the_subtree_node_by_node(setup: str) -> None:
    old = grown(setup)
    for path, position in main_line(old)[:3]:
        expected = written(old.room.nodes, old.room.edges, old.follow(path))
        last, room = copy(old), Room(old.room.nodes.copy(), old.room.edges.copy())
        last.room = room
        fresh = Tree(old.kit, old.view, old.settings, room, new_rng(6, 0))
        fresh.go_on(last, path)
        assert written(room.nodes, room.edges, 0) == expected, position
        assert 0 < fresh.kept == expected[1] < old.work.simulations
        assert 0 < fresh.work.nodes < old.work.nodes


def test_a_reused_tree_grows_like_any_other() -> None:
    """After so many more simulations, every node still has as many visits as its edges together."""
    old = grown("junglerumble-2")
    path, position = main_line(old)[0]
    tree = Tree(old.kit, position.view(position.actors[0]), old.settings, old.room, new_rng(6, 0))
    tree.go_on(old, path)
    tree.run(2000)
    assert int(old.room.nodes[0].visits) == tree.kept + 2000
    for node in range(int(tree.work.nodes)):
        assert tree.children(node)["visits"].sum() == tree.room.nodes[node].visits


def test_rerooting_is_the_same_interpreted_and_compiled() -> None:
    old = grown("mabula-largest", 600)
    path = main_line(old)[0][0]
    nodes, edges, work = old.room.nodes.copy(), old.room.edges.copy(), old.work.copy()
    reroot(nodes, edges, work, old.follow(path), np.full(int(work.nodes), NONE, np.int32))
    fresh = Tree(old.kit, old.view, old.settings, old.room, new_rng(6, 0))
    fresh.go_on(old, path)
    many = int(work.nodes)
    assert many == fresh.work.nodes and work.edges == fresh.work.edges
    assert (nodes[:many] == old.room.nodes[:many]).all() and (edges[: work.edges] == old.room.edges[: work.edges]).all()


@pytest.mark.parametrize("setup", OPEN)
def test_a_later_position_is_found_where_it_was_played(setup: str) -> None:
    tree = grown(setup)
    found = 0
    for path, position in main_line(tree):
        if tree.view.seat in position.actors and tree.room.nodes[tree.follow(path)].visits > 20:
            found += 1
            assert tree.path_to(position.view(tree.view.seat)) == path
    assert found


def test_in_a_game_the_tree_is_reused_after_the_opponents_move() -> None:
    greeted("mabula")
    bot, position = new_bot("mabula"), begin("mabula-largest", 1)
    for turn in range(3):
        thought = bot.think(position.view(1), Budget(seconds=0.2), Chance(turn))
        while len(main_line(bot._kept[0])) < 2:  # a busy machine may have let it think of next to nothing
            thought = bot.think(position.view(1), Budget(seconds=0.2), Chance(turn))
        position = position.play(thought.move)
        tree = bot._kept[0]
        path, expected = main_line(tree)[1]
        visits = int(tree.room.nodes[tree.follow(path)].visits)
        position = position.play(next(step for step in position.legal() if step.action == path[1]))
        assert position == expected
        assert bot.think(position.view(1), Budget(seconds=0.2), Chance(turn, 1)).notes == {"kept": visits}


def other_seed(view: View) -> View:
    return a_view("mabula-largest", 2)


def other_seat(view: View) -> View:
    return View(view.game, view.setup, view.state, 2)


def other_scoring(view: View) -> View:
    return View(view.game, replace(view.setup, options={"scoring": "product"}), view.state, 1)


def earlier(view: View) -> View:
    """No step leads back to this view."""
    return a_view("mabula-largest", 1)


@pytest.mark.parametrize("change", [other_seed, other_seat, other_scoring, earlier])
def test_another_table_seat_or_time_is_not_found(change: Callable[[View], View]) -> None:
    tree = grown("mabula-largest")
    assert tree.path_to(tree.view) == ()
    if change is earlier:
        path, position = main_line(tree)[1]
        later = Tree(tree.kit, position.view(1), tree.settings, tree.room, new_rng(6, 0))
        later.go_on(tree, path)
        tree = later
    assert tree.path_to(change(tree.view)) is None


def test_an_unrelated_position_starts_a_new_tree() -> None:
    greeted("mabula")
    bot = new_bot("mabula")
    bot.think(a_view("mabula-largest", 1), SOME, Chance(1))
    thought = bot.think(a_view("mabula-largest", 2), SOME, Chance(1))
    assert thought.notes == {"kept": 0}
    assert bot._kept[0].room.nodes[0].visits == thought.simulations


def test_a_closed_bot_and_one_without_reuse_start_a_new_tree() -> None:
    plain = greeted("mabula")
    view = a_view("mabula-largest")
    bot = new_bot("mabula")
    bot.think(view, SOME, Chance(1))
    bot.close()
    assert bot.think(view, SOME, Chance(1)).notes == {"kept": 0}
    other = SearchBot(plain.game, "x", plain.kit, keeps=False)
    assert [other.think(view, SOME, Chance(1)).notes for _ in range(2)] == [{}, {}]


def test_in_a_game_with_secrets_no_tree_is_reused() -> None:
    bot, view = greeted("makabana"), a_view("makabana-3")
    assert [bot.think(view, SOME, Chance(1)).notes for _ in range(2)] == [{}, {}]


def facts(thought: Thought) -> tuple[Any, ...]:
    """All of a thought but the time it took."""
    return (thought.move, thought.values, thought.scores, thought.weighed, thought.line, thought.memory, thought.notes)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_simulations_always_starts_a_new_tree(threads: int) -> None:
    greeted("junglerumble")
    view, budget = a_view("junglerumble-2"), Budget(simulations=300)
    alone = facts(new_bot("junglerumble", threads=threads).think(view, budget, Chance(4)))
    bot = new_bot("junglerumble", threads=threads)
    bot.think(view, SOME, Chance(1))
    assert facts(bot.think(view, budget, Chance(4))) == alone
    assert facts(bot.think(view, budget, Chance(4))) == alone
    assert alone[-1] == {}


@pytest.mark.parametrize("is_one", [True, False])
def test_concurrent_thoughts_equal_those_made_alone(is_one: bool) -> None:
    """One bot object on two threads, and two bots."""
    views = [a_view("mabula-largest", seed) for seed in range(1, 7)]
    alone = [facts(greeted("mabula").think(view, Budget(simulations=8000), Chance(9))) for view in views]
    bots = [greeted("mabula") if is_one else new_bot("mabula") for _ in views]
    with ThreadPoolExecutor(3) as pool:
        works = [
            pool.submit(bot.think, view, Budget(simulations=8000), Chance(9))
            for bot, view in zip(bots, views, strict=True)
        ]
        assert [facts(work.result()) for work in works] == alone


def test_a_bot_that_thinks_twice_at_once_stores_one_valid_tree() -> None:
    greeted("mabula")
    bot, view = new_bot("mabula"), a_view("mabula-largest")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(4):
            works = [pool.submit(bot.think, view, SOME, Chance(seed)) for seed in (1, 2)]
            assert all(work.result().move for work in works)
    tree = bot._kept[0]
    assert len(bot._kept) == 1
    for node in range(int(tree.work.nodes)):
        assert tree.children(node)["visits"].sum() == tree.room.nodes[node].visits


def test_a_thread_without_a_simulation_does_not_count() -> None:
    greeted("mabula")
    bot, view = new_bot("mabula", threads=2), a_view("mabula-largest")
    bot.think(view, Budget(simulations=100), Chance(1))
    thought = bot.think(view, Budget(simulations=1), Chance(1))
    assert thought.simulations == 1
    assert [one.share for one in thought.weighed[:2]] == [1, 0]


def test_however_short_the_time_a_move_is_found() -> None:
    for bot in (greeted("mabula"), greeted("makabana")):
        view = a_view("mabula-largest" if bot.game.name == "mabula" else "makabana-3")
        thought = bot.think(view, Budget(seconds=1e-9), Chance(1))
        assert (thought.simulations, thought.weighed[0].share) == (1, 1)


def test_memory_stays_bounded_over_a_whole_game() -> None:
    greeted("mabula")
    bot, position, turn = new_bot("mabula", memory=300_000), begin("mabula-largest", 3), 0
    most = 0
    while not position.is_over:
        view = position.view(position.actors[0])
        if len(view.legal()) > 1 and view.seat == 1:
            thought = bot.think(view, Budget(seconds=0.03), Chance(turn))
            most = max(most, thought.memory)
            assert sum(tree.room.bytes for tree in bot._kept) <= 300_000
        position = position.play(choose(bot, view, Budget(simulations=1), Chance(turn)))
        turn += 1
    assert 200_000 < most <= 300_000


def test_arrays_serve_one_search_at_a_time_and_few_stay_in_the_pool() -> None:
    rooms = Rooms()
    one, other = rooms.take(1000), rooms.take(1000)
    assert one is not other
    rooms.give(one)
    assert rooms.take(2000) is not one
    assert rooms.take(1000) is one
    for _ in range(10):
        rooms.give(Room.of(300_000))
    assert 0 < sum(room.bytes for room in rooms._free) <= FREE_BYTES


def test_a_level_of_mabula_loads_its_proofs_and_forgets_its_tree() -> None:
    bot = find_bot(compiled("mabula"), "master")
    view = a_view("mabula-largest")
    bot.greet()  # type: ignore[attr-defined]
    bot.think(view, SOME, Chance(1))
    bot.close()  # type: ignore[attr-defined]
    assert bot.think(view, SOME, Chance(1)).notes == {"kept": 0}
