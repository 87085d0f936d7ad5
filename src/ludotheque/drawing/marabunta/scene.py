"""A view of Marabunta read once into plain Python, for pictures, text and words."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.marabunta import rules
from ludotheque.games.marabunta.board import hexes_in
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.notation import ELEMENT_LETTERS
from ludotheque.games.marabunta.state import SEATS, TRIO, WRITE, ZEROS
from ludotheque.play.position import Position, Step
from ludotheque.play.view import View

ELEMENTS = ELEMENT_LETTERS
PAID = (WRITE, ZEROS, TRIO)  # effects that begin next to an own number, or with an anthill


@dataclass(frozen=True, slots=True)
class Land:
    """The print of a board: by hex its name, region letter and feature (c, x or nothing), and the powers."""

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
    """The print of a board, in plain Python."""
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


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything in a view that a drawing shows. Lists by seat have an unused first place."""

    moment: View | Position  # what was read
    state: Any
    land: Land
    seat: int | None  # who looks
    turn: int  # the seat waited for, 0 chance, less when the game is over
    phase: int
    round: int
    marks: list[int]  # by hex: 0, or seat * 4 + the number written there
    dice: list[int]  # 1 + face, 0 before it is rolled
    tile: int
    tiles: int  # face down, by bits
    split: int
    held: list[int]
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
    sums: list[list[int]]
    steps: tuple[Step, ...]  # the legal ones of who looks

    @property
    def is_split(self) -> bool:
        return bool(self.split or self.held[1])

    @cached_property
    def splitter(self) -> int:
        """The seat that splits in this round."""
        return int(rules.splitter(self.state))

    @cached_property
    def verb(self) -> str:
        """The word that all legal steps begin with: write, use, ... ; '' without a legal step."""
        return self.steps[0].text.partition(":")[0] if self.steps else ""

    @cached_property
    def open(self) -> int:
        """The free hexes, as bits."""
        return _bits(self.state.free)

    @cached_property
    def struck(self) -> frozenset[int]:
        """The hexes that are neither free nor written in."""
        free = self.open
        return frozenset([one for one, mark in enumerate(self.marks) if not mark and not free >> one & 1])

    @cached_property
    def beside(self) -> list[int]:
        """By seat: the hexes adjacent to its numbers, as bits."""
        return [_bits(words) for words in self.state.beside]

    @cached_property
    def free(self) -> list[int]:
        """By region: the number of free hexes."""
        return [(self.open & ground).bit_count() for ground in self.land.grounds]

    @cached_property
    def cupcakes_left(self) -> int:
        """The number of free hexes with a cupcake."""
        return (self.open & self.land.cupcakes).bit_count()

    @cached_property
    def unused(self) -> list[int]:
        """By seat: the elements it may still use. Who takes goes first; the splitter's group is whole until then."""
        if self.turn < 1:
            return [0] * 3
        unused = [0, *(self.held[seat] if seat == self.splitter else 0 for seat in SEATS)]
        unused[self.turn] = int(self.state.unused)
        return unused

    @cached_property
    def priced(self) -> frozenset[int]:
        """The hexes that would cost the viewing seat an anthill: not adjacent to its numbers, for a PAID effect."""
        if not self.steps or self.effect not in PAID or self.chosen[0]:
            return frozenset()
        far = self.open & ~self.beside[self.turn]
        return frozenset([one for one in range(far.bit_length()) if far >> one & 1])

    @cached_property
    def scores(self) -> list[list[int]]:
        """By seat: points of cupcakes, of powers, and of the six leaves."""
        return [[], *self.moment.game.engine.scores(self.moment.setup.board, self.state)]

    @cached_property
    def winner(self) -> int:
        """The seat that has won; 0 while the game goes on."""
        outcome = self.moment.outcome if self.turn < 0 else None
        return outcome.winners[0] if outcome else 0


def read_scene(moment: View | Position) -> Scene:
    """Read a view; or a position, as a spectator sees it: nothing is hidden."""
    seat, steps = (moment.seat, moment.legal()) if isinstance(moment, View) else (None, ())
    state, land = moment.state, land_of(moment.setup.board)
    return Scene(
        moment=moment, state=state, land=land, seat=seat, turn=int(state.turn), phase=int(state.phase),
        round=int(state.rounds), marks=state.mark.tolist()[: len(land.hexes)],
        dice=state.dice.tolist(), tile=int(state.tile), tiles=int(state.tiles), split=int(state.split),
        held=state.held.tolist(), effect=int(state.effect), number=int(state.number),
        region=int(state.region), power=int(state.power), chosen=state.chosen.tolist(), crates=int(state.crates),
        trigger=int(state.trigger), ended=int(state.ended), anthills=state.anthills.tolist(),
        cupcakes=state.cupcakes.tolist(), ticked=state.ticked.tolist(), circles=state.circles.tolist(),
        blank=state.blank.tolist(), sums=state.sums.tolist(), steps=steps,
    )  # fmt: skip


def _bits(words: Any) -> int:
    low, high = words.tolist()
    return int(low | high << 64)
