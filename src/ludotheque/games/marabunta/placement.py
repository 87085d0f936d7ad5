"""Where things may go on Marabunta's territory, and what happens there. Sets of hexes are two 64-bit words."""

from typing import Any

import numpy as np

from ludotheque.games.bits import ONE as BIT
from ludotheque.games.bits import lowest
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.marabunta.state import (
    CRUMBS,
    CUPCAKES_GONE,
    LEAF_FULL,
    NEST,
    REGION_FULL,
    STRIKE,
    TRIO,
    WRITE,
    ZEROS,
)

NONE = np.uint64(0)


@kernel
def has_hex(hexes: Any, hexagon: int) -> bool:
    """Whether the 64-bit word of a hex has it."""
    return bool(hexes >> np.uint64(hexagon & 63) & BIT)


@kernel
def may_write(board: Any, state: Any, seat: int, region: int, word: int) -> Any:
    """The free hexes of a region for a number: adjacent to an own number or, with an anthill left, any."""
    hexes = state.free[word] & board.hexes[region, word]
    if state.anthills[seat] == 0:
        hexes &= state.beside[seat, word]
    return hexes


@kernel
def free_around(board: Any, state: Any, hexagon: int, word: int) -> Any:
    return state.free[word] & board.near[hexagon, word]


@kernel
def third_hexes(board: Any, state: Any, first: int, second: int, word: int) -> Any:
    """The free hexes adjacent to both."""
    return free_around(board, state, first, word) & board.near[second, word]


@kernel
def has_third(board: Any, state: Any, first: int, second: int) -> bool:
    for word in range(2):
        if third_hexes(board, state, first, second, word) != NONE:
            return True
    return False


@kernel
def second_hexes(board: Any, state: Any, effect: int, first: int, word: int) -> Any:
    """The free hexes adjacent to the first; for a trio, those that leave room for a third adjacent to both."""
    hexes = free_around(board, state, first, word)
    left = hexes if effect == TRIO else NONE
    while left:
        second = lowest(left)
        left &= left - BIT
        if not has_third(board, state, first, 64 * word + second):
            hexes ^= BIT << np.uint64(second)
    return hexes


@kernel
def has_second(board: Any, state: Any, effect: int, first: int) -> bool:
    """Both or neither, all three or nothing: whether an effect that begins at a hex can be completed."""
    for word in range(2):
        if second_hexes(board, state, effect, first, word) != NONE:
            return True
    return False


@kernel
def first_hexes(board: Any, state: Any, seat: int, effect: int, region: int, word: int) -> Any:
    """The hexes where an effect on the territory may begin."""
    if effect == WRITE:
        return may_write(board, state, seat, region, word)
    if effect == NEST:
        return state.free[word]
    if effect == CRUMBS:
        return state.free[word] & board.cupcakes[word]
    hexes = state.free[word] if effect == STRIKE else may_write(board, state, seat, region, word)
    left = hexes
    while left:
        first = lowest(left)
        left &= left - BIT
        if not has_second(board, state, effect, 64 * word + first):
            hexes ^= BIT << np.uint64(first)
    return hexes


@kernel
def next_hexes(board: Any, state: Any, seat: int, word: int) -> Any:
    """The hexes where the effect under way may begin or go on."""
    effect, first, second = int64(state.effect), int64(state.chosen[0]) - 1, int64(state.chosen[1]) - 1
    if first < 0:
        return first_hexes(board, state, seat, effect, int64(state.region), word)
    if second < 0:
        return second_hexes(board, state, effect, first, word)
    return third_hexes(board, state, first, second, word)


@kernel
def hexes_of(effect: int) -> int:
    """The number of hexes that an effect takes."""
    return 3 if effect == TRIO else 2 if effect == ZEROS else 2 if effect == STRIKE else 1


@kernel
def write(board: Any, state: Any, seat: int, hexagon: int) -> None:
    """Write the effect's number. Away from the own numbers it costs an anthill, but for a nest."""
    if state.effect != NEST and not has_hex(state.beside[seat, hexagon >> 6], hexagon):
        state.anthills[seat] -= 1
    state.mark[hexagon] = seat * 4 + state.number
    state.sums[seat, board.region[hexagon]] += state.number
    for word in range(2):
        state.beside[seat, word] |= board.near[hexagon, word]


@kernel
def has_free_cupcake(board: Any, state: Any) -> bool:
    return bool(state.free[0] & board.cupcakes[0] | state.free[1] & board.cupcakes[1])


@kernel
def fill_hex(board: Any, state: Any, seat: int, hexagon: int) -> None:
    """The hex is no longer free; the end comes with the last of a region and the last with a cupcake."""
    state.free[hexagon >> 6] ^= BIT << np.uint64(hexagon & 63)
    region = int64(board.region[hexagon])
    ways = 0
    if (state.free[0] & board.hexes[region, 0] | state.free[1] & board.hexes[region, 1]) == NONE:
        ways |= REGION_FULL
    if not has_free_cupcake(board, state):
        ways |= CUPCAKES_GONE
    trigger_end(state, seat, ways)


@kernel
def fill_circle(state: Any, seat: int, leaf: int) -> None:
    """Fill a blank circle with the seat's colour; the end comes with the last of a leaf."""
    state.blank[leaf] -= 1
    state.circles[seat, leaf] += 1
    trigger_end(state, seat, LEAF_FULL if state.blank[leaf] == 0 else 0)


@kernel
def trigger_end(state: Any, seat: int, ways: int) -> None:
    """The first trigger counts."""
    if state.trigger == 0 and ways != 0:
        state.trigger = seat
        state.ended = ways
