"""Password hashing with Argon2id (RFC 9106), in a thread, one at a time: each takes 64 MiB and half a second.

The thread releases the interpreter, but Argon2 computes in four threads. They have a low priority, so that the event
loop does not wait for a processor.
"""

import asyncio
import contextlib
import os
import sys
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.names import skeleton

T = TypeVar("T")

SHORTEST = 8
AT_ONCE = 1
NICE = 10
"""Added to the niceness of the thread, and of those that Argon2 starts."""
MAX_WAITING = 16
TYPICAL_S = 0.5
"""Time of one hash."""
COMMON = (
    "password passw0rd password1 12345678 123456789 1234567890 11111111 00000000 qwertyui qwertyuiop qwerty123 "
    "iloveyou sunshine princess football baseball letmein1 trustno1 superman abcd1234 1q2w3e4r asdfghjk 87654321"
).split()


class PasswordHashing:
    """Password hashing and verification. `hasher` has the costs, by default those of the library."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._thread = ThreadPoolExecutor(AT_ONCE, "passwords", _lower_priority)
        self._waiting = 0
        self._dummy_hash: str | None = None

    async def hash(self, password: str) -> str:
        """Return the hash of a password.

        Raises:
            CommandRefused: Too many passwords wait.
        """
        return await self._queued(self._hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Return whether a password matches a stored hash. It takes the same time without a hash, and returns False.

        Raises:
            CommandRefused: Too many passwords wait.
        """
        return await self._queued(self._verify, stored, password)

    def needs_rehash(self, stored: str) -> bool:
        """Return whether a hash was made with other costs than the current ones."""
        return self._hasher.check_needs_rehash(stored)

    def _hash(self, password: str) -> str:
        return self._hasher.hash(_normalised(password))

    def _verify(self, stored: str | None, password: str) -> bool:
        # Made at the first call for every account, so that the time reveals nothing.
        self._dummy_hash = self._dummy_hash or self._hasher.hash("nobody's")
        try:
            matches = self._hasher.verify(stored or self._dummy_hash, _normalised(password))
        except (VerificationError, InvalidHashError):
            return False
        return matches and stored is not None

    async def _queued(self, work: Callable[..., T], *args: str | None) -> T:
        if self._waiting >= MAX_WAITING:
            wait_s = MAX_WAITING * TYPICAL_S
            raise CommandRefused(
                Code.BUSY, "too many passwords are being checked", f"try again in {wait_s:.0f} s", wait_s
            )
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)
        finally:
            self._waiting -= 1


def _lower_priority() -> None:
    """Lower the priority of this thread and of those that it starts. Only Linux has priorities of threads."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICE)


def check_strength(password: str, name: str) -> None:
    """Check that a password is not short or easy to guess.

    Raises:
        CommandRefused: It is.
    """
    if len(password) < SHORTEST:
        raise CommandRefused(Code.BAD_PASSWORD, f"a password has at least {SHORTEST} characters", "three words do well")
    plain = password.casefold()
    if plain in COMMON or len(set(plain)) < 4 or skeleton(plain) in (skeleton(name), 2 * skeleton(name)):
        raise CommandRefused(Code.BAD_PASSWORD, "that password would be tried first", "three words do well")


def _normalised(password: str) -> str:
    # Two keyboards may encode one letter in two ways (RFC 8265).
    return unicodedata.normalize("NFC", password)
