"""Marabunta's rules: a round, using a group, the end and the outcome. What elements and powers do stands in
`effects`, where numbers may go in `writing`."""

from typing import Any

from ludotheque.games.kernel import int64, kernel
from ludotheque.games.marabunta.effects import (
    begin_element,
    can_use,
    can_use_any,
    choose_hex,
    choose_leaf,
    end_effect,
    has_incomplete_power,
    is_incomplete,
    legal_choices,
    must_use_crumbs,
    tick_crate,
)
from ludotheque.games.marabunta.state import (
    ALL_ELEMENTS,
    ANY,
    BLUE,
    DO_AGAIN,
    DO_CRATE,
    DO_DECLINE,
    DO_DIE,
    DO_DONE,
    DO_LEAF,
    DO_SPLIT,
    DO_STRIKE,
    DO_TAKE,
    DO_TILE,
    DO_USE,
    DO_WRITE,
    ELEMENTS,
    ENDED,
    FACES,
    POINTS,
    RED,
    REGIONS,
    TILES,
    TO_CHOOSE,
    TO_REVEAL,
    TO_ROLL,
    TO_SPLIT,
    TO_TAKE,
    TO_TICK,
    TO_USE,
)
from ludotheque.games.ranks import rank_totals
from ludotheque.games.verbs import CHANCE, OVER


@kernel
def start(board: Any, state: Any, players: int, options: Any, start: int, version: int) -> None:
    """Every hex is free, every seat has its anthills, every leaf its first circles; seven tiles lie face down."""
    for word in range(2):
        state.free[word] = board.hexes[ANY, word]
    for seat in range(RED, BLUE + 1):
        state.anthills[seat] = board.anthills
        for leaf in range(REGIONS):
            state.circles[seat, leaf] = board.circles[seat]
    for leaf in range(REGIONS):
        state.blank[leaf] = board.blank
    state.tiles = (1 << TILES) - 1
    state.rounds = 1
    state.players = players
    state.rules = version


@kernel
def actor(board: Any, state: Any) -> int:
    return int64(state.turn)


@kernel
def waiting(board: Any, state: Any) -> int:
    return 1 << int64(state.turn) if state.turn > CHANCE else 0


@kernel
def splitter(state: Any) -> int:
    """Red splits in the first round, then the roles swap."""
    return RED if state.rounds & 1 else BLUE


@kernel
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    phase = state.phase
    if phase == TO_REVEAL:
        return legal_tiles(state, out)
    if phase == TO_ROLL:
        return legal_faces(state, out)
    if phase == TO_SPLIT:
        return legal_splits(out)
    if phase == TO_TAKE:
        return legal_groups(state, out)
    if phase == TO_USE:
        return legal_elements(board, state, seat, out)
    if phase == TO_TICK:
        return legal_crates(board, state, seat, out)
    return legal_choices(board, state, seat, out)


@kernel
def legal_tiles(state: Any, out: Any) -> int:
    """One of the tiles still face down; when none is left, the crumbs."""
    count = 0
    for tile in range(TILES):
        if state.tiles >> tile & 1:
            out[count] = DO_TILE + tile
            count += 1
    if count == 0:
        out[0] = DO_TILE + TILES
        count = 1
    return count


@kernel
def next_die(state: Any) -> int:
    """The dice are rolled one by one."""
    die = 0
    while state.dice[die] != 0:
        die += 1
    return die


@kernel
def legal_faces(state: Any, out: Any) -> int:
    first = DO_DIE + FACES * next_die(state)
    for face in range(FACES):
        out[face] = first + face
    return FACES


