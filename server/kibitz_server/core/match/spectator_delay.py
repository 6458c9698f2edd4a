"""Keeping those who watch behind those who play, so that nobody at a board can be told what a better player sees.

Whatever is told of a match passes here in its order and is let go when it is old enough: by moves, by seconds, or when
the match is over. What waits for people to sit down is told at once; there is nothing to spoil before the start.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event, MatchCreated, MatchStarted, MovePlayed
from kibitz_server.core.values.terms import Delay

MAX_TRANSIENT = 300
"""How many things without a number (thinking, chat) wait at most; the oldest are let fall."""
SEARCH_INFO_EVERY_S = 1.0
"""What an engine thinks is kept no more often than this."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Held(Generic[T]):
    told: T
    event: Event | None
    ply: int
    at: float


class Released(NamedTuple, Generic[T]):
    """What may be told now, in its order; `event` is None for what has no number."""

    told: T
    event: Event | None


class SpectatorDelay(Generic[T]):
    """A match as those see it who are kept behind. `shown` is that match; a `T` is what they will be told."""

    def __init__(self, match: Match, delay: Delay, now: float) -> None:
        self._match = match
        self._delay = delay
        self._held: deque[_Held[T]] = deque()
        self._passing = 0
        self._thought_at = float("-inf")
        self._started = False
        self.shown = Match(match.created, now)

    def put(self, event: Event, told: T, now: float) -> None:
        """An event of the match that just happened."""
        ply, at = self._match.ply, now
        if isinstance(event, MatchStarted):
            # The start is no move: only seconds hold it back, so that the clocks shown run as they ran.
            ply = -self._delay.moves
            self._started = True
        self._hold(told, event, ply, at)

    def put_transient(self, told: T, now: float, *, thinking: bool = False) -> None:
        """Something without a number: what an engine thinks, or what a player says."""
        if thinking:
            if now < self._thought_at + SEARCH_INFO_EVERY_S:
                return
            self._thought_at = now
        self._hold(told, None, self._match.ply, now)
        self._passing += 1
        if self._passing > MAX_TRANSIENT:
            oldest = next(held for held in self._held if held.event is None)
            self._held.remove(oldest)
            self._passing -= 1

    def release(self, now: float) -> list[Released[T]]:
        """What may be told by now. Each is given once, and its event is in `shown` from then on."""
        released = []
        while self._held and self._is_due(self._held[0], now):
            held = self._held.popleft()
            if held.event is None:
                self._passing -= 1
            elif not isinstance(held.event, MatchCreated):
                self.shown.replay(held.event, now)
            released.append(Released(held.told, held.event))
        return released

    def next_deadline(self) -> float | None:
        """When something may be told next; None when that takes more than time."""
        if not self._held or not self._far_enough(self._held[0]):
            return None
        return self._held[0].at + self._delay.seconds

    def _is_due(self, held: _Held[T], now: float) -> bool:
        return self._match.over or (self._far_enough(held) and now >= held.at + self._delay.seconds)

    def _hold(self, told: T, event: Event | None, ply: int, at: float) -> None:
        if not self._started:
            ply, at = -self._delay.moves, float("-inf")
        self._held.append(_Held(told, event, ply, at))

    def _far_enough(self, held: _Held[T]) -> bool:
        return self._match.ply - held.ply >= self._delay.moves


def ages(events: Iterable[Event]) -> list[float]:
    """How long ago each event happened, in seconds, counted from the last: as far as the moves after it tell."""
    told: list[float] = []
    age = 0.0
    for event in reversed(list(events)):
        told.append(age)
        if isinstance(event, MovePlayed):
            age += event.elapsed_s
    return told[::-1]
