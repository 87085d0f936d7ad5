"""Invariants of every state of Marabunta."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta import effects, placement, rules
from ludotheque.games.marabunta.board import hexes_in
from ludotheque.games.marabunta.board_file import REGION_NAMES
from ludotheque.games.marabunta.state import (
    ACTIONS,
    ALL_ELEMENTS,
    ANY,
    BLUE,
    CAKES,
    CIRCLES,
    CRUMBS,
    CUPCAKES_GONE,
    DOUBLE,
    ELEMENTS,
    ENDED,
    LEAF_FULL,
    NEST,
    RED,
    REGION_FULL,
    REGIONS,
    SEATS,
    STRIKE,
    TILE,
    TILES,
    TO_CHOOSE,
    TO_REVEAL,
    TO_ROLL,
    TO_SPLIT,
    TO_TAKE,
    TO_TICK,
    TO_USE,
)
from ludotheque.games.verbs import CHANCE, OVER

TURN = (TO_USE, TO_CHOOSE, TO_TICK)


def check(board: Board, state: Any) -> list[str]:
    """The broken invariants of the hexes, the holdings, the elements, the turn and the end."""
    problems = [*_territory(board, state), *_strikes(board, state), *_nests(board, state)]
    for seat in SEATS:
        problems += _seat(board, state, seat)
    problems += [*_leaves(board, state), *_tiles(state), *_elements(state), *_turn(board, state), *_end(board, state)]
    if state.phase == TO_CHOOSE and not problems:
        problems += _effect(board, state)
    return problems


def struck_hexes(board: Board, state: Any) -> list[int]:
    """The hexes that are struck."""
    taken = hexes_in(board.record.hexes[ANY] & ~state.free)
    marks = state.mark
    return [number for number in taken if not marks[number]]


def own_hexes(state: Any, seat: int) -> list[int]:
    """The hexes with a number of the seat."""
    return [int(number) for number in np.flatnonzero(state.mark >> 2 == seat)]


def _completed(board: Board, state: Any, seat: int, effect: int) -> list[int]:
    """The numbers of the completed powers with an effect."""
    record = board.record
    powers = [power for power in range(record.powers) if record.effect[power] == effect]
    return [int(record.number[power]) for power in powers if not effects.is_incomplete(record, state, seat, power)]


def _territory(board: Board, state: Any) -> Iterator[str]:
    record = board.record
    free, written = set(hexes_in(state.free)), {*own_hexes(state, 1), *own_hexes(state, 2)}
    if free & written or not free | written <= set(hexes_in(record.hexes[ANY])):
        yield "a hex is free, written in or struck, and nothing is outside the territory"
    for seat, name in SEATS.items():
        own = own_hexes(state, seat)
        if not np.array_equal(np.bitwise_or.reduce(record.near[own], axis=0), state.beside[seat]):
            yield f"the hexes next to {name}'s numbers are others"
        for region, region_name in enumerate(REGION_NAMES):
            numbers = [int(state.mark[number]) & 3 for number in own if record.region[number] == region]
            if sum(numbers) != state.sums[seat, region]:
                yield f"{name}'s sum in the {region_name} region is {sum(numbers)}, not {state.sums[seat, region]}"


def _strikes(board: Board, state: Any) -> Iterator[str]:
    """Two hexes by the tile, two by each power, one by the crumbs in each round from the eighth on."""
    struck = len(struck_hexes(board, state))
    powers = sum(len(_completed(board, state, seat, STRIKE)) for seat in SEATS)
    tile = 0 if state.tiles >> STRIKE - 1 & 1 else 2
    low, high = max(0, int(state.rounds) - TILES - 1), tile + 2 * powers + max(0, int(state.rounds) - TILES)
    if not low <= struck <= high:
        yield f"{struck} hexes are struck, but it can only be {low} to {high} by now"


def _nests(board: Board, state: Any) -> Iterator[str]:
    """A seat that writes away from its numbers spends an anthill or uses a nest; the tile is one nest for both."""
    missing = 0
    for seat in SEATS:
        spent = int(board.record.anthills) - int(state.anthills[seat])
        missing += max(0, _groups(board, state, seat) - spent - len(_completed(board, state, seat, NEST)))
    if missing > (0 if state.tiles >> NEST - 1 & 1 else 1):
        yield "numbers lie in more separate groups than anthills were spent and nests used"


def _groups(board: Board, state: Any, seat: int) -> int:
    """The number of separate groups that a seat's numbers form."""
    left, groups = set(own_hexes(state, seat)), 0
    while left:
        groups += 1
        edge = [left.pop()]
        while edge:
            near = left.intersection(hexes_in(board.record.near[edge.pop()]))
            left -= near
            edge += near
    return groups


