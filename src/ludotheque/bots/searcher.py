"""A bot that searches: Monte-Carlo tree search with one kit and its settings."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np

from ludotheque.bots.bot import BotError, Budget, Thought, Weighed
from ludotheque.bots.kit import Kit
from ludotheque.bots.search import EDGE, NODE, SETTINGS, WORK
from ludotheque.games.playout import DESK
from ludotheque.play.chance import Source
from ludotheque.play.engine import new_rng
from ludotheque.play.game import Game
from ludotheque.play.view import View

EDGES_PER_NODE = 12
BYTES_PER_NODE = NODE.itemsize + EDGES_PER_NODE * EDGE.itemsize
DEFAULTS: Mapping[str, float] = {
    "exploration": 0.7, "margin": 0.0, "scale": 10.0, "trust": 4.0, "width": 0.0, "growth": 0.5, "patience": 1_000_000,
}  # fmt: skip
FIRST, SHORTEST = 64, 0.004  # simulations of a first slice; seconds that a slice of a timed search takes


@dataclass
class Tree:
    """One thread's search: its arrays, its random source, and the position it thinks about."""

    kit: Kit
    view: View
    settings: Any
    nodes: Any
    edges: Any
    rng: Any
    states: Any = field(init=False)
    work: Any = field(init=False)

    def __post_init__(self) -> None:
        state = self.view.state
        self.states = np.stack([state, state])
        self.work = np.zeros(1, WORK)[0]
        self.work.seat = self.view.seat
        engine = self.view.game.engine
        self.moves, self.desk = engine.new_list(), np.zeros(1, DESK)[0]

    def run(self, simulations: int) -> None:
        """So many simulations more; the interpreter is free meanwhile."""
        board = self.view.setup.board.record
        self.kit.search(
            board, self.states, self.nodes, self.edges, self.work, self.moves, self.desk, self.rng, self.settings,
            simulations,
        )  # fmt: skip

    def run_until(self, end: float) -> None:
        """Simulations until a moment of the clock, in slices of some milliseconds."""
        many = FIRST
        while (now := time.perf_counter()) < end:
            self.run(many)
            took = time.perf_counter() - now
            slice_ = min(SHORTEST, max(0.0, end - now - took))
            many = max(1, min(many * 4, int(many * slice_ / max(took, 1e-6))))

    def children(self, node: int) -> Any:
        """The edges of a node."""
        first = int(self.nodes[node].first)
        return self.edges[first : first + int(self.nodes[node].count)]


