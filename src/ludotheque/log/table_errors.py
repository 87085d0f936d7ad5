"""The errors that a table answers a request with: a bad one, or one that came too soon."""

import math
from typing import Literal

from ludotheque.games.phrase import Phrase, count
from ludotheque.games.refusal import GameError

ROUNDING = 1e-6  # seconds
Kind = Literal["unknown", "forbidden", "stale", "taken", "full", "late", "wrong", "busy", "damaged", "disk_full"]


class TableError(GameError):
    """A request that a table refuses, with a `kind` for programs and one line that says what is possible.

    A Phrase is for people, and translated. A `str` is for programs: English, with fields of the protocol. `on_page` is
    what pages say instead of it.
    """

    def __init__(self, kind: Kind, text: Phrase | str, on_page: Phrase | None = None) -> None:
        super().__init__(str(text))
        self.kind: Kind = kind
        self.phrase = text if isinstance(text, Phrase) else None
        self.on_page = on_page or self.phrase


class TooOften(TableError):  # noqa: N818  not a mistake: only too soon
    """Too many of one act; `wait` is the number of seconds until the next is accepted."""

    def __init__(self, wait: float, why: Phrase | None = None) -> None:
        self.wait = max(1, math.ceil(wait - ROUNDING))
        super().__init__("busy", why or count(
            "That was too often: wait a second, then try again.",
            "That was too often: wait {n} seconds, then try again.",
            self.wait,
        ))  # fmt: skip
