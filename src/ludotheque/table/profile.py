"""The profile of a player: ratings and their history, and results by game and number of seats."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import case, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.bots.levels import LEVELS
from ludotheque.table.ratings import BOT, Rating, at_time, first_rating
from ludotheque.table.schema import ratings, results

MOST_RESULTS, MOST_POINTS = 50, 500  # that are sent at once
Before = tuple[float, str, int]  # when, table and seat of the last result that was seen


class Part(BaseModel):
    """What all parts of a profile have in common."""

    model_config = ConfigDict(frozen=True)


class GameRating(Part):
    """The rating at a game now: the number, its margin (95 %), after how many rated games."""

    game: str
    shown: int
    margin: int
    games: int


class Tally(Part):
    """How somebody did at a game with so many seats."""

    game: str
    players: int
    games: int
    wins: int  # first places, shared ones included
    mean_place: float
    best_score: int
    rated: int  # how many of the games were rated


class Profile(Part):
    """A player's ratings, and how the games went."""

    who: str
    ratings: tuple[GameRating, ...]
    tallies: tuple[Tally, ...]


class Result(Part):
    """One game: where somebody came in, and the rating after it if it was rated."""

    at: float
    table: str
    seat: int
    game: str
    players: int
    place: int
    score: int
    end: Annotated[str, Field(description="rules, resigned, agreed, time or left")]
    is_rated: bool
    shown: int | None
    margin: int | None


class Point(Part):
    """The rating after a game."""

    at: float
    table: str
    shown: int
    margin: int


async def load_profile(connection: AsyncConnection, who: str, now: float) -> Profile:
    """The profile of a person's id, or of `bot:LEVEL:VERSION`; empty for somebody who never finished a game."""
    found = await connection.execute(select(ratings).where(ratings.c.who == who).order_by(ratings.c.game))
    now_rated = [(row.game, at_time(who, _rating(row), now)) for row in found]
    shown = [GameRating(game=game, shown=one.shown, margin=one.margin, games=one.games) for game, one in now_rated]
    return Profile(who=who, ratings=tuple(shown), tallies=await _tallies(connection, who))


async def _tallies(connection: AsyncConnection, who: str) -> tuple[Tally, ...]:
    first, rated = case((results.c.place == 1, 1), else_=0), case((results.c.is_rated, 1), else_=0)
    wanted = select(
        results.c.game, results.c.players, func.count().label("games"), func.sum(first).label("wins"),
        func.avg(results.c.place).label("mean_place"), func.max(results.c.score).label("best_score"),
        func.sum(rated).label("rated"),
    )  # fmt: skip
    key = (results.c.game, results.c.players)
    rows = await connection.execute(wanted.where(results.c.who == who).group_by(*key).order_by(*key))
    return tuple(Tally.model_validate(dict(row)) for row in rows.mappings())


async def load_results(
    connection: AsyncConnection,
    who: str,
    game: str | None = None,
    players: int | None = None,
    before: Before | None = None,
) -> list[Result]:
    """Somebody's latest games, newest first; `before` goes on where a list stopped."""
    wanted = select(results).where(results.c.who == who)
    if game is not None:
        wanted = wanted.where(results.c.game == game)
    if players is not None:
        wanted = wanted.where(results.c.players == players)
    key = (results.c.at, results.c.table, results.c.seat)
    if before is not None:
        wanted = wanted.where(tuple_(*key) < before)
    rows = await connection.execute(wanted.order_by(*(one.desc() for one in key)).limit(MOST_RESULTS))
    return [_result(row) for row in rows]


async def load_history(connection: AsyncConnection, who: str, game: str) -> list[Point]:
    """The rating after each of the latest rated games, oldest first."""
    wanted = select(results).where(results.c.who == who, results.c.game == game, results.c.mean.is_not(None))
    newest = wanted.order_by(results.c.at.desc(), results.c.table.desc(), results.c.seat.desc()).limit(MOST_POINTS)
    rows = (await connection.execute(newest)).all()
    after = [(row, Rating(row.mean, row.deviation)) for row in reversed(rows)]
    return [Point(at=row.at, table=row.table, shown=one.shown, margin=one.margin) for row, one in after]


async def level_near(connection: AsyncConnection, who: str, game: str, version: int) -> str:
    """The level of a bot that is nearest to somebody's results: who takes over a seat."""
    names = {f"{BOT}{level}:{version}": level for level in LEVELS}
    found = await connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.who.in_([who, *names])))
    known = {row.who: row.mean for row in found}
    mean = known.get(who, first_rating(who).mean)
    best = min(names, key=lambda name: abs(known.get(name, first_rating(name).mean) - mean))
    return names[best]


def _rating(row: object) -> Rating:
    return Rating(row.mean, row.deviation, row.games, row.changed)  # type: ignore[attr-defined]


def _result(row: object) -> Result:
    fields = dict(row._mapping)  # type: ignore[attr-defined]
    mean, deviation = fields.pop("mean"), fields.pop("deviation")
    after = None if mean is None else Rating(mean, deviation)
    return Result.model_validate(
        fields | {"shown": after.shown if after else None, "margin": after.margin if after else None}
    )
