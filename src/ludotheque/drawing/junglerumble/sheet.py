"""The score sheet of Jungle Rumble: kittens, traders with their goods, water, gold, food, and penalties."""

from collections.abc import Iterator

from ludotheque.drawing.junglerumble.names import Table, goods, read_table
from ludotheque.drawing.score_sheet import SheetRow
from ludotheque.games.junglerumble.state import FOOD, OPEN
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.view import View

KITTEN, PENALTY = 3, -3
A_FOOD, A_GOLD = 2, 3  # points of what a trader holds


def rows(view: View) -> list[list[SheetRow]]:
    """The rows of every seat."""
    table, scores = read_table(view), view.scores
    return [[*_rows(table, seat, scores[seat - 1].parts["water"])] for seat in table.seats]


def _rows(table: Table, seat: int, sides: int) -> Iterator[SheetRow]:
    kittens = table.kittens(seat)
    label = count("{n} kitten, {each} points each", "{n} kittens, {each} points each", kittens, each=KITTEN)
    yield SheetRow("kittens", label, KITTEN * kittens)
    yield from _traders(table, seat)
    yield SheetRow("water", count("{n} side of a field with water", "{n} sides of fields with water", sides), sides)
    yield SheetRow(
        "gold", count("{n} gold, a point each", "{n} gold, a point each", table.gold[seat]), table.gold[seat]
    )
    yield SheetRow("food", _food(table, seat), (table.food[seat] + table.awake[seat]) // 2)
    if tokens := table.penalties[seat]:
        lost = count("{n} penalty token, {each} points lost", "{n} penalty tokens, {each} points lost each", tokens,
                     each=-PENALTY)  # fmt: skip
        yield SheetRow("penalties", lost, PENALTY * tokens)


def _traders(table: Table, seat: int) -> Iterator[SheetRow]:
    """What each trader holds."""
    for place in range(table.traders[seat]):
        kind, number = table.kind[seat][place], table.goods[seat][place]
        if kind == OPEN or not number:
            continue
        each = A_FOOD if kind == FOOD else A_GOLD
        values = {"trader": table.trader(seat, place), "goods": goods(kind, number), "each": each}
        yield SheetRow("goods", say("Trader {trader}: {goods}, {each} points each", **values), each * number)


def _food(table: Table, seat: int) -> Phrase:
    """Every two food bring a point; each worker awake first brings one."""
    awake, stock = table.awake[seat], table.food[seat]
    if not awake:
        return count("{n} food, a point for every two", "{n} food, a point for every two", stock)
    return count(
        "{food} food and {n} from a worker awake, a point for every two",
        "{food} food and {n} from workers awake, a point for every two",
        awake, food=stock,
    )  # fmt: skip
