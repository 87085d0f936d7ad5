"""Branches: a new table whose game begins at a position of another game.

The steps up to it are copied into the new table's terms, and into its log when the game begins, so that the new table
does not need the old one. Only public steps are copied: from a table that is over, and never from the middle of a
secret choice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from ludotheque.bots.levels import LEVELS
from ludotheque.games.phrase import say
from ludotheque.games.refusal import Refusal
from ludotheque.log.commands import check_seat
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.log.terms import GivenStart, Terms
from ludotheque.play.position import Position
from ludotheque.play.record import Record
from ludotheque.table.people.people import Person
from ludotheque.table.registry.tables import Tables

NOTHING_LEFT = say("Nothing is left to choose there: go some steps back, and play from there.")


@dataclass(frozen=True, slots=True)
class BranchSource:
    """A game to branch from: its positions from the first on, and the text of its custom board, if any."""

    positions: Sequence[Position]
    board: str | None = None


@dataclass(frozen=True, slots=True)
class BranchStart:
    """A new branch: its table, the seat of its maker, and the ply that it begins at."""

    table: str
    seat: int
    ply: int


def source_of(state: TableState) -> BranchSource:
    """The game of a table that is over; raises for others, which may have secrets."""
    if not state.is_over:
        raise TableError("late", say("This game is not over yet: it can be gone on from when it is."))
    if state.position is None:
        raise TableError("wrong", say("This game never began: there is nothing to go on from."))
    return BranchSource([*reversed([state.position, *state.position.history])], state.terms.board)


def read_source(text: str, ply: int) -> BranchSource:
    """The game of a record's text, up to the ply; raises a RecordError that names the line."""
    record = Record.read(text)
    check_ply(ply, len(record.steps))
    return BranchSource([*islice(record.replay(), ply + 1)])


def check_ply(ply: int, last: int) -> None:
    """Raise if the game has no such ply."""
    if not 0 <= ply <= last:
        raise TableError("wrong", f"ply: that game has plies 0 to {last}.")


def position_at(source: BranchSource, ply: int) -> Position:
    """The last position up to `ply` without secrets; raises a Refusal if no choice is left from there."""
    check_ply(ply, len(source.positions) - 1)
    found = next(position for position in reversed(source.positions[: ply + 1]) if is_open(position))
    if is_decided(found):
        raise Refusal("over", "table.over", NOTHING_LEFT)
    return found


def is_open(position: Position) -> bool:
    """Whether all seats see the same."""
    return bool(position.view(None).state.tobytes() == position.state.tobytes())


def is_decided(position: Position) -> bool:
    """Whether a game is over, or ends without another choice."""
    while len(position.actors) == 1 and not position.is_chance and position.count(position.actors[0]) == 1:
        position = position.play(position.legal()[0])
    return position.is_over


def opening_of(position: Position) -> GivenStart:
    """The start and steps that lead to a position."""
    setup, one = position.setup, position.game
    start = one.engine.format_start(setup.board, setup.start or 0) if one.starts > 1 else None
    return GivenStart(start=start, steps=tuple((step.seat, step.text) for step in position.steps))


def terms_from(terms: Terms, source: BranchSource, position: Position) -> Terms:
    """The terms of a branch; raises if they differ from the source's game, players, board or options."""
    setup = position.setup
    is_same = (terms.game, terms.players) == (position.game.name, setup.players) and terms.board in (None, source.board)
    if not is_same or any(setup.options.get(name) != value for name, value in terms.options.items()):
        title = position.game.title
        raise TableError("wrong", f"opening: that is {title} for {setup.players}; leave its options and board out.")
    own = {"rules": setup.rules, "options": dict(setup.options), "board": source.board}
    return terms.model_copy(update=own | {"opening": opening_of(position)})


def terms_at(terms: Terms, source: BranchSource, ply: int) -> Terms:
    """The terms of a branch that begins at a ply of its source."""
    return terms_from(terms, source, position_at(source, ply))


def seat_at(position: Position, own: Sequence[int]) -> int:
    """The seat to move; of several, one's own."""
    waited = position.roll(0).actors  # who moves after a chance does not depend on its outcome
    return next((seat for seat in own if seat in waited), waited[0])


async def play_from(
    tables: Tables, state: TableState, person: Person, ply: int, level: str, seat: int | None = None,
    commitment: str | None = None,
) -> BranchStart:  # fmt: skip
    """A new table that continues a finished one, against bots of a level.

    The person gets the seat to move, or the one named. The game begins at once, or, with the `commitment` of the
    person's client, when that has opened its bytes.
    """
    if level not in LEVELS:
        raise TableError("wrong", f"level: one of {', '.join(LEVELS)}.")
    if seat is not None:
        check_seat(state, seat)
    source = source_of(state)
    position = position_at(source, ply)
    own = seat or seat_at(position, state.seats_of(person.id))
    old = state.terms
    await tables.seats.check_demand(person)
    terms = Terms(game=old.game, players=old.players, rules=old.rules, seating="chosen")
    table, _ = await tables.seats.create(person, terms_from(terms, source, position))
    await tables.seats.seat_bots(table, {other: level for other in state.holders if other != own})
    await tables.seats.sit(table, person, own, commitment)
    return BranchStart(table, own, position.ply)
