"""Connections to a database named by a URL, set up so that a commit is durable when it returns."""

import sqlalchemy as sql

POSTGRES = "postgresql+psycopg"
"""The one driver we bring for Postgres."""


def connect(url: str, patience_ms: int = 2000) -> sql.Engine:
    """An engine for a URL; `patience_ms` is how long a commit waits for another program's lock.

    Raises sqlalchemy's ArgumentError for what is no URL, and ImportError for a database whose driver is not installed.
    """
    parsed = sql.make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername=POSTGRES)
    engine = sql.create_engine(parsed)
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine, patience_ms)
    return engine


def sqlite_file(engine: sql.Engine) -> str | None:
    """The file of an SQLite database; None for another kind of database."""
    return engine.url.database if engine.dialect.name == "sqlite" else None


def _set_up_sqlite(engine: sql.Engine, patience_ms: int) -> None:
    @sql.event.listens_for(engine, "connect")
    def _set_up(connection: object, _record: object) -> None:
        # The driver would begin transactions by its own lights, and leave changes of tables out of them.
        connection.isolation_level = None  # type: ignore[attr-defined]
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute(f"pragma busy_timeout={patience_ms:d}")
        cursor.execute("pragma journal_mode=wal")
        cursor.execute("pragma synchronous=full")
        cursor.close()

    @sql.event.listens_for(engine, "begin")
    def _begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql("begin")
