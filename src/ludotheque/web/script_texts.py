"""The texts of the pages' scripts, sent with the page in its language.

Texts of one game alone are in its manifest.
"""

from ludotheque.games import MANIFESTS
from ludotheque.games.phrase import PLACE, Phrase, say
from ludotheque.web.reader import Reader

TEXTS = {
    "confirm": say("Confirm"),
    "where_to": say("Now choose where it goes."),
    "put_back": say("Put back"),
    "away": say("No connection. What you composed is kept; we try again by ourselves."),
    "back": say("The connection is back."),
    "your_turn": say("It is your turn."),
    "secret": say("Chosen in secret."),
    "rule": say("The rule"),
    "since": say("{n} since your move"),
    "seconds_left": say("{n} seconds left on your clock."),
    "minutes_left": say("{n} minutes left on your clock."),
    "read_on": say("Read on"),
    "stale": say("The table has gone on: look at what has happened first."),
    "hint_asked": say("The bot is thinking about your position …"),
    "choice": say("A choice"),
    "moves": say("{name}, {n} possible"),
    "days": say("{n} d"),
    "copied": say("Copied."),
    "guest": say("guest"),
    "warming": say("Warming up: {n} %. You can play meanwhile."),
    "ask_end": say("Ask to end the game"),
    "end_here": say("End the game here"),
    "asks_end": say("{who} asks to end the game here."),
    "asks_back": say("{who} asks to take steps back."),
    "heard_agreed": say("{who} agrees."),
    "heard_refused": say("{who} would rather not."),
    "heard_lapsed": say("{who} went on without an answer."),
    "heard_granted": say("Nobody minds: done."),
    "heard_back": say("{who} took back: {words}"),
    "heard_many_back": say("{who} took back {n} moves, from this one on: {words}"),
    "heard_secret_back": say("{who} chooses again."),
}


def client_texts(reader: Reader, game: str) -> dict[str, str]:
    """All texts for a game's page, in the reader's language; the script fills in the placeholders in braces."""
    common = {key: reader.speak(_open(phrase)) for key, phrase in TEXTS.items()}
    return common | {key: reader.speak(_open(phrase), game) for key, phrase in MANIFESTS[game].texts.items()}


def _open(phrase: Phrase) -> Phrase:
    """The phrase with its placeholders unfilled."""
    return say(phrase.text, **{name: f"{{{name}}}" for name in PLACE.findall(phrase.text)})
