"""The score sheet of Jungle Rumble: kittens, traders with their goods, water, gold, food, and penalties."""

from collections.abc import Iterator

from ludotheque.drawing.junglerumble.names import goods
from ludotheque.drawing.junglerumble.scene import Tribe, read_table
from ludotheque.drawing.score_sheet import SheetRow
from ludotheque.games.phrase import Phrase, count, count_alike, say
from ludotheque.play.view import View

KITTEN, PENALTY = 3, -3
WORTH = {"food": 2, "gold": 3}  # points of what a trader holds


def rows(view: View) -> list[list[SheetRow]]:
    """The rows of every seat."""
    return [[*_rows(tribe)] for tribe in read_table(view).seats.values()]


def _rows(tribe: Tribe) -> Iterator[SheetRow]:
    kittens, sides = tribe.kittens, tribe.harvest
    label = count("{n} kitten, {each} points each", "{n} kittens, {each} points each", kittens, each=KITTEN)
    yield SheetRow("kittens", label, KITTEN * kittens)
    yield from _traders(tribe)
    yield SheetRow("water", count("{n} side of a field with water", "{n} sides of fields with water", sides), sides)
    yield SheetRow("gold", count_alike("{n} gold, a point each", tribe.gold), tribe.gold)
    yield SheetRow("food", _food(tribe), (tribe.food + tribe.awake) // 2)
    if tokens := tribe.penalties:
        lost = count("{n} penalty token, {each} points lost", "{n} penalty tokens, {each} points lost each", tokens,
                     each=-PENALTY)  # fmt: skip
        yield SheetRow("penalties", lost, PENALTY * tokens)


def _traders(tribe: Tribe) -> Iterator[SheetRow]:
    """The goods of each trader."""
    for trader in tribe.traders:
        if trader.goods:
            each = WORTH[trader.kind]
            values = {"trader": trader.number, "goods": goods(trader.kind, trader.goods), "each": each}
            yield SheetRow("goods", say("Trader {trader}: {goods}, {each} points each", **values), each * trader.goods)


def _food(tribe: Tribe) -> Phrase:
    """Every two food bring a point; each worker awake first brings one."""
    if not tribe.awake:
        return count_alike("{n} food, a point for every two", tribe.food)
    return count(
        "{food} food and {n} from a worker awake, a point for every two",
        "{food} food and {n} from workers awake, a point for every two",
        tribe.awake, food=tribe.food,
    )  # fmt: skip
