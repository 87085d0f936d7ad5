"""A bot that searches: Monte-Carlo tree search with one kit and its settings."""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Lock

import numpy as np

from ludotheque.bots.bot import BotError, Budget, Thought, Weighed
from ludotheque.bots.kit import Kit
from ludotheque.bots.search import NONE, SETTINGS
from ludotheque.bots.tree import BYTES_PER_NODE, Rooms, Tree
from ludotheque.bots.tree_reuse import load_tree_reuse
from ludotheque.games.kernel import CPU
from ludotheque.play.chance import Chance, Source
from ludotheque.play.engine import new_rng
from ludotheque.play.game import Game
from ludotheque.play.view import View

DEFAULTS: Mapping[str, float] = {
    "exploration": 0.7, "margin": 0.0, "scale": 10.0, "trust": 4.0, "width": 0.0, "growth": 0.5, "patience": 1_000_000,
}  # fmt: skip
RANGES = {"margin": (0.0, 1.0), "scale": (0.001, 1e6), "growth": (0.0, 1.0), "patience": (1, 1e9)}
LEAST_MEMORY = 1000 * BYTES_PER_NODE
CONCLUDING = 0.002  # seconds of a thought in which its tree is read
ROOMS = Rooms()


def _check(settings: Mapping[str, float], threads: int, memory: int) -> None:
    """Raise for settings that no search can work with."""
    unknown = set(settings) - set(DEFAULTS)
    if unknown:
        raise BotError(f"a search has no setting {', '.join(sorted(unknown))}; it has {', '.join(DEFAULTS)}")
    for key, value in settings.items():
        low, high = RANGES.get(key, (0.0, 1e6))
        if not low <= value <= high:
            raise BotError(f"{key}: a number from {low:g} to {high:g}, not {value:g}")
    if not 1 <= threads <= 256:
        raise BotError(f"threads: 1 to 256, not {threads}")
    if memory // threads < LEAST_MEMORY:
        raise BotError(f"memory: a search needs {LEAST_MEMORY} bytes for each thread, not {memory // threads}")


