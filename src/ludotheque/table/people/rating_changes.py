"""What a finished game did to the ratings of those who played it, as it was written: nothing is computed again."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludotheque.log.history import TableHistory
from ludotheque.table.people.profiles import change_of
from ludotheque.table.people.ratings import Rating
from ludotheque.table.people.results import Unrated, standings, why_unrated
from ludotheque.table.storage.schema import results
from ludotheque.wire.profile_messages import GameRatings, RatingChange


async def load_game_ratings(connection: AsyncConnection, table: str, story: TableHistory) -> GameRatings:
    """What a finished table's game did to ratings."""
    why = why_unrated(story, standings(story))
    if why is Unrated.FRIENDLY:
        return GameRatings(status="unrated")
    if why is not None:
        return GameRatings(status="unchanged", why=why)
    rows = (await connection.execute(select(results).where(results.c.table == table).order_by(results.c.seat))).all()
    if not rows:
        return GameRatings(status="pending")
    changes = [(row, Rating(row.mean, row.deviation)) for row in rows if row.mean is not None]
    return GameRatings(
        status="written",
        changes=tuple(
            RatingChange(seat=row.seat, who=row.who, shown=one.shown, margin=one.margin, change=change_of(row) or 0)
            for row, one in changes
        ),
    )
