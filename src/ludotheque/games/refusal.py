"""Why something is not legal, with the rule it breaks."""

from collections.abc import Callable
from typing import Any, ClassVar

from ludotheque.games.phrase import Phrase


class GameError(ValueError):
    """Everything that this library refuses, in one line that says what to do."""


class Refusal(GameError):  # noqa: N818  the word of the house
    """A step that is not played.

    kind: `unreadable` (no such notation), `seat` (another seat is waited for), `moment` (not now), `over` (the game
    has ended) or `illegal` (a rule forbids it). rule: a stable id, `<game>.<slug>`. reason: one sentence, in English;
    `phrase` is the same for any language. places: the elements of the drawing that it is about, `hex-k1`.
    alternatives: the nearest legal steps, the best first.
    """

    citer: ClassVar["Callable[[Refusal, str], Any]"]  # a slot that the room `drawing` fills

    def __init__(self, kind: str, rule: str, reason: Phrase | str, places: tuple[str, ...] = ()) -> None:
        super().__init__(str(reason))
        self.phrase = reason if isinstance(reason, Phrase) else Phrase(reason, {})
        self.kind, self.rule, self.reason, self.places = kind, rule, str(reason), places
        self.alternatives: tuple[str, ...] = ()

    def cite(self, language: str = "en") -> Any:
        """The reason and the paragraph of the rulebook that settles it, in a language: a `Citation`."""
        return Refusal.citer(self, language)

    @property
    def paragraph(self) -> str:
        """The id of the rulebook's paragraph, such as `marabunta/writing.2`."""
        return str(self.cite().paragraph)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"Refusal({self.kind!r}, {self.rule!r}, {self.reason!r})"


class PositionError(GameError):
    """A drawn or JSON position that is not one of the game; says where and why."""


class BoardError(GameError):
    """A board file that breaks a rule of boards; says file, place and rule."""
