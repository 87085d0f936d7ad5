"""The invariants of every state of Jungle Rumble."""

from collections.abc import Iterator
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.board import CARD_NAMES
from ludotheque.games.junglerumble.choices import all_kittens_left
from ludotheque.games.junglerumble.farm import COLUMNS, free_edges
from ludotheque.games.junglerumble.phases import food_asked, kittens, left_of
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CHOOSING,
    FEEDING,
    FIFTY_ROUNDS,
    FOLLOWING,
    FOREIGN_KITTEN,
    LAST_FIELD,
    LAST_ROUND,
    LAST_WATERWAY,
    MONKEY,
    MOST_SENT,
    OPEN,
    OVER_PHASE,
    PLACING,
    SEATS,
    SELLING,
    SIZE,
    TRADERS,
    TRIBE,
    WAKING,
)


def check(board: Board, state: Any) -> list[str]:
    """The invariants that a state breaks: of the pieces, farms, traders, cards, the phase and the end."""
    problems = [*_check_turn(state), *_check_supply(board, state), *_check_tribes(state), *_check_end(state)]
    for seat in _seats(state):
        problems += [f"{SEATS[seat]}: {problem}" for problem in _check_seat(state, seat)]
    return problems


def _seats(state: Any) -> range:
    return range(1, int(state.players) + 1)


def _to_place(state: Any, card: int) -> int:
    return int(state.to_place) if state.card == card else 0


def _count(words: Any) -> int:
    return sum(int(word).bit_count() for word in words.flat)


def _check_supply(board: Board, state: Any) -> Iterator[str]:
    fields = _count(state.fields) + int(state.fields_left) + _to_place(state, BULL)
    if fields != board.record.fields[state.players]:
        yield f"there are {board.record.fields[state.players]} fields, not {fields}"
    waterways = _count(state.east) + _count(state.north) + int(state.waterways_left) + _to_place(state, BEAVER)
    if waterways != board.record.waterways[state.players]:
        yield f"there are {board.record.waterways[state.players]} waterways, not {waterways}"


def _check_tribes(state: Any) -> Iterator[str]:
    """Kittens come from the own tribe; from another one only with the monkey of the last round."""
    tribes = {seat: int(kittens(state, seat) + state.kittens_left[seat]) for seat in _seats(state)}
    if sum(tribes.values()) != TRIBE * len(tribes):
        yield f"there are {TRIBE * len(tribes)} kittens, not {sum(tribes.values())}"
    grown = [seat for seat, tribe in tribes.items() if tribe > TRIBE]
    if bool(grown) != bool(state.ending & FOREIGN_KITTEN):
        yield "foreign-kitten has triggered the end exactly when a seat has hired a kitten of another tribe"
    hirers = _hirers(state)
    for seat in grown:
        most = TRIBE + (MOST_SENT if state.phase == OVER_PHASE or state.taker[MONKEY] == seat else 1)
        if seat not in hirers or tribes[seat] > most:
            yield f"{SEATS[seat]} cannot have hired {tribes[seat] - TRIBE} kittens of other tribes"


def _hirers(state: Any) -> list[int]:
    """The seats that may have used the monkey of this round by now."""
    is_over = state.phase == OVER_PHASE
    if not is_over and not state.taker[MONKEY]:
        return []
    if is_over or state.card != MONKEY or state.phase == FEEDING:
        return list(_seats(state))
    seats = []
    seat = int(state.active)
    while seat != state.turn:
        seats.append(seat)
        seat = left_of(state, seat)
    return [*seats, seat] if state.phase == PLACING else seats


def _check_end(state: Any) -> Iterator[str]:
    for bit, left, name in (
        (LAST_FIELD, state.fields_left, "last-field"),
        (LAST_WATERWAY, state.waterways_left, "last-waterway"),
    ):
        if bool(state.ending & bit) != (left == 0):
            yield f"{name} has triggered the end exactly when none is left in the supply"
    is_over = state.phase == OVER_PHASE
    if is_over and not state.ending:
        yield "the game is not over before something has triggered its end"
    is_last = state.round_number == LAST_ROUND and is_over
    if state.ending & FIFTY_ROUNDS and not (is_last and state.ending == FIFTY_ROUNDS):
        yield "fifty-rounds ends a game after round 50 that nothing else has ended"


def _check_turn(state: Any) -> Iterator[str]:
    if state.first != (state.round_number - 1) % state.players + 1:
        yield f"in round {state.round_number} the first player is not seat {state.first}"
    if (state.card == 0) != (state.phase in (OVER_PHASE, WAKING, SELLING, CHOOSING)):
        yield "a card is in play from its choice to the end of the turn"
    if state.phase == FOLLOWING and state.turn == state.active:
        yield "the active seat does not follow itself"
    if state.phase not in (OVER_PHASE, PLACING, FOLLOWING) and state.turn != state.active:
        yield "only to follow is another seat waited for than the active one"
    if state.phase == SELLING and state.seller >= state.traders[state.active] - state.newcomers[state.active]:
        yield f"t{state.number[state.active, state.seller]} was hired in this round and buys nothing yet"
    if state.phase == WAKING:
        yield from _check_waking(state)
    yield from _check_placing(state)
    yield from _check_cards(state)


