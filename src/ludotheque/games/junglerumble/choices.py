"""What a seat may choose in each phase of a turn."""

from typing import Any

from ludotheque.games.junglerumble.farm import free_edges, legal_fields, legal_waterways
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CARD,
    CARDS,
    DISMISS,
    FOLLOW,
    FOOD,
    GOLD,
    HIRE,
    MONKEY,
    MOST_SENT,
    OPEN,
    PASS,
    PENALTY,
    SELL,
)
from ludotheque.games.kernel import int64, kernel


@kernel
def write_numbers(out: Any, first: int, most: int) -> int:
    """The actions first + 0..most."""
    for n in range(most + 1):
        out[n] = first + n
    return most + 1


@kernel
def most_woken(state: Any, seat: int) -> int:
    """Workers still asleep, as far as there is 1 food for each."""
    return min(int64(state.asleep[seat]), int64(state.food[seat]))


@kernel
def can_sell(state: Any, seat: int, trader: int, good: int) -> bool:
    """A good that is in stock, of the kind the trader deals in."""
    kind = int64(state.kind[seat, trader])
    if kind != OPEN and kind != good:
        return False
    return int64(state.food[seat] if good == FOOD else state.gold[seat]) > 0


@kernel
def legal_sales(state: Any, seat: int, out: Any) -> int:
    """Nothing, food or gold, to the trader whose turn it is."""
    trader = int64(state.seller)
    out[0] = SELL + 3 * trader
    count = 1
    for good in range(FOOD, GOLD + 1):
        if can_sell(state, seat, trader, good):
            out[count] = SELL + 3 * trader + good
            count += 1
    return count


@kernel
def legal_cards(state: Any, out: Any) -> int:
    """The cards not yet chosen in this round."""
    count = 0
    for card in range(1, CARDS + 1):
        if state.taker[card] == 0:
            out[count] = CARD + card - 1
            count += 1
    return count


@kernel
def card_allows(state: Any, seat: int, card: int) -> int:
    """How many workers a card has use for."""
    if card == BULL:
        return int64(state.fields_left)
    if card == BEAVER:
        return min(int64(state.waterways_left), free_edges(state, seat))
    if card == MONKEY:
        return min(int64(state.gold[seat]), all_kittens_left(state))
    return MOST_SENT


@kernel
def all_kittens_left(state: Any) -> int:
    """Kittens of any tribe in the supply."""
    count = 0
    for tribe in range(1, 5):
        count += int64(state.kittens_left[tribe])
    return count


@kernel
def most_sent(state: Any, seat: int, card: int) -> int:
    """How many workers may be sent to a card: at most six, who are awake and of use."""
    awake = min(int64(state.awake[seat]), MOST_SENT)
    return min(awake, card_allows(state, seat, card))


@kernel
def legal_places(state: Any, seat: int, out: Any) -> int:
    """Where the next field or waterway may go; or as what the next kitten is hired."""
    if state.card == BULL:
        return legal_fields(state, seat, out)
    if state.card == BEAVER:
        return legal_waterways(state, seat, out)
    return write_numbers(out, HIRE, 1)


@kernel
def legal_answers(state: Any, seat: int, out: Any) -> int:
    """To follow needs an awake worker, and the possibility to carry the action out."""
    if most_sent(state, seat, int64(state.card)) > 0:
        return write_numbers(out, FOLLOW, PASS - FOLLOW)
    out[0] = PASS
    return 1


@kernel
def legal_savings(state: Any, seat: int, out: Any) -> int:
    """When food is short: dismiss a worker or a trader, or take the penalties."""
    count = 0
    if state.awake[seat] + state.asleep[seat] > 0:
        out[0] = DISMISS
        count = 1
    for trader in range(int64(state.traders[seat])):
        out[count] = DISMISS + 1 + trader
        count += 1
    out[count] = PENALTY
    return count + 1
