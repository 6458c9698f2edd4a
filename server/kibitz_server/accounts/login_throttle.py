"""Throttle of failed logins, with bounded memory.

Failures count for a name from one address block, for the block, and for the name from all blocks. The last count has an
own limit for attempts from known places: a block from which a client has proved before that it owns the name, or a
connection with a token of the account. So failures from elsewhere do not lock out the owner of a name.

Known blocks are only in memory: a stored list of addresses could be stolen. After a restart, a block is known again
when a client of the account connects from it.
"""

from collections import OrderedDict, deque
from typing import NamedTuple

WINDOW_S, NAME_WINDOW_S = 300.0, 3600.0
MAX_PAIR, MAX_BLOCK, MAX_NAME = 5, 40, 50
MAX_KEPT = 20_000

Key = tuple[str, str]
ANY_BLOCK, KNOWN_BLOCKS = "", "*"


class _Limit(NamedTuple):
    """Most failures of a key in a time in seconds."""

    key: Key
    most: int
    window_s: float


class LoginThrottle:
    """Failed attempts of the last minutes. `most_block` allows for a school behind one address."""

    def __init__(self, most_kept: int = MAX_KEPT, most_block: int = MAX_BLOCK) -> None:
        self._most_kept = most_kept
        self._most_block = most_block
        self._failed: OrderedDict[Key, deque[float]] = OrderedDict()
        self._known: OrderedDict[Key, None] = OrderedDict()

    def wait_s(self, name: str, block: str, now: float, *, known: bool = False) -> float:
        """Return the seconds until another attempt is allowed; 0 if one is allowed at `now`.

        Args:
            name: The skeleton of the account's name.
            block: The address block of the client.
            now: The time in seconds.
            known: Whether the client has a token of the account.
        """
        return max(self._wait(limit, now) for limit in self._limits(name, block, known))

    def failed(self, name: str, block: str, now: float, *, known: bool = False) -> None:
        """Count an attempt as failed when it begins, so that parallel attempts count. `succeeded` reverts it."""
        for limit in self._limits(name, block, known):
            times = self._failed.setdefault(limit.key, deque(maxlen=limit.most))
            times.append(now)
            self._failed.move_to_end(limit.key)
        while len(self._failed) > self._most_kept:
            self._failed.popitem(last=False)

    def succeeded(self, name: str, block: str, *, known: bool = False) -> None:
        """Reset the failures of a name from a block, trust the block, and revert the attempt in the other counts."""
        pair, *others = self._limits(name, block, known)
        self._failed.pop(pair.key, None)
        for limit in others:
            if self._failed.get(limit.key):
                self._failed[limit.key].pop()
        self.trust(name, block)

    def trust(self, name: str, block: str) -> None:
        """Note that a client from this block owns the name."""
        self._known[name, block] = None
        self._known.move_to_end((name, block))
        if len(self._known) > self._most_kept:
            self._known.popitem(last=False)

    def _wait(self, limit: _Limit, now: float) -> float:
        times = self._failed.get(limit.key)
        if times is None or len(times) < limit.most:
            return 0.0
        return max(0.0, times[0] + limit.window_s - now)

    def _limits(self, name: str, block: str, known: bool) -> tuple[_Limit, _Limit, _Limit]:
        place = KNOWN_BLOCKS if known or (name, block) in self._known else ANY_BLOCK
        return (
            _Limit((name, block), MAX_PAIR, WINDOW_S),
            _Limit(("", block), self._most_block, WINDOW_S),
            _Limit((name, place), MAX_NAME, NAME_WINDOW_S),
        )
