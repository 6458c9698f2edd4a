"""Environment that Alembic runs for every command, on the connection and in the transaction of `upgrade`."""

from alembic import context

from kibitz_server.store.tables import metadata

connection = context.config.attributes["connection"]
# SQLite cannot alter or drop a constraint of a column; in batch mode Alembic copies the table into a new one.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
