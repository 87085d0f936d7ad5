"""Why a move of Jungle Rumble is not legal."""

from typing import Any

from ludotheque.games.board import Board
from ludotheque.games.junglerumble.board import CARD_NAMES
from ludotheque.games.junglerumble.choices import all_kittens_left
from ludotheque.games.junglerumble.farm import free_edges
from ludotheque.games.junglerumble.fields import cells_of, waterways_of
from ludotheque.games.junglerumble.notation import format_action
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CARD,
    CHOOSING,
    DISMISS,
    EAST,
    FEEDING,
    FIELD,
    FOLLOW,
    FOLLOWING,
    FOOD,
    GOLD,
    HIRE,
    MONKEY,
    OPEN,
    PLACING,
    SEATS,
    SELL,
    SELLING,
    SEND,
    SENDING,
    WAKE,
    WAKING,
)
from ludotheque.games.refusal import Refusal

EXPECTED = {
    WAKING: "say how many more workers wake, wake:0 or more",
    SELLING: "sell something to {trader}, or nothing (sell:{trader}=none)",
    CHOOSING: "choose a card",
    SENDING: "say how many workers go to {card}, send:0 or more",
    FOLLOWING: "follow {card} or pass",
    FEEDING: "dismiss a kitten or take the penalties, for food is short",
}
PLACES = {BULL: "place a field", BEAVER: "place a waterway", MONKEY: "hire a kitten, as worker or trader"}
GOODS = {FOOD: "food", GOLD: "gold"}


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that a move breaks; the seat is waited for, and the move is not legal."""
    if not _is_expected(state, action):
        return _not_now(state, seat)
    if state.phase == WAKING:
        return _no_waking(state, seat, action - WAKE)
    if state.phase == SELLING:
        return _no_sale(state, seat, *divmod(action - SELL, 3))
    if state.phase == CHOOSING:
        card = action - CARD + 1
        taker = SEATS[int(state.taker[card])]
        return _illegal("card-chosen", f"{taker} has chosen {CARD_NAMES[card]} in this round: choose another card.")
    if state.phase in (SENDING, FOLLOWING):
        return _no_sending(state, seat, 1 if action == FOLLOW else action - SEND)
    if state.phase == PLACING:
        place = format_action(board, state, seat, action).partition(":")[2]
        return _no_field(state, seat, place) if action < EAST else _no_waterway(state, seat, place)
    if action == DISMISS:
        return _illegal("no-worker", "You have no worker left to dismiss.")
    return _illegal("no-such-trader", "You have no such trader.")


def _illegal(rule: str, reason: str) -> Refusal:
    return Refusal("illegal", f"junglerumble.{rule}", reason)


def _is_expected(state: Any, action: int) -> bool:
    """Whether the step is of the kind that is waited for."""
    if state.phase == PLACING:
        return {BULL: FIELD <= action < EAST, BEAVER: EAST <= action < HIRE}.get(int(state.card), False)
    return {
        WAKING: action < SELL,
        SELLING: SELL <= action < CARD,
        CHOOSING: CARD <= action < SEND,
        SENDING: SEND <= action < FIELD,
        FOLLOWING: action == FOLLOW,
        FEEDING: action >= DISMISS,
    }[int(state.phase)]


def _not_now(state: Any, seat: int) -> Refusal:
    card, phase = int(state.card), int(state.phase)
    trader = f"t{state.number[seat, state.seller]}"
    expected = PLACES[card] if phase == PLACING else EXPECTED[phase]
    words = expected.format(trader=trader, card=CARD_NAMES.get(card))
    return Refusal("moment", "junglerumble.phase", f"Not now: first {words}.")


def _only(number: Any) -> str:
    return f"only {number}" if number else "none"


def _no_waking(state: Any, seat: int, n: int) -> Refusal:
    if n > state.asleep[seat]:
        return _illegal("wake-asleep", f"Only sleeping workers can wake, and you have {_only(state.asleep[seat])}.")
    return _illegal("wake-food", f"Each worker costs 1 food to wake, and you have {_only(state.food[seat])}.")


def _no_sale(state: Any, seat: int, trader: int, good: int) -> Refusal:
    now = f"t{state.number[seat, state.seller]}"
    name = f"t{state.number[seat, trader]}"
    if trader >= state.traders[seat]:
        return _illegal("no-such-trader", "You have no such trader.")
    if trader >= state.traders[seat] - state.newcomers[seat]:
        return _illegal("new-trader", f"{name} was hired in this round and buys nothing before the next one.")
    if trader != state.seller:
        return _illegal("trader-order", f"Traders buy in the order of their numbers, once a turn: it is {now}'s turn.")
    kind = int(state.kind[seat, trader])
    if kind not in (OPEN, good):
        return _illegal("trader-kind", f"{name} deals in {GOODS[kind]} and will not buy {GOODS[good]}.")
    return _illegal("sell-stock", f"You have no {GOODS[good]} to sell.")


def _no_sending(state: Any, seat: int, workers: int) -> Refusal:
    """The same limits hold for the active seat and for a follower's one worker."""
    awake, card, gold = int(state.awake[seat]), int(state.card), int(state.gold[seat])
    if workers > awake:
        return _illegal("send-awake", f"Only workers that are awake can be sent, and you have {_only(awake)}.")
    if card == BULL:
        return _illegal("field-supply", f"Fields come from the supply, which has {_only(state.fields_left)} left.")
    if card == BEAVER and workers > state.waterways_left:
        left = _only(state.waterways_left)
        return _illegal("waterway-supply", f"Waterways come from the supply, which has {left} left.")
    if card == BEAVER:
        edges = _only(free_edges(state, seat))
        return _illegal(
            "free-edges", f"A waterway needs an edge of your fields with none on it, and there are {edges}."
        )
    if workers > gold:
        return _illegal("hire-gold", f"Each kitten costs 1 gold, and you have {_only(gold)}.")
    return _illegal("kitten-supply", f"Kittens come from the supply, which has {_only(all_kittens_left(state))} left.")


def _no_field(state: Any, seat: int, cell: str) -> Refusal:
    if cell in cells_of(state, seat):
        return _illegal("field-there", f"There is a field on {cell} already.")
    return _illegal("field-beside", f"A field is placed side by side with one of yours, and {cell} is not.")


def _no_waterway(state: Any, seat: int, edge: str) -> Refusal:
    if edge in waterways_of(state, seat):
        return _illegal("waterway-there", f"There is a waterway on {edge} already.")
    return _illegal("waterway-field", f"A waterway lies on an edge of one of your fields, and {edge} is none.")
