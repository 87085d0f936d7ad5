"""A plan: which numbers of an observation come from which bytes of a state, and what they mean.

Each game's module writes its plan with these words. A field whose first axis is the seat is read seat by seat and
written from the observer's seat on; so are values and bits that are seats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

import numpy as np

from ludotheque.games.board_record import Board
from ludotheque.interop.observation.encoder import CHOICE, FLAGS, NUMBER, ONLY_OWN, OWN, SEAT, SEATED, SEATS


@dataclass(frozen=True)
class PlanPart:
    """A named block of an observation. The last two axes of a grid are rows and columns of a board."""

    name: str
    place: int
    axes: tuple[tuple[str, int], ...]
    meaning: str
    is_grid: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(size for _, size in self.axes)

    @property
    def size(self) -> int:
        return prod(self.shape)


class PlanModule(Protocol):
    """The contract of `plans/<game>.py`, which is optional."""

    def plan(self, board: Board, players: int) -> "ObservationPlan":
        """The plan of the game's observations, for a number of players and a board."""


class ObservationPlan:
    """The parts of an observation and the rows that fill them, for one number of players on one board."""

    def __init__(self, state: np.dtype[Any], players: int) -> None:
        self.state, self.players = state, players
        self.parts: list[PlanPart] = []
        self.rows: list[tuple[Any, ...]] = []
        self.tables: list[int] = []
        self.left_out: dict[str, str] = {}
        self.used: set[str] = set()
        self.size = 0
        self.most: dict[int, float] = {}  # by place: the highest number, where it is not 1
        own = self.part("seat", {"which": players}, "the observer's own seat: 1, 2, ...")
        self.rows.append((OWN, 0, 0, 0, own.place, 0, 0, 0, 0.0))

    def part(self, name: str, axes: Mapping[str, int], meaning: str, *, grid: bool = False) -> PlanPart:
        """Append a block."""
        part = PlanPart(name, self.size, tuple(axes.items()), meaning, grid)
        self.parts.append(part)
        self.size += part.size
        return part

    def leave_out(self, field: str, why: str) -> None:
        """Omit a field of the state."""
        self.left_out[field] = why

    def flags(self, part: PlanPart, field: str, table: Mapping[int, int], **where: Any) -> None:
        """Bits of a word: bit b sets the number table[b] of the part."""
        self._add(FLAGS, part, field, table=table, **where)

    def choice(self, part: PlanPart, field: str, table: Mapping[int, int], **where: Any) -> None:
        """One of several: value v sets the number table[v] of the part, other values set none."""
        self._add(CHOICE, part, field, table=table, **where)

    def number(self, part: PlanPart, field: str, most: float, *, is_open: bool = False, **where: Any) -> None:
        """A count, divided by its maximum, or (open) by a large value."""
        self._add(NUMBER, part, field, scale=1.0 / most, is_open=is_open, **where)

    def seat(self, part: PlanPart, field: str, **where: Any) -> None:
        """A value that is a seat; other values set nothing."""
        self._add(SEAT, part, field, **where)

    def seats(self, part: PlanPart, field: str, **where: Any) -> None:
        """Bits that are seats."""
        self._add(SEATS, part, field, **where)

    def seated(self, part: PlanPart, field: str, table: Mapping[int, int], **where: Any) -> None:
        """A value that is seat * 4 + v; it sets the number table[v] of that seat. 0 sets nothing."""
        self._add(SEATED, part, field, table=table, **where)

    def _add(
        self,
        way: int,
        part: PlanPart,
        field: str,
        *,
        table: Mapping[int, int] | None = None,
        scale: float = 0.0,
        at: Sequence[int] = (),
        shift: int = 0,
        by_seat: bool = False,
        own_only: bool = False,
        is_open: bool = False,
    ) -> None:
        """Rows for one element of a field, or (`by_seat`) for the same element of every seat's.

        `at` finds the element, after the seat; `shift` is where in the part, or in a seat's share of it, its numbers
        begin.
        """
        self.used.add(field)
        kind, field_offset = self.state.fields[field][:2]  # type: ignore[index]
        first, entries = self._table(table or {})
        share = part.size // self.players
        for subject in range(1, self.players + 1) if by_seat else (0,):
            index = (subject, *at) if by_seat else tuple(at)
            element = int(np.ravel_multi_index(index, kind.shape)) if kind.shape else 0
            offset, width = field_offset + element * kind.base.itemsize, kind.base.itemsize
            stride = ONLY_OWN if own_only else share
            self.rows.append((way, offset, width, subject, part.place + shift, stride, first, entries, scale))
            if is_open:
                place = part.place + shift + (subject - 1 if by_seat else 0) * share
                self.most[place] = float(np.iinfo(kind.base).max) * scale

    def _table(self, table: Mapping[int, int]) -> tuple[int, int]:
        """Add a table; returns its offset and length."""
        first, entries = len(self.tables), max(table, default=-1) + 1
        self.tables += [table.get(value, -1) for value in range(entries)]
        return first, entries


def in_order(count: int, first: int = 0) -> dict[int, int]:
    """A table that writes `first`, `first` + 1, ... as 0, 1, ..."""
    return {first + number: number for number in range(count)}
