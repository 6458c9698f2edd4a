"""Token buckets, one number each.

A bucket is stored as the time at which it will be full again (generic cell rate algorithm, ITU-T I.371). A full bucket
is not stored, so recent use bounds the memory, and `most_keys` bounds it in any case.
"""

import math
import re
from dataclasses import dataclass

UNITS_S = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
PATTERN = re.compile(r"\s*(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)?\s*([smhd])\s*")
MAX_KEYS = 20_000
LEAST_S, LEAST_AMOUNT = 0.001, 1e-6
"""Least time of a rate in seconds, and its least amount: some count seconds of processor time."""


class BadRate(ValueError):
    """An invalid rate. The text is for the operator."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Up to `amount` at once. An empty bucket is full again after `per_s` seconds."""

    amount: float
    per_s: float

    @classmethod
    def read(cls, text: str) -> "Rate":
        """Parse a rate such as `30/m`, `10/20s` or `1800/h`.

        Raises:
            BadRate: the text is not a rate, or its amount or time is 0.
        """
        found = PATTERN.fullmatch(text)
        if not found:
            raise BadRate(f"{text!r} is not a rate; write it like 30/m or 10/20s")
        amount, length = float(found[1]), float(found[2] or 1)
        per_s = length * UNITS_S[found[3]]
        if amount <= 0 or length <= 0:
            raise BadRate(f"{text!r} is a rate of nothing")
        if not (LEAST_AMOUNT <= amount < math.inf and LEAST_S <= per_s < math.inf):
            raise BadRate(f"{text!r} is a rate of too little or too much; its least time is {LEAST_S:g}s")
        return cls(amount, per_s)

    def times(self, factor: float) -> "Rate":
        """Return the rate of this many buckets together."""
        return Rate(self.amount * factor, self.per_s)

    def plus(self, other: "Rate") -> "Rate":
        """Return the rate of a bucket with the amounts and the inflows of both."""
        amount = self.amount + other.amount
        return Rate(amount, amount / (self.amount / self.per_s + other.amount / other.per_s))


class TokenBuckets:
    """One bucket for each key, all with the same rate. Times are in seconds, and `now` never decreases."""

    def __init__(self, rate: Rate, most_keys: int = MAX_KEYS) -> None:
        self.rate = rate
        self.each_s = rate.per_s / rate.amount
        """Seconds in which an amount of 1 flows in."""
        self.most_ahead_s = rate.per_s + 1e-6
        """How far ahead a bucket without a debt may be full. A difference below the clock's resolution does not count.
        """
        self.full_at: dict[str, float] = {}
        """When the buckets that are not full will be full. What counts each move reads and writes it directly."""
        self._most_keys = most_keys

    def __len__(self) -> int:
        return len(self.full_at)

    def take(self, key: str, now: float, amount: float = 1.0) -> float:
        """Take an amount and return 0, or return the seconds until there is enough and take nothing."""
        wait = self.wait(key, now, amount)
        if wait <= 0:
            self.charge(key, now, amount)
        return wait

    def wait(self, key: str, now: float, amount: float = 1.0) -> float:
        """Return the seconds until an amount can be taken: 0 for now, infinity if a bucket never holds as much."""
        if amount > self.rate.amount:
            return math.inf
        ahead_s = self.full_at.get(key, now) - now
        ahead_s = (ahead_s if ahead_s > 0.0 else 0.0) + amount * self.each_s
        return ahead_s - self.rate.per_s if ahead_s > self.most_ahead_s else 0.0

    def charge(self, key: str, now: float, amount: float) -> None:
        """Take an amount even if there is not enough: later calls of `wait` include the debt."""
        full_at = self.full_at.get(key, now)
        self.full_at[key] = (full_at if full_at > now else now) + amount * self.each_s
        self.trim(now)

    def trim(self, now: float) -> None:
        """Remove full buckets if there are too many, and of those that are not full the half that lacks least."""
        if len(self.full_at) <= self._most_keys:
            return
        kept = [(key, at) for key, at in self.full_at.items() if at > now]
        if len(kept) > self._most_keys:
            kept = sorted(kept, key=lambda bucket: bucket[1])[len(kept) // 2 :]
        self.full_at.clear()
        self.full_at.update(kept)
