"""Who looks for opponents."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nobody does yet."""
    op.create_table(
        "seeks",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("offer", sa.String(20), nullable=False),
        sa.Column("rated", sa.String(8), nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("is_program", sa.Boolean, nullable=False),
        sa.Column("commitment", sa.String(64)),
        sa.Column("is_meanwhile", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("party", sa.String(32)),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("has_come", sa.Boolean, nullable=False),
        sa.Column("table", sa.String(16)),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seeks_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name="pk_seeks"),
    )
