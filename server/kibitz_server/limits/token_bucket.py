"""How much of something each may have in a while: token buckets, kept as one number each.

A bucket is the moment at which it will be full again (the generic cell rate algorithm, ITU-T I.371). One that is full
is not kept at all, so what must be remembered is bounded by what was taken lately, and by `most_keys` in any case.
"""

import math
import re
from dataclasses import dataclass

UNITS_S = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
WRITTEN = re.compile(r"\s*(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)?\s*([smhd])\s*")
MOST_KEYS = 20_000


class BadRate(ValueError):
    """A rate that cannot be read; the text is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`amount` at once, after which a bucket takes `per_s` seconds to fill up again."""

    amount: float
    per_s: float

    @classmethod
    def read(cls, text: str) -> "Rate":
        """A rate as people write it: `30/m`, `10/20s`, `1800/h`. Raises BadRate."""
        found = WRITTEN.fullmatch(text)
        if not found:
            raise BadRate(f"{text!r} is not a rate; write it like 30/m or 10/20s")
        amount, length = float(found[1]), float(found[2] or 1)
        if amount <= 0 or length <= 0:
            raise BadRate(f"{text!r} is a rate of nothing")
        return cls(amount, length * UNITS_S[found[3]])

    def times(self, factor: float) -> "Rate":
        """The same for that many at once."""
        return Rate(self.amount * factor, self.per_s)


class TokenBuckets:
    """A bucket for each key, all of one rate. `now` is in seconds and never goes back; so are the answers."""

    def __init__(self, rate: Rate, most_keys: int = MOST_KEYS) -> None:
        self.rate = rate
        self._most_keys = most_keys
        self._full_at: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str, now: float, amount: float = 1.0) -> float:
        """Take some: 0 when there was enough, else nothing is taken and it is the time until there will be."""
        wait = self.wait(key, now, amount)
        if wait <= 0:
            self.charge(key, now, amount)
        return wait

    def wait(self, key: str, now: float, amount: float = 1.0) -> float:
        """How long until that much can be taken; 0 when it can now, infinity when it is more than a bucket holds."""
        if amount > self.rate.amount:
            return math.inf
        full_at = self._full_at.get(key, now)
        ahead = full_at - now if full_at > now else 0.0
        # A difference below the clock's own grain is no difference.
        wait = ahead + amount * self.rate.per_s / self.rate.amount - self.rate.per_s
        return wait if wait > 1e-6 else 0.0

    def charge(self, key: str, now: float, amount: float) -> None:
        """Take some, even more than there is: the next one waits until the debt is paid."""
        full_at = max(now, self._full_at.pop(key, now)) + amount * self.rate.per_s / self.rate.amount
        self._full_at[key] = full_at
        if len(self._full_at) > self._most_keys:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Full buckets need not be kept; when all are in use, the half not used for longest is given up."""
        kept = [(key, at) for key, at in self._full_at.items() if at > now]
        self._full_at = dict(kept if len(kept) <= self._most_keys else kept[len(kept) // 2 :])
