"""How people are reminded of their turns, of which turns they were, and what is still to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nobody has asked for it yet."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.Text),
        sa.Column("lookup", sa.String(64), unique=True),
        sa.Column("session", sa.String(64)),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("confirmed", sa.Float),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("off", sa.Float),
        sa.Column("told", sa.Float),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_channels_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["session"], ["sessions.token"], name="fk_channels_session", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
    )
    op.create_index("ix_channels_person", "channels", ["person"])
    op.create_index("ix_channels_session", "channels", ["session"])
    op.create_table(
        "reminders",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("settled", sa.Float),
        sa.Column("looked", sa.Float),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_reminders_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_reminders"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("table", sa.String(16)),
        sa.Column("seat", sa.Integer),
        sa.Column("turn", sa.Integer),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("taken", sa.Float),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name="fk_outbox_channel", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_outbox_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
    )
    for column in ("channel", "table", "due"):
        op.create_index(f"ix_outbox_{column}", "outbox", [column])
