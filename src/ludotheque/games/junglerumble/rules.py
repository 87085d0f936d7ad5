"""Jungle Rumble's rules: the verbs. What may be chosen is in `choices`, what then happens in `phases`."""

from typing import Any

from ludotheque.games.junglerumble.choices import (
    legal_answers,
    legal_cards,
    legal_places,
    legal_sales,
    legal_savings,
    most_sent,
    most_woken,
    write_numbers,
)
from ludotheque.games.junglerumble.farm import pairs
from ludotheque.games.junglerumble.phases import answer, begin_turn, carry_out, choose, kittens, place, save, sell, wake
from ludotheque.games.junglerumble.state import (
    CARD,
    CHOOSING,
    FOLLOWING,
    FOOD,
    PASS,
    PLACING,
    SELL,
    SELLING,
    SEND,
    SENDING,
    TRADERS,
    TRIBE,
    WAKE,
    WAKING,
)
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.ranks import rank_totals
from ludotheque.games.verbs import OVER


@kernel
def start(board: Any, state: Any, players: int, options: Any, start: int, version: int) -> None:
    """Every seat takes its first things from the supply, the first one 1 food more."""
    state.players = players
    state.rules = version
    state.fields_left = board.fields[players] - 2 * players
    state.waterways_left = board.waterways[players] - players
    for seat in range(1, players + 1):
        state.fields[seat, 8] = 1 << 8 | 1 << 9  # h8 and i8
        state.east[seat, 8] = 1 << 8  # h8e, between them
        state.kittens_left[seat] = TRIBE - 2
        state.awake[seat] = 2
        state.food[seat] = 4
        state.gold[seat] = 1
    state.food[1] += 1
    state.round_number = 1
    state.first = 1
    begin_turn(state, int64(state.first))


@kernel
def actor(board: Any, state: Any) -> int:
    return int64(state.turn)


@kernel
def waiting(board: Any, state: Any) -> int:
    return 0 if state.turn == OVER else 1 << int64(state.turn)


@kernel
def legal(board: Any, state: Any, seat: int, out: Any) -> int:
    if state.phase == WAKING:
        return write_numbers(out, WAKE, most_woken(state, seat))
    if state.phase == SELLING:
        return legal_sales(state, seat, out)
    if state.phase == CHOOSING:
        return legal_cards(state, out)
    if state.phase == SENDING:
        return write_numbers(out, SEND, most_sent(state, seat, int64(state.card)))
    if state.phase == PLACING:
        return legal_places(state, seat, out)
    if state.phase == FOLLOWING:
        return legal_answers(state, seat, out)
    return legal_savings(state, seat, out)


@kernel
def play(board: Any, state: Any, seat: int, action: int) -> None:
    if state.phase == WAKING:
        wake(state, seat, action - WAKE)
    elif state.phase == SELLING:
        sell(state, seat, (action - SELL) % 3)
    elif state.phase == CHOOSING:
        choose(state, seat, action - CARD + 1)
    elif state.phase == SENDING:
        carry_out(board, state, seat, action - SEND)
    elif state.phase == PLACING:
        place(state, seat, action)
    elif state.phase == FOLLOWING:
        answer(board, state, seat, action)
    else:
        save(state, seat, action)


@kernel
def goods_points(state: Any, seat: int) -> int:
    """2 for each food, 3 for each gold that traders hold."""
    points = 0
    for trader in range(TRADERS):
        each = 2 if state.kind[seat, trader] == FOOD else 3
        points += each * int64(state.goods[seat, trader])
    return points


@kernel
def points(state: Any, seat: int, part: int) -> int:
    """One part of the score, in the order of PARTS; for the food, each awake worker first brings 1."""
    if part == 0:
        return 3 * kittens(state, seat)
    if part == 1:
        return goods_points(state, seat)
    if part == 2:
        return pairs(state, seat)
    if part == 3:
        return int64(state.gold[seat])
    if part == 4:
        return (int64(state.food[seat]) + int64(state.awake[seat])) // 2
    return -3 * int64(state.penalties[seat])


@kernel
def score(board: Any, state: Any, out: Any) -> int:
    for seat in range(1, state.players + 1):
        for part in range(6):
            out[seat, part] = points(state, seat, part)
    return 6


@kernel
def rank(board: Any, state: Any, out: Any) -> None:
    """The highest score wins; ties are shared."""
    rank_totals(out, int64(state.players))


@kernel
def weights(board: Any, state: Any, out: Any) -> int:
    """Nothing is left to chance."""
    return 0


@kernel
def hide(board: Any, state: Any, seat: int) -> None:
    """Everything is open."""


@kernel
def guess(board: Any, state: Any, seat: int, rng: Any) -> None:
    """There is nothing to guess."""


@kernel
def is_quiet(board: Any, state: Any, action: int) -> bool:
    return action == PASS


@kernel
def endings(board: Any, state: Any) -> int:
    """Everything that triggered the end in the last round."""
    return int64(state.ending) if state.turn == OVER else 0
