"""Passwords: hashed with Argon2id (RFC 9106) in a thread, one at a time, as each takes 64 MiB and half a second."""

import asyncio
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.names import skeleton

T = TypeVar("T")

SHORTEST = 8
AT_ONCE = 1
MOST_WAITING = 16
ABOUT_S = 0.5
"""How long one takes."""
COMMON = (
    "password passw0rd password1 12345678 123456789 1234567890 11111111 00000000 qwertyui qwertyuiop qwerty123 "
    "iloveyou sunshine princess football baseball letmein1 trustno1 superman abcd1234 1q2w3e4r asdfghjk 87654321"
).split()


class Passwords:
    """Hashes and checks. `hasher` has the costs; those of the library unless given."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """What to keep of a password. Raises Denied when too many wait."""
        return await self._in_turn(self._hash, password)

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether it is the password. Takes as long for nobody's (None) as for anybody's. Raises Denied as `hash`."""
        return await self._in_turn(self._fits, kept, password)

    def is_old(self, kept: str) -> bool:
        """Whether a hash was made with other costs than those of today."""
        return self._hasher.check_needs_rehash(kept)

    def _hash(self, password: str) -> str:
        return self._hasher.hash(_composed(password))

    def _fits(self, kept: str | None, password: str) -> bool:
        # Made at the first call whoever it is for, so that its time tells nothing.
        self._nobodys = self._nobodys or self._hasher.hash("nobody's")
        try:
            fits = self._hasher.verify(kept or self._nobodys, _composed(password))
        except (VerificationError, InvalidHashError):
            return False
        return fits and kept is not None

    async def _in_turn(self, work: Callable[..., T], *args: str | None) -> T:
        if self._waiting >= MOST_WAITING:
            wait_s = MOST_WAITING * ABOUT_S
            raise CommandRefused(
                Code.BUSY, "too many passwords are being checked", f"try again in {wait_s:.0f} s", wait_s
            )
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work, *args)
        finally:
            self._waiting -= 1


def check_strength(password: str, name: str) -> None:
    """Raises Denied for a password that is tried first."""
    if len(password) < SHORTEST:
        raise CommandRefused(Code.BAD_PASSWORD, f"a password has at least {SHORTEST} characters", "three words do well")
    plain = password.casefold()
    if plain in COMMON or len(set(plain)) < 4 or skeleton(plain) in (skeleton(name), 2 * skeleton(name)):
        raise CommandRefused(Code.BAD_PASSWORD, "that password would be tried first", "three words do well")


def _composed(password: str) -> str:
    # Two keyboards may write one letter in two ways (RFC 8265).
    return unicodedata.normalize("NFC", password)
