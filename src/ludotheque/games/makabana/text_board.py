"""A position or view of Maka Bana as a drawn text board, written and read back.

    Round 4: seat 3 puts its Tiki
    First player: seat 2

    Nadaa
      Dst1    Dpt   | Drt     Drb2! | Ert     Erb   | Ept     Est!2
    ...
    D Danae         club place free
    E Evao          club of seat 1

    1 Red    huts  7, Paint 2, Club 0  build:danae.rock.fish show:sector
    2 Blue   huts  6, Paint 1, Club 1  4 cards, shows rock
    3 Yellow huts  8, Paint 2, Club 1  choosing

`Dst1` is a hut of seat 1, `Drb2!` a hut with its Tiki, `Est!2` a Tiki alone; walls part complexes. The numbers after a
seat's colour are what it has left. Walls, islands' names and lines that begin with # need not be drawn, and lines may
come in any order; every complaint names its line.
"""

import re
from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.makabana.fields import to_fields
from ludotheque.games.makabana.island_text import draw_islands
from ludotheque.games.makabana.state import ENDINGS, SEATS
from ludotheque.games.refusal import PositionError

MOMENTS = {
    "placing": "First huts: seat {turn} puts a hut",
    "projects": "Round {round}: projects",
    "tikis": "Round {round}: seat {turn} puts its Tiki",
    "over": "Round {round}: game over",
}
LEGEND = """\
# A site is its beach, sector (s sand, l lagoon, p palm, r rock) and type
# (t tattoo, b flower, f fish); 1 is a hut of seat 1, 1! with a Tiki, !1 a Tiki."""

MOMENT = re.compile(r"Round (\d{1,2}): (projects|game over|seat ([1-6]) puts its Tiki)", re.ASCII)
FIRST_HUTS = re.compile(r"First huts: seat ([1-6]) puts a hut", re.ASCII)
FIRST_PLAYER = re.compile(r"First player: seat ([1-6])", re.ASCII)
FINAL = re.compile(r"Final round: ([a-z, -]+)", re.ASCII)
BEACH = re.compile(r"([A-Z]) +([A-Z][a-z]+) +(?:club place free|(club|Tiki) of seat ([1-6]))", re.ASCII)
SEAT = re.compile(r"([1-6]) +[A-Z][a-z]+ +huts +(\d{1,2}), Paint ([0-2]), Club ([01]) +(\S.*)", re.ASCII)
SITE = re.compile(r"([A-Z][slpr][tbf])(?:([1-6])(!?)|!([1-6]))?", re.ASCII)
PROJECT = re.compile(r"(build|paint|club):(\S+?)(?: +show:(beach|sector|type|paint|club))?", re.ASCII)
SHOWN = re.compile(r"([34]) cards, shows ([a-z]+)", re.ASCII)
PHASES = {"projects": "projects", "game over": "over"}


def format_state(board: Board, state: Any) -> str:
    """The moment, the islands, the club places, and each seat with its project as far as it is known."""
    fields = to_fields(board, state)
    lines = [MOMENTS[fields["phase"]].format_map(fields), f"First player: seat {fields['first_player']}"]
    if fields["ending"]:
        lines.append(f"Final round: {', '.join(fields['ending'])}")
    lines += ["", *draw_islands(board, _marks(board, fields["seats"]))]
    lines += [*_draw_clubs(board, fields["seats"]), ""]
    for number, seat in fields["seats"].items():
        hand = f"huts {seat['reserve']:2}, Paint {seat['paints']}, Club {int(seat['club'] is None)}"
        project = _project(seat["project"], "choosing" if fields["phase"] == "projects" else "-")
        lines.append(f"{number} {SEATS[int(number)]:6} {hand}  {project}")
    return "\n".join([*lines, LEGEND])


def _marks(board: Board, seats: dict[str, Any]) -> dict[str, str]:
    """The pieces on each site: a hut, a Tiki, or a hut with its Tiki."""
    marks = {site: number for number, seat in seats.items() for site in seat["huts"]}
    for number, seat in seats.items():
        if seat["tiki"] in board.names["sites"]:
            marks[seat["tiki"]] = f"{number}!" if seat["tiki"] in marks else f"!{number}"
    codes = dict(zip(board.names["sites"], board.names["codes"], strict=True))
    return {codes[site]: mark for site, mark in marks.items()}


