"""How much thinking people's bots have had, for a fair queue."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has used any yet."""
    op.create_table(
        "bot_time",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_bot_time"),
    )
