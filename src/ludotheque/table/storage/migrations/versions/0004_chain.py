"""Logs are chained by hashes, tables know their last entry, and the house counts its heartbeats."""

import sqlalchemy as sa
from alembic import op

from ludotheque.table.storage.integrity.entry_chain import fill_chain

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Existing logs are chained as they are; gaps in them are reported when the house is opened."""
    op.add_column("entries", sa.Column("chain", sa.String(32)))
    op.add_column("tables", sa.Column("last_entry", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("chain", sa.String(32), server_default=""))
    op.add_column("house", sa.Column("beats", sa.Integer, nullable=False, server_default="0"))
    fill_chain(op.get_bind())
