"""A state of Maka Bana read once: as a `Scene` for pictures, or as a plain state for the rules.

Reading one field of a numpy record takes as long as a whole rule on plain lists. A plain state has the same fields as
the record, so the rules of `games` take either.
"""

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from ludotheque.games.bits import ONE
from ludotheque.games.board_record import Board
from ludotheque.games.makabana import points
from ludotheque.games.makabana.rules import clockwise
from ludotheque.games.makabana.state import ENDED, ENDINGS, HUTS, PLACING, PROJECTS, SEATS, STATE, TIKIS
from ludotheque.play.position import Score, Step
from ludotheque.play.view import View

PHASES = {PLACING: "placing", PROJECTS: "projects", TIKIS: "tikis", ENDED: "over"}
NAMES = STATE.names or ()
WORDS = tuple(name for name in NAMES if STATE[name].base == "uint64")  # sets of sites, which the rules want as words
NUMBERS = tuple(name for name in NAMES if STATE[name].shape and name not in WORDS)


@dataclass(frozen=True, slots=True)
class Scene:
    """A view of a seat (None: a spectator). Lists by seat have nothing at 0; lists by site count from 0."""

    view: View
    board: Board
    seat: int | None
    players: int
    phase: str
    number: int  # of the round
    first: int
    endings: tuple[str, ...]  # what brought the final round
    waiting: tuple[int, ...]
    owners: list[int]  # by site: whose hut, 0 nobody's
    huts: list[int]  # by seat, as bits
    paints: list[int]
    clubs: list[int]  # by seat: the beach of its club
    tikis: list[int]  # by seat: the place of its Tiki
    kinds: list[int]
    targets: list[int]  # by seat: 1 + site
    cards: list[int]
    ready: int
    legal: tuple[Step, ...]
    scores: tuple[Score, ...]

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    def reserve(self, seat: int) -> int:
        """The huts that a seat has left."""
        return HUTS - self.huts[seat].bit_count()

    def is_ready(self, seat: int) -> bool:
        """Whether a seat's project is laid down."""
        return bool(self.ready >> seat & 1)


def read_scene(view: View) -> Scene:
    """All of a view that is drawn."""
    board, state = view.setup.board, read_state(view.state)
    huts = [int(bits) for bits in state.huts]
    return Scene(
        view, board, view.seat, state.players, PHASES[state.phase], state.round_number, state.first,
        tuple(name for bit, name in enumerate(ENDINGS) if state.ending >> bit & 1), view.actors,
        owners_of(huts, len(board.names["sites"])), huts, state.paints, state.club, state.tiki, state.kind, state.site,
        state.card, state.ready, view.legal(), view.scores,
    )  # fmt: skip


def owners_of(huts: list[int], sites: int) -> list[int]:
    """By site, the seat whose hut is there; 0 for none."""
    owners = [0] * sites
    for seat, bits in enumerate(huts):
        for site in sites_in(bits):
            owners[site] = seat
    return owners


def scores_with(view: View, **changed: Any) -> list[int]:
    """Everybody's points if some of the state's lists were these, for a preview."""
    state = view.state
    for name, values in changed.items():
        state[name][:] = values
    return [sum(parts) for parts in view.game.engine.scores(view.setup.board, state)]


@cache
def read_board(board: Board) -> Any:
    """A board with the same fields as its record."""
    return SimpleNamespace(**{name: _plain(board.record[name]) for name in board.record.dtype.names})


def _plain(value: Any) -> Any:
    """As in a state: sets of sites stay unsigned words, everything else becomes plain numbers."""
    if getattr(value, "dtype", None) == "uint64":
        return list(value) if value.shape else value
    return value.tolist() if hasattr(value, "tolist") else value


def read_state(state: Any) -> Any:
    """A copy of a state with the same fields as its record; it may be changed."""
    fields = dict(zip(NAMES, state.tolist(), strict=True))
    for name in WORDS:
        fields[name] = list(fields[name])
    for name in NUMBERS:
        fields[name] = fields[name].tolist()
    return SimpleNamespace(**fields)


class PublicState(NamedTuple):
    """The public fields of a state: the pieces on the island, and what each seat has left."""

    huts: tuple[Any, ...]
    paints: tuple[int, ...]
    club: tuple[int, ...]
    tiki: tuple[int, ...]
    players: int


def public_part(state: Any) -> PublicState:
    """The public part of a plain state."""
    return PublicState(tuple(state.huts), tuple(state.paints), tuple(state.club), tuple(state.tiki), state.players)


def seats_of(state: Any) -> range:
    """Every seat at the table."""
    return range(1, state.players + 1)


def clockwise_seats(state: Any) -> list[int]:
    """The seats in the order of this round, from the first player."""
    return list(_clockwise(state.first, state.players))


@cache
def _clockwise(first: int, players: int) -> tuple[int, ...]:
    scene = SimpleNamespace(first=first, players=players)
    return tuple(int(clockwise(scene, k)) for k in range(players))


def sites_in(sites: Any) -> list[int]:
    """The numbers of a set of sites."""
    left, found = int(sites), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def owner(state: Any, site: int) -> int:
    """The seat whose hut is on a site; 0 for none."""
    for seat in range(1, state.players + 1):
        if int(state.huts[seat]) >> site & 1:
            return seat
    return 0


def tiki_owner(state: Any, place: int) -> int:
    """The seat whose Tiki is on a place (1 + site, or CLUB_PLACE + beach); 0 for none."""
    return next((seat for seat in seats_of(state) if state.tiki[seat] == place), 0)


def club_owner(state: Any, beach: int) -> int:
    """The seat whose club is on a beach; 0 for none."""
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
