"""Names that games share: languages, levels, seats. The catalogue `table` has them; a game's own are in its own."""

from functools import cache, lru_cache

from ludotheque.drawing.language import Language, TableLanguage, language
from ludotheque.games.game_manifest import Name
from ludotheque.games.phrase import Phrase, named
from ludotheque.play.game import Game
from ludotheque.play.position import Moment

SeatNames = tuple[str, ...]  # by seat: what its player is called at a table; empty: by the seat's colour
NO_SEAT_NAMES: SeatNames = ()
MOST_SPEAKERS = 1024  # cached: a table's names in a language

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
LIST_WORDS = (
    named("list", "{first} and {last}"), named("list", "{first} or {last}"), named("list", "{first}, {last}"),
)  # fmt: skip


def part_name(part: str) -> Phrase:
    """The name of a part of a score; the word itself, if the game's catalogue has no other."""
    return Phrase(part, {}, context="part")


def seat_word(name: str) -> Phrase:
    """A seat's name as a phrase; a name that is not shared belongs to the game's catalogue."""
    return SEAT_NAMES.get(name) or Phrase(name, {}, context="seat")


def seat_name(moment: Moment, seat: int) -> Phrase:
    """The name of a seat."""
    return _seat_phrase(moment.game, seat)


@cache
def _seat_phrase(game: Game, seat: int) -> Phrase:
    return seat_word(game.seat_name(seat))


@lru_cache(MOST_SPEAKERS)
def speaker_of(game: Game, code: str, names: SeatNames = NO_SEAT_NAMES) -> Language:
    """The language in which a game is told; with a table's `names`, seats are called by them."""
    plain = language(code, game.name)
    called = {game.seat_name(seat): name for seat, name in enumerate(names, 1) if name}
    return TableLanguage(plain, called) if called else plain
