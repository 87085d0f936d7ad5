"""Finished games that are worth a look: what to watch when nobody plays.

`why_featured` decides: only public games that were played to their end, with a person among the players, and of these
the ones that were rated, close or between strong players.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from sqlalchemy import select

from ludotheque.table.people.ratings import is_bot
from ludotheque.table.registry.tables import Tables
from ludotheque.table.service.lists import NEWEST_FIRST, list_tables
from ludotheque.table.storage.schema import results, tables
from ludotheque.wire.table_requests import TableListed

MOST_LOOKED_AT, MOST_FEATURED = 200, 6  # the newest finished games, and those shown of them
CLOSE = 0.1  # the lead of the winner, as a part of their points
STRONG = 1600.0  # the mean rating of those who played; people begin at 1500

Reason = Literal["close", "strong", "rated"]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What the results say of a finished game."""

    table: str
    end: str
    scores: tuple[int, ...]  # the best first
    means: tuple[float, ...]  # of the ratings after it
    people: int

    @classmethod
    def of(cls, table: str, rows: Sequence[Any]) -> "FinishedGame":
        """The game of a table's results."""
        return cls(
            table, rows[0].end, tuple(sorted((row.score for row in rows), reverse=True)),
            tuple(row.mean for row in rows if row.mean is not None), sum(not is_bot(row.who) for row in rows),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class FeaturedTable:
    """A finished table that is worth a look, and why."""

    listed: TableListed
    why: tuple[Reason, ...]


def why_featured(game: FinishedGame) -> tuple[Reason, ...]:
    """Why a finished game is worth a look; empty if it is not."""
    if game.end != "rules" or not game.people or len(game.scores) < 2:
        return ()
    first, second = game.scores[:2]
    reasons: dict[Reason, bool] = {
        "close": first > 0 and first - second <= CLOSE * first,
        "strong": bool(game.means) and sum(game.means) / len(game.means) >= STRONG,
        "rated": bool(game.means),
    }
    return tuple(reason for reason, holds in reasons.items() if holds)


async def featured_tables(house: Tables, game: str | None = None) -> list[FeaturedTable]:
    """The finished tables that are most worth a look: those with the most reasons first, then the newest."""
    wanted = select(tables.c.id).where(tables.c.is_public, tables.c.stage == "over")
    if game is not None:
        wanted = wanted.where(tables.c.game == game)
    newest = wanted.order_by(*NEWEST_FIRST).limit(MOST_LOOKED_AT)
    async with house.store.read() as connection:
        ids = list(await connection.scalars(newest))
        found = select(results).where(results.c.table.in_(ids)).order_by(results.c.table)
        rows = (await connection.execute(found)).all()
    why = {one.table: why_featured(one) for one in games_of(rows)}
    best = sorted((table for table in ids if why.get(table)), key=lambda table: -len(why[table]))[:MOST_FEATURED]
    listed = {one.table: one for one in await list_tables(house, best)}
    return [FeaturedTable(listed[table], why[table]) for table in best if table in listed]


def games_of(rows: Iterable[Any]) -> list[FinishedGame]:
    """The games of results in the order of their tables."""
    return [FinishedGame.of(table, [*some]) for table, some in groupby(rows, key=lambda row: row.table)]
