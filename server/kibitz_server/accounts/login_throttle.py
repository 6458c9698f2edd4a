"""Throttle of failed logins, with bounded memory.

Failures count for a name from one address, for the address, and for the name from all addresses. The last limit is
high, because an attacker who reaches it also locks out the owner of the name.
"""

from collections import OrderedDict, deque

WINDOW_S = 300.0
MAX_PAIR, MAX_ADDRESS, MAX_NAME = 5, 40, 50
MAX_KEPT = 20_000

Key = tuple[str, str]


class LoginThrottle:
    """Failed attempts of the last `window_s` seconds. `most_address` allows for a school behind one address."""

    def __init__(self, window_s: float = WINDOW_S, most_kept: int = MAX_KEPT, most_address: int = MAX_ADDRESS) -> None:
        self._window_s = window_s
        self._most_kept = most_kept
        self._most_address = most_address
        self._failed: OrderedDict[Key, deque[float]] = OrderedDict()

    def wait_s(self, name: str, address: str, now: float) -> float:
        """Return the seconds until another attempt is allowed; 0 if one is allowed at `now`."""
        return max(self._wait(key, most, now) for key, most in self._keys(name, address))

    def failed(self, name: str, address: str, now: float) -> None:
        """Count an attempt as failed when it begins, so that parallel attempts count. `succeeded` reverts it."""
        for key, most in self._keys(name, address):
            times = self._failed.setdefault(key, deque(maxlen=most))
            times.append(now)
            self._failed.move_to_end(key)
        while len(self._failed) > self._most_kept:
            self._failed.popitem(last=False)

    def succeeded(self, name: str, address: str) -> None:
        """Reset the failures of a name from an address, and revert the last attempt in the two other counts."""
        keys = [key for key, _ in self._keys(name, address)]
        self._failed.pop(keys[0], None)
        for key in keys[1:]:
            if self._failed.get(key):
                self._failed[key].pop()

    def _wait(self, key: Key, most: int, now: float) -> float:
        times = self._failed.get(key)
        if times is None or len(times) < most:
            return 0.0
        return max(0.0, times[0] + self._window_s - now)

    def _keys(self, name: str, address: str) -> tuple[tuple[Key, int], ...]:
        return ((name, address), MAX_PAIR), (("", address), self._most_address), ((name, ""), MAX_NAME)
