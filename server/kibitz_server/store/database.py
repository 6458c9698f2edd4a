"""Connections to a database named by a URL, set up so that a commit is durable when it returns."""

import sqlalchemy as sql

POSTGRES = "postgresql+psycopg"
"""The one driver we bring for Postgres."""
POSTGRES_PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
"""A server that is gone without a word is noticed in seconds; what the URL says comes first."""


class BadDatabase(Exception):
    """A database that this program cannot use; the text is a sentence for people."""


def connect(url: str, patience_ms: int = 2000) -> sql.Engine:
    """An engine for a URL; `patience_ms` is how long a commit waits for another program's lock.

    Raises BadDatabase for a URL that is none, or names a database that we do not know or have no driver for.
    """
    try:
        parsed = sql.make_url(url)
    except sql.exc.ArgumentError:
        raise BadDatabase("that is no database URL; write a file name or postgresql://USER@HOST/NAME") from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername=POSTGRES)
    # Parameters are hidden in errors: what was to be written is no news, and may be the hash of a secret.
    if parsed.get_backend_name() == "postgresql":
        patient = {name: value for name, value in POSTGRES_PATIENCE.items() if name not in parsed.query}
        try:
            engine = sql.create_engine(parsed, connect_args=patient, pool_pre_ping=True, hide_parameters=True)
        except ImportError:
            raise BadDatabase("Postgres needs its driver: pip install 'kibitz[postgres]'") from None
        _set_up_postgres(engine, patience_ms)
    elif parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        engine = sql.create_engine(parsed, hide_parameters=True)
        _set_up_sqlite(engine, patience_ms)
    else:
        raise BadDatabase(f"Kibitz keeps matches in SQLite or Postgres, not in {parsed.drivername}")
    return engine


def shown(url: str) -> str:
    """A URL as it may be written down: without its password."""
    try:
        return sql.make_url(url).render_as_string(hide_password=True)
    except sql.exc.ArgumentError:
        return "that URL"


def sqlite_file(engine: sql.Engine) -> str | None:
    """The file of an SQLite database; None for another kind of database."""
    return engine.url.database if engine.dialect.name == "sqlite" else None


def _set_up_postgres(engine: sql.Engine, patience_ms: int) -> None:
    @sql.event.listens_for(engine, "connect")
    def _set_up(connection: object, _record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute(f"set lock_timeout = {patience_ms:d}")
        # A server may be set up to call a commit done before it is on the disk.
        cursor.execute("set synchronous_commit = on")
        cursor.close()
        connection.commit()  # type: ignore[attr-defined]


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