class SearchBot:
    """A player by search. `simulations` is its own budget; `memory` bounds its tree, in bytes."""

    def __init__(
        self, game: Game, name: str, kit: Kit, settings: Mapping[str, float] | None = None, *, simulations: int = 1000,
        threads: int = 1, memory: int = 64 << 20, version: int = 1, temperature: float = 0.0,
    ) -> None:  # fmt: skip
        unknown = set(settings or {}) - set(DEFAULTS)
        if unknown:
            raise BotError(f"a search has no setting {', '.join(sorted(unknown))}; it has {', '.join(DEFAULTS)}")
        self.game, self.name, self.kit, self.version = game, name, kit, version
        self.simulations, self.threads, self.memory = simulations, threads, memory
        self.temperature = temperature  # 0: the move tried most; above: any, the more it was tried the likelier
        self.settings = np.zeros(1, SETTINGS)[0]
        for key, value in {**DEFAULTS, **(settings or {})}.items():
            self.settings[key] = value

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Search, and choose the move that was tried most."""
        begun = time.perf_counter()
        budget = budget or Budget(simulations=self.simulations)
        trees = self._trees(view, chance)
        self._run(trees, budget, begun)
        thought = self._conclude(view, trees, time.perf_counter() - begun)
        return replace(thought, move=self._draw(thought, chance)) if self.temperature else thought

    def _draw(self, thought: Thought, chance: Source) -> str:
        """A move at random, by its share of the thinking; the hotter, the more alike they are."""
        weights = [
            int(1e6 * (one.share / thought.weighed[0].share) ** (1 / self.temperature)) for one in thought.weighed
        ]
        ticket = chance.randrange(sum(weights))
        for one, weight in zip(thought.weighed, weights, strict=True):
            if ticket < weight:
                return one.move
            ticket -= weight
        return thought.move

    def _trees(self, view: View, chance: Source) -> list[Tree]:
        nodes = max(1000, self.memory // self.threads // BYTES_PER_NODE)
        seeds = [chance.randrange(1 << 30) << 30 | chance.randrange(1 << 30) for _ in range(self.threads)]
        return [
            Tree(self.kit, view, self.settings, *_room(nodes, thread), new_rng(seed, thread))
            for thread, seed in enumerate(seeds)
        ]

    def _run(self, trees: list[Tree], budget: Budget, begun: float) -> None:
        if budget.seconds is not None:
            end = begun + budget.seconds
            _on_threads([lambda tree=tree: tree.run_until(end) for tree in trees])
            return
        share, rest = divmod(budget.simulations or 1, len(trees))
        _on_threads([lambda tree=tree, many=share + (i < rest): tree.run(many) for i, tree in enumerate(trees)])

    def _conclude(self, view: View, trees: list[Tree], seconds: float) -> Thought:
        legal = {step.action: step.text for step in view.legal()}
        visits = dict.fromkeys(legal, 0)
        values = dict.fromkeys(legal, 0.0)
        for tree in trees:
            for edge in tree.children(0):
                visits[int(edge.action)] += int(edge.visits)
                values[int(edge.action)] += float(edge.value)
        total = max(1, sum(visits.values()))
        order = sorted(legal, key=lambda action: (-visits[action], -values[action], action))
        weighed = tuple(
            Weighed(legal[action], visits[action] / total, values[action] / max(1, visits[action])) for action in order
        )
        many = max(1, sum(int(tree.work.simulations) for tree in trees))
        seats = range(1, view.players + 1)
        return Thought(
            move=weighed[0].move,
            values=tuple(sum(float(tree.work.rewards[seat]) for tree in trees) / many for seat in seats),
            scores=tuple(sum(float(tree.work.scores[seat]) for tree in trees) / many for seat in seats),
            weighed=weighed,
            line=tuple(self._line(view, trees[0], order[0])),
            simulations=many,
            seconds=seconds,
            memory=sum(int(t.work.nodes) * NODE.itemsize + int(t.work.edges) * EDGE.itemsize for t in trees),
        )

    def _line(self, view: View, tree: Tree, first: int) -> list[str]:
        """The moves tried most, from the chosen one on, as far as nothing is left to chance or hidden."""
        engine, board, state = view.game.engine, view.setup.board, view.state
        line: list[str] = []
        node, action = 0, first
        while len(line) < 12:
            seat = int(tree.nodes[node].seat)
            edge = next((one for one in tree.children(node) if int(one.action) == action), None)
            if seat <= 0 or edge is None or action not in engine.legal(board, state, seat):
                break
            line.append(engine.notation.format_action(board, state, seat, action))
            engine.play(board, state, seat, action)
            node = int(edge.child)
            if self.kit.hides or node < 0 or int(tree.nodes[node].visits) < 2:
                break
            action = int(max(tree.children(node), key=lambda one: int(one.visits)).action)
        return line


@cache
def _room(nodes: int, thread: int) -> tuple[Any, Any]:
    """The arrays of a tree; a process has one pair for each size and thread, since bots think one after another."""
    return np.zeros(nodes, NODE), np.zeros(nodes * EDGES_PER_NODE, EDGE)


def _on_threads(works: list[Any]) -> None:
    if len(works) == 1:
        works[0]()
        return
    with ThreadPoolExecutor(len(works)) as pool:
        for result in [pool.submit(work) for work in works]:
            result.result()
