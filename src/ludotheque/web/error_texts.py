"""Errors as texts in the reader's language."""

from pydantic import ValidationError

from ludotheque.drawing import language
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.table.api import problems
from ludotheque.table.api.validation import first_mistakes
from ludotheque.web.reader import Reader
from ludotheque.wire.table_messages import Problem


def error_text(error: GameError | ValidationError, reader: Reader) -> str:
    """An error in one line."""
    if isinstance(error, ValidationError):
        return first_mistakes(error)
    if isinstance(error, Refusal):
        return problems.problem_of(error, reader.lang).text
    return problems.in_words(error, language(reader.lang, "web"), is_on_page=True)


def problem_of(error: GameError, reader: Reader) -> Problem:
    """An error at a table as its page shows it: the line, and the rule it breaks if there is one."""
    return problems.problem_of(error, reader.lang).model_copy(update={"text": error_text(error, reader)})
