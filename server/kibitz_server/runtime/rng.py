"""Random choices of the server: seat order, options that are left to it, seeds of matches and of searches.

With a seed, a server makes the same choices again. Values that must not be guessed (ids, codes, tokens) are never
made here. The seed of a match must not be guessed either, except on a server with a seed, which says so to its players.
"""

import random
import secrets
from typing import Any


class RandomChoices:
    """Random choices, or reproducible ones if a seed is given."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def shuffle(self, items: list[Any]) -> None:
        """Put items into a random order, in place."""
        self._random.shuffle(items)

    def below(self, bound: int) -> int:
        """Return a random number from 0 to `bound` - 1."""
        return self._random.randrange(bound)

    @property
    def repeatable(self) -> bool:
        """Whether a server with the same seed makes the same choices."""
        return self._seed is not None

    def match_seed(self) -> str:
        """Return the seed of the chance events of a match: 32 bytes as hexadecimal digits."""
        return secrets.token_hex(32) if self._seed is None else self._random.randbytes(32).hex()

    def search_seed(self, ply: int) -> int:
        """Return the seed of a search at a ply.

        With a seed of the server it depends only on the ply, so that other matches cannot change it.
        """
        return secrets.randbelow(2**31) if self._seed is None else self._seed + ply
