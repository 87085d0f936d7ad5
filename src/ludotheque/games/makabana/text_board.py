"""A position or view of Maka Bana as a drawn text board; `text_board_reader` is the way back.

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
seat's colour are what it has left.
"""

from typing import Any

from ludotheque.games.board_record import Board
from ludotheque.games.makabana.fields import to_fields
from ludotheque.games.makabana.island_text import draw_islands
from ludotheque.games.makabana.state import SEATS
from ludotheque.games.makabana.text_board_reader import parse_state

__all__ = ["format_state", "parse_state"]

MOMENTS = {
    "placing": "First huts: seat {turn} puts a hut",
    "projects": "Round {round}: projects",
    "tikis": "Round {round}: seat {turn} puts its Tiki",
    "over": "Round {round}: game over",
}
LEGEND = """\
# A site is its beach, sector (s sand, l lagoon, p palm, r rock) and type
# (t tattoo, b flower, f fish); 1 is a hut of seat 1, 1! with a Tiki, !1 a Tiki."""


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
    """What stands on each site: a hut, a Tiki, or a hut with its Tiki."""
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
    """A project in the words of its steps, or what others see of it."""
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
