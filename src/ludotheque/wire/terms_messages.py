"""The terms of a table, as its maker chooses them and as they are sent."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ludotheque.games import NAMES

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[NAMES]  # the API lists them


class Wishes(BaseModel):
    """The terms that a table's maker chooses."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: GameName
    players: Annotated[int, Field(ge=2, le=6)]
    options: dict[str, str] = {}
    board: Annotated[str, Field(max_length=20_000)] | None = None  # the text of a board file
    clock: Literal["none", "live", "slow"] = "none"
    bank: Annotated[float, Field(ge=10, le=86_400)] = 600.0  # seconds of a live clock
    increment: Annotated[float, Field(ge=0, le=600)] = 10.0
    days: Annotated[float, Field(ge=1 / 24, le=30)] = 3.0  # of a slow clock, for each choice
    absence: Literal["wait", "end", "bot"] = "wait"  # what happens when time runs out or a person leaves
    seating: Literal["drawn", "chosen"] = "drawn"  # seats are drawn by lot, or stay as people sat down
    rated: bool = False
    private: bool = True
    messages: bool = True


class SeriesScore(BaseModel):
    """A series of games between the same people: which game of it a table is, and the points before that game."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    best_of: Annotated[int, Field(ge=3, le=9)]
    game: Annotated[int, Field(ge=1, le=9)]
    points: tuple[float, ...]  # by seat of this table; those who share a win share its point


class OpeningView(BaseModel):
    """The number of given steps; the log holds them."""

    ply: int


class TermsView(Wishes):
    """The terms of a table as they are sent; of an opening only its length."""

    rules: int
    opening: OpeningView | None
    series: SeriesScore | None = None
    # the first keys of the game's record: game, rules, players, every option, a board of its own
    header: dict[str, str]
