"""The refusals that every game shares: finished, wrong seat, which seat."""

from difflib import get_close_matches
from itertools import zip_longest
from typing import TYPE_CHECKING

from ludotheque.games.field_reader import short
from ludotheque.games.phrase import listed, named, say
from ludotheque.games.refusal import Refusal
from ludotheque.games.verbs import CHANCE

if TYPE_CHECKING:
    from ludotheque.play.position import Moment


def find_seat(position: "Moment", seat: int | None) -> int:
    """The seat that acts: the one named, or the only one waited for."""
    actors = position.actors
    title = position.game.title
    if not actors:
        raise Refusal("over", "table.over", say("This game of {title} is over.", title=title))
    if seat is None:
        if len(actors) > 1:
            seats = ", ".join(map(str, actors))
            reason = say("Several seats are waited for ({seats}): say which one plays.", seats=seats)
            raise Refusal("seat", "table.which-seat", reason)
        return actors[0]
    if type(seat) is not int or not 0 <= seat <= position.players:
        reason = say("There is no seat {seat} at this table of {players}.", seat=short(seat), players=position.players)
        raise Refusal("seat", "table.no-such-seat", reason)
    if seat not in actors:
        raise _not_waited_for(position, seat, actors)
    return seat


def near_in_writing(text: str, legal: list[str], kind: str) -> tuple[str, ...]:
    """The legal steps written most like a text that names none: first those that begin alike, up to the last sign."""
    begun = text[: max(text.rfind(sign) for sign in "-:=.") + 1]
    if kind == "unreadable":
        legal = [step for step in legal if begun and step.startswith(begun)] or get_close_matches(text, legal, 3, 0.4)

    def distance(step: str) -> tuple[bool, int]:
        pairs = zip_longest(step, text, fillvalue=" ")
        return not (begun and step.startswith(begun)), sum(abs(ord(one) - ord(other)) for one, other in pairs)

    return tuple(sorted(legal, key=distance)[:3])


def _not_waited_for(position: "Moment", seat: int, actors: tuple[int, ...]) -> Refusal:
    if actors == (CHANCE,):
        return Refusal("seat", "table.chance-first", say("The table draws first: nobody can move before that."))
    who = listed(named("seat", position.game.seat_name(actor)) for actor in actors)
    if seat == CHANCE:
        return Refusal("seat", "table.not-your-turn", say("Nothing is drawn now: {who} comes first.", who=who))
    mine = named("seat", position.game.seat_name(seat))
    reason = say("{seat} is not waited for now: {who} comes first.", seat=mine, who=who)
    return Refusal("seat", "table.not-your-turn", reason)