def _seat(board: Board, state: Any, seat: int) -> Iterator[str]:
    record, name, own = board.record, SEATS[seat], own_hexes(state, seat)
    spent = int(record.anthills) - int(state.anthills[seat])
    if not 0 <= spent <= len(own):
        yield f"{name} cannot have spent {spent} anthills on {len(own)} numbers"
    is_writing = state.turn == seat and state.effect != CIRCLES
    under_way = {int(number) - 1 for number in state.chosen} if is_writing else set()
    found = len(set(own) & set(hexes_in(record.cupcakes)) - under_way) + sum(_completed(board, state, seat, CAKES))
    if state.cupcakes[seat] != min(found, int(record.row)):
        yield f"{name} has ticked {min(found, int(record.row))} cupcakes, not {state.cupcakes[seat]}"
    if any(state.ticked[seat] < 0) or any(state.ticked[seat] > record.needed):
        yield f"{name} has ticked more crates than there are"


def _leaves(board: Board, state: Any) -> Iterator[str]:
    whole = int(board.record.circles.sum() + board.record.blank)
    for leaf, name in enumerate(REGION_NAMES):
        red, blue, blank = int(state.circles[1, leaf]), int(state.circles[2, leaf]), int(state.blank[leaf])
        is_short = blank < 0 or red < board.record.circles[1] or blue < board.record.circles[2]
        if is_short or red + blue + blank != whole:
            yield f"the {name} leaf has {whole} circles, not {red} red, {blue} blue and {blank} blank ones"


def _tiles(state: Any) -> Iterator[str]:
    revealed = int(state.rounds) - (1 if state.phase == TO_REVEAL else 0)
    left = TILES - min(TILES, revealed)
    if int(state.tiles).bit_count() != left:
        yield f"in round {state.rounds} {left} tiles lie face down, not {int(state.tiles).bit_count()}"
    if (state.tile == 0) != (state.phase in (TO_REVEAL, ENDED)):
        yield "a tile lies open from when it is revealed to the end of the round"
    elif state.tile and (state.tile == CRUMBS) != (state.rounds > TILES):
        yield "the crumbs come in round 8 and stay"
    elif state.tile and state.tile != CRUMBS and state.tiles >> state.tile - 1 & 1:
        yield "the open tile is not face down"


def _elements(state: Any) -> Iterator[str]:
    rolled = [bool(die) for die in state.dice]
    count = sum(rolled)
    low, high = (0, 0) if state.phase in (TO_REVEAL, ENDED) else (0, 5) if state.phase == TO_ROLL else (6, 6)
    if not low <= count <= high or not all(rolled[:count]):
        yield "the dice are rolled in the order B P O G S Y, before the split, and put away after the round"
    if (state.phase == TO_TAKE) != (state.split > 0):
        yield "the elements lie split until the other seat takes a group"
    red, blue = int(state.held[RED]), int(state.held[BLUE])
    if state.phase not in TURN:
        if red or blue or state.unused:
            yield "nobody holds a group now"
    elif red & blue or red | blue != ALL_ELEMENTS or not red or not blue:
        yield "each seat holds at least one element, and each element is held"
    elif state.turn in SEATS and state.unused & ~state.held[state.turn]:
        yield "only elements of the own group are unused"


