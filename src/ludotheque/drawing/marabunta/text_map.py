r"""The territory in letters.

     a    b         each hex: its region; c a cupcake, x a crate; r2 Red's 2, b0 Blue's 0; ## struck
    ____
 1 /[Bc]\____       [ ] a move may go there; < > for an anthill; * the last step, ? a previewed one
   \____/ Pr2\
        \____/      More than fifteen columns stand without outlines: Bc+ and Bc$ then say the same.
"""

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.ink import Ink
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.games.marabunta.board_file import COLUMNS
from ludotheque.games.marabunta.territory_text import OUTLINED, Letter, canvas_lines, column_line, outline

GROUNDS = {"B": "117", "P": "218", "O": "215", "G": "150", "S": "248", "Y": "228"}  # colours of a terminal
LIT_GROUND = "231"
PENS = {1: "r", 2: "b"}
PEN_INKS = {0: "30", 1: "1;31", 2: "1;34"}


def map_lines(scene: Scene, marks: Marks, ink: Ink) -> list[str]:
    """The territory, with its coordinates."""
    return _outlined(scene, marks, ink) if is_outlined(scene) else _bare(scene, marks, ink)


def is_outlined(scene: Scene) -> bool:
    """Whether hexes have room for their outlines."""
    columns = [COLUMNS.index(name[0]) for name in scene.land.hexes]
    return max(columns) - min(columns) < OUTLINED


def _content(scene: Scene, one: int) -> str:
    """The number, cross or feature of a hex, in two letters."""
    mark = scene.marks[one]
    if mark:
        return f"{PENS[mark >> 2]}{mark & 3}"
    return "##" if one in scene.struck else scene.land.features[one]


def _lights(scene: Scene) -> dict[int, str]:
    """The hexes where a move may go: [] free, <> for an anthill."""
    if scene.verb not in ("write", "strike"):
        return {}
    names = (step.text.partition(":")[2] for step in scene.steps)
    found = [scene.land.number[name] for name in names if name]
    return {one: "<>" if one in scene.priced else "[]" for one in found}


def _signs(scene: Scene, marks: Marks) -> dict[int, str]:
    """The last steps and the previewed one, where they have a hex."""
    steps = [(step.text, "*") for step in marks.last] + [(marks.preview, "?")]
    named = ((text.partition(":"), sign) for text, sign in steps)
    return {scene.land.number[name]: sign for (verb, _, name), sign in named if verb in ("write", "strike")}


def _colour(scene: Scene, one: int, light: str) -> str:
    pen = PEN_INKS[scene.marks[one] >> 2]
    return f"{pen};48;5;{LIT_GROUND if light == '[]' else GROUNDS[scene.land.regions[one]]}"


def _outlined(scene: Scene, marks: Marks, ink: Ink) -> list[str]:
    land, lights, signs = scene.land, _lights(scene), _signs(scene, marks)
    insides, colours = {}, {"": ""}
    for one, name in enumerate(land.hexes):
        light = lights.get(one, "  ")
        inside = f"{signs.get(one, light[0])}{land.regions[one]}{_content(scene, one)}".ljust(3)
        insides[name], colours[name] = (inside + light[1])[:4], _colour(scene, one, light)
    columns = sorted({name[0] for name in land.hexes})
    canvas = outline(insides, columns[0])
    heights = [y for _, y in canvas]
    lines = canvas_lines(canvas, range(min(heights), max(heights) + 1), (int(name[1:]) for name in land.hexes))
    return [column_line(columns, columns[0]), *((label + _run(line, colours, ink)).rstrip() for label, line in lines)]


def _run(line: list[Letter], colours: dict[str, str], ink: Ink) -> str:
    """A line in colour; neighbours of one colour are written together."""
    runs: list[list[str]] = []
    for letter, hex_name in line:
        colour, name = colours[hex_name], hex_name if ink.is_naming else ""
        if runs and runs[-1][1:] == [colour, name]:
            runs[-1][0] += letter
        else:
            runs.append([letter, colour, name])
    return "".join(ink.spot(name, ink.code(colour, letters)) for letters, colour, name in runs)


def _bare(scene: Scene, marks: Marks, ink: Ink) -> list[str]:
    """Without outlines, so that 26 columns fit; columns b, d, f ... sit a line lower."""
    land, lights, signs = scene.land, _lights(scene), _signs(scene, marks)
    tails = {"[]": "+", "<>": "$"}
    grid: dict[tuple[int, int], tuple[str, str, str]] = {}  # by column and line: letters, colour, name
    for one, name in enumerate(land.hexes):
        column, light = COLUMNS.index(name[0]), lights.get(one, "")
        text = f"{signs.get(one, land.regions[one])}{_content(scene, one)}".ljust(2) + tails.get(light, "")
        grid[column, 2 * int(name[1:]) + column % 2] = text.ljust(3)[:3], _colour(scene, one, light), name
    lines = ["  " + "".join(f"{letter:<3}" for letter in COLUMNS[: 1 + max(column for column, _ in grid)])]
    for line in range(min(line for _, line in grid), max(line for _, line in grid) + 1):
        row = str(line // 2) if line % 2 == 0 else ""
        cells = [grid.get((column, line), ("   ", "", "")) for column in range(1 + max(column for column, _ in grid))]
        lines.append(row.rjust(2) + "".join(ink.spot(name, ink.code(colour, text)) for text, colour, name in cells))
    return [line.rstrip() for line in lines]
