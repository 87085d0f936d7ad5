"""The refusals that every game shares: finished, wrong seat, which seat."""

from typing import TYPE_CHECKING

from ludotheque.games.phrase import listed, named, say
from ludotheque.games.reading import short
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


def _not_waited_for(position: "Moment", seat: int, actors: tuple[int, ...]) -> Refusal:
    if actors == (CHANCE,):
        return Refusal("seat", "table.chance-first", say("The table draws first: nobody can move before that."))
    who = listed(named("seat", position.game.seat_name(actor)) for actor in actors)
    if seat == CHANCE:
        return Refusal("seat", "table.not-your-turn", say("Nothing is drawn now: {who} comes first.", who=who))
    mine = named("seat", position.game.seat_name(seat))
    reason = say("{seat} is not waited for now: {who} comes first.", seat=mine, who=who)
    return Refusal("seat", "table.not-your-turn", reason)
