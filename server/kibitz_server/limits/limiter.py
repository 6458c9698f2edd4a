"""Keeps count of who takes how much, and says no in words when it is too much.

Nothing is counted by identity alone, because a guest can always come back as another: what one player may do is counted
for the player, and a multiple of it for the address. Whatever is counted is forgotten by itself: the
memory is bounded.
"""

import math
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from kibitz_protocol import to_server, values
from kibitz_protocol.refusals import Code
from kibitz_server.limits.config import Limits
from kibitz_server.limits.token_bucket import Rate, TokenBuckets

SOON_S = 5.0
"""When to come back where nobody can know when there will be room."""
KEPT_GUESTS = 20_000
MOST_UNFINISHED = 500
"""Handshakes that may go on beyond all connections, so that one too many can be told so."""


class LimitExceeded(NamedTuple):
    """Why not, and when it will do."""

    sentence: str
    retry_after_s: float
    code: Code = Code.TOO_MANY

    @property
    def hint(self) -> str:
        """What to do about it."""
        seconds = math.ceil(self.retry_after_s)
        return f"try again in {seconds} s" if seconds < 120 else f"try again in {math.ceil(seconds / 60)} minutes"


class _Shared:
    """A rate for each player, and a multiple of it for each address."""

    def __init__(self, rate: Rate, per_address: int, sentence: str) -> None:
        self._players = TokenBuckets(rate)
        self._addresses = TokenBuckets(rate.times(per_address))
        self._sentence = sentence

    def take(self, player: str, home: str, now: float) -> LimitExceeded | None:
        wait = max(self._players.wait(player, now), self._addresses.wait(home, now))
        if wait:
            return LimitExceeded(self._sentence, wait)
        self._players.charge(player, now, 1)
        self._addresses.charge(home, now, 1)
        return None


class RateLimiter:
    """One for a server. `clock` gives seconds, `waiting` how many searches of a player stand in the queue."""

    def __init__(self, limits: Limits, clock: Callable[[], float], waiting: Callable[[str], int]) -> None:
        self.limits = limits
        self.clock = clock
        self.waiting = waiting
        self._open = 0
        self._knocking = 0
        self._homes: Counter[str] = Counter()
        self._unfinished: Counter[str] = Counter()
        self._handshakes = TokenBuckets(limits.handshakes)
        self.messages = _Shared(limits.messages, limits.per_address, "that is more messages than the server takes")
        self.patience = TokenBuckets(limits.patience)
        self._kinds: dict[type, _Shared] = {
            to_server.Create: _Shared(limits.matches, limits.per_address, "that is more matches than one may make"),
            to_server.Seek: _Shared(limits.matches, limits.per_address, "that is more matches than one may make"),
            to_server.Hint: _Shared(limits.hints, limits.per_address, "that is more hints than one may ask for"),
            to_server.Explain: _Shared(
                limits.explains, limits.per_address, "that is more trees than one may have explained"
            ),
            to_server.Chat: _Shared(limits.chat, limits.per_address, "that is more talk than one may fill a room with"),
        }
        self._engine_time = TokenBuckets(limits.guest_search)
        self._guests: OrderedDict[str, str] = OrderedDict()

    # -- connections

    @property
    def open(self) -> int:
        """How many connections were let in and are there."""
        return self._open

    def knock(self, place: str) -> bool:
        """Whether a connection may begin its handshake; if so it counts until `finish`. "" has no bound of its own."""
        if self.limits.enabled:
            crowded = place and self._unfinished[place] >= self.limits.unfinished_per_address
            if crowded or self._knocking + self._open >= self.limits.connections + MOST_UNFINISHED:
                return False
        self._knocking += 1
        self._unfinished[place] += 1
        return True

    def finish(self, place: str) -> None:
        """A handshake came to its end, good or bad."""
        self._knocking -= 1
        _count_down(self._unfinished, place)

    def admit(self, home: str) -> LimitExceeded | None:
        """Let a client in; if so it counts until `leave`."""
        if self.limits.enabled:
            if self._open >= self.limits.connections:
                return LimitExceeded("the server is full", SOON_S, Code.BUSY)
            wait = self._handshakes.take(home, self.clock())
            if wait:
                return LimitExceeded("too many new connections come from your address", wait)
            if self._homes[home] >= self.limits.connections_per_address:
                return LimitExceeded(f"{self._homes[home]} connections from your address are open already", SOON_S)
        self._open += 1
        self._homes[home] += 1
        return None

    def leave(self, home: str) -> None:
        """A client that was let in is gone."""
        self._open -= 1
        _count_down(self._homes, home)

    # -- what a player may do

    def visitor(self, player: str, home: str, guest: bool) -> "ClientLimiter":
        """Someone who said hello."""
        if guest:
            self._guests[player] = home
            self._guests.move_to_end(player)
            if len(self._guests) > KEPT_GUESTS:
                self._guests.popitem(last=False)
        return ClientLimiter(self, player, home)

    def command(self, message: to_server.AnyCommand, player: str, home: str) -> LimitExceeded | None:
        """Count a command; why it may not be done, if it may not."""
        kind = self._kinds.get(type(message))
        if kind is None or not self.limits.enabled:
            return None
        if _wants_engines(message):
            if self.waiting(player) >= self.limits.searches_waiting:
                return LimitExceeded("too many of your searches wait for an engine", SOON_S, Code.BUSY)
            wait = self.engine_time_in(player)
            if wait:
                return LimitExceeded("the engine time for guests at your address is used up", wait, Code.ENGINE_BUDGET)
        return kind.take(player, home, self.clock())

    # -- engines' time

    def engine_time_in(self, player: str) -> float:
        """How long until this player's engines may think again; 0 when they may now."""
        home = self._guests.get(player)
        if home is None or not self.limits.enabled:
            return 0.0
        return self._engine_time.wait(home, self.clock(), min(1.0, self.limits.guest_search.amount))

    def no_guest(self, player: str) -> None:
        """Somebody has an account now: their engines' time is their own."""
        self._guests.pop(player, None)

    def spend(self, player: str, seconds: float) -> None:
        """An engine has thought for this player."""
        home = self._guests.get(player)
        if home is not None:
            self._engine_time.charge(home, self.clock(), seconds)


class ClientLimiter:
    """One client, as the guard counts it."""

    __slots__ = ("_guard", "_home", "_key", "_player")

    def __init__(self, guard: RateLimiter, player: str, home: str) -> None:
        self._guard = guard
        self._player = player
        self._home = home
        self._key = f"{id(self):x}"

    def message(self) -> LimitExceeded | None:
        """Count a message; why it is not read, if it is not."""
        guard = self._guard
        return guard.messages.take(self._key, self._home, guard.clock()) if guard.limits.enabled else None

    def patience(self) -> float:
        """One refusal more; above 0 it was one too many, and the client should stay away for so many seconds."""
        return self._guard.patience.take(self._key, self._guard.clock())

    def command(self, message: to_server.AnyCommand, guest: bool = True) -> LimitExceeded | None:
        """Count a command; why it may not be done, if it may not. A guest may have become somebody meanwhile."""
        if not guest:
            self._guard.no_guest(self._player)
        return self._guard.command(message, self._player, self._home)


def _wants_engines(message: to_server.AnyCommand) -> bool:
    match message:
        case to_server.Create():
            return any(isinstance(seat, values.Engine) for seat in message.seats)
        case to_server.Hint():
            return True
        case _:
            return False


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
