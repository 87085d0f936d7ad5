"""Solver of Mabula: the value of a position with best play on both sides, and the line that reaches it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludotheque.bots.bot import BotError
from ludotheque.bots.kit import Kit
from ludotheque.bots.mabula.alpha_beta import DEPTH, FRAME, WORK, solve
from ludotheque.bots.mabula.group_shapes import MEMO, SLOTS, known_total
from ludotheque.bots.mabula.move_order import order
from ludotheque.bots.mabula.transpositions import ENTRY, LEAST, MOST, find
from ludotheque.games.kernel import CPU
from ludotheque.games.mabula import rules
from ludotheque.games.mabula.state import WHITE
from ludotheque.play.position import Position
from ludotheque.play.view import View

MEMORY = 64 << 20
SLICE = 50_000  # nodes between two looks at the clock, some 10 ms
SHORT, HURRY = 4_000, 0.5  # nodes of a slice when fewer seconds than that are left
FOREVER = 1 << 62


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """The proven result for the seat to move. Without a proof, `outcome`, `move` and `line` are empty.

    The move reaches the outcome. Where the margin is known too, move and line are optimal: a loss is as small, a win
    as high as possible.
    """

    outcome: str  # `win`, `draw` or `loss`
    move: str
    line: tuple[str, ...]  # how the game goes on when both play like this
    margin: int | None  # the seat's points above the other's at the end; None when only the outcome is proven
    nodes: int
    seconds: float
    memory: int  # bytes of the table

    def __str__(self) -> str:
        if not self.outcome:
            return f"not proven in {self.nodes:,} nodes"
        by = "" if not self.margin else f" by {abs(self.margin)}"
        return f"{self.outcome}{by}, proven in {self.nodes:,} nodes"


class Solver:
    """One proof in progress: its arrays, and the bounds of White's margin so far."""

    def __init__(self, moment: View | Position, nodes: int, seconds: float, memory: int) -> None:
        self.engine, self.board, self.state = moment.game.engine, moment.setup.board, moment.state
        self.states, self.frames = np.stack([self.state] * DEPTH), np.zeros(DEPTH, FRAME)
        self.table = np.zeros(1 << (memory // ENTRY.itemsize).bit_length() - 1, ENTRY)
        self.memo, self.work = np.zeros(SLOTS, MEMO), np.zeros(1, WORK)[0]
        self._run(0)  # compiles the first time, before the clock starts
        self.nodes, self.end = nodes, time.perf_counter() + seconds
        self.least, self.most, self.action = LEAST, MOST, -1

    def ask(self, state: Any, question: int) -> int | None:
        """A bound of White's margin that says whether it is at least so much; None when the limit is reached."""
        self.states[0] = state
        self.work.depth, self.work.question, self.work.is_done = -1, question, 0
        while not self.work.is_done:
            left = self.end - time.perf_counter()
            limit = min(self.nodes, int(self.work.nodes) + (SLICE if left > HURRY else SHORT))
            if self.work.nodes >= limit or left <= 0:
                return None
            self._run(limit)
        return int(self.work.value)

    def _run(self, limit: int) -> None:
        _kernel()(self.board.record, self.states, self.frames, self.table, self.memo, self.work, limit)

    def tighten(self, question: int) -> bool:
        """Ask about the position itself; False when the limit is reached."""
        value = self.ask(self.state, question)
        if value is None:
            return False
        is_yes = value >= question
        self.least, self.most = (value, self.most) if is_yes else (self.least, value)
        if is_yes == (self.state.turn == WHITE) or self.action < 0:
            self.action = int(self.frames[0].move)  # a move that reaches the bound, or at first any
        return True

    def find_outcome(self) -> bool:
        """Does the seat to move win? If not, does it draw?"""
        first, second = (1, 0) if self.state.turn == WHITE else (0, 1)
        return self.tighten(first) and (bool(self.outcome) or self.tighten(second))

    def find_margin(self) -> bool:
        """Ask for a little more each time, until the two bounds meet; leaves an eighth of the nodes for the line."""
        whole, self.nodes = self.nodes, self.nodes - self.nodes // 8
        is_exact = self._close_in()
        self.nodes = whole
        return is_exact

    def _close_in(self) -> bool:
        while self.least < self.most:
            seeks_more = self.least > LEAST if self.state.turn == WHITE else self.most == MOST
            if not self.tighten(self.least + 1 if seeks_more else self.most):
                return False
        return True

    @property
    def outcome(self) -> str:
        """For the seat to move; empty while it is open."""
        least, most = (self.least, self.most) if self.state.turn == WHITE else (-self.most, -self.least)
        return "win" if least > 0 else "loss" if most < 0 else "draw" if least == most == 0 else ""

    def line(self) -> list[str]:
        """The moves to the end that reach the proven result, as far as the limit allows."""
        state, action = self.state.copy(), self.action
        line: list[str] = []
        while True:
            seat = int(state.turn)
            line.append(self.engine.notation.format_action(self.board, state, seat, action))
            self.engine.play(self.board, state, seat, action)
            if self.engine.actor(self.board, state) < 0 or self.ask(state, self._question(int(state.turn))) is None:
                return line
            action = int(self.frames[0].move)

    def _question(self, seat: int) -> int:
        """The question that finds a move which holds the seat's own bound, or if there is none, the other's."""
        least, most = self.least, self.most + 1
        return least if (seat == WHITE and least > LEAST) or most > MOST else most


def prove(
    moment: View | Position, *, nodes: int | None = None, seconds: float | None = None, memory: int = MEMORY,
    margin: bool = True,
) -> SolvedPosition:  # fmt: skip
    """Prove the outcome of best play for the seat to move; no outcome when nodes or seconds run out.

    With `margin`, the rest of the limit is spent on the best margin. The table takes at most `memory` bytes. Without
    `seconds`, the same position gives the same proof, node by node.
    """
    _check(moment, nodes, seconds, memory)
    begun = time.perf_counter()
    solver = Solver(moment, nodes or FOREVER, seconds or float(FOREVER), memory)
    is_proven = solver.find_outcome()
    is_exact = is_proven and margin and solver.find_margin()
    line = solver.line() if is_proven else []
    side = 1 if solver.state.turn == WHITE else -1
    return SolvedPosition(
        outcome=solver.outcome if is_proven else "",
        move=line[0] if line else "",
        line=tuple(line),
        margin=side * solver.least if is_exact else None,
        nodes=int(solver.work.nodes),
        seconds=time.perf_counter() - begun,
        memory=solver.table.nbytes,
    )


def _check(moment: View | Position, nodes: int | None, seconds: float | None, memory: int) -> None:
    if moment.game.name != "mabula":
        raise BotError(f"only Mabula can be solved, not {moment.game.title}")
    if moment.is_over:
        raise BotError("the game is over: there is nothing left to prove")
    if not all(limit is None or limit > 0 for limit in (nodes, seconds)):
        raise BotError("a proof needs more than nothing: 1000 nodes, or 0.1 s, say")
    if memory < 2 * ENTRY.itemsize:
        raise BotError(f"a proof needs a table of at least {2 * ENTRY.itemsize} bytes, not {memory}")


@cache
def solver_kit() -> Kit:
    """The rules and every file of the solver: an edit of any makes the cached code stale."""
    parts: dict[str, Callable[..., Any]] = {"solve": solve, "order": order, "known_total": known_total, "find": find}
    return Kit(rules, parts)


@cache
def _kernel() -> Any:
    """The solver, compiled with the rules; cached on disk."""
    return CPU.bind(solve, solver_kit())
