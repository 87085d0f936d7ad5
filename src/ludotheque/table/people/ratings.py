"""Ratings: a player's strength at a game, and its margin of error. People and bots in one pool, 2 to 6 seats.

The model is Glicko: M. E. Glickman, "Parameter estimation in large dynamic paired comparison experiments", Applied
Statistics 48 (1999). Strength is a normal distribution with a mean and a deviation; a game moves the mean by how
surprising it was, and shrinks the deviation by how much was learned. With n seats everybody is compared with everybody
else, each pair with the weight 2/n: so all pairs together weigh n - 1, as many comparisons as an order of n players is
made of, and two seats are plain Glicko. (`tests/table/test_ratings.py` checks it against the published example, against
the exact posterior, and that the margins hold what they promise for 2 to 6 seats. The Plackett-Luce update of Weng and
Lin, 2011, was tried as well: its scale stretches with the number of seats, and its margins do not hold.)

What we chose:

- The scale is Elo's, as in the arena: everybody starts at 1500, and between two settled players 400 points are odds of
  ten to one. What is shown is the mean and ± 95 %.
- A person's deviation grows with the days since the last rated game, slowly: from 60 to 120 in a year.
- A bot is a player like any other, one per level and version, so that people and bots are comparable. It never
  changes, so its deviation does not grow with time, begins smaller and may become smaller: bots move slowly, and hold
  the scale in its place. A new version is a new player.
- `results` decides whether a game counts, and how for a player who left before its end.
- Two people who meet again and again learn less from each further game: the first `FULL_GAMES` of a month weigh 1, the
  n-th after them (`FULL_GAMES` / n)², so all together never weigh six. Two accounts of one person gain little by
  playing each other.
- What a bot learns from one person is damped likewise, and it learns little from people who are hardly known: accounts
  that are made to lose don't move the scale. What a person learns from a bot is not damped.
- A list of the best is ordered by what is nearly certain, the mean less its margin: it takes many games to lead it.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from ludotheque.bots.levels import LEVELS
from ludotheque.log.entries import BotHolder, Holder

MEAN = 1500.0
DEVIATION = 300.0  # of a person about whom nothing is known
LEAST, LEAST_OF_BOTS = 45.0, 20.0  # deviations never become smaller: people change, and no model is exact
UNIT = math.log(10) / 400  # odds of ten to one are 400 points (the paper's q)
DRIFT = 5.5  # how a deviation grows in a day of absence
BOT_MEANS = dict(zip(LEVELS, (900.0, 1200.0, 1500.0, 1800.0, 2100.0), strict=True))
BOT_DEVIATION = 150.0
BOT = "bot:"
DAY = 86_400.0
SURE = 1.96  # deviations on either side hold 95 %
FULL_GAMES, MONTH = 3, 30 * DAY
KNOWN = 100.0  # the deviation of a person from whom a bot learns in full


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's estimated strength at a game."""

    mean: float = MEAN
    deviation: float = DEVIATION
    games: int = 0
    changed: float = 0.0  # when the last rated game ended

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(self.mean)

    @property
    def margin(self) -> int:
        """The ± that belongs to it: true in 95 of 100 cases."""
        return round(SURE * self.deviation)

    @property
    def certain(self) -> float:
        """What the strength is at least, very probably: the list of the best is ordered by it."""
        return self.mean - SURE * self.deviation

    def __str__(self) -> str:
        return f"{self.shown} ± {self.margin}"


def who_is(holder: Holder) -> str:
    """The key of a holder's rating: a person's id, or `bot:LEVEL:VERSION`."""
    return f"{BOT}{holder.level}:{holder.version}" if isinstance(holder, BotHolder) else holder.person


def is_bot(who: str) -> bool:
    """Whether a rating key is a bot's."""
    return who.startswith(BOT)


def first_rating(who: str) -> Rating:
    """The prior rating of a player without games."""
    if not is_bot(who):
        return Rating()
    return Rating(BOT_MEANS.get(who.split(":")[1], MEAN), BOT_DEVIATION)


def at_time(who: str, rating: Rating, now: float) -> Rating:
    """A rating after the time since its last game: a person's becomes less sure, a bot's does not."""
    if is_bot(who) or rating.games == 0:
        return rating
    days = max(0.0, now - rating.changed) / DAY
    return replace(rating, deviation=min(DEVIATION, math.sqrt(rating.deviation**2 + DRIFT**2 * days)))


Weigh = Callable[[int, int], float]  # how much the comparison of two players counts, by their indices


def rate(ratings: Sequence[Rating], places: Sequence[int], weigh: Weigh = lambda one, other: 1.0) -> list[Rating]:
    """The ratings after a game, from those before it and the places (1 is best, ties share); in the same order."""
    after = []
    for index, one in enumerate(ratings):
        others = [other for other in range(len(ratings)) if other != index]
        results = [(ratings[other], share_of(places[index], places[other])) for other in others]
        after.append(learn(one, results, [weigh(index, other) * 2 / len(ratings) for other in others]))
    return after


def repeat_weight(before: int) -> float:
    """The weight of a game between two people who have met `before` times in the last month."""
    return 1.0 if before < FULL_GAMES else (FULL_GAMES / (before + 1)) ** 2


def bot_weight(before: int, person: Rating) -> float:
    """The weight of a game for a bot that has met this person so often in the last month."""
    return repeat_weight(before) * min(1.0, (KNOWN / person.deviation) ** 2)


def share_of(place: int, other: int) -> float:
    """The point that two players share: 1 for the better one, a half for both if they tie."""
    return 0.5 if place == other else float(place < other)


def learn(rating: Rating, results: Sequence[tuple[Rating, float]], weights: Iterable[float] = repeat(1.0)) -> Rating:
    """A rating after games against others, each with the share of the point that was made, and its weight."""
    surprise = learned = 0.0
    for (other, share), weight in zip(results, weights, strict=False):
        damping = 1 / math.sqrt(1 + 3 * (UNIT * other.deviation / math.pi) ** 2)
        expected = 0.5 + 0.5 * math.tanh(UNIT * damping * (rating.mean - other.mean) / 2)
        surprise += weight * UNIT * damping * (share - expected)
        learned += weight * (UNIT * damping) ** 2 * expected * (1 - expected)
    variance = 1 / (1 / rating.deviation**2 + learned)
    return replace(rating, mean=rating.mean + variance * surprise, deviation=math.sqrt(variance))
