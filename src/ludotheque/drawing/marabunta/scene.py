"""A view of Marabunta read once into plain Python, for whoever draws it."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.games.board import Board
from ludotheque.games.marabunta import rules
from ludotheque.games.marabunta.board import hexes_in
from ludotheque.games.marabunta.boardcheck import LETTERS
from ludotheque.games.marabunta.notation import ELEMENT_LETTERS
from ludotheque.games.marabunta.state import SEATS, TRIO, WRITE, ZEROS
from ludotheque.play.position import Step
from ludotheque.play.view import View

ELEMENTS = ELEMENT_LETTERS
PAID = (WRITE, ZEROS, TRIO)  # effects that begin next to an own number, or with an anthill


@dataclass(frozen=True, slots=True)
class Land:
    """What is printed on a board: by hex its name, region letter and feature (c, x or nothing), and the powers."""

    hexes: tuple[str, ...]
    regions: tuple[str, ...]
    features: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    around: tuple[int, ...]  # the same as bits
    grounds: tuple[int, ...]  # the hexes of each region, as bits
    cupcakes: int  # the hexes with a cupcake, as bits
    powers: tuple[tuple[str, int, int, int], ...]  # name, crates needed, effect, number
    row: tuple[int, ...]  # points over the boxes of the cupcake row
    circles: tuple[int, int, int]  # of red, of blue, blank, when the game starts
    anthills: int
    number: dict[str, int]  # of each hex, by its name


@cache
def land_of(board: Board) -> Land:
    """What is printed on a board, in plain Python."""
    record, hexes = board.record, board.names["hexes"]
    cupcakes, crates = set(hexes_in(record.cupcakes)), set(hexes_in(record.crates))
    points = record.row_points.tolist()[: int(record.row) + 1]
    numbers = range(len(hexes))
    return Land(
        hexes=hexes,
        regions=tuple(LETTERS[region] for region in record.region.tolist()[: len(hexes)]),
        features=tuple("c" if one in cupcakes else "x" if one in crates else "" for one in numbers),
        near=tuple(tuple(hexes_in(record.near[one])) for one in numbers),
        around=tuple(_bits(record.near[one]) for one in numbers),
        grounds=tuple(_bits(record.hexes[region]) for region in range(len(LETTERS))),
        cupcakes=_bits(record.cupcakes),
        powers=tuple(
            (name, int(record.needed[power]), int(record.effect[power]), int(record.number[power]))
            for power, name in enumerate(board.names["powers"])
        ),
        row=tuple(points[box + 1] - points[box] for box in range(len(points) - 1)),
        circles=(int(record.circles[1]), int(record.circles[2]), int(record.blank)),
        anthills=int(record.anthills),
        number={name: one for one, name in enumerate(hexes)},
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything in a view that a drawing shows. Lists by seat have an unused first place."""

    land: Land
    seat: int | None  # who looks
    turn: int  # the seat waited for, 0 chance, less when the game is over
    phase: int
    round: int
    splitter: int
    marks: list[int]  # by hex: 0, or seat * 4 + the number written there
    struck: frozenset[int]
    dice: list[int]  # 1 + face, 0 before it is rolled
    tile: int
    tiles: int  # face down, by bits
    split: int
    held: list[int]
    unused: list[int]  # by seat: elements that it may still use
    effect: int
    number: int
    region: int
    power: int
    chosen: list[int]
    crates: int
    trigger: int
    ended: int
    anthills: list[int]
    cupcakes: list[int]
    ticked: list[list[int]]
    circles: list[list[int]]
    blank: list[int]
    open: int  # the free hexes, as bits
    beside: list[int]  # by seat: the hexes adjacent to its numbers, as bits
    free: list[int]  # free hexes in each region
    cupcakes_left: int  # free hexes with a cupcake
    sums: list[list[int]]
    scores: list[list[int]]  # by seat: points of cupcakes, of powers, and of the six leaves
    steps: tuple[Step, ...]  # the legal ones of who looks
    verb: str  # what they do: write, use, ... ; empty when there is none
    priced: frozenset[int]  # hexes that would cost an anthill
    winner: int  # 0 while the game goes on

    @property
    def is_split(self) -> bool:
        return bool(self.split or self.held[1])


def read_scene(view: View) -> Scene:
    """Read a view."""
    state, land, steps = view.state, land_of(view.setup.board), view.legal()
    turn, held = int(state.turn), state.held.tolist()
    splitter = int(rules.splitter(state))
    marks = state.mark.tolist()[: len(land.hexes)]
    struck = _struck(state, marks)
    return Scene(
        land=land, seat=view.seat, turn=turn, phase=int(state.phase), round=int(state.rounds), splitter=splitter,
        marks=marks, struck=struck, dice=state.dice.tolist(), tile=int(state.tile),
        tiles=int(state.tiles), split=int(state.split), held=held,
        unused=_unused(turn, splitter, held, int(state.unused)), effect=int(state.effect), number=int(state.number),
        region=int(state.region), power=int(state.power), chosen=state.chosen.tolist(), crates=int(state.crates),
        trigger=int(state.trigger), ended=int(state.ended), anthills=state.anthills.tolist(),
        cupcakes=state.cupcakes.tolist(), ticked=state.ticked.tolist(), circles=state.circles.tolist(),
        blank=state.blank.tolist(), open=_bits(state.free), beside=[_bits(words) for words in state.beside],
        free=_free(land, marks, struck),
        cupcakes_left=_cupcakes_left(land, marks, struck), sums=state.sums.tolist(),
        scores=[[], *view.game.engine.scores(view.setup.board, state)], steps=steps,
        verb=_verb(steps), priced=_priced(state, turn) if steps else frozenset(), winner=_winner(view, turn),
    )  # fmt: skip


def _verb(steps: tuple[Step, ...]) -> str:
    return steps[0].text.partition(":")[0] if steps else ""


def _winner(view: View, turn: int) -> int:
    outcome = view.outcome if turn < 0 else None
    return outcome.winners[0] if outcome else 0


def _bits(words: Any) -> int:
    low, high = words.tolist()
    return int(low | high << 64)


def _struck(state: Any, marks: list[int]) -> frozenset[int]:
    free = _bits(state.free)
    return frozenset(one for one, mark in enumerate(marks) if not mark and not free >> one & 1)


def _free(land: Land, marks: list[int], struck: frozenset[int]) -> list[int]:
    free = dict.fromkeys(LETTERS, 0)
    for one, letter in enumerate(land.regions):
        if not marks[one] and one not in struck:
            free[letter] += 1
    return list(free.values())


def _cupcakes_left(land: Land, marks: list[int], struck: frozenset[int]) -> int:
    return sum(not marks[one] and one not in struck for one, sign in enumerate(land.features) if sign == "c")


def _unused(turn: int, splitter: int, held: list[int], unused: int) -> list[int]:
    """Whoever takes uses its group first, so the splitter's is whole until then."""
    if turn < 1:
        return [0] * 3
    return [0] + [unused if seat == turn else held[seat] if seat == splitter else 0 for seat in SEATS]


def _priced(state: Any, seat: int) -> frozenset[int]:
    """The hexes that are not adjacent to a number of the seat, where the effect under way asks an anthill for that."""
    if int(state.effect) not in PAID or int(state.chosen[0]):
        return frozenset()
    far = _bits(state.free) & ~_bits(state.beside[seat])
    return frozenset(one for one in range(far.bit_length()) if far >> one & 1)
