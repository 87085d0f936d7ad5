"""The error that a table answers a bad request with."""

from typing import Literal

from ludotheque.games.phrase import Phrase
from ludotheque.games.refusal import GameError

Kind = Literal["unknown", "forbidden", "stale", "taken", "full", "late", "wrong", "busy", "damaged"]


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
