"""The projects of a round carried out, in words: each one's success, or why it fails."""

from collections.abc import Iterator
from typing import Any

from ludotheque.drawing.makabana import names
from ludotheque.drawing.makabana.scene import clockwise_seats, club_owner, owner, read_board, tiki_owner
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.rules import carry_out
from ludotheque.games.makabana.state import BUILD, CLUB_PLACE, NONE, PAINT
from ludotheque.games.phrase import Phrase, say


def carried_out(board: Board, state: Any) -> Iterator[Phrase]:
    """Each project, from the first player's on, as it meets what stands there by then; changes the state."""
    for seat in clockwise_seats(state):
        yield carried(board, state, seat)


def carried(board: Board, state: Any, seat: int) -> Phrase:
    """How one seat's project ends; changes the state."""
    kind, site = state.kind[seat], state.site[seat] - 1
    if kind == NONE:
        return say("{seat} has no project.", seat=names.SEATS[seat])
    met, had = owner(state, site), (state.huts[seat], state.club[seat])
    carry_out(read_board(board), state, seat)
    told = {BUILD: _build, PAINT: _paint}.get(kind, _club)
    return told(board, state, seat, site, met, is_done=had != (state.huts[seat], state.club[seat]))


def _build(board: Board, state: Any, seat: int, site: int, hut: int, *, is_done: bool) -> Phrase:
    name, where = names.SEATS[seat], names.sites(board)[site]
    if is_done:
        return say("{seat} builds a hut on {site}.", seat=name, site=where)
    if hut:
        return say(
            "{seat} fails to build on {site}: {other}'s hut stands there by now.",
            seat=name,
            site=where,
            other=names.SEATS[hut],
        )
    if (tiki := tiki_owner(state, site + 1)) == seat:
        return say("{seat} fails to build on {site}: the own Tiki stands there.", seat=name, site=where)
    return say(
        "{seat} fails to build on {site}: {other}'s Tiki stands there.", seat=name, site=where, other=names.SEATS[tiki]
    )


def _paint(board: Board, state: Any, seat: int, site: int, hut: int, *, is_done: bool) -> Phrase:
    name, where, other = names.SEATS[seat], names.sites(board)[site], names.SEATS[hut]
    if is_done:
        return say("{seat} paints {other}'s hut on {site} and spends a Paint card.", seat=name, other=other, site=where)
    return say(
        "{seat} fails to paint the hut on {site}: {other}'s Tiki guards it; the Paint card returns to the hand.",
        seat=name, site=where, other=other,
    )  # fmt: skip


def _club(board: Board, state: Any, seat: int, site: int, hut: int, *, is_done: bool) -> Phrase:
    name, where, beach = names.SEATS[seat], names.sites(board)[site], read_board(board).beach[site]
    label = names.beach_names(board)[beach]
    if is_done:
        return say("{seat} opens the diving club of {beach}.", seat=name, beach=label)
    if hut != seat:
        return say(
            "{seat} fails to open the club of {beach}: the hut on {site} has become {other}'s.",
            seat=name, beach=label, site=where, other=names.SEATS[hut],
        )  # fmt: skip
    if club := club_owner(state, beach):
        return say(
            "{seat} fails to open the club of {beach}: {other}'s stands there by now.",
            seat=name, beach=label, other=names.SEATS[club],
        )  # fmt: skip
    if (tiki := tiki_owner(state, CLUB_PLACE + beach)) == seat:
        return say("{seat} fails to open the club of {beach}: the own Tiki stands there.", seat=name, beach=label)
    return say(
        "{seat} fails to open the club of {beach}: {other}'s Tiki stands there.",
        seat=name, beach=label, other=names.SEATS[tiki],
    )  # fmt: skip