class SearchBot:
    """A player by search. `simulations` is its own budget; `memory` bounds its tree, in bytes.

    With a budget of seconds, and where nothing is hidden, it reuses its last tree (`keeps`). With a budget of
    simulations it always starts a new tree, so that these and the seed reproduce a move. Each thought has arrays of
    its own: one bot may think on several threads at once.
    """

    def __init__(
        self, game: Game, name: str, kit: Kit, settings: Mapping[str, float] | None = None, *, simulations: int = 1000,
        threads: int = 1, memory: int = 64 << 20, version: int = 1, temperature: float = 0.0, keeps: bool = True,
    ) -> None:  # fmt: skip
        _check(settings or {}, threads, memory)
        self.game, self.name, self.kit, self.version = game, name, kit, version
        self.simulations, self.threads, self.memory = simulations, threads, memory
        self.temperature = temperature  # 0: the move tried most; above: any, the more it was tried the likelier
        self.keeps = keeps and not kit.hides
        self.settings = np.zeros(1, SETTINGS)[0]
        for key, value in {**DEFAULTS, **(settings or {})}.items():
            self.settings[key] = value
        self._kept: list[Tree] = []
        self._lock = Lock()

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """Search, and choose the move that was tried most."""
        begun = time.perf_counter()
        budget = budget or Budget(simulations=self.simulations)
        goes_on = self.keeps and budget.seconds is not None and self.kit.target is CPU
        return self._think(view, chance, begun, partial(self._run, budget=budget, begun=begun), goes_on)

    def think_within(self, view: View, seconds: float, most: int, chance: Source) -> Thought:
        """Search until the time is over, or for `most` simulations if that is sooner.

        A budget of as many simulations as it came to, and the same seed, lead to the same move.
        """
        begun = time.perf_counter()
        return self._think(view, chance, begun, lambda trees: trees[0].run_within(begun + seconds, most))

    def _think(
        self, view: View, chance: Source, begun: float, run: Callable[[list[Tree]], None], goes_on: bool = False
    ) -> Thought:
        trees = done = self._trees(view, chance, goes_on)
        try:
            run(trees)
            notes = {"kept": float(sum(tree.kept for tree in trees))} if goes_on else {}
            thought = self._conclude(view, trees, notes, begun)
            done = self._exchange(trees) if goes_on else trees
        finally:
            _put_away(done)
        return self._drawn(thought, chance) if self.temperature else thought

    def greet(self) -> None:
        """Load the compiled code, so that the first choice is not late."""
        position = self.game.start(seed=1).roll(1)
        self.think(position.view(position.actors[0]), Budget(simulations=1), Chance(1))

    def close(self) -> None:
        """Forget the last tree, as at the end of a game."""
        _put_away(self._exchange([]))

    def _exchange(self, trees: list[Tree]) -> list[Tree]:
        """Store these trees; returns those stored before."""
        with self._lock:
            trees, self._kept = self._kept, trees
        return trees

    def _drawn(self, thought: Thought, chance: Source) -> Thought:
        """The thought with a move drawn by its share of the thinking."""
        move = self._draw(thought, chance)
        return thought if move == thought.move else replace(thought, move=move, line=(move,))

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

    def _trees(self, view: View, chance: Source, goes_on: bool) -> list[Tree]:
        """A tree for each thread, in the arrays of the last ones; with `goes_on`, the last trees are reused."""
        if self.keeps and self.kit.target is CPU:
            load_tree_reuse(view.game.engine)
        seeds = [chance.randrange(1 << 30) << 30 | chance.randrange(1 << 30) for _ in range(self.threads)]
        size = self.memory // self.threads // BYTES_PER_NODE
        last = self._exchange([])
        rooms = [tree.room for tree in last] or [ROOMS.take(size) for _ in seeds]
        trees = [
            Tree(self.kit, view, self.settings, room, new_rng(seed, thread))
            for thread, (seed, room) in enumerate(zip(seeds, rooms, strict=True))
        ]
        path = last[0].path_to(view) if last and goes_on else None
        if path is not None:
            for tree, old in zip(trees, last, strict=True):
                tree.go_on(old, path)
        return trees

    def _run(self, trees: list[Tree], budget: Budget, begun: float) -> None:
        if budget.seconds is not None:
            end = begun + budget.seconds - min(CONCLUDING, budget.seconds / 10)
            _on_threads([partial(tree.run_until, end) for tree in trees])
            return
        share, rest = divmod(budget.simulations or 1, len(trees))
        _on_threads([partial(tree.run, share + (i < rest)) for i, tree in enumerate(trees)])

    def _conclude(self, view: View, trees: list[Tree], notes: dict[str, float], begun: float) -> Thought:
        """The thought: moves weighed by all visits of the trees; values and scores are means of its own simulations."""
        legal = {step.action: step.text for step in view.legal()}
        visits, values = dict.fromkeys(legal, 0), dict.fromkeys(legal, 0.0)
        for edges in (tree.children(0) for tree in trees):
            for action, tried, value in zip(
                *(edges[key].tolist() for key in ("action", "visits", "value")), strict=True
            ):
                visits[action] += tried
                values[action] += value
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
            seconds=time.perf_counter() - begun,
            memory=sum(tree.memory for tree in trees),
            notes=notes,
        )

    def _line(self, view: View, tree: Tree, first: int) -> list[str]:
        """The moves tried most, from the chosen one on, as far as nothing is left to chance or hidden."""
        engine, board, state = view.game.engine, view.setup.board, view.state
        line: list[str] = []
        node, action = 0, first
        while len(line) < 12:
            seat, after = int(tree.room.nodes[node].seat), tree.follow((action,), node)
            if seat <= 0 or action not in engine.legal(board, state, seat):
                break
            line.append(engine.notation.format_action(board, state, seat, action))
            engine.play(board, state, seat, action)
            node = after
            if self.kit.hides or node == NONE or int(tree.room.nodes[node].visits) < 2:
                break
            edges = tree.children(node)
            action = int(edges["action"][edges["visits"].argmax()])
        return line


def _put_away(trees: list[Tree]) -> None:
    for tree in trees:
        ROOMS.give(tree.room)


def _on_threads(works: list[Callable[[], None]]) -> None:
    """Run all at the same time; the first on the calling thread."""
    if len(works) == 1:
        works[0]()
        return
    with ThreadPoolExecutor(len(works) - 1) as pool:
        others = [pool.submit(work) for work in works[1:]]
        works[0]()
        for other in others:
            other.result()
