"""What the elements of a group and the powers do in Marabunta: when they can have an effect, and how it goes on."""

from typing import Any

from ludotheque.games.bits import ONE as BIT
from ludotheque.games.bits import lowest
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.marabunta.placement import (
    NONE,
    fill_circle,
    fill_hex,
    first_hexes,
    has_free_cupcake,
    has_hex,
    hexes_of,
    next_hexes,
    write,
)
from ludotheque.games.marabunta.state import (
    ANY,
    CAKES,
    CIRCLES,
    CRATE,
    CRATES,
    CRUMBS,
    DO_AGAIN,
    DO_DECLINE,
    DO_LEAF,
    DO_STRIKE,
    DO_WRITE,
    DOUBLE,
    FLAG,
    ONE,
    POINTS,
    REGIONS,
    STRIKE,
    TILE,
    TRIO,
    WRITE,
)


@kernel
def effect_of(state: Any, element: int) -> int:
    """What an element does: a die by its face, the tile by its name."""
    if element == TILE:
        return WRITE if state.tile == ONE else int64(state.tile)
    face = state.dice[element] - 1
    return WRITE if face < 4 else FLAG if face == 4 else CRATE


@kernel
def number_of(state: Any, element: int) -> int:
    """The number an element writes: a die its own, the tile `one` a 1, the others 0."""
    if element == TILE:
        return 1 if state.tile == ONE else 0
    return int64(state.dice[element]) - 1


@kernel
def region_of(state: Any, element: int) -> int:
    """Where an element writes: 1, 2, 3 on a die in the die's region, everything else in any region."""
    return element if number_of(state, element) > 0 else ANY


@kernel
def crates_of(effect: int) -> int:
    """How many crates an element brings."""
    return 1 if effect == CRATE else 2 if effect == CRATES else 0


@kernel
def can_begin(board: Any, state: Any, seat: int, effect: int, region: int) -> bool:
    """Whether the first step of an effect exists (a die used again is looked at by `can_use`)."""
    if effect == FLAG:
        return bool(state.blank[region] > 0)
    if crates_of(effect) > 0:
        return has_incomplete_power(board, state, seat)
    if effect == CIRCLES:
        return has_blank_leaf(state, int64(ANY))
    for word in range(2):
        if first_hexes(board, state, seat, effect, region, word) != NONE:
            return True
    return False


@kernel
def can_use(board: Any, state: Any, seat: int, element: int) -> bool:
    """Whether an element of the seat's group can have an effect now."""
    effect = effect_of(state, element)
    if effect != DOUBLE:
        return can_begin(board, state, seat, effect, region_of(state, element))
    for die in range(REGIONS):
        if can_use_again(board, state, seat, die):
            return True
    return False


@kernel
def can_use_again(board: Any, state: Any, seat: int, die: int) -> bool:
    """Whether `double` may repeat a die: one of the seat's group, used or not, that can have an effect now."""
    if state.held[seat] >> die & 1 == 0:
        return False
    return can_begin(board, state, seat, effect_of(state, die), region_of(state, die))


@kernel
def can_use_any(board: Any, state: Any, seat: int) -> bool:
    for element in range(TILE + 1):
        if state.unused >> element & 1 and can_use(board, state, seat, element):
            return True
    return False


@kernel
def must_use_crumbs(board: Any, state: Any) -> bool:
    """Whoever holds the crumbs uses them, as long as a cupcake hex is free."""
    return state.tile == CRUMBS and state.unused >> TILE & 1 == 1 and has_free_cupcake(board, state)


@kernel
def begin_element(board: Any, state: Any, seat: int, element: int) -> None:
    """Flags are filled and crates counted at once; other effects bring steps of their own."""
    effect = effect_of(state, element)
    if effect == FLAG:
        fill_circle(state, seat, element)
    elif crates_of(effect) > 0:
        state.crates += crates_of(effect)
    else:
        state.effect = effect
        state.number = number_of(state, element)
        state.region = region_of(state, element)


@kernel
def has_blank_leaf(state: Any, but: int) -> bool:
    """Whether a leaf, but the one named, has a blank circle."""
    for leaf in range(REGIONS):
        if leaf != but and state.blank[leaf] > 0:
            return True
    return False


