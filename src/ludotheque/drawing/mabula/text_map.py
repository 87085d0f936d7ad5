"""Mabula's board in signs: a frame of lines, a sign for each marble, brackets around what is marked."""

from ludotheque.drawing.ink import Ink
from ludotheque.drawing.mabula.scene import MabulaScene
from ludotheque.games.mabula.board import COLUMNS, RING_CELLS
from ludotheque.games.mabula.text_board import ROWS

SIGNS = {1: "○", 2: "●"}
HEADER = "     " + "   ".join(COLUMNS) + "     "
TOP = "       ┌───┬───┬───┬───┬───┬───┐       "
SHOULDER = "   ┌───╆━━━┿━━━┿━━━┿━━━┿━━━┿━━━╅───┐   "
BETWEEN = "   ├───╂───┼───┼───┼───┼───┼───╂───┤   "
HIP = "   └───╄━━━┿━━━┿━━━┿━━━┿━━━┿━━━╃───┘   "
BOTTOM = "       └───┴───┴───┴───┴───┴───┘       "
WOOD = {True: "48;5;94", False: "48;5;137"}  # the edge is darker
LAMPLIGHT = "1;38;5;16;48;5;229"
WORN = {"‹›": "38;5;16;48;5;214", "()": LAMPLIGHT, "[]": "1;38;5;16;48;5;225", "{}": "38;5;16;48;5;222"}
GLASS = {0: "38;5;235", 1: "1;38;5;231", 2: "38;5;16"}


def board_lines(scene: MabulaScene, ink: Ink) -> list[str]:
    """The board, row 8 on top."""
    marks = marks_of(scene)
    lines = [HEADER, TOP]
    for row, cells in ROWS.items():
        drawn = [_cell(scene, cell, marks, ink) for cell in cells]
        if row in (1, 8):
            lines.append(f" {row}     │{'│'.join(drawn)}│     {row} ")
        else:
            lines.append(f" {row} │{drawn[0]}┃{'│'.join(drawn[1:-1])}┃{drawn[-1]}│ {row} ")
        lines.append(SHOULDER if row == 8 else HIP if row == 2 else BETWEEN if row > 1 else BOTTOM)
    return [*lines, HEADER]


def marks_of(scene: MabulaScene) -> dict[str, str]:
    """The two characters around the sign of each marked cell."""
    marks = {cell: "‹›" for step in scene.last for cell in (step.text[:2], step.text[3:])}
    if scene.ahead:
        return marks | {cell: "{}" for _, old, new in scene.ahead.moved for cell in (old, new)}
    if scene.chosen:
        marks |= {step[3:]: "()" for step in scene.open}
        return marks | dict.fromkeys(scene.chosen, "[]")
    for step in scene.steps:
        marks[step[:2]] = f" {abs(ord(step[3]) - ord(step[0])) + abs(ord(step[4]) - ord(step[1]))}"
    return marks


def _cell(scene: MabulaScene, cell: str, marks: dict[str, str], ink: Ink) -> str:
    """Three columns: a sign, with its mark around it."""
    seat = (scene.ahead.standing if scene.ahead else scene.standing).get(cell, 0)
    around = marks.get(cell, "  ")
    style = LAMPLIGHT if around[1].isdigit() else WORN.get(around) or f"{GLASS[seat]};{WOOD[cell in RING_CELLS]}"
    return ink.spot(cell, ink.code(style, f"{around[0]}{SIGNS.get(seat, '·')}{around[1]}"))
