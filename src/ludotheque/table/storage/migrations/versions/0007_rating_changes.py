"""How much a rated game changed a rating: the mean before it."""

import sqlalchemy as sa
from alembic import op

from ludotheque.table.people.ratings import first_rating

revision = "0007"
down_revision = "0006"

results = sa.table("results", *map(sa.column, ("table", "seat", "who", "game", "mean", "mean_before", "at")))


def upgrade() -> None:
    """Of games so far, what the game before had left: ratings were written in the order in which games ended."""
    op.add_column("results", sa.Column("mean_before", sa.Float))
    connection = op.get_bind()
    columns = results.c
    rated = sa.select(columns.table, columns.seat, columns.who, columns.game, columns.mean)
    rated = rated.where(columns.mean.is_not(None)).order_by(columns.at, columns.table, columns.seat)
    latest: dict[tuple[str, str], tuple[str, float, float]] = {}  # by player and game: table, mean before, mean after
    found = []
    for row in connection.execute(rated).all():
        table, before, after = latest.get((row.who, row.game), ("", 0.0, first_rating(row.who).mean))
        before = before if table == row.table else after  # a bot may have sat in several seats
        latest[row.who, row.game] = row.table, before, row.mean
        found.append({"in_table": row.table, "in_seat": row.seat, "by": row.who, "before": before})
    if found:
        is_row = (columns.table == sa.bindparam("in_table")) & (columns.seat == sa.bindparam("in_seat"))
        is_row &= columns.who == sa.bindparam("by")
        connection.execute(results.update().where(is_row).values(mean_before=sa.bindparam("before")), found)
