"""Marabunta, played slowly from shared/rules/marabunta.md."""

from dataclasses import dataclass, field
from itertools import combinations

TERRITORIES = {
    "meadow": """
    B B B B B O O O O O O O        . . x . . c . c . . x .
    B B B B B O O O O S S O        . c . c . . . . . . c x
    B B B Y Y Y O S S S S O        . . . x . x . c . . . .
    B Y Y Y Y Y S S S S S G        x . . . . . . . . . . x
    P Y Y Y Y P S S S G G G        . . . . c . x . x . . .
    P Y Y P P P P G G G G G        x c . . . . . . c . c .
    P P P P P P P G G G G G        . x . . c . c . . x . .
""",
    "islets": """
    S S G G G G G G G Y Y Y        . . . . c . x . . . . c
    S S G G G G G G G B B Y        x . c . . . . . x . x .
    S B B O O O O O B Y Y Y        . . . . x . . . . . c .
    S B B S O O O O Y B B Y        . . c x . c c . x c . .
    S S S B O O O O O B B Y        . c . . . . . x . . . .
    S B B P P P P P P P Y Y        . x . x . . . . . c . x
    S S S P P P P P P P Y Y        c . . . . x . c . . . .
""",
}
COLUMNS = "abcdefghijkl"
DICE = "BPOGSY"
FACES = ["0", "1", "2", "3", "flag", "crate"]
TILES = ["crates", "circles", "one", "zeros", "nest", "strike", "double"]
POWERS = {
    "basic": {"one": 2, "nest": 2, "two": 3, "cakes": 3, "three-points": 3},
    "expert": {"strike": 2, "leaves": 2, "two-points": 2, "nest-three": 3, "trio": 3},
}
CUPCAKE_ROW = [0, 0, 0, 1, 1, 2, 2, 3]
PARTS = {"write": 1, "nest": 1, "zeros": 2, "trio": 3, "strike": 2, "crumbs": 1, "leaves": 2}
VERBS = {"strike": "strike", "crumbs": "strike", "leaves": "leaf", "again": "again"}


def hex_neighbours(column: int, row: int) -> set[str]:
    """'Boards': neighbours of the hex at column index 0..11, row 1..7."""
    low = row if column % 2 else row - 1
    around = [(column, row - 1), (column, row + 1)]
    around += [(side, r) for side in (column - 1, column + 1) for r in (low, low + 1)]
    return {f"{COLUMNS[c]}{r}" for c, r in around if 0 <= c < 12 and 1 <= r <= 7}


NEAR = {f"{COLUMNS[c]}{r}": hex_neighbours(c, r) for c in range(12) for r in range(1, 8)}


@dataclass(frozen=True)
class Board:
    """A territory: the hexes of each region and feature."""

    regions: dict[str, set[str]]
    cupcakes: set[str]
    crates: set[str]


def read_board(text: str) -> Board:
    """'Boards': the map on the left, the features on the right."""
    board = Board({region: set() for region in DICE}, set(), set())
    for row, line in enumerate(text.strip().splitlines(), start=1):
        words = line.split()
        for column, region, feature in zip(COLUMNS, words[:12], words[12:], strict=True):
            board.regions[region].add(f"{column}{row}")
            if feature == "c":
                board.cupcakes.add(f"{column}{row}")
            if feature == "x":
                board.crates.add(f"{column}{row}")
    return board


BOARDS = {name: read_board(text) for name, text in TERRITORIES.items()}


def all_splits() -> list[str]:
    """'A round', 3: the group with B first, both in the order B P O G S Y T."""
    found = []
    for size in range(6):
        for mates in combinations("POGSYT", size):
            others = [letter for letter in "POGSYT" if letter not in mates]
            found.append(f"split:B{''.join(mates)}/{''.join(others)}")
    return sorted(found)


SPLITS = all_splits()


@dataclass
class Effect:
    """An effect whose steps are being chosen ('What an element does', 'Powers')."""

    kind: str
    number: int = 0
    region: str = ""
    of_power: bool = False
    chosen: list[str] = field(default_factory=list)


