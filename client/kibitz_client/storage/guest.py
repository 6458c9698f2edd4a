"""The guest that commands on this machine are, so that a player without an account stays the same at a server.

One process at a time is this guest. Another one that runs meanwhile is a new guest, so that two players at two windows
of one machine can play each other.
"""

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.storage.credentials import Credentials, StoredLogin
from kibitz_client.storage.files import make_private_directory

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


class Guest:
    """The guest of a server, held by this process. Without a place to write, the guest is forgotten at the end."""

    def __init__(self, path: Path, server: str) -> None:
        self._credentials = Credentials(path)
        self._server = server

    @property
    def token(self) -> str | None:
        """The token of the guest, if there is one."""
        known = self._credentials.get(self._server)
        return known.token if known is not None else None

    def keep(self, name: str, token: str) -> None:
        """Save a new guest."""
        with contextlib.suppress(UsageError):
            self._credentials.keep(self._server, StoredLogin(name, token))

    def forget(self) -> None:
        """Remove the guest, because the server does not know it any more."""
        with contextlib.suppress(UsageError):
            self._credentials.forget(self._server)


@contextlib.contextmanager
def held_guest(path: Path, server: str) -> Iterator[Guest | None]:
    """Hold the guest of a server to the end of the block, or yield None while another process holds it.

    Args:
        path: The file of the guests.
    """
    lock = path.with_name(f"guest-{hashlib.sha256(server.encode()).hexdigest()[:16]}.lock")
    with contextlib.ExitStack() as stack:
        try:
            make_private_directory(lock.parent)
            file = stack.enter_context(open(os.open(lock, os.O_CREAT | os.O_RDWR, 0o600), "w"))
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield None
        else:
            yield Guest(path, server)
