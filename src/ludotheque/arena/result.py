"""The result of an arena: ratings, points, cross table, seats, lengths, forfeits; and its JSON fields."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

from ludotheque.arena.match import PlayedGame
from ludotheque.arena.plackett_luce import Fit, fit
from ludotheque.arena.schedule import Plan
from ludotheque.arena.sequential_test import ALPHA, BETA, LOWER, UPPER, SequentialTest, TestVerdict
from ludotheque.arena.shares import Share, against, alone_of, by_pairing, pairing_share, points_of, seat_of


class ShareFields(TypedDict):
    """A share from 0 to 1, with its 95 % interval."""

    value: float
    low: float
    high: float
    games: int


class EloFields(TypedDict):
    """A rating in Elo points from the mean of all bots, with its 95 % interval."""

    elo: float
    low: float
    high: float


class BotFields(TypedDict):
    """A bot: rating, share of the wins (`alone`: against copies of one bot), choices and mean seconds of one."""

    name: str
    version: int
    rating: EloFields
    points: ShareFields
    alone: ShareFields | None
    choices: int
    seconds: float


class VerdictFields(TypedDict):
    """A sequential test: hypotheses, verdict and limits."""

    elo0: float
    elo1: float
    ratio: float
    pairings: int
    accepted: str
    alpha: float
    beta: float
    lower: float
    upper: float


class ResultFields(TypedDict):
    """A whole run."""

    game: str
    players: int
    options: dict[str, str]
    board: str
    rules: int
    seed: int
    simulations: int | None
    time: float | None
    run: str
    games: int
    pairings: int
    bots: list[BotFields]
    is_maximum_likelihood: bool
    ties: dict[str, float]
    cross_table: dict[str, dict[str, ShareFields]]
    seats: list[ShareFields]
    lengths: list[int]
    forfeits: list[str]
    sprt: VerdictFields | None


def share_fields(share: Share) -> ShareFields:
    """A share as named fields."""
    return {"value": share.value, "low": share.low, "high": share.high, "games": share.games}


@dataclass(frozen=True)
class BotRating:
    """A bot's rating in Elo points from the mean of all bots, with its 95 % interval."""

    bot: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class ArenaResult:
    """All games of a run, and their statistics."""

    plan: Plan
    games: Sequence[PlayedGame]
    hypotheses: tuple[float, float] | None = None  # of a sequential test, in Elo points

    @property
    def bots(self) -> tuple[str, ...]:
        return self.plan.bots

    @cached_property
    def fit(self) -> Fit:
        """The Plackett-Luce model of all games."""
        return fit([(played.bots, played.places) for played in self.games], len(self.bots))

    @cached_property
    def ratings(self) -> tuple[BotRating, ...]:
        """The bots' ratings, the best first."""
        found = []
        for number, bot in enumerate(self.bots):
            elo, half = self.fit.elo(number)
            found.append(BotRating(bot, elo, elo - half, elo + half))
        return tuple(sorted(found, key=lambda rating: -rating.elo))

    @cached_property
    def points(self) -> dict[str, Share]:
        """Each bot's mean share of the wins per seat."""
        return {bot: points_of(self.games, number) for number, bot in enumerate(self.bots)}

    @cached_property
    def alone(self) -> dict[str, Share]:
        """The same in one seat against copies of one other bot; with three seats or more."""
        found = {bot: alone_of(self.games, number) for number, bot in enumerate(self.bots)}
        return {bot: share for bot, share in found.items() if share.games}

    @cached_property
    def cross_table(self) -> dict[str, dict[str, Share]]:
        """How often the first bot places before the second, for all pairs that met."""
        numbers = range(len(self.bots))
        table = {one: {other: against(self.games, one, other) for other in numbers if other != one} for one in numbers}
        return {
            self.bots[one]: {self.bots[other]: share for other, share in row.items() if share.games}
            for one, row in table.items()
        }

    @cached_property
    def seats(self) -> tuple[Share, ...]:
        """Each seat's share of the wins, over all bots."""
        return tuple(seat_of(self.games, seat) for seat in range(1, self.plan.players + 1))

    @property
    def lengths(self) -> list[int]:
        """The numbers of steps of all games played to their end."""
        return [played.length for played in self.games if not played.forfeit]

    @property
    def forfeits(self) -> list[str]:
        """A line for every forfeited game."""
        return [f"game {one.pairing}.{one.seating}, {one.forfeit}" for one in self.games if one.forfeit]

    @cached_property
    def verdict(self) -> TestVerdict | None:
        """The verdict of the sequential test over the complete pairings before the first incomplete one."""
        if self.hypotheses is None:
            return None
        test = SequentialTest(*self.hypotheses, self.plan.players)
        for number, group in enumerate(by_pairing(self.games)):
            if group[0].pairing != number or len(group) != len(self.plan.pairing(number)):
                break
            test.add(pairing_share(group))
        return test.verdict

    def clock(self, bot: int) -> tuple[int, float]:
        """A bot's choices, and the mean seconds of one."""
        choices = seconds = 0.0
        for played in self.games:
            for who, count, took in zip(played.bots, played.choices, played.seconds, strict=True):
                choices += count * (who == bot)
                seconds += took * (who == bot)
        return int(choices), seconds / max(1.0, choices)

    def to_fields(self) -> ResultFields:
        """All statistics as JSON fields, as `--json` prints them."""
        plan = self.plan
        cross = {
            one: {other: share_fields(share) for other, share in row.items()} for one, row in self.cross_table.items()
        }
        return {
            "game": plan.game, "players": plan.players, "options": dict(plan.options), "board": plan.board_label,
            "rules": plan.rules, "seed": plan.seed, "simulations": plan.simulations, "time": plan.seconds,
            "run": plan.key, "games": len(self.games), "pairings": len(by_pairing(self.games)),
            "bots": [self._bot_fields(rating) for rating in self.ratings],
            "is_maximum_likelihood": self.fit.is_pure,
            "ties": {str(order): tie for order, tie in self.fit.ties.items()},
            "cross_table": cross,
            "seats": [share_fields(share) for share in self.seats],
            "lengths": self.lengths, "forfeits": self.forfeits, "sprt": self._verdict_fields(),
        }  # fmt: skip

    def _bot_fields(self, rating: BotRating) -> BotFields:
        number = self.bots.index(rating.bot)
        choices, seconds = self.clock(number)
        return {
            "name": rating.bot,
            "version": self.plan.versions[number],
            "rating": {"elo": rating.elo, "low": rating.low, "high": rating.high},
            "points": share_fields(self.points[rating.bot]),
            "alone": share_fields(self.alone[rating.bot]) if rating.bot in self.alone else None,
            "choices": choices,
            "seconds": seconds,
        }

    def _verdict_fields(self) -> VerdictFields | None:
        verdict = self.verdict
        if verdict is None or self.hypotheses is None:
            return None
        return {
            "elo0": self.hypotheses[0], "elo1": self.hypotheses[1], "ratio": verdict.ratio,
            "pairings": verdict.pairings, "accepted": verdict.accepted, "alpha": ALPHA, "beta": BETA, "lower": LOWER,
            "upper": UPPER,
        }  # fmt: skip
