"""What the scripts of a page say: they get it with the page, in its language."""

from ludotheque.games.phrase import PLACE, say
from ludotheque.web.reader import Reader

TEXTS = {
    "confirm": say("Confirm"),
    "confirm_mabula": say("Play {name}"),
    "confirm_split": say("Offer the split"),
    "confirm_build": say("Lay it down"),
    "confirm_paint": say("Lay it down"),
    "confirm_club": say("Lay it down"),
    "confirm_tiki": say("Put the Tiki here"),
    "reveal": say("The reveal"),
    "reveal_now": say("Project {n} of {all}."),
    "reveal_later": say("still face down"),
    "reveal_next": say("Next"),
    "reveal_skip": say("Skip to the end"),
    "where_to": say("Now choose where it goes."),
    "put_back": say("Put back"),
    "show_held": say("Powers and cupcakes"),
    "put_back_split": say("Start over"),
    "take_back": say("Take back"),
    "away": say("No connection. What you composed is kept; we try again by ourselves."),
    "back": say("The connection is back."),
    "your_turn": say("It is your turn."),
    "secret": say("Chosen in secret."),
    "rule": say("The rule"),
    "stale": say("The table has gone on: look at what has happened first."),
    "hint_asked": say("The bot is thinking about your position …"),
    "moves": say("{name}, {n} possible"),
    "days": say("{n} d"),
    "copied": say("Copied."),
    "warming": say("Warming up: {n} %. You can play meanwhile."),
    "asks_end": say("{who} asks to end the game here."),
    "asks_back": say("{who} asks to take steps back."),
    "confirm_field": say("Plant here"),
    "confirm_water": say("Dig here"),
    "confirm_send": say("Send them"),
    "confirm_follow": say("Follow"),
    "confirm_penalty": say("Take the penalty"),
    "confirm_anyway": say("Do it anyway"),
    "supper": say("Supper"),
    "needs": say("needs"),
    "farm": say("farm"),
    "stock": say("stock"),
    "price": say("Supper will be {n} short: a kitten goes, or a penalty of −{price}."),
    "food": say("food"),
    "gold": say("gold"),
    "penalty": say("penalty tokens"),
}


def client_texts(reader: Reader) -> dict[str, str]:
    """All texts in the reader's language; what stands in braces is filled in by the script."""
    return {
        key: reader.say(phrase.text, **{name: f"{{{name}}}" for name in PLACE.findall(phrase.text)})
        for key, phrase in TEXTS.items()
    }
