"""What is expected of whom, and every step that a view's seat may play, in sentences that end with its notation."""

from collections.abc import Sequence
from typing import Any

from ludotheque.drawing.junglerumble.names import CARDS, NAMES, gain, tokens
from ludotheque.drawing.junglerumble.scene import Farm, JungleTable, Trader, most_workers, table_after
from ludotheque.drawing.junglerumble.words_end import outcome
from ludotheque.games.junglerumble.board import CARD_NAMES, CELLS, EAST_EDGES, NORTH_EDGES
from ludotheque.games.junglerumble.state import CARD, FOLLOW, PENALTY
from ludotheque.games.phrase import Phrase, count, count_alike, either, listed, say
from ludotheque.play.view import View


def expected(view: View, table: JungleTable) -> tuple[Phrase, ...]:
    """What the seat to act has to do, addressed as «you» in its own view; the outcome when the game is over."""
    if not table.turn:
        return tuple(outcome(view, table))
    is_mine, seat, tribe = view.seat == table.turn, NAMES[table.turn], table.seats[table.turn]
    if table.phase == "placing":
        return (_mine_to_place(table) if is_mine else _theirs_to_place(table, seat),)
    if table.phase == "feeding":
        return (_mine_to_save(tribe.short) if is_mine else _theirs_to_save(tribe.short, seat),)
    trader = _seller(table).number if table.phase == "selling" else ""
    words = {"seat": seat, "card": CARDS.get(table.card), "trader": trader}
    return (Phrase((MINE if is_mine else THEIRS)[table.phase].text, words),)


def _seller(table: JungleTable) -> Trader:
    """The trader that may buy now."""
    return table.seats[table.turn].traders[table.seller]


MINE = {
    "waking": say("Your turn begins: how many more workers wake, for 1 food each?"),
    "selling": say("Your move: sell something to trader {trader}, or nothing."),
    "choosing": say("Your move: choose a card."),
    "sending": say("Your move: how many workers go to {card}?"),
    "following": say("Your move: follow {card} with one worker, or pass."),
}
THEIRS = {
    "waking": say("We wait for {seat} to wake workers."),
    "selling": say("We wait for {seat} to sell something to trader {trader}, or nothing."),
    "choosing": say("We wait for {seat} to choose a card."),
    "sending": say("We wait for {seat} to send workers to {card}."),
    "following": say("We wait for {seat} to follow {card} or pass."),
}


def _mine_to_place(table: JungleTable) -> Phrase:
    number = table.to_place
    if table.card == "bull":
        return count("Your move: place a field.", "Your move: place {n} fields, one after another.", number)
    if table.card == "beaver":
        return count("Your move: dig a waterway.", "Your move: dig {n} waterways, one after another.", number)
    return count("Your move: hire a kitten.", "Your move: hire {n} kittens, one after another.", number)


def _theirs_to_place(table: JungleTable, seat: Phrase) -> Phrase:
    number = table.to_place
    if table.card == "bull":
        return count(
            "We wait for {seat} to place a field.", "We wait for {seat} to place {n} fields.", number, seat=seat
        )
    if table.card == "beaver":
        return count(
            "We wait for {seat} to dig a waterway.", "We wait for {seat} to dig {n} waterways.", number, seat=seat
        )
    return count("We wait for {seat} to hire a kitten.", "We wait for {seat} to hire {n} kittens.", number, seat=seat)


def _mine_to_save(missing: int) -> Phrase:
    return count_alike(
        "Your move: {n} food is missing: dismiss a kitten, or take the penalties.",
        missing,
    )


def _theirs_to_save(missing: int, seat: Phrase) -> Phrase:
    return count_alike(
        "We wait for {seat}, whose supper lacks {n} food, to dismiss a kitten or take the penalties.",
        missing,
        seat=seat,
    )


def possible(view: View, table: JungleTable) -> tuple[Phrase, ...]:
    """Nothing if the view's seat is not to act."""
    steps = [step.text for step in view.legal()]
    return tuple(PHASES[table.phase](view, table, steps)) if steps else ()


def _names(steps: Sequence[str]) -> Any:
    """The last part of each step, after the colon or the equals sign, as a list of alternatives."""
    start = max(steps[0].rfind(":"), steps[0].rfind("=")) + 1
    return either(step[start:] for step in steps)


def _waking(view: View, table: JungleTable, steps: list[str]) -> list[Phrase]:
    if len(steps) == 1:
        return [say("Nobody else can wake: «wake:0».")]
    return [say("Wake this many: «wake:» {numbers}.", numbers=_names(steps))]


