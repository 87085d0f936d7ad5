"""The contracts of the modules in a game's folder of this room, all optional. Each class describes one file."""

from typing import TYPE_CHECKING, Any, Protocol

from ludotheque.play.view import View

if TYPE_CHECKING:
    from ludotheque.bots.bot import Bot
    from ludotheque.bots.kit import Kit
    from ludotheque.bots.search_style import Style


class StyleModule(Protocol):
    """`style.py`: how the game is searched; without it, by plain search."""

    @property
    def STYLE(self) -> "Style":
        """The parts of its search, the settings, and the five levels' simulations."""


class ProvingModule(Protocol):
    """Also in `style.py`, of a game whose strongest levels prove the end."""

    def exact_bot(self, level: str, bot: "Bot", memory: int) -> "Bot":
        """The same bot, but it plays the end exactly."""

    def endgame_kit(self) -> "Kit":
        """What is compiled for that."""


class EndgameModule(Protocol):
    """`endgame.py`, of a game of rounds whose last round can be searched exactly (see `bots.exact_play`)."""

    def round_of(self, board: Any, state: Any) -> int:
        """The number of the round that is played; a kernel."""

    def may_end(self, view: View) -> bool:
        """Whether it is worth a look: this round is the last, or what ends the game is nearly used up."""
