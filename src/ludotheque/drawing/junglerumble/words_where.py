"""The table in words: the turn, the cards, the supply, and each seat's stock, kittens and farm."""

from functools import lru_cache
from typing import Any

from ludotheque.drawing.junglerumble.names import (
    CARDS,
    NAMES,
    cells,
    edges,
    fields,
    food,
    gold,
    goods,
    kittens,
    points,
    tokens,
    waterways,
)
from ludotheque.drawing.junglerumble.scene import MOST_READ, Farm, JungleTable, Trader, Tribe
from ludotheque.drawing.junglerumble.words_end import ENDS
from ludotheque.games.phrase import Phrase, count, count_alike, listed, say


@lru_cache(MOST_READ)
def where(table: JungleTable) -> tuple[Phrase, ...]:
    """The common things, then seat by seat; all seats see the same."""
    said = [*_moment(table)]
    for tribe in table.seats.values():
        name = NAMES[tribe.number]
        said += [_belongings(tribe, name), _farm(tribe.farm, name)]
        said += [_supper(tribe, name)] if table.turn else []
    return tuple(said)


def _moment(table: JungleTable) -> list[Phrase]:
    if not table.turn:
        return [say("The game ended with round {round}.", round=table.round_number), _supply(table)]
    said = [
        say("Round {round}; {first} has the first-player token.", round=table.round_number, first=NAMES[table.first]),
        _turn(table, NAMES[table.active]),
        _cards(table),
        _supply(table),
    ]
    return said + _last_round(table)


def _turn(table: JungleTable, active: Phrase) -> Phrase:
    if table.card:
        return say("It is {seat}'s turn, with {card}.", seat=active, card=CARDS[table.card])
    return say("It is {seat}'s turn.", seat=active)


def _cards(table: JungleTable) -> Phrase:
    """Free cards with their food, and the takers of the others."""
    free = [_card(card, table.food_on[card]) for card, taker in table.taker.items() if not taker]
    taken = [
        say("{card} by {seat}", card=CARDS[card], seat=NAMES[taker]) for card, taker in table.taker.items() if taker
    ]
    if not taken:
        return say("All cards are free: {free}.", free=listed(free))
    return say("Free cards: {free}; chosen in this round: {taken}.", free=listed(free), taken=listed(taken))


def _card(card: str, amount: int) -> Phrase:
    return say("{card} with {food}", card=CARDS[card], food=food(amount)) if amount else CARDS[card]


def _supply(table: JungleTable) -> Phrase:
    left = [say("{n} for {seat}", n=number, seat=NAMES[seat]) for seat, number in table.kittens_left.items()]
    return say(
        "The supply has {fields}, {waterways} and these kittens: {kittens}.",
        fields=fields(table.fields_left),
        waterways=waterways(table.waterways_left),
        kittens=listed(left),
    )


def _last_round(table: JungleTable) -> list[Phrase]:
    if table.endings:
        return [say("This round is the last, for {ends}.", ends=listed(ENDS[name] for name in table.endings))]
    return [say("This round is the last.")] if table.is_last_round else []


def _belongings(tribe: Tribe, name: Phrase) -> Phrase:
    stock = [food(tribe.food), gold(tribe.gold)]
    stock += [tokens(tribe.penalties)] if tribe.penalties else []
    return say(
        "{seat}: {points}; {stock}; {workers}; {traders}.",
        seat=name,
        points=points(tribe.total),
        stock=listed(stock),
        workers=_workers(tribe.awake, tribe.asleep),
        traders=_traders(tribe.traders),
    )


def _workers(awake: int, asleep: int) -> Phrase:
    if not awake + asleep:
        return say("no workers")
    if not awake:
        return count("{n} worker asleep", "{n} workers asleep", asleep)
    up = count("{n} worker awake", "{n} workers awake", awake)
    return say("{awake} and {asleep}", awake=up, asleep=count_alike("{n} asleep", asleep)) if asleep else up


def _traders(traders: tuple[Trader, ...]) -> Any:
    if not traders:
        return say("no traders")
    return listed(map(_trader, traders))


def _trader(trader: Trader) -> Phrase:
    if trader.kind:
        return say("trader {trader} with {goods}", trader=trader.number, goods=goods(trader.kind, trader.goods))
    if trader.is_new:
        return say("trader {trader} (hired in this round)", trader=trader.number)
    return say("trader {trader} with nothing yet", trader=trader.number)


def _farm(farm: Farm, name: Phrase) -> Phrase:
    return say(
        "{seat}'s farm: fields on {cells}; waterways on {edges}.",
        seat=name,
        cells=listed(cells(farm.fields)),
        edges=listed(edges(farm.east, farm.north)),
    )


def _supper(tribe: Tribe, name: Phrase) -> Phrase:
    """The supper that a seat would have now."""
    if not tribe.kittens:
        return say("{seat} has no kittens to feed.", seat=name)
    words = {
        "seat": name, "kittens": kittens(tribe.kittens), "needed": food(tribe.needed), "farm": food(tribe.harvest),
    }  # fmt: skip
    if not tribe.short:
        return say("{seat}'s supper: {needed} for {kittens}; the farm gives {farm}.", **words)
    return count_alike(
        "{seat}'s supper: {needed} for {kittens}; the farm gives {farm}, and with the stock {n} food is missing.",
        tribe.short,
        **words,
    )
