"""Look-ups of tables by game and by all who ever sat there, and of old answers by age."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

GAME = {
    "sqlite": "UPDATE tables SET game = json_extract(terms, '$.game')",
    "postgresql": "UPDATE tables SET game = CAST(terms AS json) ->> 'game'",
}
SITTERS = {
    "sqlite": """
        INSERT INTO sitters (person, "table")
        SELECT DISTINCT json_extract(body, '$.holder.person'), "table" FROM entries
        WHERE body LIKE '%"holder"%' AND json_extract(body, '$.holder.person') IS NOT NULL
    """,
    "postgresql": """
        INSERT INTO sitters (person, "table")
        SELECT DISTINCT CAST(body AS json) -> 'holder' ->> 'person', "table" FROM entries
        WHERE body LIKE '%"holder"%' AND CAST(body AS json) -> 'holder' ->> 'person' IS NOT NULL
    """,
}


def upgrade() -> None:
    """Add a column, the indexes and the table `sitters`, and fill them from terms and entries."""
    kind = op.get_bind().dialect.name
    op.add_column("tables", sa.Column("game", sa.String(20)))
    op.execute(sa.text(GAME[kind]))
    with op.batch_alter_table("tables") as batch:
        batch.alter_column("game", existing_type=sa.String(20), nullable=False)
    op.create_index("ix_tables_listed_by_game", "tables", ["is_public", "stage", "game", "changed"])
    op.create_index("ix_tables_creator", "tables", ["creator"])
    op.create_index("ix_answers_at", "answers", ["at"])
    _create_sitters()
    op.execute(sa.text(SITTERS[kind]))


def _create_sitters() -> None:
    op.create_table(
        "sitters",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_sitters_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "table", name="pk_sitters"),
    )
    op.create_index("ix_sitters_table", "sitters", ["table"])
