"""The refusals that every game shares: finished, wrong seat, which seat."""

from typing import TYPE_CHECKING

from ludotheque.games.reading import short
from ludotheque.games.refusal import Refusal
from ludotheque.games.verbs import CHANCE

if TYPE_CHECKING:
    from ludotheque.play.position import Moment


def find_seat(position: "Moment", seat: int | None) -> int:
    """The seat that acts: the one named, or the only one waited for."""
    actors = position.actors
    if not actors:
        raise Refusal("over", "table.over", f"This game of {position.game.title} is over.")
    if seat is None:
        if len(actors) > 1:
            seats = ", ".join(map(str, actors))
            raise Refusal("seat", "table.which-seat", f"Several seats are waited for ({seats}): say which one plays.")
        return actors[0]
    if type(seat) is not int or not 0 <= seat <= position.players:
        reason = f"There is no seat {short(seat)} at this table of {position.players}."
        raise Refusal("seat", "table.no-such-seat", reason)
    if seat not in actors:
        if actors == (CHANCE,):
            raise Refusal("seat", "table.chance-first", "The table draws first: nobody can move before that.")
        who = " and ".join(map(position.game.seat_name, actors))
        mine = "Chance" if seat == CHANCE else position.game.seat_name(seat)
        raise Refusal("seat", "table.not-your-turn", f"It is not {mine}'s turn: {who} is waited for.")
    return seat
