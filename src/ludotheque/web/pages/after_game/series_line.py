"""How a series of games stands, in one line: at its tables, and after each game."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ludotheque.games.phrase import listed
from ludotheque.table.service.after_game.series import SeriesStanding
from ludotheque.web.reader import Reader
from ludotheque.wire.terms_messages import SeriesScore

HALF = "½"


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A series in words, and as short as a phone needs it."""

    words: str
    short: str


def running_line(series: SeriesScore, names: Sequence[str], own: Collection[int], reader: Reader) -> SeriesLine:
    """The series that the game of a table belongs to, before its end; the reader's points come first."""
    points = _points(series.points, names, own)
    title = reader.say("Best of {n}, game {game}", n=series.best_of, game=series.game)
    score = " – ".join(points_text(one) for _, one in points)
    return SeriesLine(f"{title} · {_told(points)}", f"{series.game}/{series.best_of} · {score}")


def standing_line(series: SeriesStanding, names: Sequence[str], own: Collection[int], reader: Reader) -> str:
    """How a series stands after a game of it."""
    points = _told(_points(series.points, names, own))
    if not series.is_decided:
        return reader.say("Best of {n}: {points}.", n=series.best_of, points=points)
    leaders = [names[seat - 1] for seat in series.leaders]
    if len(leaders) > 1:
        return reader.say("The series is shared: {points}.", points=points)
    if set(series.leaders) <= set(own):
        return reader.say("You win the series: {points}.", points=points)
    return reader.say("{who} wins the series: {points}.", who=listed(leaders), points=points)


def points_text(points: float) -> str:
    """Points as they are written: 1, ½, 1½; thirds of a shared win with one decimal."""
    whole, rest = divmod(points, 1)
    if rest == 0.5:
        return f"{int(whole) or ''}{HALF}"
    return f"{points:.1f}".removesuffix(".0")


def _points(points: Sequence[float], names: Sequence[str], own: Collection[int]) -> list[tuple[str, float]]:
    seats = sorted(range(1, len(points) + 1), key=lambda seat: (seat not in own, seat))
    return [(names[seat - 1], points[seat - 1]) for seat in seats]


def _told(points: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{name} {points_text(one)}" for name, one in points)
