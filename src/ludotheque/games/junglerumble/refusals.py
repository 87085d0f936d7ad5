"""Why a move of Jungle Rumble is not legal."""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.junglerumble.board import CARD_NAMES
from ludotheque.games.junglerumble.choices import all_kittens_left
from ludotheque.games.junglerumble.farm import free_edges
from ludotheque.games.junglerumble.fields import cells_of, waterways_of
from ludotheque.games.junglerumble.kinds import kind_of
from ludotheque.games.junglerumble.nearest_steps import nearest as nearest
from ludotheque.games.junglerumble.notation import format_action
from ludotheque.games.junglerumble.nouns import CARDS_SAID, GOODS_SAID
from ludotheque.games.junglerumble.phase_refusals import is_expected, not_now
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CARD,
    DISMISS,
    FOLLOW,
    OPEN,
    SEATS,
    SELL,
    SEND,
    WAKE,
)
from ludotheque.games.phrase import Phrase, count, count_alike, named, say
from ludotheque.games.refusal import Refusal


def explain(board: Board, state: Any, seat: int, action: int) -> Refusal:
    """The rule that a move breaks; the seat is to act, and the move is not legal."""
    if not is_expected(state, action):
        return not_now(state, seat, action)
    kind = kind_of(action)
    if kind == "wake":
        return _no_waking(state, seat, action - WAKE)
    if kind == "sell":
        return _no_sale(state, seat, *divmod(action - SELL, 3))
    if kind == "card":
        return _no_card(state, action - CARD + 1)
    if kind in ("send", "follow"):
        return _no_sending(state, seat, 1 if action == FOLLOW else action - SEND)
    if action == DISMISS:
        return _illegal("no-worker", say("You have no worker left to dismiss."))
    if kind == "dismiss":
        return _illegal("no-such-trader", say("You have no such trader."))
    place = format_action(board, state, seat, action).partition(":")[2]
    return _no_field(state, seat, place) if kind == "field" else _no_waterway(state, seat, place)


def _illegal(rule: str, reason: Phrase, *places: str) -> Refusal:
    return Refusal("illegal", f"junglerumble.{rule}", reason, places)


def _scarce(left: int, none: Phrase, only: Phrase) -> Phrase:
    """There is too little of something: none, or only so much."""
    return only if left else none


def _no_waking(state: Any, seat: int, workers: int) -> Refusal:
    asleep, food = int(state.asleep[seat]), int(state.food[seat])
    if workers > asleep:
        none = say("Only sleeping workers can wake, and you have none.")
        only = count_alike("Only sleeping workers can wake, and you have only {n}.", asleep)
        return _illegal("wake-asleep", _scarce(asleep, none, only))
    none = say("Each worker costs 1 food to wake, and you have none.")
    only = say("Each worker costs 1 food to wake, and you have only {n}.", n=food)
    return _illegal("wake-food", _scarce(food, none, only), f"food-{seat}")


def _no_sale(state: Any, seat: int, trader: int, good: int) -> Refusal:
    name, now = (str(state.number[seat, one]) for one in (trader, int(state.seller)))
    place = f"trader-{seat}-t{name}"
    if trader >= state.traders[seat]:
        return _illegal("no-such-trader", say("You have no such trader."))
    if trader >= state.traders[seat] - state.newcomers[seat]:
        reason = say("Your trader {trader} was hired in this round and buys nothing before the next one.", trader=name)
        return _illegal("new-trader", reason, place)
    if trader != state.seller:
        reason = say("Traders buy in the order of their numbers, once a turn: now trader {trader}.", trader=now)
        return _illegal("trader-order", reason, place, f"trader-{seat}-t{now}")
    kind = int(state.kind[seat, trader])
    if kind not in (OPEN, good):
        words = {"trader": name, "kind": GOODS_SAID[kind], "good": GOODS_SAID[good]}
        return _illegal(
            "trader-kind",
            say("Your trader {trader} deals in {kind} and will not buy {good}.", **words),
            place,
        )
    return _illegal("sell-stock", say("You have no {good} to sell.", good=GOODS_SAID[good]), place)


def _no_card(state: Any, card: int) -> Refusal:
    taker = named("seat", SEATS[int(state.taker[card])])
    reason = say("{seat} has chosen {card} in this round: choose another card.", seat=taker, card=CARDS_SAID[card])
    return _illegal("card-chosen", reason, f"card-{CARD_NAMES[card]}")


def _no_sending(state: Any, seat: int, workers: int) -> Refusal:
    """The same limits hold for the active seat and for a follower's one worker."""
    awake, card = int(state.awake[seat]), int(state.card)
    if workers > awake:
        none = say("Only workers that are awake can be sent, and you have none.")
        only = count_alike("Only workers that are awake can be sent, and you have only {n}.", awake)
        return _illegal("send-awake", _scarce(awake, none, only), f"card-{CARD_NAMES[card]}")
    if card == BULL:
        return _no_fields_left(int(state.fields_left))
    if card == BEAVER:
        return _no_digging(state, seat, workers)
    return _no_hiring(state, seat, workers)


def _no_fields_left(left: int) -> Refusal:
    none = say("Fields come from the supply, which has none left.")
    only = count_alike("Fields come from the supply, which has only {n} left.", left)
    return _illegal("field-supply", _scarce(left, none, only), "supply-fields")


def _no_digging(state: Any, seat: int, workers: int) -> Refusal:
    left, edges = int(state.waterways_left), int(free_edges(state, seat))
    if workers > left:
        none = say("Waterways come from the supply, which has none left.")
        only = count_alike("Waterways come from the supply, which has only {n} left.", left)
        return _illegal("waterway-supply", _scarce(left, none, only), "supply-waterways")
    none = say("A waterway needs an edge of your fields with none on it, and there is none left.")
    only = count(
        "A waterway needs an edge of your fields with none on it, and there is only {n}.",
        "A waterway needs an edge of your fields with none on it, and there are only {n}.",
        edges,
    )
    return _illegal("free-edges", _scarce(edges, none, only), "card-beaver")


def _no_hiring(state: Any, seat: int, workers: int) -> Refusal:
    gold, left = int(state.gold[seat]), int(all_kittens_left(state))
    if workers > gold:
        none = say("Each kitten costs 1 gold, and you have none.")
        only = say("Each kitten costs 1 gold, and you have only {n}.", n=gold)
        return _illegal("hire-gold", _scarce(gold, none, only), "card-monkey", f"gold-{seat}")
    none = say("Kittens come from the supply, which has none left.")
    only = count_alike("Kittens come from the supply, which has only {n} left.", left)
    return _illegal("kitten-supply", _scarce(left, none, only), "card-monkey")


def _no_field(state: Any, seat: int, cell: str) -> Refusal:
    if cell in cells_of(state, seat):
        return _illegal("field-there", say("There is a field on {cell} already.", cell=cell), f"field-{seat}-{cell}")
    reason = say("A field is placed side by side with one of yours, and {cell} is not.", cell=cell)
    return _illegal("field-beside", reason, f"cell-{cell}")


def _no_waterway(state: Any, seat: int, edge: str) -> Refusal:
    if edge in waterways_of(state, seat):
        return _illegal(
            "waterway-there", say("There is a waterway on {edge} already.", edge=edge), f"water-{seat}-{edge}"
        )
    reason = say("A waterway lies on an edge of one of your fields, and {edge} is none.", edge=edge)
    return _illegal("waterway-field", reason, f"edge-{edge}")
