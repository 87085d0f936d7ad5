"""Writing an observation from the bytes of a view, compiled: the rows of a plan, one after another."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE, lowest
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.packed_records import packed
from ludotheque.games.verbs import hide

NUMBER, CHOICE, FLAGS, SEAT, SEATS, SEATED, OWN = range(7)  # how a row of the plan is written
ONLY_OWN = -1  # as a stride: written for the observer's own seat, where others' values are never known
SEATED_SHIFT = 2  # in a value that is seat * 4 + v

ROW = packed(
    [
        ("way", np.int32),  # how: NUMBER, CHOICE, ...
        ("offset", np.int32),  # which bytes of the state
        ("width", np.int32),
        ("subject", np.int32),  # the seat these bytes are about, or 0
        ("place", np.int32),  # where in the observation
        ("stride", np.int32),  # from one seat to the next there
        ("table", np.int32),  # where in the tables: what a value, or a bit, is written as; -1 for nothing
        ("entries", np.int32),
        ("scale", np.float32),
    ]
)


@kernel
def read_word(seen: Any, offset: int, width: int) -> Any:
    """Some bytes of a state as a number without a sign."""
    word = np.uint64(seen[offset])
    if width > 1:
        word |= np.uint64(seen[offset + 1]) << np.uint64(8)
    if width > 2:
        for k in range(2, width):
            word |= np.uint64(seen[offset + k]) << np.uint64(8 * k)
    return word


@kernel
def read_value(seen: Any, offset: int, width: int) -> int:
    """Some bytes of a state as a number with a sign."""
    value = int64(read_word(seen, offset, width))
    return value - (1 << 8 * width) if value >> 8 * width - 1 & 1 else value


@kernel
def steps_left(seat: int, observer: int, players: int) -> int:
    """How many seats to the observer's left a seat is."""
    return seat - observer if seat >= observer else seat - observer + players


@kernel
def observe(seen: Any, rows: Any, tables: Any, seat: int, players: int, out: Any) -> None:
    """Write the observation of a seat into `out`, from the bytes of its view. Seat 0 is a spectator beside seat 1."""
    for i in range(len(out)):
        out[i] = 0
    observer = max(seat, 1)
    for i in range(len(rows)):
        row = rows[i]
        place = int64(row.place)
        if row.subject:
            steps = steps_left(int64(row.subject), observer, players)
            if row.stride != ONLY_OWN:
                place += steps * int64(row.stride)
            elif steps:
                continue
        write_row(seen, row, tables, place, seat, players, out)


@kernel
def write_row(seen: Any, row: Any, tables: Any, place: int, seat: int, players: int, out: Any) -> None:
    """Write one row of the plan."""
    observer = max(seat, 1)
    if row.way == OWN:
        if seat:
            out[place + seat - 1] = 1
    elif row.way == FLAGS:
        write_flags(seen, row, tables, place, out)
    else:
        value = read_value(seen, int64(row.offset), int64(row.width))
        if row.way == NUMBER:
            out[place] = np.float32(value) * row.scale
        elif row.way == CHOICE:
            write_choice(row, tables, place, value, out)
        elif row.way == SEATED:
            if value:
                steps = steps_left(value >> SEATED_SHIFT, observer, players)
                write_choice(row, tables, place + steps * int64(row.stride), value & (1 << SEATED_SHIFT) - 1, out)
        elif row.way == SEAT:
            if value > 0:
                out[place + steps_left(value, observer, players)] = 1
        else:
            for other in range(1, players + 1):
                if value >> other & 1:
                    out[place + steps_left(other, observer, players)] = 1


@kernel
def write_choice(row: Any, tables: Any, place: int, value: int, out: Any) -> None:
    """Set the number that a value maps to, if any."""
    if 0 <= value < row.entries:
        number = int64(tables[row.table + value])
        if number >= 0:
            out[place + number] = 1


@kernel
def write_flags(seen: Any, row: Any, tables: Any, place: int, out: Any) -> None:
    """Set the numbers that the bits of a word map to."""
    word = read_word(seen, int64(row.offset), int64(row.width))
    while word:
        write_choice(row, tables, place, lowest(word), out)
        word &= word - ONE


@kernel
def observe_state(
    board: Any, state: Any, seat: int, room: Any, seen: Any, rows: Any, tables: Any, players: int, out: Any
) -> None:
    """The same from a whole state, which stays as it is. `room` is an array of one state, `seen` its bytes."""
    room[0] = state
    hide(board, room[0], seat)
    observe(seen, rows, tables, seat, players, out)
