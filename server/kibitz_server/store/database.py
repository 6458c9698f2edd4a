"""Connections to a database named by a URL, set up so that a commit is durable when it returns."""

import sqlalchemy as sql

POSTGRES = "postgresql+psycopg"
"""The only Postgres driver that Kibitz depends on."""
POSTGRES_TIMEOUTS = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
"""Detect in seconds that a server has vanished; values in the URL take precedence."""


class BadDatabase(Exception):
    """A database that Kibitz cannot use. The text is a sentence for the operator."""


def connect(url: str, lock_timeout_ms: int = 2000) -> sql.Engine:
    """Return an engine for a URL.

    Args:
        url: SQLAlchemy URL.
        lock_timeout_ms: How long a commit waits for the lock of another program.

    Raises:
        BadDatabase: The URL is invalid, or it names an unsupported database or one without an installed driver.
    """
    try:
        parsed = sql.make_url(url)
    except sql.exc.ArgumentError:
        raise BadDatabase("that is not a database URL; write a file name or postgresql://USER@HOST/NAME") from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername=POSTGRES)
    # Errors hide parameters, because a row may hold the hash of a secret.
    if parsed.get_backend_name() == "postgresql":
        timeouts = {name: value for name, value in POSTGRES_TIMEOUTS.items() if name not in parsed.query}
        try:
            engine = sql.create_engine(parsed, connect_args=timeouts, pool_pre_ping=True, hide_parameters=True)
        except ImportError:
            raise BadDatabase("Postgres needs its driver: install the extra kibitz[postgres]") from None
        _set_up_postgres(engine, lock_timeout_ms)
    elif parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        engine = sql.create_engine(parsed, hide_parameters=True)
        _set_up_sqlite(engine, lock_timeout_ms)
    else:
        raise BadDatabase(f"Kibitz keeps matches in SQLite or Postgres, not in {parsed.drivername}")
    return engine


def without_password(url: str) -> str:
    """Return a URL without its password, for logs and errors."""
    try:
        return sql.make_url(url).render_as_string(hide_password=True)
    except sql.exc.ArgumentError:
        return "that URL"


def sqlite_file(engine: sql.Engine) -> str | None:
    """Return the file of an SQLite database; None for another kind of database."""
    return engine.url.database if engine.dialect.name == "sqlite" else None


def _set_up_postgres(engine: sql.Engine, lock_timeout_ms: int) -> None:
    @sql.event.listens_for(engine, "connect")
    def _set_up(connection: object, _record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute(f"set lock_timeout = {lock_timeout_ms:d}")
        # The server's default may be to report a commit before it is on the disk.
        cursor.execute("set synchronous_commit = on")
        cursor.close()
        connection.commit()  # type: ignore[attr-defined]


def _set_up_sqlite(engine: sql.Engine, lock_timeout_ms: int) -> None:
    @sql.event.listens_for(engine, "connect")
    def _set_up(connection: object, _record: object) -> None:
        # By default the driver begins transactions itself, and excludes changes of tables from them.
        connection.isolation_level = None  # type: ignore[attr-defined]
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute(f"pragma busy_timeout={lock_timeout_ms:d}")
        cursor.execute("pragma journal_mode=wal")
        cursor.execute("pragma synchronous=full")
        cursor.close()

    @sql.event.listens_for(engine, "begin")
    def _begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql("begin")
