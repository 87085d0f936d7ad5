"""The first schema. It is never changed: every later change is a migration of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _create_people()
    _create_tables()
    _create_log()
    _create_index()
    _create_ratings()
    _create_life()


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("login", sa.String(40)),
        sa.Column("password", sa.String(200)),
        sa.Column("recovery", sa.String(200)),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("login"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("creator", sa.String(32), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("invitation", sa.String(64)),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.Column("rematch", sa.String(16)),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_listed", "tables", ["is_public", "stage", "changed"])


def _create_log() -> None:
    op.create_table(
        "entries",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_entries_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_entries"),
    )
    op.create_table(
        "answers",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_answers_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "person", "id", name="pk_answers"),
    )
    op.create_table(
        "messages",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_messages_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_messages"),
    )


def _create_index() -> None:
    op.create_table(
        "seats",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("bot", sa.String(20)),
        sa.Column("waited", sa.Float()),
        sa.Column("due", sa.Float()),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_due", "seats", ["due"])
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "work",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("has_people", sa.Boolean(), nullable=False),
        sa.Column("taker", sa.String(32)),
        sa.Column("taken", sa.Float()),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(200)),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_work_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_work"),
    )
    op.create_index("ix_work_since", "work", ["since"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("who", "game", name="pk_ratings"),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("end", sa.String(20), nullable=False),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        sa.Column("mean", sa.Float()),
        sa.Column("deviation", sa.Float()),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", "who", name="pk_results"),
    )
    op.create_index("ix_results_who", "results", ["who"])


def _create_life() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("started", sa.Float(), nullable=False),
        sa.Column("beat", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "pauses",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("begin", sa.Float(), nullable=False),
        sa.Column("end", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pauses"),
    )
