"""What each part of the levels' search is worth: the search against itself without it, simulation for simulation.

    python -m bench.parts [GAME ...] [--write]

Games are kept in bench/results/parts.sqlite, so it goes on where it stopped; --write fills the table of docs/search.md.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from tools.marks import fill

from ludotheque.arena import run

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "parts.sqlite"
PAGE = ROOT / "docs" / "search.md"
HEAD = """| game | seats | simulations | against | what is missing | games | share | even |
|---|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Part:
    """A part of the search, and what it is replaced by."""

    game: str
    players: int
    simulations: int
    change: str
    what: str
    games: int = 64

    def row(self) -> str:
        """A line of the table."""
        whole, without = f"search:{self.simulations}", f"search:{self.simulations}+{self.change}"
        result = run(
            self.game, [whole, without], players=self.players, games=self.games, alone=self.players > 2,
            database=RESULTS,
        )  # fmt: skip
        share = result.points[whole] if self.players == 2 else result.alone[whole]
        figure = f"{100 * share.value:.0f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"
        return (
            f"| {self.game} | {self.players} | {self.simulations:,} | `+{self.change}` | {self.what} | {share.games} | "
            f"{figure} | {100 / self.players:.0f} % |"
        )


ALONE = "is_unseen=projects+is_beyond=round"
PARTS = [
    Part("mabula", 2, 20_000, "exploration=0.9", "little exploration (0.3)"),
    Part("marabunta", 2, 400, "pick=busy", "playouts that split fairly and write where it pays"),
    Part("marabunta", 2, 400, "weigh=alike+worth=uct", "promising moves first, worth four visits"),
    Part("marabunta", 2, 400, "exploration=0.7", "little exploration (0.35)"),
    Part("marabunta", 2, 400, "width=6", "nothing: splits are widened step by step as well"),
    Part("makabana", 3, 500, "pick=any+suppose=any", "sensible playouts and guesses", 63),
    Part("makabana", 3, 500, ALONE, "others' Tikis chosen outside the tree, by the cards they see", 63),
    Part("makabana", 4, 500, f"pick=any+suppose=any+{ALONE}", "all of that", 64),
    Part("junglerumble", 2, 400, "pick=any", "playouts that send workers out"),
    Part("junglerumble", 2, 400, "margin=0", "the margin of points"),
    Part("junglerumble", 2, 400, "patience=1000", "judging a playout after 100 steps"),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    RESULTS.parent.mkdir(exist_ok=True)
    rows = []
    for part in PARTS:
        if not given.games or part.game in given.games:
            rows.append(part.row())
            print(rows[-1], flush=True)
    if given.write:
        fill(PAGE, "parts", HEAD + "\n".join(rows))


if __name__ == "__main__":
    main()
