"""A player that searches the last round of a game of rounds exactly, when the end is in reach."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from ludotheque.bots import exact_play
from ludotheque.bots.bot import Bot, BotError, Budget, Thought, Weighed
from ludotheque.bots.bot_contract import EndgameModule
from ludotheque.bots.exact_play import DEPTH, ENTRY, FRAME, LEAST, MOST, NOBODY, POINT, WORK, endgame_of
from ludotheque.bots.kit import Kit
from ludotheque.bots.search_bot import SearchBot
from ludotheque.games import NAMES
from ludotheque.games.game_contract import RulesModule
from ludotheque.games.kernel import CPU
from ludotheque.games.playout import DESK
from ludotheque.play.chance import Source
from ludotheque.play.position import Position
from ludotheque.play.view import View

NODES = 200_000
MEMORY = 64 << 20
SPARE = 0.015  # seconds of a timed choice that are left to look for lost moves
SURE = 1.0 - 2.0**-22  # at least: a win without doubt
SLICE = 20_000  # nodes between two looks at the clock, some 10 ms
SHARE = 0.5  # of a budget of seconds
FOREVER = 1 << 62


@dataclass(frozen=True, slots=True)
class EndgameSearch:
    """A seat's guaranteed value at the end of the round. `value` is None if the search did not finish.

    `value` is the share of the win plus 2 ** -30 for each point ahead of the best other. It is a lower bound against
    any play. With `is_exact` it is also the upper bound when all others play against the seat.
    """

    value: float | None
    action: int  # the move that guarantees `value`, -1 where chance or another seat comes next
    is_exact: bool
    has_chance: bool
    is_alone: bool  # nobody else has a choice any more
    nodes: int
    seconds: float
    memory: int  # bytes of the table

    @property
    def share(self) -> float:
        """The share of the win, without the points; with chance, the expected share."""
        return min(1.0, max(0.0, round(self.value or 0.0, 6)))

    @property
    def margin(self) -> float:
        """Points ahead of the best other; with chance, on average."""
        shares = (1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 6, 0.0)
        value = self.value or 0.0
        return (value - min(shares, key=lambda share: abs(share - value))) / POINT


class Looker:
    """One exact search in progress: its arrays and limits."""

    def __init__(self, moment: View | Position, seat: int, nodes: int, seconds: float, memory: int) -> None:
        engine, state, self.board = moment.game.engine, moment.state, moment.setup.board.record
        self.kernel = ending_kernel(moment.game.name, engine.rules)
        self.states, self.frames = np.repeat(state[None], DEPTH), np.zeros(DEPTH, FRAME)
        self.words = self.states.view(np.uint32).reshape(DEPTH, -1)
        self.moves = np.zeros((DEPTH, len(engine.new_list())), np.int16)
        wanted = (min(max(nodes, 1 << 10), 1 << 21) - 1).bit_length()
        self.table = np.zeros(1 << min(wanted, (memory // ENTRY.itemsize).bit_length() - 1), ENTRY)
        self.desk, self.work = np.zeros(1, DESK)[0], np.zeros(1, WORK)[0]
        self.work.seat, self.work.depth = seat, -1
        self.work.last = _endgame(moment.game.name).round_of(self.board, state)
        self._run(0)  # compiles the first time, before the clock starts
        self.nodes, self.end = nodes, time.perf_counter() + seconds

    def _run(self, limit: int) -> None:
        self.kernel(
            self.board, self.states, self.words, self.frames, self.moves, self.table, self.desk, self.work, limit
        )

    def ask(self, alpha: float, beta: float) -> float | None:
        """The value, if it lies in the window; else a bound on the same side. None when the limit is reached."""
        self.work.depth, self.work.is_done, self.work.alpha, self.work.beta = -1, 0, alpha, beta
        while not self.work.is_done:
            limit = min(self.nodes, int(self.work.nodes) + SLICE)
            if self.work.nodes >= limit or time.perf_counter() >= self.end:
                return None
            self._run(limit)
        return float(self.work.value)

    def answer(self) -> tuple[float | None, int, bool]:
        """Value, move, and whether the value is exact; None without a sure win if the game may outlast the round."""
        value = self.ask(SURE, SURE)
        action = int(self.frames[0].move)
        if value is None or (value < SURE and self.work.far):
            return None, NOBODY, False
        if value < SURE:
            value = self.ask(LEAST, SURE)
            known = value is not None and not self.work.far
            return (value, int(self.frames[0].move), True) if known else (None, NOBODY, False)
        more = self.ask(value, MOST)
        if more is None or more <= value:
            return value, action, more is not None and not self.work.far
        return more, int(self.frames[0].move), not self.work.far


def look_ahead(
    moment: View | Position, *, seat: int | None = None, nodes: int = NODES, seconds: float | None = None,
    memory: int = MEMORY,
) -> EndgameSearch:  # fmt: skip
    """The guaranteed value of a seat (else the one to move) at the end of this round, if nodes and seconds suffice.

    Without `seconds`, the same position gives the same answer, node by node.
    """
    _check(moment, nodes, seconds, memory)
    begun = time.perf_counter()
    looker = Looker(moment, seat or moment.actors[0], nodes, float(FOREVER) if seconds is None else seconds, memory)
    value, action, is_exact = looker.answer()
    work = looker.work
    return EndgameSearch(
        value=value,
        action=action,
        is_exact=is_exact,
        has_chance=bool(work.chances),
        is_alone=not work.others,
        nodes=int(work.nodes),
        seconds=time.perf_counter() - begun,
        memory=int(looker.table.nbytes),
    )


def _check(moment: View | Position, nodes: int, seconds: float | None, memory: int) -> None:
    if not endgame_of(moment.game.name):
        known = ", ".join(filter(endgame_of, NAMES))
        raise BotError(f"the end of {moment.game.title} is not looked at like this, only that of {known}")
    if moment.is_over:
        raise BotError("the game is over: there is nothing left to look for")
    if nodes <= 0 or (seconds is not None and seconds <= 0):
        raise BotError("a look needs more than nothing: 1000 nodes, or 0.1 s, say")
    if memory < 2 * ENTRY.itemsize:
        raise BotError(f"a look needs a table of at least {2 * ENTRY.itemsize} bytes, not {memory}")


@cache
def ending_kernel(name: str, rules: RulesModule) -> Any:
    """The exact search, compiled with the rules of a game; cached on disk."""
    return CPU.bind(exact_play.look, ending_kit(name, rules))


@cache
def ending_kit(name: str, rules: RulesModule) -> Kit:
    """The rules of a game, and when its round is the last."""
    return Kit(rules, {"look": exact_play.look, "round_of": _endgame(name).round_of})


def may_end(view: View) -> bool:
    """Whether an exact search is worthwhile: this round is the last, or an end condition is near."""
    return _endgame(view.game.name).may_end(view)


def _endgame(name: str) -> EndgameModule:
    module = endgame_of(name)
    assert module is not None  # noqa: S101
    return module


class EndingBot:
    """Searches like the bot it is given, but plays a guaranteed move if there is one, and avoids proven losses.

    An exact search has a limit of nodes, not of time, so the same position is played the same way on any machine.
    With a budget of seconds the exact searches take half of them at most.
    """

    def __init__(self, bot: Bot, *, nodes: int = NODES, spares: bool = True, memory: int = MEMORY) -> None:
        self.bot, self.nodes, self.spares, self.memory = bot, nodes, spares, memory
        self.name, self.version = bot.name, bot.version

    def greet(self) -> None:
        """Load the compiled code, so that neither the first choice nor the first exact search is late."""
        if isinstance(self.bot, SearchBot):
            self.bot.greet()
            look_ahead(self.bot.game.start(seed=1).roll(1), nodes=1)

    def close(self) -> None:
        """Forget the last tree, as at the end of a game."""
        if isinstance(self.bot, SearchBot):
            self.bot.close()

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """A guaranteed move if there is one, else the search's best move that is no proven loss."""
        if not may_end(view):
            return self.bot.think(view, budget, chance)
        begun = time.perf_counter()
        seconds = budget.seconds if budget else None
        ending = look_ahead(view, nodes=self.nodes, seconds=seconds and seconds * SHARE, memory=self.memory)
        if ending.value is not None and _decides(view, ending):
            return _thought(view, ending)
        if seconds is None:
            return self._spared(view, self.bot.think(view, budget, chance), None)
        end = begun + seconds
        spare = min(SPARE, seconds * SHARE / 2) if self.spares and view.players == 2 else 0.0
        left = end - time.perf_counter() - spare
        thought = self.bot.think(view, Budget(seconds=max(0.001, left)), chance)
        return self._spared(view, thought, end - time.perf_counter())

    def _spared(self, view: View, thought: Thought, seconds: float | None) -> Thought:
        """The best-weighed move that does not give the other seat a sure win."""
        if not self.spares or view.players != 2:
            return thought
        for move, is_lost in self._losses(view, thought, seconds):
            if not is_lost:
                return thought if move == thought.move else replace(thought, move=move, line=(move,))
        return replace(thought, proof="loss")

    def _losses(self, view: View, thought: Thought, seconds: float | None) -> Iterator[tuple[str, bool]]:
        """The moves, the chosen one first, and whether each is a proven loss; as far as the nodes last."""
        position, nodes = view.guess(0), self.nodes  # the position itself: nothing is hidden
        others = [one.move for one in thought.weighed if one.move != thought.move]
        end = None if seconds is None else time.perf_counter() + seconds
        for move in (thought.move, *others):
            after = position.play(move)
            left = None if end is None else end - time.perf_counter()
            if nodes <= 0 or (left is not None and left <= 0) or after.is_over or after.is_chance:
                yield move, False
                continue
            ending = look_ahead(after, seat=3 - (view.seat or 0), nodes=nodes, seconds=left, memory=self.memory)
            nodes -= ending.nodes
            yield move, ending.value is not None and ending.value >= SURE


def _decides(view: View, ending: EndgameSearch) -> bool:
    """Whether an exact search settles the choice: a sure win, or an end that at most one opponent can change."""
    is_known = ending.is_exact and (view.players == 2 or ending.is_alone)
    return is_known or (ending.value is not None and ending.value >= SURE)


def _thought(view: View, ending: EndgameSearch) -> Thought:
    share, seat = ending.share, view.seat or 0
    move = next(step.text for step in view.legal() if step.action == ending.action)
    proof = {1.0: "win", 0.0: "loss"}.get(share, "" if ending.has_chance else "draw")
    rest = (1.0 - share) / (view.players - 1)
    return Thought(
        move=move,
        values=tuple(share if one == seat else rest for one in range(1, view.players + 1)),
        weighed=(Weighed(move, 1.0, share),),
        line=(move,),
        proof=proof,
        seconds=ending.seconds,
        memory=ending.memory,
        notes={"exact": share, "margin": ending.margin, "nodes": float(ending.nodes)},
    )
