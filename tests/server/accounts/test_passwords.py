"""Password hashing: the priority of its thread."""

import os
import sys
import threading

import pytest
from argon2 import PasswordHasher

from kibitz_server.accounts.passwords import PasswordHashing


class Hasher(PasswordHasher):
    """Hasher whose hash is the niceness of its thread."""

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:  # noqa: ARG002
        return str(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities of threads")
async def test_passwords_are_hashed_at_a_low_priority() -> None:
    """The event loop does not wait for a processor on which passwords are hashed, and keeps its own priority."""
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert int(await PasswordHashing(Hasher()).hash("correct horse")) > own
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own