def _turn(board: Board, state: Any) -> Iterator[str]:
    record, seat, phase = board.record, int(state.turn), int(state.phase)
    splitter = rules.splitter(state)
    waited = {TO_REVEAL: [CHANCE], TO_ROLL: [CHANCE], TO_SPLIT: [splitter], TO_TAKE: [3 - splitter], ENDED: [OVER]}
    if seat not in waited.get(phase, SEATS):
        yield "another seat is waited for"
    elif phase == TO_USE and not effects.can_use_any(record, state, seat):
        yield f"{SEATS[seat]} has no element that can have an effect, so the turn is over"
    elif phase == TO_TICK and not effects.has_incomplete_power(record, state, seat):
        yield f"{SEATS[seat]} has no power that a crate could be ticked of"
    if (phase == TO_TICK and not state.crates) or (phase not in (TO_TICK, TO_CHOOSE) and state.crates):
        yield "crates are due only while they are ticked"
    if (phase == TO_CHOOSE) != (state.effect > 0):
        yield "an effect is under way only while its steps are chosen"


def _end(board: Board, state: Any) -> Iterator[str]:
    record, ways = board.record, 0
    if any(not (state.free & record.hexes[region]).any() for region in range(REGIONS)):
        ways |= REGION_FULL
    if (state.blank == 0).any():
        ways |= LEAF_FULL
    if not placement.has_free_cupcake(record, state):
        ways |= CUPCAKES_GONE
    is_triggered = bool(ways)
    if bool(state.trigger) != is_triggered or bool(state.ended) != is_triggered or state.ended & ~ways:
        yield "the end is triggered by a full region, a full leaf or the last cupcake hex, and by nothing else"
    if (state.phase == ENDED and not is_triggered) or (state.phase not in (*TURN, ENDED) and is_triggered):
        yield "the game is over at the end of the round in which the end was triggered"


def _effect(board: Board, state: Any) -> Iterator[str]:
    """The effect under way comes from a completed power or a used element, was begun rightly and can go on."""
    record, seat = board.record, int(state.turn)
    if not (_is_from_power(board, state, seat) if state.power else _is_from_element(state, seat)):
        yield "the effect under way is not that of a power just completed or an element just used"
    chosen = [int(number) - 1 for number in state.chosen if number]
    if state.effect == CIRCLES:
        fits = len(chosen) < 2 and all(state.circles[seat, leaf] > record.circles[seat] for leaf in chosen)
    else:
        fits = len(chosen) < placement.hexes_of(int(state.effect)) and all(
            _is_chosen(board, state, seat, one) for one in chosen
        )
        fits &= len(chosen) < 2 or chosen[1] in hexes_in(record.near[chosen[0]])
    if not fits:
        yield "what was chosen for the effect under way does not belong to it"
    elif not effects.legal_choices(record, state, seat, np.zeros(ACTIONS, np.int16)):
        yield "the effect under way cannot go on"


def _is_chosen(board: Board, state: Any, seat: int, hexagon: int) -> bool:
    if effects.is_striking(int(state.effect)):
        return hexagon in struck_hexes(board, state)
    return bool(state.mark[hexagon] == seat * 4 + state.number)


def _is_from_power(board: Board, state: Any, seat: int) -> bool:
    record, power = board.record, int(state.power) - 1
    effect = int(state.effect), int(state.number), int(state.region)
    is_complete = not effects.is_incomplete(record, state, seat, power)
    return is_complete and effect == (int(record.effect[power]), int(record.number[power]), ANY)


def _is_from_element(state: Any, seat: int) -> bool:
    doubled = effects.effect_of(state, TILE) == DOUBLE and state.held[seat] >> TILE & ~state.unused >> TILE & 1
    for element in range(ELEMENTS):
        held, unused = state.held[seat] >> element & 1, state.unused >> element & 1
        if held and (not unused or doubled) and _does(state, element):
            return not state.crates
    return False


def _does(state: Any, element: int) -> bool:
    """Whether the effect under way is that of an element."""
    effect = effects.effect_of(state, element), effects.number_of(state, element), effects.region_of(state, element)
    return effect == (int(state.effect), int(state.number), int(state.region))
