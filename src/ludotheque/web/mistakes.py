"""What went wrong, in the reader's language."""

from typing import Any

from pydantic import ValidationError

from ludotheque.drawing import language
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.table.problems import first_mistakes, in_words, told
from ludotheque.web.reader import Reader


def explained(error: GameError | ValidationError, reader: Reader) -> str:
    """One clear line about a mistake."""
    if isinstance(error, ValidationError):
        return first_mistakes(error)
    if isinstance(error, Refusal):
        return str(told(error, reader.lang)["text"])
    return in_words(error, language(reader.lang, "web"), is_on_page=True)


def problem_of(error: GameError, reader: Reader) -> dict[str, Any]:
    """A mistake at a table as its page shows it: the line, and the rule if there is one."""
    return told(error, reader.lang) | {"text": explained(error, reader)}
