"""A player of Mabula that solves the position when a proof is in reach."""

import time
from dataclasses import replace

from ludotheque.bots.bot import Bot, Budget, Thought, Weighed
from ludotheque.bots.mabula.alpha_beta import marbles_left
from ludotheque.bots.mabula.solver import MEMORY, SolvedPosition, prove
from ludotheque.bots.search_bot import SearchBot
from ludotheque.play.chance import Chance, Source
from ludotheque.play.view import View

REACH = 12  # marbles left on the edge; with more, a proof is out of reach for these nodes
NEAR = 4  # marbles left where a proof takes no time at all
NODES = 2_000_000
SHARE = 0.5  # of a budget of seconds
LEAST, FILLED = 1 << 16, 96_000_000  # bytes of the smallest table; bytes that a budget of one second may fill
WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class MabulaBot:
    """Searches like the bot it is given, and plays the end exactly.

    A proof has a limit of nodes, not of time, so the same position is played the same way on any machine. With a
    budget of seconds it takes half of them at most.
    """

    def __init__(self, bot: Bot, *, reach: int = REACH, nodes: int = NODES, memory: int = MEMORY) -> None:
        self.bot, self.reach, self.nodes, self.memory = bot, reach, nodes, memory
        self.name, self.version = bot.name, bot.version

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        """A proven move if there is one, else the search's choice."""
        if marbles_left(view.state) > self.reach:
            return self.bot.think(view, budget, chance)
        begun = time.perf_counter()
        seconds = budget.seconds if budget else None
        proof = prove(view, nodes=self.nodes, seconds=seconds and seconds * SHARE, memory=self._room(seconds))
        if proof.outcome:
            return _thought(view, proof)
        if seconds is not None:
            budget = Budget(seconds=max(0.001, seconds - (time.perf_counter() - begun)))
        thought = self.bot.think(view, budget, chance)
        return replace(thought, memory=max(thought.memory, proof.memory))

    def _room(self, seconds: float | None) -> int:
        """Bytes of the table: in a short time no more than can be filled, since fresh memory takes time as well."""
        return self.memory if seconds is None else min(self.memory, LEAST + int(seconds * FILLED))

    def greet(self) -> None:
        """Load the compiled code, so that neither the first choice nor the first proof is late."""
        if isinstance(self.bot, SearchBot):
            self.bot.greet()
            position = self.bot.game.start(seed=1)
            while marbles_left(position.state) > NEAR:
                position = position.play(position.legal()[0])
            self.think(position.view(position.actors[0]), Budget(simulations=1), Chance(1))

    def close(self) -> None:
        """Forget the last tree, as at the end of a game."""
        if isinstance(self.bot, SearchBot):
            self.bot.close()


def _thought(view: View, proof: SolvedPosition) -> Thought:
    worth = WORTH[proof.outcome]
    return Thought(
        move=proof.move,
        values=(worth, 1.0 - worth) if view.seat == 1 else (1.0 - worth, worth),
        scores=_last_scores(view, proof.line),
        weighed=(Weighed(proof.move, 1.0, worth),),
        line=proof.line,
        proof=proof.outcome,
        seconds=proof.seconds,
        memory=proof.memory,
        notes={"nodes": float(proof.nodes)} | ({} if proof.margin is None else {"margin": float(proof.margin)}),
    )


def _last_scores(view: View, line: tuple[str, ...]) -> tuple[float, ...]:
    """The scores at the end of the game; none when the line does not reach it."""
    position = view.guess(0)  # the position itself: nothing is hidden
    for move in line:
        position = position.play(move)
    return tuple(float(score.total) for score in position.scores) if position.is_over else ()
