"""The ladder: every level against the one below, in every game. Resumable; `make ladder` goes on where it stopped.

    python -m bench.ladder [GAME ...] [--minutes 18] [--workers 2] [--write]

Games are kept in bench/results/ladder.sqlite; --write puts the table into docs/ladder.md.
"""

import argparse
import subprocess
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludotheque.arena import ArenaResult, run
from ludotheque.arena.shares import Share
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.search_style import style_of

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "ladder.sqlite"
PAGE = ROOT / "docs" / "ladder.md"
MOST = 240  # games of a step that is not reached by then; it is played on
PLAIN = "uct:1000"  # plain search, which `expert` must beat
SLICE = 24  # games that are played before the clock is looked at
WANTED = {"master": 0.60}  # of the points, with two seats; 0.70 for the others


@dataclass(frozen=True)
class Rung:
    """A level, the one below, and how often they meet."""

    game: str
    upper: str
    lower: str
    games: int
    setup: dict[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return int(self.setup.get("players", 2))

    @property
    def wanted(self) -> tuple[float, float]:
        """The share required, and the one that the interval must lie above."""
        even = 1 / self.players
        if self.lower == PLAIN:
            return even, even
        return (WANTED.get(self.upper, 0.70) if self.players == 2 else 1.5 * even), even

    def play(self, games: int, workers: int) -> ArenaResult:
        return run(
            self.game, [self.upper, self.lower], games=games, alone=self.players > 2, workers=workers, database=RESULTS,
            **self.setup,
        )  # fmt: skip


def rungs(names: list[str]) -> list[Rung]:
    """All steps of the ladder, the cheapest first."""
    setups: list[tuple[str, dict[str, Any]]] = [
        ("mabula", {}), ("marabunta", {}), ("junglerumble", {"players": 2}), ("makabana", {"players": 3}),
        ("makabana", {"players": 4}), ("junglerumble", {"players": 4}),
    ]  # fmt: skip
    games = {"casual": 240, "club": 240, "expert": 48, "master": 24}
    steps = [*pairwise(LEVELS[:4]), (PLAIN, "expert"), ("expert", "master")]
    return [
        Rung(game, upper, lower, 24 if lower == PLAIN else games[upper], setup)
        for lower, upper in steps
        for game, setup in setups
        if not names or game in names
    ]


def share_of(rung: Rung, result: ArenaResult) -> Share:
    """The upper level's share of the points; with more than two players, of the first places."""
    return result.points[rung.upper] if rung.players == 2 else result.alone[rung.upper]


def is_reached(rung: Rung, result: ArenaResult) -> bool:
    share, (wanted, least) = share_of(rung, result), rung.wanted
    return share.value >= wanted and share.low > least


def named(game: str, bot: str) -> str:
    """A level with its simulations; another bot as it is called."""
    return f"{bot} ({style_of(game).simulations[LEVELS.index(bot)]:,})" if bot in LEVELS else f"`{bot}`"


def row(rung: Rung, result: ArenaResult) -> str:
    """A line of the table."""
    share, (wanted, _) = share_of(rung, result), rung.wanted
    reached = "not finished" if share.games < rung.games else "yes" if is_reached(rung, result) else "no"
    figure = f"{100 * share.value:.0f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"
    upper, lower = (named(rung.game, bot) for bot in (rung.upper, rung.lower))
    seconds = result.clock(0)[1]
    return (
        f"| {rung.game} | {rung.players} | {upper} over {lower} | {share.games} | "
        f"{figure} | {100 * wanted:.0f} % | {reached} | {seconds:.3f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--minutes", type=float, default=18)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    RESULTS.parent.mkdir(exist_ok=True)
    end, lines = time.monotonic() + 60 * given.minutes, []
    for rung in rungs(given.games):
        games = min(SLICE, rung.games)
        result = rung.play(games, given.workers)
        while time.monotonic() < end and (games < rung.games or (games < MOST and not is_reached(rung, result))):
            games += SLICE
            result = rung.play(games, given.workers)
        lines.append(row(rung, result))
        print(lines[-1], flush=True)
        if time.monotonic() > end:
            break
    if given.write:
        PAGE.write_text(page(lines), "utf-8")


def page(lines: list[str]) -> str:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    head = (ROOT / "bench" / "ladder_head.md").read_text("utf-8")
    return head.format(day=datetime.now(UTC).date(), commit=commit.stdout.strip()) + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
