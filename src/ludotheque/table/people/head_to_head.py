"""Whom a player has met, and how their games went: wins, losses and draws against each, by game.

A game counts for whoever asks only if they may look at its table: what people play in private stays among them. Of two
players of one table, the one with the better place has won; a bot in several seats has its best place.
"""

from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.table.people.ratings import BOT, is_bot
from ludotheque.table.storage.schema import results, sitters, tables
from ludotheque.wire.profile_messages import Duel

MOST_OPPONENTS = 50


@dataclass(slots=True)
class Meetings:
    """A player's games against one other."""

    who: str  # a person's id, or `bot:LEVEL` for all versions of a bot
    last: float = 0.0  # when they last met
    duels: dict[str, Duel] = field(default_factory=dict)  # by game

    @property
    def games(self) -> int:
        """How many games they have played against each other."""
        return sum(one.games for one in self.duels.values())


async def load_opponents(
    connection: AsyncConnection, who: str, asker: str | None, only: str | None = None
) -> list[Meetings]:
    """The players whom `who` has met, most often first; with `only`, that one alone. `asker` sees the result."""
    place = func.min(results.c.place).label("place")
    own = select(results.c.table, results.c.game, results.c.at, place).where(results.c.who == who, _may_see(asker))
    mine = own.group_by(results.c.table, results.c.game, results.c.at).subquery()
    others = results.c.who != who if only is None else results.c.who == only
    met = select(results.c.table, results.c.who, place).where(others)
    other = met.group_by(results.c.table, results.c.who).subquery()
    wanted = select(
        mine.c.game, other.c.who, func.count().label("games"), func.max(mine.c.at).label("last"),
        _sum(mine.c.place < other.c.place).label("wins"), _sum(mine.c.place > other.c.place).label("losses"),
    )  # fmt: skip
    joined = wanted.join_from(mine, other, mine.c.table == other.c.table).group_by(mine.c.game, other.c.who)
    found: dict[str, Meetings] = {}
    for row in await connection.execute(joined):
        key = _without_version(row.who)
        meetings = found.setdefault(key, Meetings(key))
        meetings.last = max(meetings.last, row.last)
        _add(meetings, row.game, row.games, row.wins, row.losses)
    return sorted(found.values(), key=lambda one: (-one.games, -one.last, one.who))[:MOST_OPPONENTS]


def _may_see(asker: str | None) -> ColumnElement[bool]:
    """The tables that the asker may look at: public ones, and those they made or sat at."""
    sat = select(sitters.c.table).where(sitters.c.person == asker)
    own = or_(tables.c.is_public, tables.c.creator == asker, tables.c.id.in_(sat)) if asker else tables.c.is_public
    return results.c.table.in_(select(tables.c.id).where(and_(tables.c.stage == "over", own)))


def _sum(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _without_version(who: str) -> str:
    """A player's key; of a bot, its level alone."""
    return ":".join(who.split(":")[:2]) if is_bot(who) else who


def _add(meetings: Meetings, game: str, games: int, wins: int, losses: int) -> None:
    before = meetings.duels.get(game, Duel(game=game, games=0, wins=0, losses=0, draws=0))
    meetings.duels[game] = Duel(
        game=game, games=before.games + games, wins=before.wins + wins, losses=before.losses + losses,
        draws=before.draws + games - wins - losses,
    )  # fmt: skip


def level_of(who: str) -> str | None:
    """The level of a bot's key; None for a person."""
    return who.removeprefix(BOT) if is_bot(who) else None
