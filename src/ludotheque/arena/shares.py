"""Statistics without a model: shares of wins, by bot, by pair of bots and by seat."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludotheque.arena.match import PlayedGame
from ludotheque.arena.plackett_luce import NORMAL


@dataclass(frozen=True)
class Share:
    """A share from 0 to 1, with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int


def win_shares(played: PlayedGame) -> list[float]:
    """Each seat's points: 1 for a win, 1/k for a win shared by k."""
    winners = played.places.count(1)
    return [1.0 / winners if place == 1 else 0.0 for place in played.places]


def share_of(groups: Iterable[Sequence[float]]) -> Share:
    """The mean of results from 0 to 1, in independent groups.

    The interval is Agresti's and Coull's, with groups in the place of single trials: four results, half of them 0 and
    half of them 1, are added, and the spread is the spread between groups. So 20 wins in 20 games are no certainty.
    """
    sums = [(sum(group), len(group)) for group in groups if group]
    games = sum(count for _, count in sums)
    if not games:
        return Share(0.0, 0.0, 1.0, 0)
    value = sum(total for total, _ in sums) / games
    added = NORMAL**2
    centre = (value * games + added / 2) / (games + added)
    squares = sum((total - centre * count) ** 2 for total, count in sums)
    squares += added / 2 * (centre**2 + (1 - centre) ** 2)
    half = NORMAL * math.sqrt(squares) / (games + added)
    return Share(value, max(0.0, min(centre - half, value)), min(1.0, max(centre + half, value)), games)


def by_pairing(games: Iterable[PlayedGame]) -> list[list[PlayedGame]]:
    """Games grouped by pairing, which share their chance."""
    groups: dict[int, list[PlayedGame]] = defaultdict(list)
    for played in games:
        groups[played.pairing].append(played)
    return [groups[number] for number in sorted(groups)]


def points_of(games: Sequence[PlayedGame], bot: int) -> Share:
    """A bot's mean share of the wins per seat."""
    return share_of(
        [won for played in group for won, who in zip(win_shares(played), played.bots, strict=True) if who == bot]
        for group in by_pairing(games)
    )


def alone_of(games: Sequence[PlayedGame], bot: int) -> Share:
    """A bot's share of the wins in one seat of three or more, against copies of one other bot."""
    kept = [
        played
        for played in games
        if len(played.bots) > 2 and played.bots.count(bot) == 1 and len(set(played.bots)) == 2
    ]
    return points_of(kept, bot)


def against(games: Sequence[PlayedGame], one: int, other: int) -> Share:
    """How often one bot places before another at the same table; ties count half."""
    return share_of(
        [result for played in group for result in _duels(played, one, other)] for group in by_pairing(games)
    )


def _duels(played: PlayedGame, one: int, other: int) -> list[float]:
    mine = [place for place, bot in zip(played.places, played.bots, strict=True) if bot == one]
    theirs = [place for place, bot in zip(played.places, played.bots, strict=True) if bot == other]
    return [(1.0 if a < b else 0.5 if a == b else 0.0) for a in mine for b in theirs]


def seat_of(games: Sequence[PlayedGame], seat: int) -> Share:
    """A seat's share of the wins, over all bots."""
    return share_of([win_shares(played)[seat - 1] for played in group] for group in by_pairing(games))


def pairing_share(group: Sequence[PlayedGame]) -> float:
    """The first bot's mean share of the wins in a pairing, with one seat a game."""
    won = [win_shares(played)[played.bots.index(0)] for played in group]
    return round(sum(won) / len(won), 9)