@kernel
def legal_splits(out: Any) -> int:
    """Any two groups of which none is empty."""
    for half in range(ALL_ELEMENTS // 2):
        out[half] = DO_SPLIT + half
    return ALL_ELEMENTS // 2


@kernel
def legal_groups(state: Any, out: Any) -> int:
    group, other = int64(state.split), ALL_ELEMENTS - int64(state.split)
    out[0] = DO_TAKE + min(group, other)
    out[1] = DO_TAKE + max(group, other)
    return 2


@kernel
def legal_elements(board: Any, state: Any, seat: int, out: Any) -> int:
    """An unused element that can have an effect now, or `done`."""
    count = 0
    for element in range(ELEMENTS):
        if state.unused >> element & 1 and can_use(board, state, seat, element):
            out[count] = DO_USE + element
            count += 1
    if not must_use_crumbs(board, state):
        out[count] = DO_DONE
        count += 1
    return count


@kernel
def legal_crates(board: Any, state: Any, seat: int, out: Any) -> int:
    """A crate of a power that is not complete."""
    count = 0
    for power in range(int64(board.powers)):
        if is_incomplete(board, state, seat, power):
            out[count] = DO_CRATE + power
            count += 1
    return count


@kernel
def weights(board: Any, state: Any, out: Any) -> int:
    """Tiles and faces are equally likely."""
    count = FACES
    if state.phase == TO_REVEAL:
        count = max(1, TILES + 1 - int64(state.rounds))
    for outcome in range(count):
        out[outcome] = 1
    return count


@kernel
def play(board: Any, state: Any, seat: int, action: int) -> None:
    phase = state.phase
    if phase == TO_REVEAL:
        reveal(state, action - DO_TILE)
    elif phase == TO_ROLL:
        roll(state, action - DO_DIE)
    elif phase == TO_SPLIT:
        make_groups(state, 2 * (action - DO_SPLIT) + 1)
    elif phase == TO_TAKE:
        take(board, state, seat, action - DO_TAKE)
    else:
        act(board, state, seat, action)
        go_on(board, state, seat)


@kernel
def reveal(state: Any, tile: int) -> None:
    """A tile leaves the pile; the crumbs stay for ever."""
    if tile < TILES:
        state.tiles ^= 1 << tile
    state.tile = tile + 1
    state.phase = TO_ROLL


@kernel
def roll(state: Any, die_and_face: int) -> None:
    die = die_and_face // FACES
    state.dice[die] = die_and_face % FACES + 1
    if die == REGIONS - 1:
        state.phase = TO_SPLIT
        state.turn = splitter(state)


@kernel
def make_groups(state: Any, group: int) -> None:
    state.split = group
    state.phase = TO_TAKE
    state.turn = 3 - splitter(state)


@kernel
def take(board: Any, state: Any, seat: int, group: int) -> None:
    """The seat takes a group and uses its elements first; the splitter has the other."""
    state.held[seat] = group
    state.held[3 - seat] = ALL_ELEMENTS - group
    state.unused = group
    state.split = 0
    go_on(board, state, seat)


@kernel
def act(board: Any, state: Any, seat: int, action: int) -> None:
    """One step of a turn."""
    if action < DO_STRIKE:
        choose_hex(board, state, seat, action - DO_WRITE)
    elif action < DO_SPLIT:
        choose_hex(board, state, seat, action - DO_STRIKE)
    elif action < DO_AGAIN:
        state.unused ^= 1 << action - DO_USE
        begin_element(board, state, seat, action - DO_USE)
    elif action < DO_LEAF:
        end_effect(state)
        begin_element(board, state, seat, action - DO_AGAIN)
    elif action < DO_CRATE:
        choose_leaf(state, seat, action - DO_LEAF)
    elif action < DO_DONE:
        tick_crate(board, state, seat, action - DO_CRATE)
    elif action == DO_DONE:
        state.unused = 0
    else:
        end_effect(state)


@kernel
def go_on(board: Any, state: Any, seat: int) -> None:
    """What follows without a choice: crates that no power can take are lost, and a turn ends in which no element is
    left that can have an effect; then the splitter's begins, or the round ends."""
    if state.effect != 0:
        state.phase = TO_CHOOSE
        return
    if state.crates > 0 and has_incomplete_power(board, state, seat):
        state.phase = TO_TICK
        return
    state.crates = 0
    while not can_use_any(board, state, seat):
        if seat == splitter(state):
            end_round(state)
            return
        seat = splitter(state)
        state.unused = state.held[seat]
    state.phase = TO_USE
    state.turn = seat


@kernel
def end_round(state: Any) -> None:
    """Tile and dice are put away; the game is over if the end was triggered."""
    state.tile = 0
    state.unused = 0
    for die in range(REGIONS):
        state.dice[die] = 0
    for seat in range(RED, BLUE + 1):
        state.held[seat] = 0
    if state.trigger != 0:
        state.phase = ENDED
        state.turn = OVER
    else:
        state.rounds += 1
        state.phase = TO_REVEAL
        state.turn = CHANCE


@kernel
def power_points(board: Any, state: Any, seat: int) -> int:
    """Points of the powers completed."""
    points = 0
    for power in range(int64(board.powers)):
        if board.effect[power] == POINTS and not is_incomplete(board, state, seat, power):
            points += int64(board.number[power])
    return points


@kernel
def region_points(state: Any, seat: int, region: int) -> int:
    """The higher sum earns the circles of its colour on the region's leaf; equal sums earn nobody any."""
    return int64(state.circles[seat, region]) if state.sums[seat, region] > state.sums[3 - seat, region] else 0


@kernel
def score(board: Any, state: Any, out: Any) -> int:
    for seat in range(RED, BLUE + 1):
        out[seat, 0] = board.row_points[state.cupcakes[seat]]
        out[seat, 1] = power_points(board, state, seat)
        for region in range(REGIONS):
            out[seat, 2 + region] = region_points(state, seat, region)
    return 2 + REGIONS


@kernel
def rank(board: Any, state: Any, out: Any) -> None:
    """Higher total wins; then more cupcakes ticked; then the seat that triggered the end."""
    for seat in range(RED, BLUE + 1):
        triggered = 1 if state.trigger == seat else 0
        out[seat] = out[seat] * 64 + int64(state.cupcakes[seat]) * 2 + triggered
    rank_totals(out, 2)


@kernel
def hide(board: Any, state: Any, seat: int) -> None:
    """Everything is open: a tile is drawn only when it is revealed."""


@kernel
def guess(board: Any, state: Any, seat: int, rng: Any) -> None:
    """There is nothing to guess."""


@kernel
def is_quiet(board: Any, state: Any, action: int) -> bool:
    return True if action == DO_DONE else action == DO_DECLINE


@kernel
def endings(board: Any, state: Any) -> int:
    return int64(state.ended) if state.phase == ENDED else 0
