"""What the seats of a table are called in words: by the names of their players, now and at every earlier step.

A step is told with the name of whoever held the seat then. A seat keeps its colour where a name would not say who is
meant: if it is free, if its player was deleted, or if one person holds several seats at one device. Where a name is not
enough, since two players share it or it is a colour itself, the seat's colour follows in brackets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludotheque.drawing.language import language
from ludotheque.drawing.players.characters import Character, seat_characters
from ludotheque.drawing.players.faces import bot_face, person_face
from ludotheque.drawing.shared_names import LEVEL_NAMES, NO_SEAT_NAMES, SeatNames, seat_word
from ludotheque.games.phrase import named
from ludotheque.log.entries import SOMEBODY, BotHolder, Holder, PersonHolder
from ludotheque.log.projection.entry_projection import Named
from ludotheque.log.table_state import TableState
from ludotheque.play.game import Game
from ludotheque.wire.table_messages import PlayerView

GUEST = named("player", "guest")
Holders = Mapping[int, Holder | None]


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """What a table's seats are called in a language. `spans` are by the ply from which the names hold, in order."""

    lang: str = "en"
    now: SeatNames = NO_SEAT_NAMES
    spans: tuple[tuple[int, SeatNames], ...] = ()
    characters: Mapping[int, Character] = field(default_factory=dict, compare=False)
    known: Mapping[str, Named] = field(default_factory=dict, compare=False)

    def at(self, ply: int) -> SeatNames:
        """The names when the step that led to a ply was played."""
        return next((names for first, names in reversed(self.spans) if first < ply), self.now)

    def view(self, state: TableState, seat: int, *, with_face: bool) -> PlayerView | None:
        """A seat's player as a page shows them; None where these are no names, or the seat is free."""
        holder = state.holders[seat]
        if not self.now or holder is None:
            return None
        speak = language(self.lang, state.game.name).say
        called = self.now[seat - 1] or speak(seat_word(state.game.seat_name(seat)))
        if isinstance(holder, PersonHolder):
            one: Named = self.known.get(holder.person, holder)
            face = person_face(one.name, is_guest=one.is_guest)
            return PlayerView(
                called=called, about=speak(GUEST) if one.is_guest else "", line="", face=face if with_face else None
            )
        character = self.characters.get(seat)
        return PlayerView(
            called=called, about=level_word(holder.level, self.lang), line=speak(character.line) if character else "",
            face=bot_face(character) if character and with_face else None,
        )  # fmt: skip


NO_PLAYER_NAMES = PlayerNames()


def people_named(state: TableState) -> set[str]:
    """The people by whose names a table's seats are called now, or were for earlier steps."""
    left = {one.holder.person for one in state.past.stints if isinstance(one.holder, PersonHolder)}
    return left.union(state.people)


def player_names(state: TableState, table: str, known: Mapping[str, Named], lang: str) -> PlayerNames:
    """The names at a table; `known` are what people are called now, with placeholders for those who are not known."""
    known = {person: one for person, one in known.items() if one.name != SOMEBODY}

    def called(holders: Holders) -> SeatNames:
        return seat_names(holders, table, known, state.game, lang)

    firsts = sorted({one.first for one in state.past.stints})
    spans = tuple((first, called(_holders_at(state, first))) for first in firsts) if len(firsts) > 1 else ()
    return PlayerNames(lang, called(state.holders), spans, seat_characters(table, bot_levels(state.holders)), known)


def _holders_at(state: TableState, ply: int) -> Holders:
    """Who held the seats from a ply on."""
    there = (one for one in state.past.stints if one.first <= ply and (one.last is None or ply < one.last))
    return dict.fromkeys(state.holders) | {one.seat: one.holder for one in there}


def bot_levels(holders: Holders) -> dict[int, str]:
    """By seat: the levels of the bots."""
    return {seat: one.level for seat, one in holders.items() if isinstance(one, BotHolder)}


def seat_names(holders: Holders, table: str, known: Mapping[str, Named], game: Game, lang: str) -> SeatNames:
    """What seats with these holders are called, by seat."""
    characters = seat_characters(table, bot_levels(holders))
    names = {seat: _name(seat, holders, characters, known, lang) for seat in range(1, len(holders) + 1)}
    colours = {seat: language(lang, game.name).say(seat_word(game.seat_name(seat))) for seat in names}
    taken = [name.casefold() for name in (*names.values(), *colours.values())]
    return tuple(
        f"{name} ({colours[seat]})" if name and taken.count(name.casefold()) > 1 else name
        for seat, name in names.items()
    )


def _name(
    seat: int, holders: Holders, characters: Mapping[int, Character], known: Mapping[str, Named], lang: str
) -> str:  # fmt: skip
    match holders.get(seat):
        case BotHolder() as bot:
            return characters[seat].name if seat in characters else level_word(bot.level, lang)
        case PersonHolder(person=person) as holder:
            is_alone = sum(isinstance(one, PersonHolder) and one.person == person for one in holders.values()) == 1
            name = known.get(person, holder).name
            return name if is_alone and name != SOMEBODY else ""
        case _:
            return ""


def level_word(level: str, lang: str) -> str:
    """A bot's level as the second word beside its name: Club; the level itself if there is no word for it."""
    said = language(lang).say(LEVEL_NAMES[level].short) if level in LEVEL_NAMES else level
    return said[:1].upper() + said[1:]
