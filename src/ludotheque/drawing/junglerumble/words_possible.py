"""Every step that the seat of a view may play, in sentences that end with its notation."""

from collections.abc import Sequence
from typing import Any

from ludotheque.drawing.junglerumble.names import Table, gain, tokens
from ludotheque.games.junglerumble.board import CARD_NAMES, CELLS, EAST_EDGES, NORTH_EDGES
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import (
    BULL,
    CARD,
    CHOOSING,
    FEEDING,
    FOLLOW,
    FOLLOWING,
    MONKEY,
    PENALTY,
    PLACING,
    SELLING,
    SENDING,
    TIGER,
    WAKING,
)
from ludotheque.games.phrase import Phrase, count, either, listed, say
from ludotheque.play.view import View


def possible(view: View, table: Table) -> tuple[Phrase, ...]:
    """Nothing if the seat is not waited for."""
    steps = [step.text for step in view.legal()]
    return tuple(PHASES[table.phase](view, table, steps)) if steps else ()


def _names(steps: Sequence[str]) -> Any:
    """What stands behind the colon or the equals sign of steps that begin alike."""
    start = max(steps[0].rfind(":"), steps[0].rfind("=")) + 1
    return either(step[start:] for step in steps)


def _waking(view: View, table: Table, steps: list[str]) -> list[Phrase]:
    if len(steps) == 1:
        return [say("Nobody else can wake: «wake:0».")]
    return [say("Wake this many: «wake:» {numbers}.", numbers=_names(steps))]


def _selling(view: View, table: Table, steps: list[str]) -> list[Phrase]:
    trader = table.trader(table.turn, table.seller)
    if len(steps) == 1:
        return [say("You have nothing that {trader} buys: «sell:{trader}=none».", trader=trader)]
    return [say("What {trader} gets: «sell:{trader}=» {goods}.", trader=trader, goods=_names(steps))]


def _choosing(view: View, table: Table, steps: list[str]) -> list[Phrase]:
    """The free cards, and what all workers who are awake would bring from each."""
    cards = [card for card in CARD_NAMES if not table.taker[card]]
    brought = listed(_most(view, card) for card in cards)
    return [
        say("You may choose: «card:» {cards}.", cards=_names(steps)),
        say("Your workers who are awake can bring: {brought}.", brought=brought),
    ]


def _most(view: View, card: int) -> Phrase:
    """The most that a card can bring, asked of the rules."""
    engine, board, state, seat = view.game.engine, view.setup.board, view.state, view.seat or 0
    engine.play(board, state, seat, CARD + card - 1)
    most = len(engine.legal(board, state, seat)) - 1
    if not most:
        return say("with {card} nothing", card=CARDS_SAID[card])
    brought = gain(board.record.tiger_food.tolist(), card, most)
    return say("with {card} up to {gain}", card=CARDS_SAID[card], gain=brought)


def _sending(view: View, table: Table, steps: list[str]) -> list[Phrase]:
    if len(steps) == 1:
        return [say("Nobody can be sent: «send:0».")]
    said = say("Send this many: «send:» {numbers}.", numbers=_names(steps))
    if table.card != TIGER:
        return [said, say("One worker brings {gain}.", gain=gain((), table.card, 1))]
    brought = view.setup.board.record.tiger_food.tolist()[: len(steps)]
    return [said, say("They bring {amounts} food.", amounts=either(brought))]


def _placing(view: View, table: Table, steps: list[str]) -> list[Phrase]:
    if table.card == MONKEY:
        return _hiring(table, steps)
    water = _water_at if table.card == BULL else _fields_at
    groups: dict[int, list[str]] = {}
    for step in steps:
        groups.setdefault(water(table, step.partition(":")[2]), []).append(step)
    said = _field if table.card == BULL else _waterway
    return [said(number, _names(groups[number])) for number in sorted(groups, reverse=True)]


def _hiring(table: Table, steps: list[str]) -> list[Phrase]:
    said = say("Hire the kitten as: «hire:» {roles}.", roles=_names(steps))
    if table.kittens_left[table.turn]:
        return [said]
    return [said, say("It comes from another tribe: the game ends with this round.")]


def _field(sides: int, names: Any) -> Phrase:
    if not sides:
        return say("A field without water: «field:» {cells}.", cells=names)
    return count(
        "A field with water on {n} side: «field:» {cells}.",
        "A field with water on {n} sides: «field:» {cells}.",
        sides,
        cells=names,
    )


def _waterway(beside: int, names: Any) -> Phrase:
    if beside == 1:
        return say("A waterway beside one field: «water:» {edges}.", edges=names)
    return say("A waterway between two fields: «water:» {edges}.", edges=names)


def _water_at(table: Table, cell: str) -> int:
    """How many edges of a cell have water on them."""
    row, column = CELLS[cell]
    east, north = table.east[table.turn], table.north[table.turn]
    return (east[row] >> column - 1 & 3).bit_count() + (north[row] >> column & 1) + (north[row - 1] >> column & 1)


def _fields_at(table: Table, edge: str) -> int:
    """How many fields lie beside an edge."""
    rows = table.fields[table.turn]
    if edge in EAST_EDGES:
        row, column = EAST_EDGES[edge]
        return (rows[row] >> column & 3).bit_count()
    row, column = NORTH_EDGES[edge]
    return (rows[row] >> column & 1) + (rows[row + 1] >> column & 1)


def _following(view: View, table: Table, steps: list[str]) -> list[Phrase]:
    if "follow" in steps:
        brought = gain(view.setup.board.record.tiger_food.tolist(), table.card, 1)
        said = [say("One worker goes, brings {gain} and falls asleep: «follow».", gain=brought)]
    else:
        why_not = view.game.engine.refusals.explain(view.setup.board, view.state, table.turn, FOLLOW)
        said = [say("You cannot follow."), why_not.phrase]
    if table.asleep[table.turn]:
        return [*said, say("One worker wakes: «pass».")]
    return [*said, say("You get 1 food: «pass».")]


def _feeding(view: View, table: Table, steps: list[str]) -> list[Phrase]:
    """The kittens that can go, and the price of letting some go hungry, asked of the rules."""
    said = []
    if leaving := [step for step in steps if step.startswith("dismiss")]:
        said = [say("Dismiss a kitten, for 3 food and one mouth less: «dismiss:» {kittens}.", kittens=_names(leaving))]
    state, seat = view.state, table.turn
    view.game.engine.play(view.setup.board, state, seat, PENALTY)
    number = int(state.penalties[seat]) - table.penalties[seat]
    return [*said, say("Let kittens go hungry and take {tokens}: «penalty».", tokens=tokens(number))]


PHASES = {
    WAKING: _waking,
    SELLING: _selling,
    CHOOSING: _choosing,
    SENDING: _sending,
    PLACING: _placing,
    FOLLOWING: _following,
    FEEDING: _feeding,
}
