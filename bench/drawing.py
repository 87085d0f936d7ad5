"""How long a drawing and its words take, in interpreter time: medians over positions of random games."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from ludotheque import NAMES, Chance, Position, game
from ludotheque.drawing import draw, draw_text, in_words, marks_of, told

SETUPS: dict[str, dict[str, Any]] = {
    "mabula": {}, "marabunta": {"territory": "meadow"}, "makabana": {"players": 6}, "junglerumble": {"players": 4},
}  # fmt: skip


def positions_of(name: str, games: int = 3) -> list[Position]:
    """Every fifth position of a few random games, with compiled rules as a server has them."""
    one = game(name).prepare(None)
    found = []
    for seed in range(games):
        source, position = Chance(seed, 4), one.start(seed=seed, **SETUPS[name])
        while not position.is_over:
            steps = position.legal(position.actors[0])
            position = position.play(steps[source.randrange(len(steps))])
            if position.ply % 5 == seed % 5:
                found.append(position)
    return found


def timed(work: Callable[[Position], object], positions: list[Position]) -> float:
    """Milliseconds of processor time that the work takes, at the median."""
    times = []
    for position in positions:
        begun = time.process_time_ns()
        work(position)
        times.append((time.process_time_ns() - begun) / 1e6)
    return median(times)


def seat_of(position: Position) -> int | None:
    return position.actors[0] or None if position.actors else None


def measure(name: str) -> dict[str, float]:
    """Milliseconds for a picture, a text picture, a view in words and a step in words."""
    positions = positions_of(name)
    views = {
        position: (position.view(seat_of(position)), marks_of(position, seat_of(position))) for position in positions
    }
    before = {position: next(position.history) for position in positions}
    works: dict[str, Callable[[Position], object]] = {
        "picture": lambda position: draw(*views[position]).svg(),
        "text": lambda position: draw_text(*views[position]),
        "words": lambda position: in_words(views[position][0], "fr"),
        "step": lambda position: told(before[position], position.last, None, "fr", position) if position.last else "",
    }
    for work in works.values():
        timed(work, positions[:20])  # caches are filled once
    return {what: timed(work, positions) for what, work in works.items()}


def main() -> None:
    print("| ms | picture | text picture | view in words | step in words |\n|---|---|---|---|---|")
    for name in NAMES:
        row = measure(name)
        print(f"| {game(name).title} | " + " | ".join(f"{value:.2f}" for value in row.values()) + " |")


if __name__ == "__main__":
    main()
