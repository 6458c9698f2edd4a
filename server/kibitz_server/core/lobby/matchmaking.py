"""Matchmaking: pairs players who seek an opponent.

Two seeks are paired if they have the same game, options, clock and rated flag, and each rating is in the range of the
other. Ranges widen while players wait. A seek for any game takes the terms of the other.
"""

import heapq
from typing import NamedTuple

from kibitz_server.core.value import value
from kibitz_server.core.values.clock import TimeControl
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.game import OptionValue

RANGE = 100.0
"""Largest difference of two ratings at first."""
WIDENS_PER_S = 20.0
"""Growth of the range of a waiting seek."""
MAX_SEEKS = 2000
"""Most open seeks."""
SLACK = 1000
"""Number of queue entries of ended seeks that are allowed before the queue is cleaned."""


@value
class OpenSeek:
    """A player's search for an opponent, begun at `since`. `game` is None for any game, at any rating.

    An option may be ANY: the server chooses it for the match.
    """

    player: Human
    game: str | None
    options: tuple[tuple[str, OptionValue], ...]
    control: TimeControl | None
    rated: bool
    rating: float
    since: float


class Pair(NamedTuple):
    """Two seeks that are paired, the older one first."""

    first: OpenSeek
    second: OpenSeek

    @property
    def terms(self) -> OpenSeek:
        """Seek whose game, options and clock are used."""
        return self.second if self.first.game is None else self.first


class SeekPool:
    """All open seeks, at most one for each player."""

    def __init__(self) -> None:
        self._seeks: dict[str, OpenSeek] = {}
        self._queue: list[tuple[float, float, int, OpenSeek, OpenSeek]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._seeks)

    def add(self, seek: OpenSeek) -> Refusal | None:
        """Add a seek, in place of an earlier one of the player; return a refusal if there are too many."""
        self.cancel(seek.player.id)
        if len(self._seeks) >= MAX_SEEKS:
            sentence = "too many players are looking for an opponent"
            return Refusal(Reason.TOO_MANY, sentence, "join an open match: kibitz lobby")
        for other in self._seeks.values():
            at = pairable_at(other, seek)
            if at is not None:
                self._count += 1
                heapq.heappush(self._queue, (at, abs(other.rating - seek.rating), self._count, other, seek))
        self._seeks[seek.player.id] = seek
        return None

    def cancel(self, player_id: str) -> bool:
        """Remove the seek of a player, and return whether there was one."""
        removed = self._seeks.pop(player_id, None)
        if len(self._queue) > SLACK + 4 * len(self._seeks):
            self._queue = [entry for entry in self._queue if self._is_open(entry)]
            heapq.heapify(self._queue)
        return removed is not None

    def pairs(self, now: float) -> list[Pair]:
        """Remove and return the seeks that are paired by `now`."""
        paired = []
        while self._queue and (self._queue[0][0] <= now or not self._is_open(self._queue[0])):
            entry = heapq.heappop(self._queue)
            if self._is_open(entry):
                _, _, _, first, second = entry
                del self._seeks[first.player.id], self._seeks[second.player.id]
                paired.append(Pair(first, second))
        return paired

    def next_deadline(self) -> float | None:
        """Return when the next pair is due; None if no two open seeks fit."""
        while self._queue and not self._is_open(self._queue[0]):
            heapq.heappop(self._queue)
        return self._queue[0][0] if self._queue else None

    def _is_open(self, entry: tuple[float, float, int, OpenSeek, OpenSeek]) -> bool:
        return all(self._seeks.get(seek.player.id) is seek for seek in entry[3:])


def pairable_at(first: OpenSeek, second: OpenSeek) -> float | None:
    """Return when the ranges of two seeks include each other; None if their terms differ."""
    if first.game is None and second.game is None:
        return None
    terms, other = (second, first) if first.game is None else (first, second)
    if other.game is not None and _terms(terms) != _terms(other):
        return None
    if terms.rated and not (terms.player.account and other.player.account):
        return None
    difference = abs(first.rating - second.rating)
    wait_s = (difference - RANGE) / WIDENS_PER_S
    return max(seek.since + (max(0.0, wait_s) if seek.game is not None else 0.0) for seek in (first, second))


def _terms(seek: OpenSeek) -> tuple[object, ...]:
    return seek.game, seek.options, seek.control, seek.rated
