"""What can go wrong at a table, told in one line; the kind is for programs."""

from typing import Literal

from ludotheque.games.phrase import Phrase
from ludotheque.games.refusal import GameError

Kind = Literal["unknown", "forbidden", "stale", "taken", "full", "late", "wrong", "busy"]


class TableError(GameError):
    """Something that cannot be done at a table; says what can.

    What people meet is a phrase, which is said in the language of whoever is told. A text names fields of the protocol:
    it is for programs, and English. Where both meet the same error, `on_page` is what a page says instead.
    """

    def __init__(self, kind: Kind, text: Phrase | str, on_page: Phrase | None = None) -> None:
        super().__init__(str(text))
        self.kind: Kind = kind
        self.phrase = text if isinstance(text, Phrase) else None
        self.on_page = on_page or self.phrase
