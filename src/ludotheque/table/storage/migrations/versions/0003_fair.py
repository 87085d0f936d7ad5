"""A table's chance comes from a secret that it is committed to, and what not all may see is sealed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tables that are there already have no secret: they get one, visibly, when they are next looked at."""
    op.add_column("tables", sa.Column("commitment", sa.String(64)))
    op.add_column("tables", sa.Column("secret", sa.Text))
    op.add_column("entries", sa.Column("opened", sa.Text))
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house"),
    )