def _draw_clubs(board: Board, seats: dict[str, Any]) -> list[str]:
    lines = []
    letters = dict.fromkeys(code[0] for code in board.names["codes"])
    for letter, beach in zip(letters, board.names["beaches"], strict=True):
        clubs = [f"club of seat {number}" for number, seat in seats.items() if seat["club"] == beach]
        tikis = [f"Tiki of seat {number}" for number, seat in seats.items() if seat["tiki"] == f"club.{beach}"]
        lines.append(f"{letter} {beach.capitalize():12}  {(clubs + tikis + ['club place free'])[0]}")
    return lines


def _project(project: dict[str, Any] | None, unmade: str) -> str:
    """A project in the notation of its steps, or as the others see it."""
    if project is None:
        return unmade
    if project["kind"] == "none":
        return "none"
    if project["site"]:
        target = f"{project['kind']}:{project['site']}"
        return f"{target} show:{_shown(project)}" if project["ready"] else target
    return f"{project['cards']} cards, shows {project['shown']}" if project["shown"] else "ready"


def _shown(project: dict[str, Any]) -> str:
    """Which of its cards a project shows, as in the step."""
    parts = dict(zip(project["site"].split("."), ("beach", "sector", "type"), strict=True))
    return str(parts.get(project["shown"], project["shown"]))


def parse_state(board: Board, text: str) -> dict[str, Any]:
    """The fields of a drawn position."""
    reader = BoardReader(board)
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words and not words.startswith("#") and words not in board.names["islands"]:
            reader.read_line(words, f"line {number}")
    return reader.fields()


