"""Ownership of an SQLite file: one server uses it at a time.

Two servers with the same file would both continue its matches, and refuse each other's moves. Other programs, such as
`kibitz-server db backup`, may use the file meanwhile.
"""

import contextlib
import os
import sys
from collections.abc import Iterator

import sqlalchemy as sql

from kibitz_server.store.database import BadDatabase

if sys.platform != "win32":  # Windows has no such locks, so the operator has to take care there.
    import fcntl

SUFFIX = ".lock"
MAX_OWNER = 200


class DatabaseInUse(BadDatabase):
    """Another server uses the file. The text names it."""


@contextlib.contextmanager
def owned(url: str | None, owner: str) -> Iterator[None]:
    """Own the SQLite file of a database URL until the end of the block. The lock also ends with the process.

    Args:
        url: SQLAlchemy URL. Databases that are no SQLite file need no owner.
        owner: Text that names this server to the operator of another one.

    Raises:
        DatabaseInUse: Another server owns the file.
    """
    lock = _open(url)
    if lock is None or sys.platform == "win32":
        yield
        return
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = os.read(lock, MAX_OWNER).decode(errors="replace").strip()
            raise DatabaseInUse(f"it is in use by {other or 'another server'}") from None
        os.ftruncate(lock, 0)
        os.write(lock, f"{owner}\n".encode()[:MAX_OWNER])
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
    # Where no file can be created, opening the database fails with a better message.
    with contextlib.suppress(OSError):
        return os.open(f"{file}{SUFFIX}", os.O_RDWR | os.O_CREAT, 0o600)
    return None
