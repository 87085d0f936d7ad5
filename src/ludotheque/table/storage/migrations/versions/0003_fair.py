"""Each table has a committed secret for its chance, and entries that not all may see are sealed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Existing tables have no secret: each gets one, by a visible entry, when it is next loaded."""
    op.add_column("tables", sa.Column("commitment", sa.String(64)))
    op.add_column("tables", sa.Column("secret", sa.Text))
    op.add_column("entries", sa.Column("opened", sa.Text))
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house"),
    )
