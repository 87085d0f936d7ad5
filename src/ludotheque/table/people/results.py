"""The results of a finished table: places, and new ratings.

Those count who held a seat when the game began. A player who left or lost on time comes last, behind all who stayed;
the bot that took over the seat does not count. A player who returned and held the seat at the end has not left. A guest
who has logged in since counts as their account. A stopped game is ranked by its last position; a cancelled one has no
results. A game that was stopped before everybody had made a move changes no rating but that of whoever left it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import structlog
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.log.entries import BotHolder, Holder, PersonHolder
from ludotheque.log.history import TableHistory, tell
from ludotheque.play.position import Position
from ludotheque.table.people.ratings import (
    LEAST,
    LEAST_OF_BOTS,
    MONTH,
    Rating,
    at_time,
    bot_weight,
    first_rating,
    is_bot,
    rate,
    repeat_weight,
    who_is,
)
from ludotheque.table.storage import schema
from ludotheque.table.storage.engines import insert_missing
from ludotheque.table.storage.storage_errors import StoreError
from ludotheque.table.storage.store import Store

log = structlog.get_logger(__name__)
NEVER_MET: Mapping[frozenset[str], int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place and score, and whether they stayed to the end."""

    seat: int
    who: str
    place: int
    score: int
    has_stayed: bool = True


def standings(story: TableHistory) -> list[Standing]:
    """The standings by seat; empty unless the game has begun and ended."""
    position = story.state.position
    if position is None or story.how in (None, "cancelled"):
        return []
    places, scores = places_now(position), [score.total for score in position.scores]
    every = []
    for seat, holder in story.state.holders.items():
        first, stayed = who_began(story, seat), has_stayed(story, seat)
        if first is not None and (first == holder or not isinstance(first, BotHolder)):
            every.append(Standing(seat, who_is(first), places[seat - 1], scores[seat - 1], stayed))
    return _ranked(every)


def who_began(story: TableHistory, seat: int) -> Holder | None:
    """The holder of a seat when the game began; a guest directly followed by a person has become that account."""
    holders = [one.holder for one in story.stints if one.seat == seat]
    began = holders[0] if holders else None
    for before, after in pairwise(holders):
        if isinstance(before, PersonHolder) and isinstance(after, PersonHolder) and before == began:
            began = after
    return began


def places_now(position: Position) -> list[int]:
    """The places in this position: 1 is best, ties share."""
    return position.game.engine.places(position.setup.board, position.state)


def has_stayed(story: TableHistory, seat: int) -> bool:
    """Whether a seat's first holder held it to the end, and did not end the game by resigning, leaving or time."""
    end = story.state.end
    gave_up = story.how != "rules" and end is not None and end.seat == seat
    first, last = who_began(story, seat), story.state.holders[seat]
    return not gave_up and first is not None and last is not None and who_is(first) == who_is(last)


def _ranked(every: Iterable[Standing]) -> list[Standing]:
    """Rank those who stayed among themselves; all others share the place behind them."""
    every = list(every)
    stayed = [one.place for one in every if one.has_stayed]
    return [
        replace(one, place=1 + (sum(place < one.place for place in stayed) if one.has_stayed else len(stayed)))
        for one in every
    ]


def is_rated(story: TableHistory, every: Sequence[Standing]) -> bool:
    """Whether a game changes ratings."""
    return why_unrated(story, every) is None


class Unrated(StrEnum):
    """Why a finished game changes no rating, as its record says it."""

    FRIENDLY = "it was not meant to be"
    CANCELLED = "it was cancelled"
    PAST_CHANCE = "a take-back went past a chance"
    SEVERAL_SEATS = "one person held several seats"
    ALONE = "nobody played against another"
    NOT_PLAYED = "it was not played"


def why_unrated(story: TableHistory, every: Sequence[Standing]) -> Unrated | None:
    """Why a finished game changes no rating; None if it does."""
    people = [one.who for one in every if not is_bot(one.who)]
    if not story.state.terms.rated:
        return Unrated.FRIENDLY
    if not every:
        return Unrated.CANCELLED
    if not story.state.is_rated:
        return Unrated.PAST_CHANCE
    if len(people) > len(set(people)):
        return Unrated.SEVERAL_SEATS
    if len({one.who for one in every}) == 1:
        return Unrated.ALONE
    return None if counted(story, every) else Unrated.NOT_PLAYED


def counted(story: TableHistory, every: Sequence[Standing]) -> set[str]:
    """The players whose rating a rated game changes: all, or if it was not played those who left it."""
    return {one.who for one in every if was_played(story, every) or not one.has_stayed}


def was_played(story: TableHistory, every: Sequence[Standing]) -> bool:
    """Whether a game was played to its end, or everybody in it has made a move."""
    moved = {move.play.seat for move in story.state.active_moves}
    return story.how == "rules" or all(one.seat in moved for one in every)


async def keep_results(connection: AsyncConnection, table: str, story: TableHistory) -> bool:
    """Write a finished table's results and the new ratings, once; returns whether it did.

    Call it in a write transaction. Idempotent, also with several processes at once.
    """
    every = standings(story)
    if not every:
        return False
    game, now = story.state.terms.game, story.state.at
    rated = is_rated(story, every)
    gone = await find_gone(connection, {one.who for one in every}) if rated else set()
    before = await lock_ratings(connection, game, {one.who for one in every} - gone) if rated else {}
    if await has_results(connection, table):
        return False
    met = await games_together(connection, game, {one.who for one in every}, now - MONTH) if rated else {}
    after = rate_all(every, before | {who: first_rating(who) for who in gone}, now, met) if rated else {}
    after = {who: one for who, one in after.items() if who in counted(story, every) - gone}
    rows = [_row(table, story, one, before.get(one.who), after.get(one.who)) for one in every]
    await connection.execute(insert_missing(connection, schema.results), rows)
    for who, one in after.items():
        found = (schema.ratings.c.who == who) & (schema.ratings.c.game == game)
        await connection.execute(update(schema.ratings).where(found).values(asdict(one)))
    return True


