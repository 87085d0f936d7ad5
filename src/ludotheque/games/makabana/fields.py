"""A state of Maka Bana as named fields, and back. In a view hidden fields are null."""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.field_reader import FieldReader
from ludotheque.games.makabana.invariants import check
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB,
    CLUB_PLACE,
    ENDINGS,
    HUTS,
    LAST_ROUND,
    NONE,
    PAINT,
    PAINT_OR_CLUB,
    PAINTS,
    UNMADE,
)
from ludotheque.games.refusal import PositionError

__all__ = ["check", "from_fields", "to_fields"]

PHASES = ("placing", "projects", "tikis", "over")
KINDS = {BUILD: "build", PAINT: "paint", CLUB: "club", NONE: "none"}
CARD_COUNTS = {BUILD: 3, PAINT: 4, CLUB: 4, PAINT_OR_CLUB: 4, NONE: 0}


def to_fields(board: Board, state: Any) -> dict[str, Any]:
    """The moment of the game, and what each seat has on the island and in front of it."""
    return {
        "phase": PHASES[state.phase],
        "turn": int(state.turn) or None,
        "round": int(state.round_number),
        "first_player": int(state.first),
        "ending": [name for bit, name in enumerate(ENDINGS) if state.ending >> bit & 1],
        "seats": {str(seat): _seat_fields(board, state, seat) for seat in range(1, state.players + 1)},
    }


def _seat_fields(board: Board, state: Any, seat: int) -> dict[str, Any]:
    huts = sites_in(board, state.huts[seat])
    return {
        "huts": huts,
        "reserve": HUTS - len(huts),
        "paints": int(state.paints[seat]),
        "club": board.names["beaches"][state.club[seat] - 1] if state.club[seat] else None,
        "tiki": tiki_places(board)[state.tiki[seat] - 1] if state.tiki[seat] else None,
        "project": project_fields(board, state, seat),
    }


def sites_in(board: Board, sites: Any) -> list[str]:
    """The names of a set of sites."""
    return [name for site, name in enumerate(board.names["sites"]) if int(sites) >> site & 1]


def tiki_places(board: Board) -> tuple[str, ...]:
    """The names of the places 1, 2, ... of a Tiki; those between the last site and the club places are empty."""
    sites = board.names["sites"]
    return (*sites, *[""] * (CLUB_PLACE - len(sites)), *(f"club.{beach}" for beach in board.names["beaches"]))


def project_fields(board: Board, state: Any, seat: int) -> dict[str, Any] | None:
    """A seat's project as far as the state knows it; None while it has none (known)."""
    kind, ready = int(state.kind[seat]), bool(state.ready >> seat & 1)
    if kind == UNMADE and not ready:
        return None
    return {
        "ready": ready,
        "kind": KINDS.get(kind),
        "site": board.names["sites"][state.site[seat] - 1] if state.site[seat] else None,
        "shown": board.names["cards"][state.card[seat]] or None,
        "cards": CARD_COUNTS.get(kind),
    }


def from_fields(board: Board, state: Any, fields: dict[str, Any]) -> None:
    """Fill a state that `start` has prepared."""
    whole = FieldReader(fields)
    whole.only("phase", "turn", "round", "first_player", "ending", "seats")
    players = int(state.players)
    state.phase = PHASES.index(whole.choice("phase", PHASES))
    state.turn = whole.choice("turn", (None, *range(1, players + 1))) or 0
    state.round_number = whole.number("round", 0, LAST_ROUND + 1)
    state.first = whole.number("first_player", 1, players)
    state.ending = sum(1 << ENDINGS.index(name) for name in whole.choices("ending", ENDINGS))
    state.ready = 0
    seats = whole.part("seats")
    seats.only(*(str(seat) for seat in range(1, players + 1)))
    for seat in range(1, players + 1):
        _read_seat(board, state, seat, seats.part(str(seat)))


def _read_seat(board: Board, state: Any, seat: int, fields: FieldReader) -> None:
    fields.only("huts", "reserve", "paints", "club", "tiki", "project")
    huts = fields.choices("huts", board.names["sites"])
    if len(huts) + fields.number("reserve", 0, HUTS) != HUTS:
        raise PositionError(f"{fields.at('reserve')}: {HUTS} huts in all, and {len(huts)} stand on the island")
    state.huts[seat] = sum(1 << board.names["sites"].index(name) for name in huts)
    state.paints[seat] = fields.number("paints", 0, PAINTS)
    club = fields.choice("club", (None, *board.names["beaches"]))
    state.club[seat] = board.names["beaches"].index(club) + 1 if club else 0
    places = tiki_places(board)
    tiki = fields.choice("tiki", (None, *filter(None, places)))
    state.tiki[seat] = places.index(tiki) + 1 if tiki else 0
    state.kind[seat], state.site[seat], state.card[seat] = UNMADE, 0, 0
    if fields.data.get("project", "missing") is not None:
        _read_project(board, state, seat, fields.part("project"))


def _read_project(board: Board, state: Any, seat: int, fields: FieldReader) -> None:
    fields.only("ready", "kind", "site", "shown", "cards")
    kind = fields.choice("kind", (None, *KINDS.values()))
    cards = fields.choice("cards", (None, 0, 3, 4))
    for number, count in {UNMADE: None, **CARD_COUNTS}.items():
        if KINDS.get(number) == kind and count == cards:
            state.kind[seat] = number
            break
    else:
        raise PositionError(f"{fields.at('cards')}: no {kind} project has {cards} cards")
    site = fields.choice("site", (None, *board.names["sites"]))
    state.site[seat] = board.names["sites"].index(site) + 1 if site else 0
    shown = fields.choice("shown", (None, *filter(None, board.names["cards"])))
    state.card[seat] = board.names["cards"].index(shown) if shown else 0
    if fields.choice("ready", (True, False)):
        state.ready |= 1 << seat
    elif kind is None:
        raise PositionError(f"{fields.at('ready')}: a project of which nothing is known is laid down, or null")
