"""The score sheet of Maka Bana: each beach, each group of huts, and the club."""

from collections.abc import Iterator
from typing import Any

from ludotheque.drawing.makabana import names
from ludotheque.drawing.makabana.scene import groups, read_board, read_state, seats_of
from ludotheque.drawing.score_sheet import SheetRow
from ludotheque.games.board_record import Board
from ludotheque.games.makabana import points as scoring
from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.play.view import View

MOST = 4  # points for the most huts on a beach


def rows(view: View) -> list[list[SheetRow]]:
    """The rows of every seat."""
    board, state = view.setup.board, read_state(view.state)
    return [
        [*_beaches(board, state, seat), *_groups(board, state, seat), *_club(board, state, seat)]
        for seat in seats_of(state)
    ]


def _beaches(board: Board, state: Any, seat: int) -> Iterator[SheetRow]:
    """Each beach with huts of the seat: the most, tied, or fewer than another."""
    plain = read_board(board)
    for beach in range(1, plain.beaches + 1):
        if int(scoring.huts_on(plain, state, seat, beach)):
            points = int(scoring.beach_points(plain, state, seat, beach))
            yield SheetRow("beaches", _beach(board, state, seat, beach, points), points)


def _beach(board: Board, state: Any, seat: int, beach: int, points: int) -> Phrase:
    """Why a beach brings what it brings."""
    huts = {one: int(scoring.huts_on(read_board(board), state, one, beach)) for one in seats_of(state)}
    own, most = huts[seat], max(huts.values())
    values: dict[str, Any] = {"beach": names.beach_names(board)[beach]}
    if own < most:
        leaders = listed(names.SEATS[one] for one in huts if huts[one] == most)
        values |= {"most": most, "leaders": leaders}
        return count("{beach}: {n} hut, {leaders} {most}", "{beach}: {n} huts, {leaders} {most}", own, **values)
    tied = [one for one in huts if huts[one] == most and one != seat]
    if not tied:
        return count("{beach}: the most huts, {n}", "{beach}: the most huts, {n}", own, **values)
    values["tied"] = listed(names.SEATS[one] for one in tied)
    if points == MOST:
        return say("{beach}: tied with {tied}, but their own club decides", **values)
    if points:
        return say("{beach}: tied with {tied}, both score", **values)
    if club := next((one for one in tied if state.club[one] == beach), 0):
        return say("{beach}: tied with {tied}, and {seat}'s club decides", seat=names.SEATS[club], **values)
    return say("{beach}: tied with {tied}, too many to score", **values)


def _groups(board: Board, state: Any, seat: int) -> Iterator[SheetRow]:
    """1 for the first hut of a group, 2 for the second, 3 for each further one."""
    for group in groups(read_board(board), state.huts[seat]):
        sites = listed(names.in_a_row(board, group))
        label = count("A lone hut: {sites}", "A group of {n} huts: {sites}", len(group), sites=sites)
        yield SheetRow("huts", label, int(scoring.group_points(len(group))))


def _club(board: Board, state: Any, seat: int) -> Iterator[SheetRow]:
    """1 for each own hut on the beach of the club."""
    if beach := state.club[seat]:
        huts = int(scoring.huts_on(read_board(board), state, seat, beach))
        label = count(
            "The diving club of {beach}, with {n} hut of its owner",
            "The diving club of {beach}, with {n} huts of its owner",
            huts, beach=names.beach_names(board)[beach],
        )  # fmt: skip
        yield SheetRow("clubs", label, huts)
