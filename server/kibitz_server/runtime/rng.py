"""The lots that a server draws: who sits where, and the seeds of searches that were given none.

With a seed of its own a server draws the same lots again. What must not be guessed (ids, codes, tokens) is never drawn
here.
"""

import random
import secrets
from typing import Any


class RandomChoices:
    """Drawn anew each time, or, with a seed, the same ones in every match."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def shuffle(self, items: list[Any]) -> None:
        """Put items into an order drawn by lot."""
        self._random.shuffle(items)

    def search_seed(self, ply: int) -> int:
        """The seed of a search at a ply. A fixed one hangs on nothing else, so that no other match can change it."""
        return secrets.randbelow(2**31) if self._seed is None else self._seed + ply
