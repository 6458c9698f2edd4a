"""Ownership of a database: one server uses it at a time.

Two servers with the same database would both continue its matches, and refuse each other's moves. Other programs, such
as `kibitz-server db backup`, may use it meanwhile.

An SQLite file has a lock file beside it. In Postgres the session that writes holds an advisory lock, so a server that
lost its session can write nothing before it has the lock again.
"""

import contextlib
import os
import secrets
import socket
import sys
import time
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import sqlalchemy as sql

from kibitz_server.store.database import BadDatabase

if sys.platform != "win32":  # Windows has no such locks, so the operator has to take care there.
    import fcntl

SUFFIX = ".lock"
MAX_OWNER = 200
MARK = "kibitz"
LOCK = 5421338
"""First half of the key of the advisory lock. The second half is a hash of the schema."""
WAIT_S, RETRY_S = 5.0, 0.1
"""How long a server waits for the lock, because Postgres notices the end of a killed one a little later."""
SESSION = (
    "set tcp_keepalives_idle = 10",
    "set tcp_keepalives_interval = 5",
    "set tcp_keepalives_count = 3",
)
"""Let Postgres end the session of a machine that vanished after 25 s, instead of two hours. Its lock ends with it."""
TRY_LOCK = "select pg_try_advisory_lock(%s, %s)"
HOLDER = """
select activity.pid, activity.application_name from pg_locks
join pg_stat_activity activity on activity.pid = pg_locks.pid
where locktype = 'advisory' and granted and objsubid = 2 and classid = %s and objid = %s
and database = (select oid from pg_database where datname = current_database())
"""


class DatabaseInUse(BadDatabase):
    """Another server uses the database. The text names it."""


class DatabaseOwner(NamedTuple):
    """A server as its database names it. `since` is its start in seconds since 1970, `port` 0 if it took a free one.

    `token` differs for any two owners: process ids repeat between containers, and a process can have two owners.
    """

    host: str
    pid: int
    port: int
    since: int
    token: str

    @classmethod
    def this_process(cls, port: int, since: float) -> "DatabaseOwner":
        """Return the owner for a server in this process."""
        return cls(socket.gethostname(), os.getpid(), port, int(since), secrets.token_hex(4))

    @classmethod
    def read(cls, text: str) -> "DatabaseOwner | None":
        """Return the owner that `packed` wrote; None if the text is something else."""
        try:
            mark, pid, port, since, token, host = text.strip().split(" ", 5)
            return cls(host, int(pid), int(port), int(since), token) if mark == MARK else None
        except ValueError:
            return None

    def packed(self) -> str:
        """Return one line with all fields, which fits the 63 bytes of a session's name in Postgres."""
        return f"{MARK} {self.pid} {self.port} {self.since} {self.token} {self.host}"[:63]

    def __str__(self) -> str:
        started = datetime.fromtimestamp(self.since, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        port = f", port {self.port}" if self.port else ""
        return f"the server on {self.host} (process id {self.pid}{port}), started {started}"


def _in_use(text: str) -> DatabaseInUse:
    return DatabaseInUse(f"it is in use by {DatabaseOwner.read(text) or text.strip() or 'another server'}")


@contextlib.contextmanager
def owned(url: str | None, owner: DatabaseOwner) -> Iterator[None]:
    """Own the SQLite file of a database URL until the end of the block. The lock also ends with the process.

    Args:
        url: SQLAlchemy URL. Databases that are not SQLite files are not locked here.
        owner: This server.

    Raises:
        DatabaseInUse: Another server owns the file.
        BadDatabase: The lock file cannot be written.
    """
    lock = _open(url)
    if lock is None or sys.platform == "win32":
        yield
        return
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(os.read(lock, MAX_OWNER).decode(errors="replace")) from None
        os.ftruncate(lock, 0)
        os.write(lock, f"{owner.packed()}\n".encode()[:MAX_OWNER])
        yield
    finally:
        os.close(lock)


def _open(url: str | None) -> int | None:
    """Return the open lock file beside the SQLite file of a URL; None if there is nothing to lock."""
    try:
        parsed = sql.make_url(url) if url else None
    except sql.exc.ArgumentError:
        return None
    file = parsed.database if parsed is not None and parsed.get_backend_name() == "sqlite" else None
    if sys.platform == "win32" or not file or file == ":memory:":
        return None
    # A symbolic link must not lead to a second lock of the same file.
    path = f"{os.path.realpath(file)}{SUFFIX}"
    if not os.path.isdir(os.path.dirname(path)):
        return None  # opening the database fails with a better message
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadDatabase(f"the server cannot write {path} ({error.strerror}), which keeps others away") from None


class PostgresLock:
    """Advisory lock of the sessions that an engine opens. It has one session, and takes the lock with it.

    `runs` are the ids of the runs of servers that the owner knows. A run that it does not know when it takes the lock
    again means that another server has used the database in between.
    """

    def __init__(self, engine: sql.Engine, owner: DatabaseOwner, wait_s: float = WAIT_S) -> None:
        self.runs: set[str] | None = None
        self._name = owner.packed()
        self._wait_s = wait_s
        sql.event.listen(engine, "connect", self._connected)

    def _connected(self, connection: Any, _record: object) -> None:
        """Take the lock in a new session.

        Raises:
            DatabaseInUse: Another server has it, or had it in the meantime.
        """
        try:
            with connection.cursor() as cursor:
                for setting in SESSION:
                    cursor.execute(setting)
                cursor.execute("select set_config('application_name', %s, false)", (self._name,))
                cursor.execute("select current_schema()")
                schema = str(cursor.fetchone()[0])
                self._take(connection, cursor, (LOCK, zlib.crc32(schema.encode()) & 0x7FFFFFFF))
                self._check_runs(cursor)
            connection.commit()
        except BaseException:
            connection.close()
            raise

    def _check_runs(self, cursor: Any) -> None:
        if self.runs is None:
            return
        cursor.execute("select id from run")
        if not {id for (id,) in cursor.fetchall()} <= self.runs:
            raise DatabaseInUse("another server used it while this one had lost it")

    def _take(self, connection: Any, cursor: Any, key: tuple[int, int]) -> None:
        deadline = time.monotonic() + self._wait_s
        while True:
            cursor.execute(TRY_LOCK, key)
            if cursor.fetchone()[0]:
                return
            cursor.execute(HOLDER, key)
            holder = cursor.fetchone()
            if holder is not None and holder[1] == self._name:
                # A session of this server whose connection broke, and that Postgres still waits for.
                cursor.execute("select pg_terminate_backend(%s)", (holder[0],))
            connection.commit()
            if time.monotonic() >= deadline:
                raise _in_use(str(holder[1] or "") if holder is not None else "")
            time.sleep(RETRY_S)
