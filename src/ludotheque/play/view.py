"""A view: what one seat, or a spectator, may see. Bots and pages get this and nothing else."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludotheque.games.refusal import Refusal
from ludotheque.play.chance import Source, as_source
from ludotheque.play.engine import new_rng
from ludotheque.play.json_fields import FactFields
from ludotheque.play.position import Moment, Position, Step
from ludotheque.play.shared_refusals import find_seat

if TYPE_CHECKING:
    from ludotheque.play.game import Game, Setup


class View(Moment):
    """A state with everything erased that its seat may not know. `seat` is None for a spectator."""

    __slots__ = ("_legal", "seat")

    def __init__(self, game: "Game", setup: "Setup", state: Any, seat: int | None) -> None:
        super().__init__(game, setup, state)
        self.seat = seat
        self._legal: tuple[Step, ...] | None = None

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else self.game.seat_name(self.seat)
        return f"<{self.game.title} view of {who}>"

    def _key(self) -> tuple[Any, ...]:
        return (*super()._key(), self.seat)

    def legal(self) -> tuple[Step, ...]:
        """The legal moves of this seat; none when it is not waited for."""
        if self._legal is None:
            self._legal = self._steps(self.seat) if self.seat in self.actors and self.seat is not None else ()
        return self._legal

    def why_not(self, move: str) -> Refusal | None:
        """Why this seat may not play a move; None when it may."""
        try:
            self._find(move, find_seat(self, self.seat or 0))
        except Refusal as refusal:
            return refusal
        return None

    def facts(self) -> FactFields:
        """The derived figures that this seat looks at."""
        return self.game.engine.facts.facts(self.setup.board, self._state, self.seat)

    def guess(self, chance: "Source | int") -> Position:
        """A complete position that agrees with everything this seat has seen, at random."""
        source = as_source(chance)
        rng = new_rng(source.randrange(1 << 30) << 30 | source.randrange(1 << 30), 0)
        state = self._state.copy()
        self.game.engine.guess(self.setup.board, state, self.seat or 0, rng)
        return Position(self.game, replace(self.setup, start=None), state)
