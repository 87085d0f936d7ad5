"""The profile of a player: ratings and their history, and results by game and number of seats."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.bots.levels import LEVELS
from ludotheque.table.people.ratings import BOT, Rating, at_time, first_rating, is_bot
from ludotheque.table.storage.schema import ratings, results, sitters, tables
from ludotheque.wire.profile_messages import GameRating, Point, Profile, Result, Tally

MOST_RESULTS, MOST_POINTS = 50, 500  # sent at once
Before = tuple[float, int]  # cursor: time of the last result sent, and how many of that time were sent

NEWEST = (results.c.at.desc(), results.c.table.desc(), results.c.seat.desc())


async def load_profile(connection: AsyncConnection, who: str, now: float) -> Profile:
    """The profile of a person's id or of `bot:LEVEL:VERSION`; empty without a finished game."""
    found = await connection.execute(select(ratings).where(ratings.c.who == who).order_by(ratings.c.game))
    now_rated = [(row.game, at_time(who, _rating(row), now)) for row in found]
    met = await _opponents(connection, who)
    shown = [
        GameRating(
            game=game, shown=one.shown, margin=one.margin, games=one.games, opponents=len(met.get(game, {})),
            most_met=max((games for other, games in met.get(game, {}).items() if not is_bot(other)), default=0),
        )
        for game, one in now_rated
    ]  # fmt: skip
    return Profile(ratings=tuple(shown), tallies=await _tallies(connection, who))


async def _opponents(connection: AsyncConnection, who: str) -> dict[str, dict[str, int]]:
    """By game and opponent: how many rated games they finished against each other; a bot's are not counted."""
    if is_bot(who):
        return {}
    others = results.alias()
    wanted = select(results.c.game, others.c.who, func.count().label("games")).where(
        results.c.who == who, results.c.is_rated, others.c.table == results.c.table, others.c.who != who
    )
    found: dict[str, dict[str, int]] = {}
    for row in await connection.execute(wanted.group_by(results.c.game, others.c.who)):
        found.setdefault(row.game, {})[row.who] = row.games
    return found


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


async def has_finished(connection: AsyncConnection, who: str, game: str) -> bool:
    """Whether somebody has played a game of this title to its end."""
    found = select(results.c.table).where(results.c.who == who, results.c.game == game).limit(1)
    return (await connection.execute(found)).first() is not None


async def load_results(
    connection: AsyncConnection,
    who: str,
    game: str | None = None,
    players: int | None = None,
    before: Before | None = None,
    asker: str | None = None,
) -> list[Result]:
    """A player's latest results, newest first; `before` is the cursor of the last one sent.

    Tables that the asker may not see are left out of them.
    """
    wanted = select(results).where(results.c.who == who)
    if game is not None:
        wanted = wanted.where(results.c.game == game)
    if players is not None:
        wanted = wanted.where(results.c.players == players)
    if before is not None:
        wanted = wanted.where(results.c.at <= before[0]).offset(before[1])
    rows = (await connection.execute(wanted.order_by(*NEWEST).limit(MOST_RESULTS))).all()
    known = await _known_tables(connection, (row.table for row in rows), asker)
    last, many = before or (0.0, 0)
    found = []
    for row in rows:
        last, many = row.at, many + 1 if row.at == last else 1
        found.append(_result(row, known, f"{last!r}_{many}"))
    return found


async def load_history(
    connection: AsyncConnection, who: str, game: str, players: int | None = None, asker: str | None = None
) -> list[Point]:
    """The rating after each of the latest rated games, oldest first; with `players`, of that number of seats."""
    wanted = select(results).where(results.c.who == who, results.c.game == game, results.c.mean.is_not(None))
    if players is not None:
        wanted = wanted.where(results.c.players == players)
    rows = (await connection.execute(wanted.order_by(*NEWEST).limit(MOST_POINTS))).all()
    known = await _known_tables(connection, (row.table for row in rows), asker)
    after = [(row, Rating(row.mean, row.deviation)) for row in reversed(rows)]
    return [
        Point(at=row.at, table=row.table if row.table in known else None, shown=one.shown, margin=one.margin)
        for row, one in after
    ]


async def _known_tables(connection: AsyncConnection, names: Iterable[str], asker: str | None) -> set[str]:
    """The tables that the asker may see: public ones, and those they created or sat at."""
    sat = select(sitters.c.table).where(sitters.c.person == asker)
    known = or_(tables.c.is_public, tables.c.creator == asker, tables.c.id.in_(sat)) if asker else tables.c.is_public
    return set(await connection.scalars(select(tables.c.id).where(tables.c.id.in_(set(names)), known)))


async def level_near(connection: AsyncConnection, who: str, game: str, version: int) -> str:
    """The bot level nearest to a player's rating, to take over their seat."""
    names = {f"{BOT}{level}:{version}": level for level in LEVELS}
    found = await connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.who.in_([who, *names])))
    known = {row.who: row.mean for row in found}
    mean = known.get(who, first_rating(who).mean)
    best = min(names, key=lambda name: abs(known.get(name, first_rating(name).mean) - mean))
    return names[best]


def _rating(row: object) -> Rating:
    return Rating(row.mean, row.deviation, row.games, row.changed)  # type: ignore[attr-defined]


def change_of(row: Any) -> int | None:
    """How much a game changed a rating, in the figures that people saw before and after it."""
    return None if row.mean is None or row.mean_before is None else round(row.mean) - round(row.mean_before)


def _result(row: Any, known: set[str], cursor: str) -> Result:
    after = None if row.mean is None else Rating(row.mean, row.deviation)
    return Result(
        at=row.at, table=row.table if row.table in known else None, seat=row.seat, game=row.game, players=row.players,
        place=row.place, score=row.score, end=row.end, is_rated=row.is_rated, shown=after.shown if after else None,
        margin=after.margin if after else None, change=change_of(row), cursor=cursor,
    )  # fmt: skip
