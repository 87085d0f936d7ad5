"""A view of Maka Bana as plain numbers, read once: what stands where, who is waited for, what is legal."""

from dataclasses import dataclass
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.makabana.state import ENDED, ENDINGS, HUTS, PLACING, PROJECTS, TIKIS
from ludotheque.play.position import Score, Step
from ludotheque.play.view import View

PHASES = {PLACING: "placing", PROJECTS: "projects", TIKIS: "tikis", ENDED: "over"}


@dataclass(frozen=True, slots=True)
class Table:
    """What a seat (None: a spectator) sees. Lists by seat have nothing at 0; lists by site count from 0."""

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
        """The huts that a seat has not put."""
        return HUTS - self.huts[seat].bit_count()

    def is_ready(self, seat: int) -> bool:
        """Whether a seat's project is laid down."""
        return bool(self.ready >> seat & 1)


def read(view: View) -> Table:
    """All of a view that is drawn."""
    huts, paints, clubs, tikis, kinds, targets, cards, ready, phase, _, number, first, ending, players, _ = (
        view.state.item()
    )
    board = view.setup.board
    owned: list[int] = huts.tolist()
    return Table(
        view, board, view.seat, players, PHASES[phase], number, first,
        tuple(name for bit, name in enumerate(ENDINGS) if ending >> bit & 1), view.actors,
        owners_of(owned, len(board.names["sites"])), owned, paints.tolist(), clubs.tolist(), tikis.tolist(),
        kinds.tolist(), targets.tolist(), cards.tolist(), ready, view.legal(), view.scores,
    )  # fmt: skip


def owners_of(huts: list[int], sites: int) -> list[int]:
    """By site, whose hut stands there."""
    owners = [0] * sites
    for seat, bits in enumerate(huts):
        while bits:
            owners[(bits & -bits).bit_length() - 1] = seat
            bits &= bits - 1
    return owners


def scores_with(view: View, **changed: Any) -> list[int]:
    """Everybody's points if some of the state's lists were these: what a preview shows."""
    state = view.state
    for name, values in changed.items():
        state[name][:] = values
    return [sum(parts) for parts in view.game.engine.scores(view.setup.board, state)]
