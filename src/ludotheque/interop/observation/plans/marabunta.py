"""The observations of Marabunta."""

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta.board import hexes_in
from ludotheque.games.marabunta.state import (
    ELEMENTS,
    ENDED,
    ENDINGS,
    FACES,
    POINTS,
    REGIONS,
    STATE,
    TILES,
)
from ludotheque.interop.observation.observation_plan import ObservationPlan, in_order

NUMBERS = 4  # 0, 1, 2, 3
WORD = 64
MANY_ROUNDS = 16
MANY_CRATES = 4


def plan(board: Board, players: int) -> ObservationPlan:
    """The territory, each seat's sheet, the elements of the round, and the phase."""
    made = ObservationPlan(STATE, players)
    _plan_territory(made, board, players)
    _plan_sheets(made, board, players)
    _plan_round(made, players)
    _plan_effect(made, board)
    made.choice(
        made.part("phase", {"phase": ENDED + 1}, "reveal, roll, split, take, use, choose, tick, over"),
        "phase",
        in_order(ENDED + 1),
    )
    made.seat(made.part("turn", {"seat": players}, "who is waited for; nobody at chance and at the end"), "turn")
    made.seat(made.part("trigger", {"seat": players}, "who triggered the end"), "trigger")
    ways = made.part("ending", {"way": len(ENDINGS)}, f"how the end was triggered: {', '.join(ENDINGS)}")
    made.flags(ways, "ended", in_order(len(ENDINGS)))
    made.leave_out("beside", "the hexes next to a seat's numbers; the numbers tell it")
    made.leave_out("players", "always 2")
    made.leave_out("rules", "the version of the rules, the same through a game")
    return made


def _plan_territory(made: ObservationPlan, board: Board, players: int) -> None:
    hexes = len(board.names["hexes"])
    free = made.part("free", {"hex": hexes}, "hexes neither written in nor struck")
    for word in range(2):
        bits = {bit: word * WORD + bit for bit in range(WORD) if word * WORD + bit < hexes}
        made.flags(free, "free", bits, at=[word])
    axes = {"seat": players, "number": NUMBERS, "hex": hexes}
    numbers = made.part("numbers", axes, "where a seat has written 0, 1, 2, 3")
    table = {number: number * hexes for number in range(NUMBERS)}
    for place in range(hexes):
        made.seated(numbers, "mark", table, at=[place], shift=place)
    sums = made.part(
        "sums", {"seat": players, "region": REGIONS}, "of a seat's numbers in a region / the region's hexes"
    )
    for region in range(REGIONS):
        size = len(hexes_in(board.record.hexes[region]))
        made.number(sums, "sums", max(size, 1), at=[region], shift=region, by_seat=True, is_open=True)


def _plan_sheets(made: ObservationPlan, board: Board, players: int) -> None:
    record, powers = board.record, len(board.names["powers"])
    most = int(max(record.circles) + record.blank) or 1
    circles = made.part("circles", {"seat": players, "leaf": REGIONS}, f"a seat's circles on a leaf / {most}")
    blank = made.part("blank", {"leaf": REGIONS}, f"blank circles on a leaf / {most}")
    for leaf in range(REGIONS):
        made.number(circles, "circles", most, at=[leaf], shift=leaf, by_seat=True)
        made.number(blank, "blank", most, at=[leaf], shift=leaf)
    hills = max(int(record.anthills), 1)
    made.number(made.part("anthills", {"seat": players}, f"left / {hills}"), "anthills", hills, by_seat=True)
    row = max(int(record.row), 1)
    made.number(made.part("cupcakes", {"seat": players}, f"boxes ticked / {row}"), "cupcakes", row, by_seat=True)
    crates = made.part("crates", {"seat": players, "power": powers}, "crates ticked of a power / those it needs")
    for power in range(powers):
        needed = max(int(record.needed[power]), 1)
        made.number(crates, "ticked", needed, at=[power], shift=power, by_seat=True)


def _plan_round(made: ObservationPlan, players: int) -> None:
    part = made.part("round", {"number": 1}, f"the round / {MANY_ROUNDS}")
    made.number(part, "rounds", MANY_ROUNDS, is_open=True)
    made.flags(made.part("tiles", {"tile": TILES}, "tiles still face down"), "tiles", in_order(TILES))
    tile = made.part("tile", {"tile": TILES + 1}, "the tile of this round; none before it is revealed")
    made.choice(tile, "tile", in_order(TILES + 1, 1))
    dice = made.part("dice", {"die": REGIONS, "face": FACES}, "the dice of this round: 0, 1, 2, 3, flag, crate")
    for die in range(REGIONS):
        made.choice(dice, "dice", in_order(FACES, 1), at=[die], shift=die * FACES)
    split = made.part("split", {"element": ELEMENTS}, "the group with B, while the other seat is to take one")
    made.flags(split, "split", in_order(ELEMENTS))
    held = made.part("group", {"seat": players, "element": ELEMENTS}, "a seat's group of elements")
    made.flags(held, "held", in_order(ELEMENTS), by_seat=True)
    unused = made.part("unused", {"element": ELEMENTS}, "what the seat whose turn it is has not used")
    made.flags(unused, "unused", in_order(ELEMENTS))


def _plan_effect(made: ObservationPlan, board: Board) -> None:
    hexes, powers = len(board.names["hexes"]), len(board.names["powers"])
    effect = made.part(
        "effect", {"effect": POINTS}, "under way: the eight tiles, write, trio, flag, crate, cakes, points"
    )
    made.choice(effect, "effect", in_order(POINTS, 1))
    made.choice(made.part("number", {"number": NUMBERS}, "what it writes"), "number", in_order(NUMBERS))
    made.choice(made.part("region", {"region": ELEMENTS}, "where; the last is anywhere"), "region", in_order(ELEMENTS))
    power = made.part("power", {"power": powers}, "the power it comes from; none: an element")
    made.choice(power, "power", in_order(powers, 1))
    chosen = made.part("chosen", {"choice": 2, "hex": hexes}, "the hexes, or the leaf, chosen so far")
    for choice in range(2):
        made.choice(chosen, "chosen", in_order(hexes, 1), at=[choice], shift=choice * hexes)
    due = made.part("due", {"number": 1}, f"crates still to be ticked / {MANY_CRATES}")
    made.number(due, "crates", MANY_CRATES, is_open=True)
