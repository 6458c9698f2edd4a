"""Spectator delay of a match, so that spectators cannot help a player with the current position.

All messages for spectators pass a queue in their order. They are released when they are old enough, in moves and in
seconds, or when the match is over. Messages before the start are released at once: nothing is secret yet.
"""

from collections import deque
from typing import Generic, NamedTuple, TypeVar

from kibitz_server.core.match.match import Match
from kibitz_server.core.value import value
from kibitz_server.core.values.events import (
    Event,
    MatchAborted,
    MatchCreated,
    MatchFinished,
    MatchStarted,
    MovePlayed,
    TakenBack,
)
from kibitz_server.core.values.terms import Delay

MAX_TRANSIENT = 300
"""Most transient messages (search info, chat) in the queue; the oldest are dropped."""
SEARCH_INFO_EVERY_S = 1.0
"""Shortest interval between two queued messages with search info."""

T = TypeVar("T")


@value
class _Held(Generic[T]):
    message: T
    event: Event | None
    ply: int
    at: float


class Released(NamedTuple, Generic[T]):
    """A message that spectators may now see; `event` is None for a transient message."""

    message: T
    event: Event | None


class SpectatorDelay(Generic[T]):
    """Queue of the messages for spectators of a delayed match, and `shown`, the match as they see it.

    Moves and the end count when they are put here, not when they are decided: only then are they durable.
    """

    def __init__(self, match: Match, delay: Delay, now: float) -> None:
        self._ply = 0
        self._over = False
        self._delay = delay
        self._held: deque[_Held[T]] = deque()
        self._transient = 0
        self._search_info_at = float("-inf")
        self._started = False
        self.shown = Match(match.created, now)

    def put(self, event: Event, message: T, now: float) -> None:
        """Add a new event of the match, with its message."""
        match event:
            case MovePlayed():
                self._ply += 1
            case TakenBack(plies=plies):
                self._ply -= plies
            case MatchFinished() | MatchAborted():
                self._over = True
        ply, at = self._ply, now
        if isinstance(event, MatchStarted):
            # The start is not a move: only seconds delay it, so that the displayed clocks run as they did.
            ply = -self._delay.moves
            self._started = True
        self._hold(message, event, ply, at)

    def put_transient(self, message: T, now: float, *, search_info: bool = False) -> None:
        """Add a message without an event: search info of an engine, or chat of a player."""
        if search_info:
            if now < self._search_info_at + SEARCH_INFO_EVERY_S:
                return
            self._search_info_at = now
        self._hold(message, None, self._ply, now)
        self._transient += 1
        if self._transient > MAX_TRANSIENT:
            oldest = next(held for held in self._held if held.event is None)
            self._held.remove(oldest)
            self._transient -= 1

    def release(self, now: float) -> list[Released[T]]:
        """Remove and return the messages that are old enough at `now`, and apply their events to `shown`."""
        released = []
        while self._held and self._is_due(self._held[0], now):
            held = self._held.popleft()
            if held.event is None:
                self._transient -= 1
            elif not isinstance(held.event, MatchCreated):
                self.shown.replay(held.event, now)
            released.append(Released(held.message, held.event))
        return released

    def next_deadline(self) -> float | None:
        """Return when the next message is old enough; None if that needs another move, or if the queue is empty."""
        if not self._held or not self._far_enough(self._held[0]):
            return None
        return self._held[0].at + self._delay.seconds

    def _is_due(self, held: _Held[T], now: float) -> bool:
        return self._over or (self._far_enough(held) and now >= held.at + self._delay.seconds)

    def _hold(self, message: T, event: Event | None, ply: int, at: float) -> None:
        if not self._started:
            ply, at = -self._delay.moves, float("-inf")
        self._held.append(_Held(message, event, ply, at))

    def _far_enough(self, held: _Held[T]) -> bool:
        return self._ply - held.ply >= self._delay.moves