class BoardReader:
    """Reads a drawing line by line into the fields of a position."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.sites = dict(zip(board.names["codes"], board.names["sites"], strict=True))
        self.beaches = dict(zip(dict.fromkeys(code[0] for code in self.sites), board.names["beaches"], strict=True))
        self.moment: dict[str, Any] = {"ending": []}
        self.drawn: set[str] = set()  # lines, sites and beaches that have been read
        self.huts: dict[str, list[str]] = {}
        self.tikis: dict[str, str] = {}
        self.clubs: dict[str, str] = {}
        self.seats: dict[str, dict[str, Any]] = {}

    def once(self, what: str, at: str) -> None:
        if what in self.drawn:
            raise PositionError(f"{at}: {what} is drawn twice")
        self.drawn.add(what)

    def read_line(self, line: str, at: str) -> None:
        forms = (
            (FIRST_HUTS, self.read_first_huts),
            (MOMENT, self.read_moment),
            (FIRST_PLAYER, self.read_first_player),
            (FINAL, self.read_final),
            (BEACH, self.read_beach),
            (SEAT, self.read_seat),
        )
        for form, read in forms:
            if match := form.fullmatch(line):
                read(match, at)
                return
        self.read_row(line, at)

    def read_first_huts(self, match: re.Match[str], at: str) -> None:
        self.once("the moment", at)
        self.moment |= {"phase": "placing", "round": 0, "turn": int(match[1])}

    def read_moment(self, match: re.Match[str], at: str) -> None:
        self.once("the moment", at)
        turn = int(match[3]) if match[3] else None
        self.moment |= {"phase": PHASES.get(match[2], "tikis"), "round": int(match[1]), "turn": turn}

    def read_first_player(self, match: re.Match[str], at: str) -> None:
        self.once("the first player", at)
        self.moment["first_player"] = int(match[1])

    def read_final(self, match: re.Match[str], at: str) -> None:
        self.once("the final round", at)
        self.moment["ending"] = match[1].split(", ")
        for name in self.moment["ending"]:
            if name not in ENDINGS:
                raise PositionError(f"{at}: the final round comes by {', '.join(ENDINGS)}, not {name[:20]}")

    def read_beach(self, match: re.Match[str], at: str) -> None:
        letter, name, piece, seat = match.groups()
        if self.beaches.get(letter) != name.lower():
            raise PositionError(f"{at}: there is no beach {letter} {name[:20]}")
        self.once(f"beach {name}", at)
        if piece == "club":
            self.put_club(seat, name.lower(), at)
        elif piece == "Tiki":
            self.put_tiki(seat, f"club.{name.lower()}", at)

    def put_club(self, seat: str, beach: str, at: str) -> None:
        if seat in self.clubs:
            raise PositionError(f"{at}: a second club of seat {seat}")
        self.clubs[seat] = beach

    def put_tiki(self, seat: str, place: str, at: str) -> None:
        if seat in self.tikis:
            raise PositionError(f"{at}: a second Tiki of seat {seat}")
        self.tikis[seat] = place

    def read_row(self, line: str, at: str) -> None:
        """A row of the map: sites with their pieces, perhaps with walls."""
        for word in re.split(r"[\s|+-]+", line.strip("|+- ")):
            match = SITE.fullmatch(word)
            if not match and word:
                raise PositionError(f"{at}: cannot read {word[:20]!r}; a site is drawn as Art, Art1, Art1! or Art!1")
            if match:
                self.read_site(match, at)

    def read_site(self, match: re.Match[str], at: str) -> None:
        code, owner, guard, tiki = match.groups()
        if code not in self.sites:
            raise PositionError(f"{at}: there is no site {code}")
        self.once(f"site {code}", at)
        if owner:
            self.huts.setdefault(owner, []).append(code)
        if guard or tiki:
            self.put_tiki(tiki or owner, self.sites[code], at)

    def read_seat(self, match: re.Match[str], at: str) -> None:
        seat, reserve, paints, clubs, project = match.groups()
        self.once(f"seat {seat}", at)
        self.seats[seat] = {
            "reserve": int(reserve),
            "paints": int(paints),
            "has_club": clubs == "1",
            "project": self.read_project(project, at),
        }

    def read_project(self, text: str, at: str) -> dict[str, Any] | None:
        if text in ("-", "choosing"):
            return None
        if text == "ready":
            return _project_fields(True, None, None, None, None)
        if text == "none":
            return _project_fields(True, "none", None, None, 0)
        if match := SHOWN.fullmatch(text):
            kind = "build" if match[1] == "3" else match[2] if match[2] in ("paint", "club") else None
            return _project_fields(True, kind, None, match[2], int(match[1]))
        match = PROJECT.fullmatch(text)
        if not match or match[2] not in self.board.names["sites"]:
            raise PositionError(
                f"{at}: cannot read the project {text[:40]!r}; write choosing, ready, none, "
                f"build:{self.board.names['sites'][0]} show:beach, or 3 cards, shows rock"
            )
        kind, site, shown = match.groups()
        parts = dict(zip(("beach", "sector", "type"), site.split("."), strict=True))
        return _project_fields(shown is not None, kind, site, parts.get(shown, shown), 3 if kind == "build" else 4)

    def fields(self) -> dict[str, Any]:
        """The whole, if nothing is missing."""
        wanted = ["the moment", "the first player", *(f"site {code}" for code in self.sites)]
        wanted += [f"beach {beach.capitalize()}" for beach in self.beaches.values()]
        wanted += [f"seat {seat}" for seat in sorted({*self.huts, *self.tikis, *self.clubs})]
        for what in wanted:
            if what not in self.drawn:
                raise PositionError(f"the drawing lacks {what}")
        return self.moment | {"seats": {seat: self.seat_fields(seat) for seat in sorted(self.seats)}}

    def seat_fields(self, seat: str) -> dict[str, Any]:
        fields = dict(self.seats[seat])
        if fields.pop("has_club") == (seat in self.clubs):
            raise PositionError(f"seat {seat}: its Club card is in its hand, or its club stands on a beach")
        order = list(self.sites)
        huts = [self.sites[code] for code in sorted(self.huts.get(seat, []), key=order.index)]
        return fields | {"huts": huts, "club": self.clubs.get(seat), "tiki": self.tikis.get(seat)}


def _project_fields(
    ready: bool, kind: str | None, site: str | None, shown: str | None, cards: int | None
) -> dict[str, Any]:
    return {"ready": ready, "kind": kind, "site": site, "shown": shown, "cards": cards}
