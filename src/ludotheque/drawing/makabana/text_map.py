"""The islands in text: a site is its code and what stands on it; heavy lines are the walls between complexes."""

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.makabana.marks import last_projects, place_of, seen_steps
from ludotheque.drawing.makabana.parts.shore import Cell, Shore, shores
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.games.makabana.state import CLUB_PLACE

SHAPES = ("", "●", "▲", "■", "◆", "✚", "★")  # by seat
TIKI = "‡"
WIDE = 7  # a site, without the wall before it
STRIP = 9  # columns that fit beside each other
GROUNDS = {"s": "30;48;5;222", "l": "30;48;5;117", "p": "30;48;5;113", "r": "30;48;5;248"}
LIT, PRICED, UNLIT = "[]", "()", "  "
JOINTS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # by the walls that meet: above 1, right 2, below 4, left 8


class TextMap:
    """Everything on the islands that is drawn in text, looked up once."""

    def __init__(self, scene: Scene, marks: Marks, ink: Ink) -> None:
        self.scene, self.ink = scene, ink
        sites = scene.board.names["sites"]
        self.lights = {step.text.partition(":")[2]: step.text.partition(":")[0] for step in scene.legal}
        self.names = sites
        self.tikis = {place: seat for seat, place in enumerate(scene.tikis) if place}
        self.last = {place_of(scene, step.text) for step in (*seen_steps(scene, marks), *last_projects(scene, marks))}
        self.aims = {scene.targets[scene.seat or 0], place_of(scene, marks.preview) if marks.preview else 0}
        self.complexes: list[int] = scene.board.record.complex.tolist()

    def lines(self) -> list[str]:
        """All islands, one below the other, in strips that fit."""
        drawn: list[str] = []
        for shore in shores(self.scene.board):
            for first in range(0, shore.columns, STRIP):
                columns = range(first, min(first + STRIP, shore.columns))
                drawn += [self.ink.wear("strong", f" {shore.name}"), *self._strip(shore, columns)]
        return drawn

    def _strip(self, shore: Shore, columns: range) -> list[str]:
        drawn = []
        for row in range(shore.rows):
            drawn += [self._row(shore, row, columns, part) for part in (0, 1)]
            drawn.append(self._walls_below(shore, row, columns))
        return [line for line in drawn[:-1] if line.strip()]

    def _is_wall(self, shore: Shore, one: Cell, other: Cell) -> bool:
        a, b = shore.sites.get(one), shore.sites.get(other)
        return a is not None and b is not None and self.complexes[a] != self.complexes[b]

    def _row(self, shore: Shore, row: int, columns: range, part: int) -> str:
        """Codes (part 0) or pieces (part 1) of a row of sites."""
        line = ""
        for column in columns:
            site = shore.sites.get((column, row))
            line += "┃" if self._is_wall(shore, (column - 1, row), (column, row)) else " "
            line += " " * WIDE if site is None else self._site(site, part)
        return line.rstrip()

    def _site(self, site: int, part: int) -> str:
        return self.ink.spot(self.names[site], self._code(site) if part == 0 else self._pieces(site))

    def _walls_below(self, shore: Shore, row: int, columns: range) -> str:
        line = ""
        for column in columns:
            line += self._joint(shore, column, row + 1)
            line += ("━" if self._is_wall(shore, (column, row), (column, row + 1)) else " ") * WIDE
        return (line + self._joint(shore, columns[-1] + 1, row + 1)).rstrip()

    def _joint(self, shore: Shore, column: int, row: int) -> str:
        """Where up to four walls meet, at the left top corner of a cell."""
        above = self._is_wall(shore, (column - 1, row - 1), (column, row - 1))
        right = self._is_wall(shore, (column, row - 1), (column, row))
        below = self._is_wall(shore, (column - 1, row), (column, row))
        left = self._is_wall(shore, (column - 1, row - 1), (column - 1, row))
        return JOINTS[above + 2 * right + 4 * below + 8 * left]

    def _code(self, site: int) -> str:
        """[Art] may be chosen, (Art) costs a card, * is the last step."""
        code = self.scene.board.names["codes"][site]
        word = self.lights.get(self.names[site], "")
        signs = PRICED if word in ("paint", "club") else LIT if word else UNLIT
        last = self.ink.wear("last", "*") if site + 1 in self.last else " "
        inside = self.ink.code(GROUNDS[code[1]], code)
        return f"{self._light(signs[0])}{inside}{self._light(signs[1])}{last} "

    def _light(self, sign: str) -> str:
        return self.ink.wear("strong", sign) if sign.strip() else sign

    def _pieces(self, site: int) -> str:
        """The hut and the Tiki on a site; » is one's own target."""
        owner, tiki = self.scene.owners[site], self.tikis.get(site + 1, 0)
        aim = self.ink.wear("strong", "»") if site + 1 in self.aims else " "
        hut = hut_sign(owner, self.ink) if owner else "  "
        return f"{aim}{hut}{tiki_sign(tiki, self.ink) if tiki else '  '}  "

    def club_sign(self, beach: int) -> str:
        """What stands on a club place: a club, a Tiki, nothing; marked as sites are."""
        place = CLUB_PLACE + beach
        owner = next((seat for seat, its in enumerate(self.scene.clubs) if its == beach), 0)
        tiki = self.tikis.get(place, 0)
        stands = hut_sign(owner, self.ink) if owner else tiki_sign(tiki, self.ink) if tiki else "--"
        name = f"club.{self.scene.board.names['beaches'][beach - 1]}"
        last = self.ink.wear("last", "*") if place in self.last else " "
        signs = LIT if name in self.lights else UNLIT
        return self.ink.spot(name, f"{self._light(signs[0])}{stands}{self._light(signs[1])}") + last


def hut_sign(seat: int, ink: Ink) -> str:
    """A seat's shape and number, two signs wide."""
    return ink.seat(seat, f"{SHAPES[seat]}{seat}")


def tiki_sign(seat: int, ink: Ink) -> str:
    """A seat's Tiki, two signs wide."""
    return ink.seat(seat, f"{TIKI}{seat}")
