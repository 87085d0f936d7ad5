"""Invariants of every state of Maka Bana."""

from collections.abc import Iterator
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.makabana.places import (
    barred_by,
    free_clubs,
    huts_for_a_club,
    huts_to_paint,
    sites_for_a_tiki,
    sites_to_build,
)
from ludotheque.games.makabana.secrecy import card_shown
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB,
    CLUB_PLACE,
    ENDED,
    FULL_BEACH,
    HUTS,
    LAST_HUT,
    LAST_ROUND,
    NONE,
    PAINT,
    PAINT_OR_CLUB,
    PAINTS,
    PLACING,
    PROJECTS,
    SEATS,
    SHOW_BEACH,
    SHOW_CLUB,
    SHOW_PAINT,
    SHOW_SECTOR,
    SHOW_TYPE,
    THIRTY_ROUNDS,
    TIKIS,
    UNMADE,
)


def check(board: Board, state: Any) -> list[str]:
    """The broken invariants of pieces, the moment, projects, Tikis and the end; none in any state of a game."""
    problems = list(_check_pieces(board, state)) or list(_check_moment(state))
    if problems:
        return problems
    if state.phase == PLACING:
        return list(_check_first_huts(board, state))
    return [*_check_projects(board, state), *_check_tikis(board, state), *_check_end(board, state)]


def _seats(state: Any) -> range:
    return range(1, state.players + 1)


def _huts(state: Any, seat: int) -> int:
    return int(state.huts[seat]).bit_count()


def _check_pieces(board: Board, state: Any) -> Iterator[str]:
    """One hut to a site, one club to a beach, and no more of anything than the rounds played can bring."""
    for site, name in enumerate(board.names["sites"]):
        if sum(int(state.huts[seat]) >> site & 1 for seat in _seats(state)) > 1:
            yield f"two huts stand on {name}"
    clubs = [int(state.club[seat]) for seat in _seats(state) if state.club[seat]]
    for beach in {club for club in clubs if clubs.count(club) > 1}:
        yield f"two clubs stand on {board.names['beaches'][beach - 1]}"
    rounds = max(0, int(state.round_number) - (state.phase != ENDED))
    for seat in _seats(state):
        clubs_built = int(state.club[seat] != 0)
        spent = PAINTS - int(state.paints[seat]) + clubs_built
        if _huts(state, seat) > 2 + rounds - clubs_built or spent > max(0, rounds - (state.phase == ENDED)):
            yield f"{SEATS[seat]} cannot have so many huts, clubs and spent cards after {rounds} rounds"


def _check_moment(state: Any) -> Iterator[str]:
    """Phase, turn, round and first player fit together."""
    number, players = int(state.round_number), int(state.players)
    if (number == 0) != (state.phase == PLACING):
        yield "round 0 is the putting of the first huts, and only that"
    elif state.first != (max(number, 1) - 1) % players + 1:
        yield f"the first player of round {number} is seat {(max(number, 1) - 1) % players + 1}"
    if bool(state.turn) != (state.phase in (PLACING, TIKIS)):
        yield "a single seat is to play when huts and Tikis are put, and only then"
    everybody = (2 << players) - 2
    if state.phase == PROJECTS and state.ready == everybody:
        yield "all projects are laid down: the Tikis follow"
    if state.phase == TIKIS and state.ready != everybody:
        yield "Tikis are put when all projects are laid down"
    if state.phase == ENDED and not state.ending:
        yield "a game is over only after a final round"


def _check_first_huts(board: Board, state: Any) -> Iterator[str]:
    """A first hut each in order, a second in reverse order, far from the first; nothing else yet."""
    players = int(state.players)
    put = sum(_huts(state, seat) for seat in _seats(state))
    turn = put + 1 if put < players else 2 * players - put
    for seat in _seats(state):
        expected = (seat < turn) if put < players else 1 + (seat > turn)
        if _huts(state, seat) != expected or turn != state.turn:
            yield "first huts are put in order from seat 1, second ones in reverse order"
            return
        first, *rest = [site for site in range(64) if int(state.huts[seat]) >> site & 1] or [0]
        if rest and int(barred_by(board.record, state, first)) >> rest[0] & 1:
            touching = "no neighbour of it" if state.rules < 2 else "shares no side with it"
            yield f"{SEATS[seat]}'s second hut is on another beach than the first, and {touching}"
    if state.ending or state.tiki.any() or state.kind.any() or state.ready:
        yield "no Tiki, project or final round while the first huts are put"


