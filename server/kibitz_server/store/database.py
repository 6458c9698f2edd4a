"""Connections to a database named by a URL, set up so that a commit is durable when it returns.

An SQLite database has hashes of tokens and passwords. So only its owner can read its files, whatever the umask is.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sql
import structlog

log = structlog.get_logger(__name__)

POSTGRES = "postgresql+psycopg"
"""The only Postgres driver that Kibitz depends on."""
POSTGRES_TIMEOUTS = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 10, "keepalives_interval": 5}
"""Detect in seconds that a server has vanished; values in the URL take precedence."""

MOST_LOG_BYTES = 8 * 1024 * 1024
"""Size that the write-ahead log of SQLite keeps. A reader at work lets it grow, and it would never shrink."""
WRITES = "kibitz_writes"
"""Option of a connection whose next transaction writes."""


class BadDatabase(Exception):
    """A database that Kibitz cannot use. The text is for the operator."""


def connect(url: str, lock_timeout_ms: int = 2000, *, one_session: bool = False) -> sql.Engine:
    """Return an engine for a URL.

    Args:
        url: SQLAlchemy URL.
        lock_timeout_ms: How long a commit waits for the lock of another program.
        one_session: Whether an engine for Postgres opens at most one session at a time.

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
        size: dict[str, int] = {"pool_size": 1, "max_overflow": 0} if one_session else {}
        try:
            engine = sql.create_engine(parsed, connect_args=timeouts, pool_pre_ping=True, hide_parameters=True, **size)
        except ImportError:
            raise BadDatabase("Postgres needs its driver: install the extra kibitz[postgres]") from None
        _set_up_postgres(engine, lock_timeout_ms)
    elif parsed.drivername in ("sqlite", "sqlite+pysqlite"):
        engine = sql.create_engine(parsed, hide_parameters=True)
        _set_up_sqlite(engine, lock_timeout_ms)
    else:
        raise BadDatabase(f"Kibitz keeps matches in SQLite or Postgres, not in {parsed.drivername}")
    return engine


@contextlib.contextmanager
def writing(engine: sql.Engine) -> Iterator[sql.Connection]:
    """Begin a transaction that will write, perhaps after it has read. Commit it at the end of the block.

    In SQLite it waits for the lock at its begin. One that reads first would fail at once, without waiting, if another
    program commits between its reading and its writing.
    """
    with engine.execution_options(**{WRITES: True}).begin() as connection:
        yield connection


def without_password(url: str) -> str:
    """Return a URL without its password, for logs and errors."""
    try:
        return sql.make_url(url).render_as_string(hide_password=True)
    except sql.exc.ArgumentError:
        return "that URL"


def sqlite_file(engine: sql.Engine) -> str | None:
    """Return the file of an SQLite database; None for another kind of database."""
    return engine.url.database if engine.dialect.name == "sqlite" else None


def create_private(file: Path) -> None:
    """Create a file that only its owner can read. Do nothing if it exists.

    Raises:
        OSError: The file cannot be created.
    """
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def make_private(file: Path) -> None:
    """Let only the owner read an SQLite database, its write-ahead log and its copies, and log what has changed."""
    if os.name != "posix":
        return
    names = [file.with_name(file.name + suffix) for suffix in ("", "-wal", "-shm", "-journal")]
    found = [path for path in (*names, *file.parent.glob(f"{file.name}.before-*")) if path.is_file()]
    shared = [path for path in found if path.stat().st_mode & 0o077]
    if not shared:
        return
    try:
        for path in shared:
            path.chmod(0o600)
    except OSError as error:
        log.warning("other users can read the database", file=str(file), error=str(error), do="chmod 600 the files")
    else:
        log.info("database made private: other users could read it", files=[path.name for path in shared])


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
    file = engine.url.database
    # SQLite gives its further files the mode of the database.
    private = not file or file == ":memory:" or file.startswith("file:")

    @sql.event.listens_for(engine, "do_connect")
    def _make_private(*_: object) -> None:
        nonlocal private
        if not private and file:
            private = True
            # SQLite has a better message for a file that cannot be created.
            with contextlib.suppress(OSError):
                create_private(Path(file))
                make_private(Path(file))

    @sql.event.listens_for(engine, "connect")
    def _set_up(connection: object, _record: object) -> None:
        # By default the driver begins transactions itself, and excludes changes of tables from them.
        connection.isolation_level = None  # type: ignore[attr-defined]
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute(f"pragma busy_timeout={lock_timeout_ms:d}")
        cursor.execute("pragma journal_mode=wal")
        cursor.execute(f"pragma journal_size_limit={MOST_LOG_BYTES:d}")
        cursor.execute("pragma synchronous=full")
        cursor.close()

    @sql.event.listens_for(engine, "begin")
    def _begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql("begin immediate" if connection.get_execution_options().get(WRITES) else "begin")


class CommitGuard:
    """Makes sure that what SQLite committed is on the disk, also after an error and if its files are removed.

    After a failed fsync the kernel counts the pages as written. SQLite then finds the failed transaction in its log,
    and reads it as committed. So after an error, and at the start, all of the log is written to the database file,
    which is synced (Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020).

    A log that was removed stays open, and takes commits that end with the process. It is written to the file too.
    """

    def __init__(self, engine: sql.Engine, release: Callable[[], object] = lambda: None) -> None:
        """Guard the commits of an engine. `release` gives connections that are kept open back to its pool."""
        file = sqlite_file(engine)
        self._engine = engine
        self._release = release
        self._file = os.path.realpath(file) if file and file != ":memory:" else None
        self._log = f"{self._file}-wal"
        self._inode = _inode(self._file) if self._file else None
        self._log_inode: int | None = None
        self._first = self._doubtful = True

    def doubt(self) -> None:
        """Note that a commit failed, and that all connections were closed."""
        self._log_inode, self._doubtful = None, True

    def before_commit(self) -> None:
        """Make the earlier commits durable if that is in doubt.

        Raises:
            OSError: The database file was removed or replaced, or another program reads it for long.
            sqlalchemy.exc.SQLAlchemyError: The disk does not work.
        """
        if self._file is None:
            return
        if _inode(self._file) != self._inode:
            raise OSError(f"the file {self._file} was removed or replaced")
        if self._doubtful:
            # At the start, a program that makes a copy for minutes must not be in the way.
            if not self._write_log_to_file() and not self._first:
                raise OSError(f"another program reads {self._file}, so what it has cannot be made safe: locked")
            self._first = self._doubtful = False

    def after_commit(self) -> None:
        """Make the commit durable if the log was removed.

        Raises:
            OSError: Another program reads the database for long.
            sqlalchemy.exc.SQLAlchemyError: The disk does not work.
        """
        if self._file is None:
            return
        inode = _inode(self._log)
        if self._log_inode is None:
            self._log_inode = inode
        elif inode != self._log_inode:
            log.error("the log of the database was removed while the server runs", file=self._log)
            while not self._write_log_to_file():
                log.warning("another program reads the database, so its log cannot be made safe yet")
            self._engine.dispose()
            self.doubt()

    def _write_log_to_file(self) -> bool:
        """Write all of the log to the database file. Return False if another program reads an older state of it."""
        # A new connection would begin another log in place of a removed one.
        self._release()
        with self._engine.connect() as connection:
            connection.exec_driver_sql("commit")
            try:
                busy, _, _ = connection.exec_driver_sql("pragma wal_checkpoint(truncate)").one()
            finally:
                connection.exec_driver_sql("begin")
        return not busy


def _inode(path: str) -> int | None:
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return None
