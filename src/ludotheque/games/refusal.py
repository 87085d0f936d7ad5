"""Why something is not legal, with the rule it breaks."""


class GameError(ValueError):
    """Everything that this library refuses, in one line that says what to do."""


class Refusal(GameError):  # noqa: N818  the word of the house
    """A step that is not played.

    kind: `unreadable` (no such notation), `seat` (another seat is waited for), `moment` (not now), `over` (the game
    has ended) or `illegal` (a rule forbids it). rule: a stable id, `<game>.<slug>`. reason: one sentence.
    """

    def __init__(self, kind: str, rule: str, reason: str) -> None:
        super().__init__(reason)
        self.kind, self.rule, self.reason = kind, rule, reason

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