def rate_all(
    every: Sequence[Standing], before: dict[str, Rating], now: float, met: Mapping[frozenset[str], int] = NEVER_MET
) -> dict[str, Rating]:
    """The ratings after a game. A bot in several seats is updated for each of them; `met` is `games_together`.

    A person learns in full from each game against a bot, whose strength is fixed.
    """
    started = [at_time(one.who, before[one.who], now) for one in every]

    def weigh(one: int, other: int) -> float:
        pair = every[one].who, every[other].who
        so_often = met.get(frozenset(pair), 0)
        if is_bot(pair[1]):
            return 1.0
        return bot_weight(so_often, started[other]) if is_bot(pair[0]) else repeat_weight(so_often)

    ended = rate(started, [one.place for one in every], weigh)
    after: dict[str, Rating] = {}
    for one, old, new in zip(every, started, ended, strict=True):
        so_far = after.get(one.who, old)
        least = LEAST_OF_BOTS if is_bot(one.who) else LEAST
        deviation = max(least, so_far.deviation * new.deviation / old.deviation)
        after[one.who] = Rating(so_far.mean + new.mean - old.mean, deviation, before[one.who].games + 1, now)
    return after


async def games_together(
    connection: AsyncConnection, game: str, players: set[str], since: float
) -> dict[frozenset[str], int]:  # fmt: skip
    """How many rated games these people have finished against each other, and against each of the bots."""
    people = [who for who in players if not is_bot(who)]
    one, other = schema.results.alias(), schema.results.alias()
    both = select(one.c.who, other.c.who.label("other"), func.count(one.c.table.distinct()).label("games")).where(
        one.c.table == other.c.table, one.c.who != other.c.who, one.c.who.in_(people), other.c.who.in_(players),
        one.c.game == game, one.c.is_rated, other.c.is_rated, one.c.at >= since,
    )  # fmt: skip
    rows = await connection.execute(both.group_by(one.c.who, other.c.who))
    return {frozenset((row.who, row.other)): row.games for row in rows}


async def find_gone(connection: AsyncConnection, players: set[str]) -> set[str]:
    """The deleted ones among players; locks the others against deletion until the transaction ends."""
    columns = schema.people.c
    wanted = select(columns.id, columns.created).where(columns.id.in_(players)).order_by(columns.id)
    return {row.id for row in await connection.execute(wanted.with_for_update(read=True)) if not row.created}


async def lock_ratings(connection: AsyncConnection, game: str, players: set[str]) -> dict[str, Rating]:
    """The ratings of all players, locked until the transaction ends; in one order, to avoid deadlocks."""
    rows = [{"who": who, "game": game, **asdict(first_rating(who))} for who in sorted(players)]
    if not rows:
        return {}
    await connection.execute(insert_missing(connection, schema.ratings), rows)
    columns = schema.ratings.c
    wanted = select(columns.who, columns.mean, columns.deviation, columns.games, columns.changed)
    wanted = wanted.where(columns.game == game, columns.who.in_(players)).order_by(columns.who).with_for_update()
    return {
        row.who: Rating(row.mean, row.deviation, row.games, row.changed) for row in await connection.execute(wanted)
    }


async def has_results(connection: AsyncConnection, table: str) -> bool:
    """Whether a table's results are written."""
    found = await connection.execute(select(schema.results.c.seat).where(schema.results.c.table == table).limit(1))
    return found.first() is not None


def _row(
    table: str, story: TableHistory, one: Standing, before: Rating | None, after: Rating | None
) -> dict[str, Any]:  # fmt: skip
    terms = story.state.terms
    return {
        "table": table, "seat": one.seat, "who": one.who, "game": terms.game, "players": terms.players,
        "place": one.place, "score": one.score, "end": story.how, "is_rated": after is not None,
        "mean": after.mean if after else None, "deviation": after.deviation if after else None, "at": story.state.at,
        "mean_before": before.mean if before and after else None,
    }  # fmt: skip


async def missing_results(store: Store, since: float = 0.0) -> list[str]:
    """Tables that ended after `since` without results: cancelled, or their process died before writing them."""
    known = select(schema.results.c.table).where(schema.results.c.table == schema.tables.c.id).exists()
    wanted = select(schema.tables.c.id).where(schema.tables.c.stage == "over", schema.tables.c.changed >= since, ~known)
    async with store.read() as connection:
        return list((await connection.scalars(wanted.order_by(schema.tables.c.changed, schema.tables.c.id))).all())


async def keep_missing(store: Store, since: float = 0.0) -> int:
    """Write the missing results in the order in which the games ended; returns how many.

    A table that does not replay is logged and skipped.
    """
    kept = 0
    for table in await missing_results(store, since):
        try:
            kept += await _keep_missing(store, table)
        except StoreError:
            raise
        except Exception as error:
            log.error("results", table=table, exc_info=error)
    return kept


async def _keep_missing(store: Store, table: str) -> bool:
    row = await store.find_table(table)
    if row is None:
        return False
    story = tell(row.terms, await store.entries(table), row.commitment or "")
    async with store.begin() as connection:
        return await keep_results(connection, table, story)
