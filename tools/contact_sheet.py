"""Contact sheets: every game, board and number of players in several phases, by day and by night.

`make pictures` draws them into build/contact_sheets. Each sheet is one SVG of many drawings, rendered as PNG.
"""

import sys
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image

from ludotheque import Chance, Position, game
from ludotheque.drawing import Marks, draw, marks_of, view_to_draw
from ludotheque.drawing.formats.png import png
from ludotheque.drawing.theme import THEMES

FOLDER = Path(__file__).parent.parent / "build" / "contact_sheets"
SETUPS = {
    "mabula": [{"scoring": "largest"}, {"scoring": "product"}],
    "marabunta": [{"territory": one, "powers": two} for one in ("meadow", "islets") for two in ("basic", "expert")],
    "makabana": [{"players": players} for players in (3, 4, 5, 6)],
    "junglerumble": [{"players": players} for players in (2, 3, 4)],
}
COLUMNS, WIDTH, GAP, LABEL = 4, 480, 16, 26


def phase(position: Position) -> str:
    """The kinds of legal steps: the part of their notation before the colon."""
    kinds = {step.text.partition(":")[0] if ":" in step.text else "move" for step in position.legal()}
    return " ".join(sorted(kinds)) if kinds else "over"


def moments(name: str, setup: dict[str, object], seed: int) -> list[Position]:
    """The positions of one random game in which a phase is seen best: its last one of each kind, and the end."""
    source = Chance(seed, 3)
    position = game(name).start(seed=seed, **setup)
    line = [position]
    while not position.is_over:
        steps = position.legal(position.actors[0])
        position = position.play(steps[source.randrange(len(steps))])
        line.append(position)
    chosen = {phase(one): one for one in line[: max(2, 4 * len(line) // 5)] if not one.is_chance}
    return [line[0], *list(chosen.values())[-6:], line[-1]]


def cell(position: Position, theme: str, width: float) -> tuple[str, float]:
    """One drawing of the sheet with its label, and its height."""
    view = view_to_draw(position)
    legal = view.legal()
    marks = marks_of(position, view.seat)
    if legal and position.ply % 2:
        marks = Marks(marks.last, marks.chosen, legal[len(legal) // 2].text, marks.played)
    drawing = draw(view, marks)
    height = width * drawing.height / drawing.width
    options = " ".join(map(str, [position.players, *position.setup.options.values()]))
    words = f"{options}: {phase(position)}{', with a preview' if marks.preview else ''}"
    inner = drawing.svg(theme).replace("<svg ", f'<svg y="{LABEL}" width="{width}" height="{height:.1f}" ', 1)
    label = f'<text x="2" y="18" font-size="15" font-family="Atkinson Hyperlegible">{escape(words)}</text>'
    return label + inner, height + LABEL


def sheet(name: str, theme: str) -> str:
    """All drawings of a game as one SVG, row by row."""
    positions = [one for seed, setup in enumerate(SETUPS[name]) for one in moments(name, setup, seed + 1)]
    y, rows = float(GAP), []
    for at in range(0, len(positions), COLUMNS):
        cells = [cell(position, theme, WIDTH) for position in positions[at : at + COLUMNS]]
        for column, (drawn, _) in enumerate(cells):
            rows.append(f'<g transform="translate({GAP + column * (WIDTH + GAP)} {y:.1f})">{drawn}</g>')
        y += max(height for _, height in cells) + GAP
    width = COLUMNS * (WIDTH + GAP) + GAP
    ground, ink = ("#ffffff", "#2a231d") if theme == "light" else ("#000000", "#f2e9dc")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y:.0f}" fill="{ink}">'
        f'<rect width="{width}" height="{y:.0f}" fill="{ground}"/>{"".join(rows)}</svg>'
    )


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or list(SETUPS):
        for theme in THEMES:
            file = FOLDER / f"{name}-{theme}.png"
            save(sheet(name, theme), file, 1400)


def save(svg: str, file: Path, width: int) -> None:
    """Render and write a small PNG."""
    picture = Image.open(BytesIO(png(svg, width)))
    picture.quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    print(file.relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main(sys.argv[1:])
