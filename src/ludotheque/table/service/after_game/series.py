"""Series: several games between the same people, as best of three, with seats that go round.

A series is in the terms of its tables: each carries the points before its game, by seat, so the next one follows from a
single finished table. A win brings a point; those who share it share the point. The series ends as soon as nobody can
catch up with the leader any more, or with its last game. Rated games of it change ratings one by one, as any other.
"""

from dataclasses import dataclass

from ludotheque.games.phrase import say
from ludotheque.log.entries import PersonHolder
from ludotheque.log.history import TableHistory
from ludotheque.log.table_errors import TableError
from ludotheque.log.table_state import TableState
from ludotheque.table.people.results import standings
from ludotheque.wire.terms_messages import SeriesScore

BEST_OF = 3
NO_SERIES = say("A series is for the people who have played this game to its end, without bots.")


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """How a series stands after a finished game of it."""

    best_of: int
    games: int  # that are played
    points: tuple[float, ...]  # by seat of the finished table

    @property
    def is_decided(self) -> bool:
        """Whether the games that are left can't change who has won."""
        left = self.best_of - self.games
        first, second = sorted(self.points, reverse=True)[:2]
        return left <= 0 or first - second > left

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points."""
        most = max(self.points)
        return tuple(seat for seat, points in enumerate(self.points, 1) if points == most)


def standing_after(story: TableHistory) -> SeriesStanding | None:
    """How the series stands after this game; None for a game of no series, or one that was called off."""
    before = story.state.terms.series
    if before is None or not story.state.is_over or not standings(story):
        return None
    return _with_game(before, story)


def next_game(story: TableHistory, best_of: int | None = None) -> SeriesScore | None:
    """The series that the next game of the same people belongs to.

    A series that is not decided goes on. With `best_of` a new one begins, whose first game is the one just played,
    unless that ended a series.
    """
    before = story.state.terms.series
    if before is not None:
        after = standing_after(story)
        if after is None:  # called off: it is played again
            return _rotated(before)
        if not after.is_decided:
            return _rotated(SeriesScore(best_of=before.best_of, game=after.games + 1, points=after.points))
    if best_of is None:
        return None
    if not may_begin(story):
        raise TableError("wrong", NO_SERIES)
    fresh = SeriesScore(best_of=best_of, game=1, points=(0.0,) * story.state.terms.players)
    if before is not None:
        return fresh
    after = _with_game(fresh, story)
    return _rotated(SeriesScore(best_of=best_of, game=2, points=after.points))


def may_begin(story: TableHistory) -> bool:
    """Whether a series can begin with a finished game: different people held all seats to its end."""
    every = standings(story)
    holders = list(story.state.holders.values())
    people = {one.person for one in holders if isinstance(one, PersonHolder) and not one.is_bot}
    return len(every) == len(people) == len(holders) and not story.state.away


def rotated(state: TableState, seat: int) -> int:
    """The seat of a seat's player in the next game."""
    return seat % state.terms.players + 1


def _rotated(score: SeriesScore) -> SeriesScore:
    """The same for the next table, where all have moved one seat further."""
    return score.model_copy(update={"points": (score.points[-1], *score.points[:-1])})


def _with_game(before: SeriesScore, story: TableHistory) -> SeriesStanding:
    """The standing with the points of a finished game."""
    every = standings(story)
    winners = [one.seat for one in every if one.place == 1]
    points = tuple(
        points + (1 / len(winners) if seat in winners else 0.0) for seat, points in enumerate(before.points, 1)
    )
    return SeriesStanding(before.best_of, before.game, points)
