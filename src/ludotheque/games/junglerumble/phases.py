"""What happens in each phase of a turn, and at the end of a round."""

from typing import Any

from ludotheque.games.junglerumble.farm import pairs, place_field, place_waterway
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CARDS,
    CHOOSING,
    DISMISS,
    FEEDING,
    FIFTY_ROUNDS,
    FOLLOW,
    FOLLOWING,
    FOOD,
    FOREIGN_KITTEN,
    HIRE,
    LAST_FIELD,
    LAST_ROUND,
    LAST_WATERWAY,
    OPEN,
    OVER_PHASE,
    PENALTY,
    PLACING,
    RACCOON,
    SELLING,
    SENDING,
    TIGER,
    TRADERS,
    WAKING,
)
from ludotheque.games.kernel import int64, kernel
from ludotheque.games.verbs import OVER


@kernel
def left_of(state: Any, seat: int) -> int:
    return seat % int64(state.players) + 1


@kernel
def kittens(state: Any, seat: int) -> int:
    """Workers and traders."""
    return int64(state.awake[seat]) + int64(state.asleep[seat]) + int64(state.traders[seat])


@kernel
def begin_turn(state: Any, seat: int) -> None:
    """The seat becomes active; one of its workers wakes for free."""
    state.active = seat
    state.turn = seat
    state.phase = WAKING
    wake_or_eat(state, seat)


@kernel
def wake_or_eat(state: Any, seat: int) -> None:
    """One sleeping worker wakes; if none is asleep the seat gets 1 food instead."""
    if state.asleep[seat] > 0:
        state.asleep[seat] -= 1
        state.awake[seat] += 1
    else:
        state.food[seat] += 1


@kernel
def wake(state: Any, seat: int, n: int) -> None:
    """N more workers wake for 1 food each."""
    state.food[seat] -= n
    state.asleep[seat] -= n
    state.awake[seat] += n
    state.phase = SELLING
    visit_trader(state, seat)


@kernel
def visit_trader(state: Any, seat: int) -> None:
    """After the last trader that was not hired in this round, a card is chosen."""
    if state.seller == state.traders[seat] - state.newcomers[seat]:
        state.seller = 0
        state.phase = CHOOSING


@kernel
def sell(state: Any, seat: int, good: int) -> None:
    """The good moves from the stock to the trader, and fixes its kind."""
    trader = int64(state.seller)
    if good != OPEN:
        state.kind[seat, trader] = good
        state.goods[seat, trader] += 1
        if good == FOOD:
            state.food[seat] -= 1
        else:
            state.gold[seat] -= 1
    state.seller += 1
    visit_trader(state, seat)


@kernel
def choose(state: Any, seat: int, card: int) -> None:
    """The food on the card goes to the seat."""
    state.card = card
    state.taker[card] = seat
    state.food[seat] += state.card_food[card]
    state.card_food[card] = 0
    state.phase = SENDING


@kernel
def carry_out(board: Any, state: Any, seat: int, workers: int) -> None:
    """The workers fall asleep; fields, waterways and gold change hands at once."""
    state.awake[seat] -= workers
    state.asleep[seat] += workers
    if state.card == TIGER:
        state.food[seat] += board.tiger_food[workers]
    elif state.card == RACCOON:
        state.gold[seat] += workers
    elif workers > 0:
        take(state, seat, workers)
        state.phase = PLACING
        state.to_place = workers
        return
    go_on(state, seat)


@kernel
def take(state: Any, seat: int, number: int) -> None:
    """Fields or waterways come from the supply, and its last one triggers the end; for kittens gold is paid."""
    if state.card == BULL:
        state.fields_left -= number
        if state.fields_left == 0:
            state.ending |= LAST_FIELD
    elif state.card == BEAVER:
        state.waterways_left -= number
        if state.waterways_left == 0:
            state.ending |= LAST_WATERWAY
    else:
        state.gold[seat] -= number


@kernel
def place(state: Any, seat: int, action: int) -> None:
    """One field, waterway or kitten more."""
    if state.card == BULL:
        place_field(state, seat, action)
    elif state.card == BEAVER:
        place_waterway(state, seat, action)
    else:
        hire(state, seat, action == HIRE)
    state.to_place -= 1
    if state.to_place == 0:
        go_on(state, seat)


