"""Contracts of the modules in `drawing/<game>`: one class for each file, and for what a file may offer besides.

Every game has `picture`, `text` and `words`. Without a `sheet` or a `vignette` a plain one is drawn; `guide` and
`reveal` are optional.
"""

from typing import TYPE_CHECKING, Protocol

from ludotheque.drawing.drawing import Drawing, Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.shared_names import SeatNames
from ludotheque.games.phrase import Phrase
from ludotheque.play.game import Setup
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from ludotheque.drawing.description import Description
    from ludotheque.drawing.guide import Explanations
    from ludotheque.drawing.score_sheet import SheetRow


class PictureModule(Protocol):
    """`picture.py`."""

    def draw(self, view: View, marks: Marks, code: str, /) -> Drawing:
        """A view as SVG, in a language, with its marks; its elements carry the legal steps."""


class SharedPictureModule(Protocol):
    """Also in `picture.py`, of a game without secrets: one picture serves all who have no move now."""

    @property
    def WATCHERS_ALIKE(self) -> bool:
        """Whether seats without a move and spectators see the same picture."""


class TextModule(Protocol):
    """`text.py`."""

    def draw_text(self, view: View, marks: Marks, code: str, ink: Ink, /) -> str:
        """A view as text of at most 80 columns, in a language, the legal moves included."""

    def draw_parts(self, view: View, marks: Marks, code: str, ink: Ink, /) -> tuple[list[str], list[str]]:
        """The lines of the board and of the tables beside it, for a screen that lists the moves itself."""


class AttemptModule(Protocol):
    """Also in `text.py`, if an attempt at a name is not written as the picture's `attempt` says."""

    def attempt(self, view: View, /) -> str:
        """How an attempt is written, with {} for the name; '' if there is none."""


class SplitModule(Protocol):
    """Also in `text.py`, of a game whose steps `split:` elements into two groups."""

    def element_names(self, view: View, /) -> dict[str, tuple[str, Phrase]]:
        """What each element shows, by its letter in the notation: in short, and in words."""


class WordsModule(Protocol):
    """`words.py`."""

    def describe(self, view: View, /) -> "Description":
        """Where everything is, what is expected and what is possible: enough to play without seeing."""

    def tell(self, before: Position, step: Step, after: Position, seat: int | None, /) -> list[Phrase]:
        """What a step did, as far as a seat (None: a spectator) may know."""


class GuideModule(Protocol):
    """`guide`, if a game has one: what a newcomer asks."""

    def paragraph_now(self, view: View, /) -> str:
        """The paragraph of the rulebook that matters now."""

    def part_label(self, part: str, /) -> Phrase:
        """The accessible name of a part of the picture, true all game long."""

    def explanations(self, setup: Setup, /) -> "Explanations":
        """What everything in the pictures of a setup is, by id or by `#` and its definition (`drawing.guide`)."""


class SheetModule(Protocol):
    """`sheet.py`, if a game has one."""

    def rows(self, view: View, /) -> "list[list[SheetRow]]":
        """The rows of each seat, in seat order; every point is in one of them."""


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
    """`reveal.py`, of a game whose rounds end with secrets turned up one by one."""

    def ends_round(self, before: Position, after: Position, /) -> bool:
        """Whether the step between these positions ended a round."""

    def reveal(self, before: Position, after: Position, code: str, names: SeatNames, /) -> "DataclassInstance":
        """The secrets that were turned up, ready for a page: `turned` lists them by seat; `names` are the seats'."""