def power_effect(name: str) -> Effect:
    """'Powers': the effect of a power that brings choices."""
    numbers = {"one": 1, "two": 2, "nest": 0, "nest-three": 3, "trio": 1}
    kinds = {"one": "write", "two": "write", "nest-three": "nest"}
    return Effect(kinds.get(name, name), numbers.get(name, 0), of_power=True)


def tile_effect(tile: str) -> Effect:
    """'What an element does': the effect of a tile (but `crates`) as choices."""
    kinds = {"circles": "leaves", "one": "write", "double": "again"}
    return Effect(kinds.get(tile, tile), number=1 if tile == "one" else 0)


class Table:
    """One game of Marabunta."""

    def __init__(self, header: dict[str, str]) -> None:
        """'Boards': two anthills each, two circles of each colour on a leaf, nothing ticked."""
        assert header.get("players", "2") == "2"
        self.territory = header.get("territory", "meadow")
        self.needed = POWERS[header.get("powers", "basic")]
        self.free = set(NEAR)
        self.numbers: dict[int, dict[str, int]] = {1: {}, 2: {}}
        self.beside: dict[int, set[str]] = {1: set(), 2: set()}
        self.anthills = {1: 2, 2: 2}
        self.points = {1: 0, 2: 0}
        self.cupcakes = {1: 0, 2: 0}
        self.ticked = {seat: dict.fromkeys(self.needed, 0) for seat in (1, 2)}
        self.circles = {seat: dict.fromkeys(DICE, 2) for seat in (1, 2)}
        self.blank = dict.fromkeys(DICE, 6)
        self.trigger = 0
        self.tiles_left = list(TILES)
        self.splitter = 1
        self.tile = ""
        self.dice: dict[str, str] = {}
        self.groups: list[str] = []
        self.held = {1: "", 2: ""}
        self.unused = ""
        self.effect: Effect | None = None
        self.crates_due = 0
        self.phase = "tile"
        self.seat = 0
        self.memo: list[str] | None = None

    def board(self) -> Board:
        """The territory in play."""
        return BOARDS[self.territory]

    def actors(self) -> list[int]:
        """Chance (0), the seat to act, or nobody when the game is over."""
        return [] if self.phase == "over" else [self.seat]

    def legal(self, actor: int) -> list[str]:
        """All notations of the actor, sorted."""
        if actor not in self.actors():
            return []
        if self.memo is None:
            self.memo = sorted(self.options())
        return self.memo

    def options(self) -> list[str]:
        """The notations of whoever is waited for, in no order."""
        if self.phase == "tile":
            return [f"tile:{tile}" for tile in self.tiles_left or ["crumbs"]]
        if self.phase == "die":
            return [f"die:{DICE[len(self.dice)]}={face}" for face in FACES]
        if self.phase == "split":
            return SPLITS
        if self.phase == "take":
            return [f"take:{group}" for group in self.groups]
        if self.effect is not None:
            verb = VERBS.get(self.effect.kind, "write")
            steps = [f"{verb}:{choice}" for choice in self.choices(self.effect)]
            return steps + (["decline"] if self.may_decline(self.effect) else [])
        if self.crates_due:
            return [f"crate:{name}" for name in self.incomplete()]
        uses = [f"use:{element}" for element in self.unused if self.can_use(element)]
        return uses + ([] if self.must_use_crumbs() else ["done"])

    def play(self, actor: int, text: str) -> None:
        """One step, and what follows from it without a choice."""
        assert text in self.legal(actor), (actor, text)
        self.memo = None
        verb, _, what = text.partition(":")
        if self.phase == "tile":
            self.draw_tile(what)
        elif self.phase == "die":
            self.roll(what)
        elif self.phase == "split":
            self.groups = what.split("/")
            self.phase, self.seat = "take", 3 - actor
        elif self.phase == "take":
            self.groups.remove(what)
            self.held = {actor: what, 3 - actor: self.groups[0]}
            self.begin_turn(actor)
        else:
            self.act(verb, what)
            self.check_end()
            self.settle()

    def draw_tile(self, tile: str) -> None:
        """'A round', 1: a tile without replacement, then crumbs for ever."""
        self.tile = tile
        if tile != "crumbs":
            self.tiles_left.remove(tile)
        self.dice = {}
        self.phase = "die"

    def roll(self, what: str) -> None:
        """'A round', 2: six dice one by one, then the splitter splits."""
        die, face = what.split("=")
        self.dice[die] = face
        if len(self.dice) == len(DICE):
            self.phase, self.seat = "split", self.splitter

    def begin_turn(self, seat: int) -> None:
        """'Using a group': a turn that can do nothing ends at once."""
        self.phase, self.seat = "turn", seat
        self.unused = self.held[seat]
        self.settle()

    def act(self, verb: str, what: str) -> None:
        """One step of a seat's turn."""
        if verb == "use":
            self.unused = self.unused.replace(what, "")
            self.start(what)
        elif verb == "done":
            self.unused = ""
        elif verb == "decline":
            self.effect = None
        elif verb == "crate":
            self.tick_crate(what)
        else:
            assert self.effect is not None
            self.choose(self.effect, what)

    def settle(self) -> None:
        """'Crates' and 'Using a group': lose what cannot be ticked, end a turn that is over."""
        if self.effect is not None:
            return
        if self.crates_due and self.incomplete():
            return
        self.crates_due = 0
        if any(self.can_use(element) for element in self.unused):
            return
        if self.seat != self.splitter:
            self.begin_turn(self.splitter)
        else:
            self.splitter = 3 - self.splitter
            self.phase, self.seat = ("over", 0) if self.trigger else ("tile", 0)

    def incomplete(self) -> list[str]:
        """The powers of the seat to act that still lack a crate."""
        ticked = self.ticked[self.seat]
        return [name for name, needed in self.needed.items() if ticked[name] < needed]

    def must_use_crumbs(self) -> bool:
        """'Using a group': no `done` with unused crumbs and a free cupcake hex."""
        return "T" in self.unused and self.tile == "crumbs" and self.can_use("T")

    def element_effect(self, element: str) -> Effect:
        """'What an element does': a number die or a tile as an effect with choices."""
        if element == "T":
            return tile_effect(self.tile)
        number = int(self.dice[element])
        return Effect("write", number, region=element if number else "")

    def face(self, element: str) -> str:
        """What an element shows: a die's face or the tile's name."""
        return self.tile if element == "T" else self.dice[element]

    def can_use(self, element: str) -> bool:
        """'Crates', last lines: an element can have an effect when its first step exists."""
        face = self.face(element)
        if face == "flag":
            return self.blank[element] > 0
        if face in ("crate", "crates"):
            return bool(self.incomplete())
        return bool(self.choices(self.element_effect(element)))

    def start(self, element: str) -> None:
        """'What an element does': begin to use an element."""
        face = self.face(element)
        if face == "flag":
            self.fill_circle(element)
        elif face in ("crate", "crates"):
            self.crates_due += 2 if face == "crates" else 1
        else:
            self.effect = self.element_effect(element)

    def fill_circle(self, leaf: str) -> None:
        """Fill a blank circle of a leaf with the seat's colour."""
        self.blank[leaf] -= 1
        self.circles[self.seat][leaf] += 1

    def reachable(self, region: str) -> set[str]:
        """'Writing': free hexes next to an own number, or any by spending an anthill."""
        found = self.free if self.anthills[self.seat] else self.free & self.beside[self.seat]
        return found & self.board().regions[region] if region else found

    def partners(self, first: str) -> set[str]:
        """The free hexes adjacent to one."""
        return self.free & NEAR[first]

    def choices(self, effect: Effect) -> set[str]:
        """The legal choices for the next step of an effect ('Writing' and its list)."""
        kind, chosen = effect.kind, effect.chosen
        if kind == "write":
            return self.reachable(effect.region)
        if kind == "nest":
            return self.free
        if kind == "zeros":
            if chosen:
                return self.partners(chosen[0])
            return {first for first in self.reachable("") if self.partners(first)}
        if kind == "strike":
            if chosen:
                return self.partners(chosen[0])
            return {first for first in self.free if self.partners(first)}
        if kind == "trio":
            return self.trio_choices(chosen)
        if kind == "crumbs":
            return self.free & self.board().cupcakes
        if kind == "leaves":
            return {leaf for leaf in DICE if self.blank[leaf] and leaf not in chosen}
        return {die for die in self.held[self.seat] if die != "T" and self.can_use(die)}

    def trio_choices(self, chosen: list[str]) -> set[str]:
        """'Writing', trio: three free hexes in a triangle, each choice completable."""
        if len(chosen) == 2:
            return self.partners(chosen[0]) & NEAR[chosen[1]]
        if chosen:
            seconds = self.partners(chosen[0])
            return {second for second in seconds if seconds & NEAR[second]}
        return {first for first in self.reachable("") if self.trio_choices([first])}

    def may_decline(self, effect: Effect) -> bool:
        """'Crates': a writing power that could only begin by spending an anthill."""
        writing = effect.of_power and effect.kind in ("write", "trio") and not effect.chosen
        return writing and self.choices(effect).isdisjoint(self.beside[self.seat])

    def choose(self, effect: Effect, what: str) -> None:
        """One choice of an effect; after the last come the bonuses."""
        if effect.kind == "again":
            self.effect = None
            self.start(what)
            return
        if effect.kind == "leaves":
            self.fill_circle(what)
        else:
            self.free.remove(what)
        writing = effect.kind not in VERBS
        if writing:
            self.write(effect, what)
        effect.chosen.append(what)
        if len(effect.chosen) == PARTS[effect.kind] or not self.choices(effect):
            self.effect = None
            if writing:
                self.hex_bonuses(effect.chosen)

    def write(self, effect: Effect, hex_: str) -> None:
        """'Writing': only a first number away from one's own spends an anthill."""
        if effect.kind != "nest" and not effect.chosen and hex_ not in self.beside[self.seat]:
            self.anthills[self.seat] -= 1
        self.numbers[self.seat][hex_] = effect.number
        self.beside[self.seat] |= NEAR[hex_]

    def hex_bonuses(self, hexes: list[str]) -> None:
        """'Bonuses of hexes': when all the numbers of the effect are written."""
        for hex_ in hexes:
            if hex_ in self.board().cupcakes:
                self.tick_cupcake()
            if hex_ in self.board().crates:
                self.crates_due += 1

    def tick_cupcake(self) -> None:
        """'Cupcake row': the next box scores; a full row does nothing."""
        if self.cupcakes[self.seat] < len(CUPCAKE_ROW):
            self.points[self.seat] += CUPCAKE_ROW[self.cupcakes[self.seat]]
            self.cupcakes[self.seat] += 1

    def tick_crate(self, name: str) -> None:
        """'Crates': the last crate of a power sets it off at once, if it can be carried out."""
        self.crates_due -= 1
        self.ticked[self.seat][name] += 1
        if self.ticked[self.seat][name] < self.needed[name]:
            return
        if name == "cakes":
            self.tick_cupcake()
            self.tick_cupcake()
        elif name.endswith("-points"):
            self.points[self.seat] += {"two-points": 2, "three-points": 3}[name]
        elif self.choices(power_effect(name)):
            self.effect = power_effect(name)

    def check_end(self) -> None:
        """'End': a full region, a full leaf or no free cupcake hex; the first trigger counts."""
        full = any(self.free.isdisjoint(region) for region in self.board().regions.values())
        if full or min(self.blank.values()) == 0 or self.free.isdisjoint(self.board().cupcakes):
            self.trigger = self.trigger or self.seat

    def scores(self) -> list[int]:
        """'Outcome': points, and the circles of each region won by the higher sum."""
        totals = dict(self.points)
        for region, hexes in self.board().regions.items():
            red, blue = self.region_sum(1, hexes), self.region_sum(2, hexes)
            if red != blue:
                winner = 1 if red > blue else 2
                totals[winner] += self.circles[winner][region]
        return [totals[1], totals[2]]

    def region_sum(self, seat: int, hexes: set[str]) -> int:
        """The sum of a seat's numbers in a region."""
        return sum(number for hex_, number in self.numbers[seat].items() if hex_ in hexes)

    def winners(self) -> list[int]:
        """'Outcome': higher total, then more cupcakes ticked, then the trigger."""
        totals = self.scores()
        ranks = {s: (totals[s - 1], self.cupcakes[s], self.trigger == s) for s in (1, 2)}
        return [seat for seat in (1, 2) if ranks[seat] == max(ranks.values())]