@kernel
def hire(state: Any, seat: int, as_worker: bool) -> None:
    """A kitten of the own tribe while the supply has any; then one of another tribe, which triggers the end."""
    tribe = seat
    if state.kittens_left[seat] == 0:
        tribe = fullest_tribe(state, seat)
        state.ending |= FOREIGN_KITTEN
    state.kittens_left[tribe] -= 1
    if as_worker:
        state.awake[seat] += 1
    else:
        state.hired[seat] += 1
        state.number[seat, state.traders[seat]] = state.hired[seat]
        state.traders[seat] += 1
        state.newcomers[seat] += 1


@kernel
def fullest_tribe(state: Any, seat: int) -> int:
    """The other tribe of which the supply has the most; of several, that of the nearest seat to the left."""
    best = left_of(state, seat)
    tribe = left_of(state, best)
    while tribe != seat:
        if state.kittens_left[tribe] > state.kittens_left[best]:
            best = tribe
        tribe = left_of(state, tribe)
    return best


@kernel
def go_on(state: Any, seat: int) -> None:
    """A seat has done its part: the one to its left may follow; when all have answered, the active seat feeds."""
    state.turn = left_of(state, seat)
    if state.turn != state.active:
        state.phase = FOLLOWING
    else:
        feed(state, int64(state.active))


@kernel
def answer(board: Any, state: Any, seat: int, action: int) -> None:
    """Follow: the action with one worker. Pass: one worker wakes, or 1 food."""
    if action == FOLLOW:
        carry_out(board, state, seat, int64(1))
    else:
        wake_or_eat(state, seat)
        go_on(state, seat)


@kernel
def food_asked(state: Any, seat: int) -> int:
    """What the stock must give at a feeding: 2 food per kitten, less what the farm gives."""
    return max(2 * kittens(state, seat) - pairs(state, seat), 0)


@kernel
def feed(state: Any, seat: int) -> None:
    """Paid automatically if stock and farm are enough."""
    asked = food_asked(state, seat)
    if asked <= state.food[seat]:
        state.food[seat] -= asked
        end_turn(state, seat)
    else:
        state.phase = FEEDING


@kernel
def save(state: Any, seat: int, action: int) -> None:
    """Food is short: penalties, or a kitten dismissed for 3 food, which returns to the seat's own tribe."""
    if action == PENALTY:
        take_penalties(state, seat)
        end_turn(state, seat)
        return
    if action > DISMISS:
        dismiss_trader(state, seat, action - DISMISS - 1)
    elif state.asleep[seat] > 0:
        state.asleep[seat] -= 1
    else:
        state.awake[seat] -= 1
    state.kittens_left[seat] += 1
    state.food[seat] += 3
    feed(state, seat)


@kernel
def dismiss_trader(state: Any, seat: int, trader: int) -> None:
    """Its goods are lost, and its number is not used again; the traders after it move up."""
    last = int64(state.traders[seat]) - 1
    if trader > last - state.newcomers[seat]:
        state.newcomers[seat] -= 1
    for place in range(trader, TRADERS):
        state.number[seat, place] = state.number[seat, place + 1] if place < last else 0
        state.kind[seat, place] = state.kind[seat, place + 1] if place < last else OPEN
        state.goods[seat, place] = state.goods[seat, place + 1] if place < last else 0
    state.traders[seat] = last


@kernel
def take_penalties(state: Any, seat: int) -> None:
    """As many kittens as possible are fed, farm first; each one unfed costs a penalty token."""
    farm = pairs(state, seat)
    fed = (farm + int64(state.food[seat])) // 2
    state.penalties[seat] += kittens(state, seat) - fed
    state.food[seat] -= max(2 * fed - farm, 0)


@kernel
def end_turn(state: Any, seat: int) -> None:
    """The seat to the left becomes active; when all have been, the round ends."""
    state.card = 0
    seat = left_of(state, seat)
    if seat == state.first:
        end_round(state)
        seat = int64(state.first)
    if state.phase != OVER_PHASE:
        begin_turn(state, seat)


@kernel
def end_round(state: Any) -> None:
    """Each card not chosen gets 1 food. The game is over if that was triggered; else a new round is prepared."""
    for card in range(1, CARDS + 1):
        if state.taker[card] == 0:
            state.card_food[card] += 1
        state.taker[card] = 0
    for seat in range(1, 5):
        state.newcomers[seat] = 0
    if state.ending == 0 and state.round_number == LAST_ROUND:
        state.ending = FIFTY_ROUNDS
    if state.ending != 0:
        state.active = 0
        state.turn = OVER
        state.phase = OVER_PHASE
    else:
        state.round_number += 1
        state.first = left_of(state, int64(state.first))