def _check_projects(board: Board, state: Any) -> Iterator[str]:
    """Each project has a legal target and shows one of its own cards once it is laid down."""
    for seat in _seats(state):
        kind, is_ready = int(state.kind[seat]), bool(state.ready >> seat & 1)
        name = SEATS[seat]
        if state.phase == ENDED and (kind != UNMADE or is_ready):
            yield f"{name} has a project after the end"
        elif kind == UNMADE and not is_ready:
            if state.site[seat] or state.card[seat]:
                yield f"{name} has a target or a card without a project"
        elif kind in (UNMADE, PAINT_OR_CLUB) or (kind != NONE and not state.site[seat]):
            yield f"{name}'s project is not known: this is a view, not a whole position"
        elif not _is_target(board, state, seat, kind):
            yield f"{name}'s project has no legal target"
        elif not _is_shown(board, state, seat, kind, is_ready):
            yield f"{name} shows one card of its own project, once it is laid down"


def _is_target(board: Board, state: Any, seat: int, kind: int) -> bool:
    record = board.record
    targets = {
        BUILD: int(sites_to_build(record, state)),
        PAINT: int(huts_to_paint(record, state, seat)),
        CLUB: int(huts_for_a_club(record, state, seat)),
    }
    if kind == NONE:
        return not any(targets.values()) and state.site[seat] == 0
    return bool(targets[kind] >> int(state.site[seat]) - 1 & 1)


def _is_shown(board: Board, state: Any, seat: int, kind: int, is_ready: bool) -> bool:
    card = int(state.card[seat])
    if kind == NONE:
        return is_ready and card == 0
    actions = [SHOW_BEACH, SHOW_SECTOR, SHOW_TYPE, *{PAINT: [SHOW_PAINT], CLUB: [SHOW_CLUB]}.get(kind, [])]
    cards = [card_shown(board.record, int(state.site[seat]) - 1, action) for action in actions]
    return card in cards if is_ready else card == 0


def _check_tikis(board: Board, state: Any) -> Iterator[str]:
    """Tikis are on legal places, from the first player clockwise up to the seat whose turn it is."""
    players, first = int(state.players), int(state.first)
    order = [(first - 1 + k) % players + 1 for k in range(players)]
    done = order[: order.index(int(state.turn))] if state.phase == TIKIS else []
    for seat in order:
        place = int(state.tiki[seat])
        if seat in done:
            state = state.copy()
            state.tiki[seat] = 0
            free = _tiki_places(board, state, seat)
            if place and place not in free:
                yield f"{SEATS[seat]}'s Tiki stands where it may not"
            elif free and not place:
                yield f"{SEATS[seat]}'s Tiki is missing"
            state.tiki[seat] = place
        elif place:
            yield f"{SEATS[seat]} has not put a Tiki yet"
        elif state.phase == TIKIS and seat == state.turn and not _tiki_places(board, state, seat):
            yield f"{SEATS[seat]} has no place for a Tiki and is skipped"


def _tiki_places(board: Board, state: Any, seat: int) -> list[int]:
    sites, clubs = int(sites_for_a_tiki(board.record, state, seat)), int(free_clubs(board.record, state))
    return [place for place in range(1, 73) if (sites | clubs << CLUB_PLACE) >> place - 1 & 1]


def _check_end(board: Board, state: Any) -> Iterator[str]:
    """The island shows the recorded reasons for the final round, and no others."""
    free = int(sites_to_build(board.record, state))
    beaches = [int(board.record.sites_of[beach]) for beach in range(1, board.record.beaches + 1)]
    open_sites = min((free & beach).bit_count() for beach in beaches)
    most = max(_huts(state, seat) for seat in _seats(state))
    is_over = state.phase == ENDED
    if state.ending and state.round_number < 2:
        yield "the first round is never the final one"
    if bool(state.ending & THIRTY_ROUNDS) != (state.round_number > LAST_ROUND):
        yield f"after {LAST_ROUND} rounds the final round comes, and no other"
    if state.ending & LAST_HUT and most < HUTS - 1:
        yield "nobody is down to the last hut"
    if not state.ending & LAST_HUT and most >= HUTS - 1 + is_over:
        yield "somebody is down to the last hut"
    if most > HUTS - 1 and not is_over:
        yield "nobody puts a tenth hut before the final round"
    if state.ending & FULL_BEACH and open_sites > state.players:
        yield "no beach can have been full"
    if not state.ending & FULL_BEACH and open_sites == 0 and not is_over:
        yield "a beach is full"
