"""Quick pairing: who looks for an opponent, and which two of them play.

Two are paired who want the same game, options and clock, rated or not, and whose ratings are within the range of both.
The range of each grows while they wait. Whoever plays anything takes the terms of the other.
"""

import heapq
from dataclasses import dataclass
from typing import NamedTuple

from kibitz_server.core.values.clock import TimeControl
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.game import OptionValue

RANGE = 100.0
"""How far apart two ratings may be at first."""
WIDENS_PER_S = 20.0
MAX_SEEKS = 2000
SLACK = 1000
"""How many entries of the queue may be of people who look no longer, before it is cleared of them."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody looks for an opponent since `since`. `game` is None for who plays anything, at any rating."""

    player: Human
    game: str | None
    options: tuple[tuple[str, OptionValue], ...]
    control: TimeControl | None
    rated: bool
    rating: float
    since: float


class Pair(NamedTuple):
    """Two who play each other, the one who waited longer first."""

    first: Seek
    second: Seek

    @property
    def terms(self) -> Seek:
        """The one whose game, options and clock are played."""
        return self.second if self.first.game is None else self.first


class SeekPool:
    """Everybody who looks for an opponent, once each."""

    def __init__(self) -> None:
        self._seeks: dict[str, Seek] = {}
        self._due: list[tuple[float, float, int, Seek, Seek]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._seeks)

    def seek(self, seek: Seek) -> Refusal | None:
        """Take somebody in, in place of what they looked for before."""
        self.cancel(seek.player.id)
        if len(self._seeks) >= MAX_SEEKS:
            return Refusal(Reason.TOO_MANY, "too many people look for an opponent", "join an open match: kibitz lobby")
        for other in self._seeks.values():
            at = pairable_at(other, seek)
            if at is not None:
                self._count += 1
                heapq.heappush(self._due, (at, abs(other.rating - seek.rating), self._count, other, seek))
        self._seeks[seek.player.id] = seek
        return None

    def cancel(self, player_id: str) -> bool:
        """Somebody looks no longer. Whether they did."""
        gone = self._seeks.pop(player_id, None)
        if len(self._due) > SLACK + 4 * len(self._seeks):
            self._due = [entry for entry in self._due if self._stands(entry)]
            heapq.heapify(self._due)
        return gone is not None

    def pairs(self, now: float) -> list[Pair]:
        """Who plays whom by now; they look no longer."""
        paired = []
        while self._due and (self._due[0][0] <= now or not self._stands(self._due[0])):
            entry = heapq.heappop(self._due)
            if self._stands(entry):
                _, _, _, first, second = entry
                del self._seeks[first.player.id], self._seeks[second.player.id]
                paired.append(Pair(first, second))
        return paired

    def next_deadline(self) -> float | None:
        """When the next two may be paired; None when that takes somebody else."""
        while self._due and not self._stands(self._due[0]):
            heapq.heappop(self._due)
        return self._due[0][0] if self._due else None

    def _stands(self, entry: tuple[float, float, int, Seek, Seek]) -> bool:
        return all(self._seeks.get(seek.player.id) is seek for seek in entry[3:])


def pairable_at(first: Seek, second: Seek) -> float | None:
    """When the ranges of two have grown so far that they meet; None when they want different things."""
    if first.game is None and second.game is None:
        return None
    terms, other = (second, first) if first.game is None else (first, second)
    if other.game is not None and _wish(terms) != _wish(other):
        return None
    if terms.rated and not (terms.player.account and other.player.account):
        return None
    apart = abs(first.rating - second.rating)
    waits = (apart - RANGE) / WIDENS_PER_S
    return max(seek.since + (max(0.0, waits) if seek.game is not None else 0.0) for seek in (first, second))


def _wish(seek: Seek) -> tuple[object, ...]:
    return seek.game, seek.options, seek.control, seek.rated
