"""What went wrong, in the reader's language."""

from typing import Any

from pydantic import ValidationError

from ludotheque.drawing import language
from ludotheque.games.phrase import say
from ludotheque.games.refusal import GameError, Refusal
from ludotheque.table.problems import first_mistakes, in_words, told
from ludotheque.web.reader import Reader

# What is written for programs, said for people.
PLAINER = {
    "Say who you are first: come in as a guest, log in, or send a token.": say("Come in first: sit down, or log in."),
    "A rated table needs a clock, and `absence`: `end` or `bot`, for those who go.": say(
        "A rated table needs a clock, and it can't wait for somebody who leaves: choose a bot or the end."
    ),
}


def explained(error: GameError | ValidationError, reader: Reader) -> str:
    """One clear line about a mistake."""
    if isinstance(error, ValidationError):
        return first_mistakes(error)
    if isinstance(error, Refusal):
        return str(told(error, reader.lang)["text"])
    plainer = PLAINER.get(str(error))
    return reader.speak(plainer) if plainer else in_words(error, language(reader.lang, "web"))


def problem_of(error: GameError, reader: Reader) -> dict[str, Any]:
    """A mistake at a table as its page shows it: the line, and the rule if there is one."""
    return told(error, reader.lang) | {"text": explained(error, reader)}
