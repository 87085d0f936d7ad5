"""The terms of a table: the game and its options, the clock, and what happens when somebody is gone."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ludotheque.play.game import Game, Setup, SetupError
from ludotheque.play.game import game as find_game

GameName = Literal["mabula", "marabunta", "makabana", "junglerumble"]


class Terms(BaseModel):
    """What a table is set up with; it never changes once the table is made."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: GameName
    players: Annotated[int, Field(ge=2, le=6)]
    rules: Annotated[int, Field(ge=1)]
    options: dict[str, str] = {}
    board: Annotated[str, Field(max_length=20_000)] | None = None  # the text of a board file
    clock: Literal["none", "live", "slow"] = "none"
    bank: Annotated[float, Field(ge=10, le=86_400)] = 600.0  # seconds of a live clock
    increment: Annotated[float, Field(ge=0, le=600)] = 10.0
    days: Annotated[float, Field(ge=1 / 24, le=30)] = 3.0  # of a slow clock, each time a seat is waited for
    absence: Literal["wait", "end", "bot"] = "wait"  # when time runs out or somebody leaves
    rated: bool = False
    private: bool = True
    messages: bool = True

    def find_game(self) -> Game:
        return find_game(self.game)

    def setup(self, start: str | int | None) -> Setup:
        """What the game is started with."""
        options: dict[str, Any] = dict(self.options)
        one = self.find_game()
        if unknown := set(options) - set(one.options):
            raise SetupError(f"{min(unknown)[:40]!r}: {one.title} has no such option")
        return one.setup(self.players, start=start, board_text=self.board, rules=self.rules, **options)