def _selling(view: View, table: JungleTable, steps: list[str]) -> list[Phrase]:
    words = {"trader": _seller(table).name, "n": _seller(table).number}
    if len(steps) == 1:
        return [say("You have nothing that trader {n} buys: «sell:{trader}=none».", **words)]
    return [say("What trader {n} gets: «sell:{trader}=» {goods}.", goods=_names(steps), **words)]


def _choosing(view: View, table: JungleTable, steps: list[str]) -> list[Phrase]:
    """The free cards, and the most that each can bring."""
    brought = listed(_most(view, card) for card, name in CARD_NAMES.items() if not table.taker[name])
    return [
        say("You may choose: «card:» {cards}.", cards=_names(steps)),
        say("Your workers who are awake can bring: {brought}.", brought=brought),
    ]


def _most(view: View, card: int) -> Phrase:
    """The most that a card can bring."""
    most, name = most_workers(view, CARD + card - 1), CARD_NAMES[card]
    if not most:
        return say("with {card} nothing", card=CARDS[name])
    return say("with {card} up to {gain}", card=CARDS[name], gain=gain(_tiger_food(view), name, most))


def _tiger_food(view: View) -> list[int]:
    """The tiger's food, by the number of workers sent."""
    food: list[int] = view.setup.board.record.tiger_food.tolist()
    return food


def _sending(view: View, table: JungleTable, steps: list[str]) -> list[Phrase]:
    if len(steps) == 1:
        return [say("Nobody can be sent: «send:0».")]
    said = say("Send this many: «send:» {numbers}.", numbers=_names(steps))
    if table.card != "tiger":
        return [said, say("One worker brings {gain}.", gain=gain((), table.card, 1))]
    return [said, say("They bring {amounts} food.", amounts=either(_tiger_food(view)[: len(steps)]))]


def _placing(view: View, table: JungleTable, steps: list[str]) -> list[Phrase]:
    if table.card == "monkey":
        return _hiring(table, steps)
    pairs, said = (_water_at, _field) if table.card == "bull" else (_fields_at, _waterway)
    farm = table.seats[table.turn].farm
    groups: dict[int, list[str]] = {}
    for step in steps:
        groups.setdefault(pairs(farm, step.partition(":")[2]), []).append(step)
    return [said(number, _names(groups[number])) for number in sorted(groups, reverse=True)]


def _hiring(table: JungleTable, steps: list[str]) -> list[Phrase]:
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


def _water_at(farm: Farm, cell: str) -> int:
    """How many edges of a cell have water on them."""
    return farm.watered_sides(*CELLS[cell]).bit_count()


def _fields_at(farm: Farm, edge: str) -> int:
    """How many fields lie beside an edge."""
    if edge in EAST_EDGES:
        row, column = EAST_EDGES[edge]
        return (farm.fields[row] >> column & 3).bit_count()
    row, column = NORTH_EDGES[edge]
    return farm.has_field(row, column) + farm.has_field(row + 1, column)


def _following(view: View, table: JungleTable, steps: list[str]) -> list[Phrase]:
    if "follow" in steps:
        brought = gain(_tiger_food(view), table.card, 1)
        said = [say("One worker goes, brings {gain} and falls asleep: «follow».", gain=brought)]
    else:
        why_not = view.game.engine.refusals.explain(view.setup.board, view.state, table.turn, FOLLOW)
        said = [say("You cannot follow."), why_not.phrase]
    if table.seats[table.turn].asleep:
        return [*said, say("One worker wakes: «pass».")]
    return [*said, say("You get 1 food: «pass».")]


def _feeding(view: View, table: JungleTable, steps: list[str]) -> list[Phrase]:
    """The kittens that can be dismissed, and the penalties."""
    said = []
    if leaving := [step for step in steps if step.startswith("dismiss")]:
        said = [say("Dismiss a kitten, for 3 food and one mouth less: «dismiss:» {kittens}.", kittens=_names(leaving))]
    after, seat = table_after(view, PENALTY), table.turn
    number = after.seats[seat].penalties - table.seats[seat].penalties
    return [*said, say("Let kittens go hungry and take {tokens}: «penalty».", tokens=tokens(number))]


PHASES = {
    "waking": _waking,
    "selling": _selling,
    "choosing": _choosing,
    "sending": _sending,
    "placing": _placing,
    "following": _following,
    "feeding": _feeding,
}
