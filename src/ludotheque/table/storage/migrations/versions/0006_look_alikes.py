"""An account's name also as it looks, so that no other looks like it."""

import sqlalchemy as sa
from alembic import op

from ludotheque.table.people.person_names import look

revision = "0006"
down_revision = "0005"

people = sa.table("people", *map(sa.column, ("id", "name", "login", "alike", "created")))


def upgrade() -> None:
    """Of accounts that look alike already, all live on; the oldest keeps newcomers from looking like it."""
    op.add_column("people", sa.Column("alike", sa.String(40)))
    connection = op.get_bind()
    accounts = sa.select(people.c.id, people.c.name).where(people.c.login.is_not(None)).order_by(people.c.created)
    taken: set[str] = set()
    for person, name in connection.execute(accounts).all():
        if (alike := look(name)) not in taken:
            taken.add(alike)
            connection.execute(people.update().where(people.c.id == person).values(alike=alike))
    op.create_index("ix_people_alike", "people", ["alike"], unique=True)