@kernel
def legal_choices(board: Any, state: Any, seat: int, out: Any) -> int:
    """Write the choices of the effect under way: leaves, dice or hexes."""
    count = 0
    if state.effect == CIRCLES:
        for leaf in range(REGIONS):
            if leaf != state.chosen[0] - 1 and state.blank[leaf] > 0:
                out[count] = DO_LEAF + leaf
                count += 1
        return count
    if state.effect == DOUBLE:
        for die in range(REGIONS):
            if can_use_again(board, state, seat, die):
                out[count] = DO_AGAIN + die
                count += 1
        return count
    return legal_hexes(board, state, seat, out)


@kernel
def legal_hexes(board: Any, state: Any, seat: int, out: Any) -> int:
    """Write where the effect under way may begin or go on, and `decline` where it may be given up."""
    count = 0
    base = DO_STRIKE if is_striking(int64(state.effect)) else DO_WRITE
    for word in range(2):
        hexes = next_hexes(board, state, seat, word)
        while hexes:
            out[count] = base + 64 * word + lowest(hexes)
            hexes &= hexes - BIT
            count += 1
    if may_decline(board, state, seat):
        out[count] = DO_DECLINE
        count += 1
    return count


@kernel
def is_striking(effect: int) -> bool:
    return True if effect == STRIKE else effect == CRUMBS


@kernel
def may_decline(board: Any, state: Any, seat: int) -> bool:
    """An anthill is never an obligation: a writing power that could only begin by spending one may be given up."""
    is_writing = state.effect == WRITE or state.effect == TRIO
    if state.power == 0 or state.chosen[0] != 0 or not is_writing:
        return False
    for word in range(2):
        if next_hexes(board, state, seat, word) & state.beside[seat, word] != NONE:
            return False
    return True


@kernel
def choose_hex(board: Any, state: Any, seat: int, hexagon: int) -> None:
    """Write in a hex or strike it; the bonuses come when all the numbers of the effect are written."""
    effect = int64(state.effect)
    fill_hex(board, state, seat, hexagon)
    if not is_striking(effect):
        write(board, state, seat, hexagon)
    before = 0
    while before < 2 and state.chosen[before] != 0:
        before += 1
    if before + 1 < hexes_of(effect):
        state.chosen[before] = hexagon + 1
        return
    if not is_striking(effect):
        for i in range(before):
            take_bonus(board, state, seat, int64(state.chosen[i]) - 1)
        take_bonus(board, state, seat, hexagon)
    end_effect(state)


@kernel
def take_bonus(board: Any, state: Any, seat: int, hexagon: int) -> None:
    """A cupcake hex ticks the next cupcake, a crate hex brings a crate."""
    if has_hex(board.cupcakes[hexagon >> 6], hexagon):
        tick_cupcake(board, state, seat)
    if has_hex(board.crates[hexagon >> 6], hexagon):
        state.crates += 1


@kernel
def tick_cupcake(board: Any, state: Any, seat: int) -> None:
    """When the row is full, further cupcakes do nothing."""
    if state.cupcakes[seat] < board.row:
        state.cupcakes[seat] += 1


@kernel
def choose_leaf(state: Any, seat: int, leaf: int) -> None:
    """Fill a circle on two different leaves, or on one if no other has a blank circle."""
    fill_circle(state, seat, leaf)
    if state.chosen[0] == 0 and has_blank_leaf(state, leaf):
        state.chosen[0] = leaf + 1
    else:
        end_effect(state)


@kernel
def end_effect(state: Any) -> None:
    state.effect, state.number, state.region, state.power = 0, 0, 0, 0
    state.chosen[0], state.chosen[1] = 0, 0


@kernel
def is_incomplete(board: Any, state: Any, seat: int, power: int) -> bool:
    return bool(state.ticked[seat, power] < board.needed[power])


@kernel
def has_incomplete_power(board: Any, state: Any, seat: int) -> bool:
    for power in range(int64(board.powers)):
        if is_incomplete(board, state, seat, power):
            return True
    return False


@kernel
def tick_crate(board: Any, state: Any, seat: int, power: int) -> None:
    """The last crate of a power completes it, and its effect is carried out at once."""
    state.crates -= 1
    state.ticked[seat, power] += 1
    if not is_incomplete(board, state, seat, power):
        unlock(board, state, seat, power)


@kernel
def unlock(board: Any, state: Any, seat: int, power: int) -> None:
    """Carry out a power if that can be done, otherwise it is lost. Points need no more than the crates: see `score`."""
    effect = int64(board.effect[power])
    if effect == CAKES:
        for _ in range(board.number[power]):
            tick_cupcake(board, state, seat)
    elif effect != POINTS and can_begin(board, state, seat, effect, int64(ANY)):
        state.effect = effect
        state.number = board.number[power]
        state.region = ANY
        state.power = power + 1
