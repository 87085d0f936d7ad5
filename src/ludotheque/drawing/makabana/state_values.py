"""A state of Maka Bana read once into plain lists, so that the rules can be asked many small questions quickly.

Reading one field of a record takes as long as a whole question of a list. The rules of `games` don't mind: they ask
for fields by the same names.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from ludotheque.games.bits import ONE
from ludotheque.games.board_record import Board
from ludotheque.games.makabana import points
from ludotheque.games.makabana.rules import clockwise
from ludotheque.games.makabana.state import HUTS, SEATS, STATE

NAMES = STATE.names or ()
WORDS = tuple(name for name in NAMES if STATE[name].base == "uint64")  # sets of sites, which the rules want as words
NUMBERS = tuple(name for name in NAMES if STATE[name].shape and name not in WORDS)


@cache
def read_board(board: Board) -> Any:
    """A board with the same fields as its record."""
    return SimpleNamespace(**{name: _plain(board.record[name]) for name in board.record.dtype.names})


def read_state(state: Any) -> Any:
    """A state with the same fields as its record, which may be changed: it is a copy."""
    fields = dict(zip(NAMES, state.tolist(), strict=True))
    for name in WORDS:
        fields[name] = list(fields[name])
    for name in NUMBERS:
        fields[name] = fields[name].tolist()
    return SimpleNamespace(**fields)


class Standing(NamedTuple):
    """What stands on the island and what each seat has left, which all see alike: the same fields as a state."""

    huts: tuple[Any, ...]
    paints: tuple[int, ...]
    club: tuple[int, ...]
    tiki: tuple[int, ...]
    players: int


def standing(state: Any) -> Standing:
    """The public part of a state that was read."""
    return Standing(tuple(state.huts), tuple(state.paints), tuple(state.club), tuple(state.tiki), state.players)


def _plain(value: Any) -> Any:
    """As in a state: sets of sites stay unsigned words, everything else becomes plain numbers."""
    if getattr(value, "dtype", None) == "uint64":
        return list(value) if value.shape else value
    return value.tolist() if hasattr(value, "tolist") else value


def seats_of(state: Any) -> range:
    """Every seat at the table."""
    return range(1, state.players + 1)


def clockwise_seats(state: Any) -> list[int]:
    """The seats in the order of this round, from the first player."""
    return list(_clockwise(state.first, state.players))


@cache
def _clockwise(first: int, players: int) -> tuple[int, ...]:
    table = SimpleNamespace(first=first, players=players)
    return tuple(int(clockwise(table, k)) for k in range(players))


def sites_in(sites: Any) -> list[int]:
    """The numbers of a set of sites."""
    left, found = int(sites), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def owner(state: Any, site: int) -> int:
    """Whose hut stands on a site; 0 for nobody's."""
    for seat in range(1, state.players + 1):
        if int(state.huts[seat]) >> site & 1:
            return seat
    return 0


def tiki_owner(state: Any, place: int) -> int:
    """Whose Tiki stands on a place (1 + site, or CLUB_PLACE + beach); 0 for nobody's."""
    return next((seat for seat in seats_of(state) if state.tiki[seat] == place), 0)


def club_owner(state: Any, beach: int) -> int:
    """Whose club stands on a beach; 0 for nobody's."""
    return next((seat for seat in SEATS if state.club[seat] == beach), 0)


def reserve(state: Any, seat: int) -> int:
    """How many huts a seat has left."""
    return HUTS - int(state.huts[seat]).bit_count()


def groups(board: Any, huts: Any) -> list[list[int]]:
    """A seat's huts by group, the largest first."""
    found = []
    while huts:
        one = points.group(board, huts, huts & ~(huts - ONE))
        found.append(sites_in(one))
        huts ^= one
    return sorted(found, key=len, reverse=True)


def neighbour_chains(board: Any, members: list[int]) -> list[list[int]]:
    """Rows of sites, each a neighbour of the one before, in which every two neighbours meet once."""
    near = {site: set(sites_in(board.near[site])) for site in members}
    chains = []
    while any(near.values()):
        ends = [site for site in members if len(near[site]) % 2] or [site for site in members if near[site]]
        chain = [ends[0]]
        while near[chain[-1]]:
            site, after = chain[-1], min(near[chain[-1]])
            near[site].remove(after)
            near[after].remove(site)
            chain.append(after)
        chains.append(chain)
    return chains
