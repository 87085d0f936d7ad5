"""What went wrong, in the reader's language as far as the house has the words."""

from typing import Any

from pydantic import ValidationError

from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import GameError
from ludotheque.table.limits import TooOften
from ludotheque.table.problems import first_mistakes, told
from ludotheque.web.reader import Reader

# The table speaks English; these are the lines that people meet on pages.
KNOWN = (
    say("This name and password don't belong together: try again, or use your recovery words."),
    say("This name and these words don't belong together, or the words have been used: try again."),
    say("You have an account already: log out to make another."),
    say("That is not your password: try again."),
    say("Somebody has an account of that name: log in if it is yours, or choose another name."),
    say("A name needs at least one letter or figure."),
    say("That name reads like one of the house: choose another."),
    say("That name is too long when it is written out: choose a shorter one."),
    say("A name has 1 to 24 letters."),
    say("A name has only visible signs: no line breaks, no signs that steer the text."),
    say("A name has at most 2 accents on a letter, and begins with none."),
    say("A password has 8 to 200 letters: a short sentence is a good one."),
    say("That password is easy to guess: a short sentence is a good one."),
    say("Many people are logging in just now: try again in a few seconds."),
    say("There is no such device or token in your list: load it again."),
    say("There is nobody of that name with an account here."),
    say("There is no such table, or you are not invited: look at the link again."),
    say("There is no such table: look at the link again."),
    say("All seats of this table are taken: you can watch."),
    say("This seat is taken: choose another."),
    say("This game is over."),
    say("A rated game needs an account: make one first, your tables stay yours."),
    say("The house is full just now: come back in a minute."),
    say("The table is very busy: try again."),
    say("The database can't be reached just now: try again."),
    say("This is not your seat."),
    say("You have no seat at this table."),
    say("Come in first: sit down, or log in."),
    say("The game has not begun: not all have sat down."),
    say("All have sat down, and the game is about to begin: cancel it instead."),
    say("This game is over already."),
    say("This game is over: there is nothing to ask any more."),
    say("This game is not over yet."),
    say("This game is not over yet: it can be gone on from when it is."),
    say("This game never began: there is nothing to go on from."),
    say("This game never began: there is nothing to step through."),
    say("There is nothing of yours to take back."),
    say("There is no game to resign."),
    say("Only a game of two can be resigned; leave the table instead."),
    say("Only those who sit here can cancel the game."),
    say("Too late to cancel: the game is under way."),
    say("Something is being asked already: wait for the answers."),
    say("That is no longer being asked."),
    say("Only those who sat here can have a rematch."),
    say("Only those who sit here, or made the table, wake the bots."),
    say("Only whoever made the table seats bots."),
    say("Only whoever made the table invites to it."),
    say("Messages are between those who sit here."),
    say("This table has no messages."),
    say("This table has heard enough: no more messages."),
    say("Many are talking at once: try again."),
    say("A message has only visible signs: no line breaks, no signs that steer the text."),
)
# What is written for programs, said for people.
PLAINER = {
    "Say who you are first: come in as a guest, log in, or send a token.": say("Come in first: sit down, or log in."),
    "A rated table needs a clock, and `absence`: `end` or `bot`, for those who go.": say(
        "A rated table needs a clock, and it can't wait for somebody who leaves: choose a bot or the end."
    ),
}
LINES = {one.text: one for one in KNOWN} | PLAINER


def explained(error: GameError | ValidationError, reader: Reader) -> str:
    """One clear line about a mistake."""
    if isinstance(error, ValidationError):
        return first_mistakes(error)
    return translated(error, str(told(error, reader.lang)["text"]), reader)


def problem_of(error: GameError, reader: Reader) -> dict[str, Any]:
    """A mistake at a table as its page shows it: the line, and the rule if there is one."""
    return told(error, reader.lang) | {"text": explained(error, reader)}


def translated(error: GameError, text: str, reader: Reader) -> str:
    """A line of the table in the reader's language; as it is where there are no words for it."""
    if isinstance(error, TooOften):
        return reader.count(
            "That was too often: wait a second, then try again.",
            "That was too often: wait {n} seconds, then try again.",
            error.wait,
        )
    known: Phrase | None = LINES.get(text)
    return reader.speak(known) if known else text