def _check_waking(state: Any) -> Iterator[str]:
    """One has just woken for free; a tribe of six and one foreign kitten were asleep before at most."""
    if state.asleep[state.active] > (TRIBE if state.awake[state.active] else 0):
        yield f"{SEATS[int(state.active)]} cannot have {state.asleep[state.active]} workers still asleep"


def _check_placing(state: Any) -> Iterator[str]:
    seat, left = int(state.turn), int(state.to_place)
    if (left > 0) != (state.phase == PLACING):
        yield "something is to be placed exactly while placing"
    elif left:
        room = {
            BULL: left,
            BEAVER: int(free_edges(state, seat)),
            MONKEY: min(int(all_kittens_left(state)), TRADERS - int(state.traders[seat])),
        }.get(int(state.card), 0)
        if left > min(room, int(state.asleep[seat]), left if seat == state.active else 1):
            yield f"{SEATS[seat]} cannot have {left} more to place with {CARD_NAMES.get(int(state.card), 'no card')}"


def _check_cards(state: Any) -> Iterator[str]:
    """Every seat that has been active in this round has taken one card, the active one when it has chosen."""
    takers = sorted(int(seat) for seat in state.taker if seat)
    acted = []
    if state.phase != OVER_PHASE:
        seat = int(state.first)
        while seat != state.active:
            acted.append(seat)
            seat = left_of(state, seat)
        if state.card:
            acted.append(seat)
    if takers != sorted(acted):
        yield f"the seats that have taken a card in this round are {acted}, not {takers}"
    if state.card and state.taker[state.card] != state.active:
        yield "the card in play is the active seat's"
    for card, name in CARD_NAMES.items():
        most = 0 if state.taker[card] else int(state.round_number) - (state.phase != OVER_PHASE)
        if state.card_food[card] > most:
            yield f"{name} cannot have {state.card_food[card]} food on it"


def _check_seat(state: Any, seat: int) -> Iterator[str]:
    yield from _check_farm(state, seat)
    yield from _check_traders(state, seat)
    if state.phase == FEEDING and seat == state.active and food_asked(state, seat) <= state.food[seat]:
        yield "there is enough food for all its kittens"


def _check_farm(state: Any, seat: int) -> Iterator[str]:
    if not state.east[seat, 8] >> 8 & 1 or state.fields[seat, 8] >> 8 & 3 != 3:
        yield "the farm begins with h8 and i8 and a waterway between them"
    elif _connected(state, seat) != [int(word) for word in state.fields[seat]]:
        yield "every field is side by side with another one, back to h8"
    rows = [int(word) for word in state.fields[seat]]
    if any(int(state.east[seat, row]) & ~(rows[row] | rows[row] >> 1) for row in range(1, SIZE + 1)) or any(
        int(state.north[seat, row]) & ~(rows[row] | rows[row + 1]) for row in range(SIZE + 1)
    ):
        yield "every waterway lies on an edge of a field"


def _connected(state: Any, seat: int) -> list[int]:
    """The rows of the fields that are connected with h8."""
    rows = [int(word) for word in state.fields[seat]]
    grown = [0] * len(rows)
    wider = [1 << 8 if row == 8 else 0 for row in range(len(rows))]
    while wider != grown:
        grown = wider
        wider = [
            rows[row] & COLUMNS & (here | here << 1 | here >> 1 | grown[row - 1] | grown[(row + 1) % len(rows)])
            for row, here in enumerate(grown)
        ]
    return grown


def _check_traders(state: Any, seat: int) -> Iterator[str]:
    count, new = int(state.traders[seat]), int(state.newcomers[seat])
    numbers = [int(number) for number in state.number[seat, :count]]
    if numbers != sorted(set(numbers)) or max(numbers, default=0) > state.hired[seat]:
        yield f"the traders {numbers} are not in the order of their numbers, up to {state.hired[seat]}"
    if state.hired[seat] > MOST_SENT * int(state.round_number):
        yield f"{state.hired[seat]} traders cannot have been hired in {state.round_number} rounds"
    if new and (state.phase == OVER_PHASE or seat not in _hirers(state)):
        yield "no trader can have been hired in this round"
    for trader in range(count):
        kind, goods = state.kind[seat, trader], state.goods[seat, trader]
        if (kind == OPEN) != (goods == 0) or goods > (0 if trader >= count - new else int(state.round_number) - 1):
            yield f"t{numbers[trader]} cannot have {goods} goods"
