"""The islands in text: each site with its code and its pieces; heavy lines are the walls between complexes."""

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.makabana.marks import last_projects, place_of, seen_steps
from ludotheque.drawing.makabana.parts.shore import shores
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.games.makabana.island_text import IslandGrid, WallSigns, strips_of
from ludotheque.games.makabana.state import CLUB_PLACE

SHAPES = ("", "●", "▲", "■", "◆", "✚", "★")  # by seat
TIKI = "‡"
GROUNDS = {"s": "30;48;5;222", "l": "30;48;5;117", "p": "30;48;5;113", "r": "30;48;5;248"}
LIT, PRICED, UNLIT = "[]", "()", "  "
HEAVY = WallSigns("┃", "━", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", has_ends=True)


class TextMap:
    """The islands of a scene in text, with marks."""

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
            grid = IslandGrid(shore.sites, self.complexes, HEAVY)
            for strip in strips_of(shore.columns):
                drawn += [self.ink.wear("strong", f" {shore.name}"), *grid.draw(strip, self._site)]
        return drawn

    def _site(self, site: int) -> tuple[str, str]:
        """The code of a site, and below it the pieces."""
        name = self.names[site]
        return self.ink.spot(name, self._code(site)), self.ink.spot(name, self._pieces(site))

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
        """A club place: a club, a Tiki or nothing; marked as sites are."""
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
