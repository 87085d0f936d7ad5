"""What is where: the moment, the cards, the supply, and for each seat its stock, its kittens and its farm."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ludotheque.drawing.junglerumble.names import (
    MOST_READ,
    NAMES,
    Table,
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
from ludotheque.drawing.junglerumble.words_end import endings
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import LAST_ROUND, OPEN, OVER_PHASE
from ludotheque.games.phrase import Phrase, count, listed, say
from ludotheque.play.position import Score


def where(table: Table, scores: Sequence[Score]) -> tuple[Phrase, ...]:
    """Everything on the table: what all share, then seat by seat. All seats see the same."""
    return _where(table, tuple([(score.total, score.parts["water"]) for score in scores]))


@lru_cache(MOST_READ)
def _where(table: Table, scores: tuple[tuple[int, int], ...]) -> tuple[Phrase, ...]:
    said = [*_moment(table)]
    for seat, (total, water) in zip(table.seats, scores, strict=True):
        name = NAMES[seat]
        said += [_belongings(table, seat, name, total), _farm(table, seat, name)]
        said += [] if table.phase == OVER_PHASE else [_supper(table, seat, name, water)]
    return tuple(said)


def _moment(table: Table) -> list[Phrase]:
    if table.phase == OVER_PHASE:
        return [say("The game ended with round {round}.", round=table.round_number), _supply(table)]
    said = [
        say("Round {round}; {first} has the first-player token.", round=table.round_number, first=NAMES[table.first]),
        _turn(table, NAMES[table.active]),
        _cards(table),
        _supply(table),
    ]
    return said + _last_round(table)


def _turn(table: Table, active: Phrase) -> Phrase:
    if table.card:
        return say("It is {seat}'s turn, with {card}.", seat=active, card=CARDS_SAID[table.card])
    return say("It is {seat}'s turn.", seat=active)


def _cards(table: Table) -> Phrase:
    """Free cards with the food on them, and who has chosen the others."""
    free = [_card(card, table.card_food[card]) for card in CARDS_SAID if not table.taker[card]]
    taken = [
        say("{card} by {seat}", card=said, seat=NAMES[table.taker[card]])
        for card, said in CARDS_SAID.items()
        if table.taker[card]
    ]
    if not taken:
        return say("All cards are free: {free}.", free=listed(free))
    return say("Free cards: {free}; chosen in this round: {taken}.", free=listed(free), taken=listed(taken))


def _card(card: int, amount: int) -> Phrase:
    return say("{card} with {food}", card=CARDS_SAID[card], food=food(amount)) if amount else CARDS_SAID[card]


def _supply(table: Table) -> Phrase:
    left = [say("{n} for {seat}", n=table.kittens_left[seat], seat=NAMES[seat]) for seat in table.seats]
    return say(
        "The supply has {fields}, {waterways} and these kittens: {kittens}.",
        fields=fields(table.fields_left),
        waterways=waterways(table.waterways_left),
        kittens=listed(left),
    )


def _last_round(table: Table) -> list[Phrase]:
    if table.ending:
        return [say("This round is the last, for {ends}.", ends=listed(endings(table.ending)))]
    return [say("This round is the last.")] if table.round_number == LAST_ROUND else []


def _belongings(table: Table, seat: int, name: Phrase, total: int) -> Phrase:
    stock = [food(table.food[seat]), gold(table.gold[seat])]
    stock += [tokens(table.penalties[seat])] if table.penalties[seat] else []
    return say(
        "{seat}: {points}; {stock}; {workers}; {traders}.",
        seat=name,
        points=points(total),
        stock=listed(stock),
        workers=_workers(table.awake[seat], table.asleep[seat]),
        traders=_traders(table, seat),
    )


def _workers(awake: int, asleep: int) -> Phrase:
    if not awake + asleep:
        return say("no workers")
    if not awake:
        return count("{n} worker asleep", "{n} workers asleep", asleep)
    up = count("{n} worker awake", "{n} workers awake", awake)
    return say("{awake} and {asleep}", awake=up, asleep=count("{n} asleep", "{n} asleep", asleep)) if asleep else up


def _traders(table: Table, seat: int) -> Any:
    number = table.traders[seat]
    if not number:
        return say("no traders")
    said = listed(_trader(table, seat, place) for place in range(number))
    return count("trader {traders}", "traders {traders}", number, traders=said)


def _trader(table: Table, seat: int, place: int) -> Phrase:
    name, kind = table.trader(seat, place), table.kind[seat][place]
    if kind != OPEN:
        return say("{trader} with {goods}", trader=name, goods=goods(kind, table.goods[seat][place]))
    if place >= table.traders[seat] - table.newcomers[seat]:
        return say("{trader} (hired in this round)", trader=name)
    return say("{trader} with nothing yet", trader=name)


def _farm(table: Table, seat: int, name: Phrase) -> Phrase:
    return say(
        "{seat}'s farm: fields on {cells}; waterways on {edges}.",
        seat=name,
        cells=listed(cells(table.fields[seat])),
        edges=listed(edges(table.east[seat], table.north[seat])),
    )


def _supper(table: Table, seat: int, name: Phrase, farm: int) -> Phrase:
    """If the seat had to feed its kittens now."""
    number, needed = table.kittens(seat), table.needed(seat)
    if not number:
        return say("{seat} has no kittens to feed.", seat=name)
    words = {"seat": name, "kittens": kittens(number), "needed": food(needed), "farm": food(farm)}
    missing = needed - farm - table.food[seat]
    if missing <= 0:
        return say("{seat}'s supper: {needed} for {kittens}; the farm gives {farm}.", **words)
    return count(
        "{seat}'s supper: {needed} for {kittens}; the farm gives {farm}, and with the stock {n} food is missing.",
        "{seat}'s supper: {needed} for {kittens}; the farm gives {farm}, and with the stock {n} food is missing.",
        missing,
        **words,
    )
