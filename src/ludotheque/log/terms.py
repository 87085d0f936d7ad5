"""The terms of a table: the game and its options, the clock, and what happens when somebody leaves."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ludotheque.log.time_slices import in_slices
from ludotheque.play.game import Game, Setup, SetupError
from ludotheque.play.game import game as find_game
from ludotheque.play.position import Position
from ludotheque.play.record import setup_keys
from ludotheque.wire.field_bounds import Notation
from ludotheque.wire.terms_messages import OpeningView, SeriesScore, TermsView, Wishes

RATED_CLOCKS, RATED_ABSENCES = ("live", "slow"), ("bot", "end")  # of rated games: nobody escapes a loss by leaving


class GivenStart(BaseModel):
    """The opening of a game that continues another one: its start, and the given steps."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: Annotated[str, Field(max_length=64)] | None = None
    steps: tuple[tuple[Annotated[int, Field(ge=0, le=6)], Notation], ...] = ()


class Terms(Wishes):
    """The complete terms of a table, fixed when it is made."""

    rules: Annotated[int, Field(ge=1)]
    opening: GivenStart | None = None  # None: the game begins at its start
    series: SeriesScore | None = None  # None: a game of its own

    @cached_property
    def seen(self) -> TermsView:
        """The terms as they are sent."""
        opening = None if self.opening is None else OpeningView(ply=len(self.opening.steps))
        header = setup_keys(self.find_game(), self.setup(0))
        return TermsView(**self.model_dump(exclude={"opening"}), opening=opening, header=header)

    @cached_property
    def first(self) -> Position:
        """The position after the opening. Cached: an opening draws nothing."""
        return [*self._opening()][-1]

    async def play_opening(self) -> None:
        """Cache `first`, if there is an opening, in slices: a long one does not hold up other tables."""
        if self.opening is not None and "first" not in self.__dict__:
            self.__dict__["first"] = [position async for position in in_slices(self._opening())][-1]

    def _opening(self) -> Iterator[Position]:
        """The positions of the opening."""
        assert self.opening is not None  # noqa: S101
        position = self.find_game().begin(self.setup(self.opening.start))
        yield position
        for seat, text in self.opening.steps:
            position = position.play(text, seat)
            yield position

    def find_game(self) -> Game:
        return find_game(self.game)

    def setup(self, start: str | int | None) -> Setup:
        """The game's setup; raises SetupError for unknown options."""
        options: dict[str, Any] = dict(self.options)
        one = self.find_game()
        if unknown := set(options) - set(one.options):
            raise SetupError(f"{min(unknown)[:40]!r}: {one.title} has no such option")
        return one.setup(self.players, start=start, board_text=self.board, rules=self.rules, **options)
