"""The end in words: why the final round comes, the points of beaches and seats, the winners."""

from typing import Any

from ludotheque.drawing.makabana import names
from ludotheque.drawing.makabana.scene import read_board, seats_of
from ludotheque.games.board_record import Board
from ludotheque.games.makabana import points
from ludotheque.games.makabana.state import FULL_BEACH, LAST_HUT, THIRTY_ROUNDS
from ludotheque.games.phrase import Listing, Phrase, count, listed, say
from ludotheque.play.position import Moment, Score

REASONS = {
    FULL_BEACH: say("a beach was full"),
    LAST_HUT: say("a seat had at most one hut left"),
    THIRTY_ROUNDS: say("thirty rounds were played"),
}


def because(ending: int) -> Listing:
    """The reasons for the final round."""
    return listed(reason for bit, reason in REASONS.items() if ending & bit)


def winners(moment: Moment) -> Phrase:
    """The seats in first place, with their points."""
    places = moment.game.engine.places(moment.setup.board, moment.state)
    seats = [seat for seat, place in enumerate(places, 1) if place == 1]
    most = moment.scores[seats[0] - 1].total
    if len(seats) == 1:
        return count("{seat} wins with {n} point.", "{seat} wins with {n} points.", most, seat=names.SEATS[seats[0]])
    return count(
        "{seats} win together with {n} point.", "{seats} win together with {n} points.", most, seats=_listed(seats)
    )


def beach_points(board: Board, state: Any, beach: int) -> list[Phrase]:
    """The seats that a beach pays now; no sentence for a beach without huts."""
    plain = read_board(board)
    huts = {seat: int(state.huts[seat] & plain.sites_of[beach]).bit_count() for seat in seats_of(state)}
    most = max(huts.values())
    if not most:
        return []
    tied = [seat for seat, number in huts.items() if number == most]
    paid = [seat for seat in tied if points.beach_points(plain, state, seat, beach)]
    if not paid:
        return [say("No points: {n} seats are tied.", n=len(tied))]
    if len(paid) > 1:
        return [say("2 points each to {seats}.", seats=_listed(paid))]
    if len(tied) > 1:
        return [say("4 points to {seat}, whose club breaks the tie.", seat=names.SEATS[paid[0]])]
    return [say("4 points to {seat}.", seat=names.SEATS[paid[0]])]


def _listed(seats: list[int]) -> Listing:
    return listed(names.SEATS[seat] for seat in seats)


def seat_points(seat: int, score: Score) -> Phrase:
    """A seat's points and their parts."""
    name = names.SEATS[seat]
    if not score.total:
        return say("{seat} has no points.", seat=name)
    beaches, huts, clubs = score.parts.values()
    parts = [say("{n} for beaches", n=beaches), say("{n} for huts", n=huts), say("{n} for the club", n=clubs)]
    brought = listed(part for part in parts if part.values["n"])
    return count(
        "{seat} has {n} point: {parts}.", "{seat} has {n} points: {parts}.", score.total, seat=name, parts=brought
    )
