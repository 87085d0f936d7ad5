"""Contracts of the modules in `drawing/<game>`: one class for each file, and for what a file may offer besides.

Every game has `picture`, `text` and `words`. Without a `sheet` or a `vignette` a plain one is drawn; `reveal` is
optional.
"""

from typing import TYPE_CHECKING, Protocol

from ludotheque.drawing.drawing import Drawing, Marks
from ludotheque.drawing.ink import Ink
from ludotheque.games.phrase import Phrase
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from ludotheque.drawing.description import Description
    from ludotheque.drawing.score_sheet import SheetRow


class PictureModule(Protocol):
    """`picture.py`."""

    def draw(self, view: View, marks: Marks, code: str, /) -> Drawing:
        """A view as SVG, in a language, with its marks; its elements carry the legal steps."""


class SharedPictureModule(Protocol):
    """Also in `picture.py`, where all who are not waited for see the same: it is drawn once for them."""

    @property
    def WATCHERS_ALIKE(self) -> bool:
        """Whether a seat that has no move now, and a spectator, see the same picture."""


class TextModule(Protocol):
    """`text.py`."""

    def draw_text(self, view: View, marks: Marks, code: str, ink: Ink, /) -> str:
        """A view as text of at most 80 columns, in a language, the legal moves included."""

    def draw_parts(self, view: View, marks: Marks, code: str, ink: Ink, /) -> tuple[list[str], list[str]]:
        """The lines of the board, and of what stands beside it, for a screen with a list of moves of its own."""


class AttemptModule(Protocol):
    """Also in `text.py`, if a try at a name of the text is not written as the picture's `attempt` says."""

    def attempt(self, view: View, /) -> str:
        """How a try is written, the name put in for {}; '' where there is none."""


class SplitModule(Protocol):
    """Also in `text.py`, of a game whose steps `split:` elements into two groups."""

    def element_names(self, view: View, /) -> dict[str, tuple[str, Phrase]]:
        """What each element shows, by its letter in the notation: in short, and in words."""


class WordsModule(Protocol):
    """`words.py`."""

    def describe(self, view: View, /) -> "Description":
        """What is where, what is expected, and what is possible: enough to play without seeing."""

    def tell(self, before: Position, step: Step, after: Position, seat: int | None, /) -> list[Phrase]:
        """What a step did, for somebody who sees what a seat may see (None: a spectator)."""


class SheetModule(Protocol):
    """`sheet.py`, if a game has one."""

    def rows(self, view: View, /) -> "list[list[SheetRow]]":
        """Where every point comes from: the rows of each seat, in seat order."""


class VignetteModule(Protocol):
    """`vignette.py`, if a game has one."""

    def draw(self) -> str:
        """A corner of its table as SVG, 320 by 200, for the home page."""


class StyledVignetteModule(Protocol):
    """Also in `vignette.py`, if its picture needs the game's style sheet."""

    @property
    def HAS_SHEET(self) -> bool:
        """Whether a page links the game's style sheet for it."""


class RevealModule(Protocol):
    """`reveal.py`, of a game whose rounds end with things turned up one by one."""

    def ends_round(self, before: Position, after: Position, /) -> bool:
        """Whether a step had them turned up."""

    def reveal(self, before: Position, after: Position, code: str, /) -> "DataclassInstance":
        """What was turned up, ready for a page: `turned` lists it by seat."""
