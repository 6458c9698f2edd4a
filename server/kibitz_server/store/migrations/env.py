"""Run by Alembic for every command: `upgrade` hands over its connection, with a transaction begun."""

from alembic import context

from kibitz_server.store.tables import metadata

connection = context.config.attributes["connection"]
# SQLite can neither alter nor drop a column's constraints in place; in batch mode a table is made anew and filled.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
