"""Names that all games share: languages, levels, seats, parts of scores. The catalogue `table` has them."""

from ludotheque.games.manifest import Name
from ludotheque.games.phrase import Phrase, named
from ludotheque.play.position import Moment

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}  # each in itself
LEVEL_NAMES = {  # of the bots: beside a name on a page, alone in the terminal
    "novice": Name(named("bot", "novice"), named("level", "novice")),
    "casual": Name(named("bot", "casual"), named("level", "casual")),
    "club": Name(named("bot", "club"), named("level", "club")),
    "expert": Name(named("bot", "expert"), named("level", "expert")),
    "master": Name(named("bot", "master"), named("level", "master")),
    "random": Name(named("bot", "random"), named("level", "random")),
}
SEAT_NAMES = {
    "White": named("seat", "White"),
    "Black": named("seat", "Black"),
    "Red": named("seat", "Red"),
    "Blue": named("seat", "Blue"),
    "Yellow": named("seat", "Yellow"),
    "Teal": named("seat", "Teal"),
    "Orchid": named("seat", "Orchid"),
    "Ink": named("seat", "Ink"),
}
PARTS = {  # the parts that scores add up from
    "groups": named("part", "groups"),
    "cupcakes": named("part", "cupcakes"),
    "powers": named("part", "powers"),
    "blue": named("part", "blue"),
    "pink": named("part", "pink"),
    "orange": named("part", "orange"),
    "green": named("part", "green"),
    "grey": named("part", "grey"),
    "yellow": named("part", "yellow"),
    "beaches": named("part", "beaches"),
    "huts": named("part", "huts"),
    "clubs": named("part", "clubs"),
    "kittens": named("part", "kittens"),
    "goods": named("part", "goods"),
    "water": named("part", "water"),
    "gold": named("part", "gold"),
    "food": named("part", "food"),
    "penalties": named("part", "penalties"),
}
LIST_WORDS = (
    named("list", "{first} and {last}"), named("list", "{first} or {last}"), named("list", "{first}, {last}"),
)  # fmt: skip


def part_name(part: str) -> Phrase:
    """What a part of a score is called; the word itself, where it has no name here."""
    return PARTS.get(part) or Phrase(part, {})


def seat_name(moment: Moment, seat: int) -> Phrase:
    """What a seat is called."""
    return SEAT_NAMES[moment.game.seat_name(seat)]
