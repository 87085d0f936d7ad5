"""Alembic runs this: the connection comes from `schema_upgrade`, already in a transaction."""

from alembic import context

from ludotheque.table.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
