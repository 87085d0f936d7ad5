"""The texts of the pages' scripts, sent with the page in its language.

Texts of one game alone are in its manifest.
"""

from dataclasses import replace

from ludotheque.games import MANIFESTS
from ludotheque.games.phrase import PLACE, Phrase, named, say
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
    "hint_asked": say("{who} is thinking about your position …"),
    "choice": say("A choice"),
    "close": say("Close"),
    "keys_title": say("Keys"),
    "key_keys": say("this list of keys"),
    "key_next_table": say("the next table that waits for you"),
    "key_explain": say("what is this? Explain the next thing in the picture"),
    "key_explain_back": say("explain the thing before"),
    "key_left": say("go to the nearest thing that can be chosen"),
    "key_right": say("go to the nearest thing that can be chosen"),
    "key_up": say("go to the nearest thing that can be chosen"),
    "key_down": say("go to the nearest thing that can be chosen"),
    "key_choose": say("choose it"),
    "key_confirm": say("confirm what is composed"),
    "key_clear": say("put back what is chosen, close what is open"),
    "key_skip": say("show the rest of what happened at once"),
    "key_earlier": say("looking back: one step back"),
    "key_later": say("looking back: one step on"),
    "key_first": say("looking back: to the beginning"),
    "key_last": say("looking back: to the end"),
    "key_play": say("play the game step by step, or pause"),
    "key_faster": say("faster"),
    "key_slower": say("slower"),
    "key_named_space": named("key", "Space"),
    "key_named_Home": named("key", "Home"),
    "key_named_End": named("key", "End"),
    "moves": say("{name}, {n} possible"),
    "days": say("{n} d"),
    "copied": say("Copied."),
    "guest": say("guest"),
    "said": say("{who}: {words}"),
    "here": say("here now"),
    "not_here": say("not here now"),
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
    return replace(phrase, values={name: f"{{{name}}}" for name in PLACE.findall(phrase.text)})
