"""The page docs/peers.md, made from bench/results."""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.matches import RESULTS, Match, interval, our_share, read_match

from ludotheque import NAMES, game

PAGE = """# Beside OpenSpiel

For whoever asks how strong and how fast our bots are beside what others would use. OpenSpiel is the library of games
and searches that researchers reach for; through [our adapter](#our-games-in-openspiel) its searches play our games.
Anyone can repeat all of this: `sh tools/setup --extra bench`, then `.venv/bin/python -m bench.bots speed` and
`.venv/bin/python -m bench.bots run`, again and again until it says that all is played. Every game and its date, commit
and scores lie in `bench/results`.

## Simulations a second

{speed}

## Matches

One seat is ours, all others are OpenSpiel's; we sit in every seat in turn, with the same start and the same dice.
`master` searches on one thread. OpenSpiel has its Python MCTS with random playouts, and for Maka Bana its ISMCTS,
both with `uct_c` 1.4 and all else as it comes; its C++ search cannot play games written in Python (version 2.0.2).
Forced moves are played without thinking by both. Points: a win is 1, k winners share it. At a table of four, chance
would give 25 %. Intervals are those of the [arena](arena.md#what-the-figures-mean), 95 %: games with the same start
and dice go together.

{matches}

The simulations are those of a choice, on average. Where we prove a result instead of searching, none are counted.
The machine had other work to do, which took simulations from both sides alike.

How these matches came about: an earlier `master` of Mabula had won 17 of 20, on the same starts; it was then tuned
against itself (less exploration), and the match begun anew. Matches of two were planned with 40 games. All 40 of Mabula
and Marabunta were won, which gave an interval from 89.4 %, so six more were added to each match of two. During
Marabunta's match a setting of `expert` changed, not of `master`, and the match was gone on with. The matches at 2 s and
at equal simulations that `run` has planned are not played yet.

## Our games in OpenSpiel

`load("junglerumble", players=3)` is one of our games as OpenSpiel's: [OpenSpiel](openspiel.md) tells of parameters,
chance, strings and tensors.
"""


def speed_rows(content: dict[str, Any]) -> Iterator[str]:
    """Ratios of one run, then the figures."""
    speeds = content["speeds"]

    def ratio(one: str, other: str) -> float:
        return float(median(a / b for a, b in zip(speeds[one], speeds[other], strict=True)))

    in_python = "OpenSpiel Python MCTS, Mabula in Python"
    quickest = max((title for title in speeds if "C++" in title), key=lambda title: median(speeds[title]))
    rounds = len(speeds["mabula"])
    yield "Plain UCT with random playouts on one core, from the start of a game; seconds of the processor's time. Only"
    yield f"ratios are claimed, each the median of {rounds} rounds of one run, on {content['date'][:10]} at commit"
    yield f"{content['commit']}. Our trees have room to grow all the time; a full one would be quicker."
    yield "\n| claim | measured | asked | |\n|---|---|---|---|"
    yield claim_row("OpenSpiel's Python MCTS on a Mabula in Python", ratio("mabula", in_python), 150)
    yield claim_row(f"OpenSpiel's C++ MCTS on {quickest.split(', ')[1]}, its best here", ratio("mabula", quickest), 1)
    yield "\n| who | simulations a second, median |\n|---|---|"
    for title, values in speeds.items():
        ours = f"{game(title).title}, our plain UCT" if title in NAMES else title
        yield f"| {ours} | {median(values):,.0f} |"


def claim_row(peer: str, measured: float, asked: float) -> str:
    """A claimed ratio of Mabula to a peer, the measured one, and whether it is reached."""
    verdict = "reached" if measured >= asked else f"missed by {1 - measured / asked:.0%}"
    return f"| Mabula / {peer} | {measured:,.1f}x | {asked:g}x | {verdict} |"


def match_row(results: dict[str, Any]) -> str:
    """A match as a line of the table."""
    match, games = results["match"], results["games"]
    share = our_share(results)
    limit = f"{match['seconds']:g} s" if match["seconds"] else f"{match['simulations']} simulations"
    per_choice = " / ".join(
        f"{sum(one[side]['simulations'] for one in games) / max(1, sum(one[side]['choices'] for one in games)):,.0f}"
        for side in ("ours", "theirs")
    )
    commits = ", ".join(sorted({one["commit"] for one in games}))
    return (
        f"| {game(match['game']).title} | {match['players']} | {limit} | {share.games} | {share.value:.1%} "
        f"| {interval(share)} | {per_choice} | {games[-1]['date'][:10]}, {commits} |"
    )


def match_rows(matches: list[Match], folder: Path) -> Iterator[str]:
    """The table of all matches with games played."""
    yield "| game | seats | per choice | games | our points | 95 % | simulations, ours / theirs | played |"
    yield "|---|---|---|---|---|---|---|---|"
    for match in matches:
        results = read_match(match, folder)
        if results["games"]:
            yield match_row(results)


def report(matches: list[Match], file: str | None, folder: Path = RESULTS) -> None:
    """Print the page, or write it."""
    path = folder / "bots-speed.json"
    speed = speed_rows(json.loads(path.read_text("utf-8"))) if path.exists() else ["Not measured yet."]
    page = PAGE.format(speed="\n".join(speed), matches="\n".join(match_rows(matches, folder)))
    if file:
        Path(file).write_text(page, "utf-8")
    else:
        print(page)
