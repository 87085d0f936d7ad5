"""The pictures of the docs, by day and by night: drawn by the engine, the terminal as its tests keep it, and pages as
`make screenshots` found them.

`make pictures` draws docs/pictures/drawn anew. Each comes from a seed and a number of steps, so that it is the same on
every machine. Pages are taken from build/screenshots if they lie there, and made small.
"""

from pathlib import Path

from PIL import Image

from ludotheque import Chance, Position, game
from ludotheque.drawing import draw, marks_of
from ludotheque.drawing.theme import THEMES

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures" / "drawn"
PAGES = {"page-mabula": "table-mabula-5-desk", "page-marabunta": "table-marabunta-8-desk"}
PAGE_SIZE = (1000, 625)
SCREENS = ROOT / "tests" / "cli" / "screens"
TERMINALS = {"terminal-light.svg": "colours-day.svg", "terminal-dark.svg": "colours-night.svg"}
MIDDLES: dict[str, tuple[int, dict[str, int], int]] = {
    "mabula": (11, {}, 13),
    "marabunta": (3, {}, 140),
    "makabana": (5, {"players": 4}, 84),
    "junglerumble": (3, {}, 120),
}


def after(name: str, seed: int, setup: dict[str, int], ply: int) -> Position:
    """The position of one random game after so many steps, or at the first choice from then on."""
    source, position = Chance(seed, 3), game(name).start(seed=seed, **setup)
    while not position.is_over and (position.ply < ply or position.is_chance):
        steps = position.legal(position.actors[0])
        position = position.play(steps[source.randrange(len(steps))])
    return position


def secret_project() -> Position:
    """Maka Bana, three players: the first has laid a project down, and the others may not know which."""
    position = game("makabana").start(players=3)
    while len(position.actors) == 1:
        position = position.play(position.legal()[0])
    return position.play("paint:danae.sand.flower", seat=1).play("show:paint", seat=1)


def pictures() -> dict[str, tuple[Position, int | None]]:
    """Each picture's name, its position, and whose view is drawn (None: a spectator's)."""
    drawn: dict[str, tuple[Position, int | None]] = {}
    for name, (seed, setup, ply) in MIDDLES.items():
        position = after(name, seed, setup, ply)
        drawn[f"{name}-middle"] = (position, position.actors[0])
    for seat in (1, 2):
        drawn[f"makabana-seat-{seat}"] = (secret_project(), seat)
    return drawn


def shrink_pages() -> None:
    """Pictures of pages, as small files."""
    for name, shot in PAGES.items():
        for theme in THEMES:
            file = ROOT / "build" / "screenshots" / f"{shot}-{theme}.png"
            if file.exists():
                small = Image.open(file).convert("RGB").resize(PAGE_SIZE, Image.Resampling.LANCZOS)
                small.save(FOLDER.parent / f"{name}-{theme}.webp", quality=82, method=6)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    shrink_pages()
    for name, screen in TERMINALS.items():
        (FOLDER.parent / name).write_bytes((SCREENS / screen).read_bytes())
    for name, (position, seat) in pictures().items():
        drawing = draw(position.view(seat), marks_of(position, seat))
        for theme in THEMES:
            file = FOLDER / f"{name}-{theme}.svg"
            file.write_text(drawing.svg(theme) + "\n", "utf-8", newline="\n")
    print(f"{len(list(FOLDER.glob('*.svg')))} pictures in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
