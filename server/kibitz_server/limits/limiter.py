"""Rate limits: counts what clients and addresses take, and returns a sentence for what exceeds a limit.

Nothing is counted by identity alone, because a guest can always return as another guest. What a player may do is
counted for the player, and a multiple of it for the address block. Each count expires, so the memory is bounded.
"""

import math
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from kibitz_protocol import to_server, values
from kibitz_protocol.positions import Evaluate, Explore
from kibitz_protocol.refusals import Code
from kibitz_server.limits.config import Limits
from kibitz_server.limits.token_bucket import Rate, TokenBuckets

SOON_S = 5.0
"""Suggested wait in seconds if the time until a free place is unknown."""
KEPT_GUESTS = 20_000
MAX_UNFINISHED = 500
"""Handshakes beyond the limit of connections: enough of them to tell excess clients that the server is full."""


class LimitExceeded(NamedTuple):
    """A limit that a client exceeded, as a sentence, and when it may try again."""

    sentence: str
    retry_after_s: float
    code: Code = Code.TOO_MANY

    @property
    def hint(self) -> str:
        """When to try again, in words."""
        seconds = math.ceil(self.retry_after_s)
        return f"try again in {seconds} s" if seconds < 120 else f"try again in {math.ceil(seconds / 60)} minutes"


class _SharedRate:
    """A rate for each player, and a multiple of it for each address block."""

    def __init__(self, rate: Rate, per_address: int, sentence: str) -> None:
        self._players = TokenBuckets(rate)
        self._blocks = TokenBuckets(rate.times(per_address))
        self._sentence = sentence

    def take(self, player: str, block: str, now: float) -> LimitExceeded | None:
        wait = max(self._players.wait(player, now), self._blocks.wait(block, now))
        if wait:
            return LimitExceeded(self._sentence, wait)
        self._players.charge(player, now, 1)
        self._blocks.charge(block, now, 1)
        return None


class RateLimiter:
    """Rate limits of a server.

    Args:
        limits: the configured limits.
        clock: returns a time in seconds.
        waiting: returns the number of a player's searches that wait for an engine.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float], waiting: Callable[[str], int]) -> None:
        self.limits = limits
        self.clock = clock
        self.waiting = waiting
        self._open = 0
        self._unfinished = 0
        self._open_by_block: Counter[str] = Counter()
        self._unfinished_by_block: Counter[str] = Counter()
        self._handshakes = TokenBuckets(limits.handshakes)
        self.messages = _SharedRate(limits.messages, limits.per_address, "you send more messages than the server takes")
        self.patience = TokenBuckets(limits.patience)
        matches = "you create more matches than one player may"
        hints = _SharedRate(limits.hints, limits.per_address, "you ask for more hints than one player may")
        chat = _SharedRate(limits.chat, limits.per_address, "you send more chat lines than one player may")
        self._commands: dict[type, _SharedRate] = {
            to_server.Create: _SharedRate(limits.matches, limits.per_address, matches),
            to_server.Seek: _SharedRate(limits.matches, limits.per_address, matches),
            to_server.Hint: hints,
            Evaluate: hints,
            Explore: _SharedRate(limits.explores, limits.per_address, "you look at more positions than one player may"),
            to_server.Explain: _SharedRate(
                limits.explains, limits.per_address, "you ask for more trees than one player may"
            ),
            to_server.Analyse: _SharedRate(
                limits.analyses, limits.per_address, "you ask for more analyses than one player may"
            ),
            # One rate for both, so that the lobby does not double it.
            to_server.Chat: chat,
            to_server.SayInLobby: chat,
        }
        self._engine_time = TokenBuckets(limits.guest_search)
        self._guests: OrderedDict[str, str] = OrderedDict()

    # -- connections

    @property
    def open(self) -> int:
        """Number of admitted connections that are open."""
        return self._open

    def begin_handshake(self, block: str) -> bool:
        """Return whether a connection may begin its handshake. If so, it counts until `end_handshake`.

        An empty `block` has no limit of its own: it stands for a trusted proxy.
        """
        if self.limits.enabled:
            block_full = block and self._unfinished_by_block[block] >= self.limits.unfinished_per_address
            if block_full or self._unfinished + self._open >= self.limits.connections + MAX_UNFINISHED:
                return False
        self._unfinished += 1
        self._unfinished_by_block[block] += 1
        return True

    def end_handshake(self, block: str) -> None:
        """Stop counting a handshake that succeeded or failed."""
        self._unfinished -= 1
        _count_down(self._unfinished_by_block, block)

    def admit(self, block: str) -> LimitExceeded | None:
        """Admit a client, which counts until `release`, or return the exceeded limit."""
        if self.limits.enabled:
            if self._open >= self.limits.connections:
                return LimitExceeded("the server is full", SOON_S, Code.BUSY)
            wait = self._handshakes.take(block, self.clock())
            if wait:
                return LimitExceeded("too many new connections come from your address", wait)
            if (count := self._open_by_block[block]) >= self.limits.connections_per_address:
                return LimitExceeded(f"{count} connections from your address are open already", SOON_S)
        self._open += 1
        self._open_by_block[block] += 1
        return None

    def release(self, block: str) -> None:
        """Stop counting an admitted client, which disconnected."""
        self._open -= 1
        _count_down(self._open_by_block, block)

    # -- commands

    def for_client(self, player: str, block: str, guest: bool) -> "ClientLimiter":
        """Return the limits of a client that said hello."""
        if guest:
            self._guests[player] = block
            self._guests.move_to_end(player)
            if len(self._guests) > KEPT_GUESTS:
                self._guests.popitem(last=False)
        return ClientLimiter(self, player, block)

    def command(self, message: to_server.AnyCommand, player: str, block: str) -> LimitExceeded | None:
        """Count a command, or return the limit that it exceeds."""
        rate = self._commands.get(type(message))
        if rate is None or not self.limits.enabled:
            return None
        if _uses_engine(message):
            if self.waiting(player) >= self.limits.searches_waiting:
                return LimitExceeded("too many of your searches wait for an engine", SOON_S, Code.BUSY)
            wait = self.engine_time_in(player)
            if wait:
                return LimitExceeded("the engine time for guests at your address is used up", wait, Code.ENGINE_BUDGET)
        return rate.take(player, block, self.clock())

    # -- engine time

    def engine_time_in(self, player: str) -> float:
        """Return the seconds until this player's engines may search again; 0 means now."""
        block = self._guests.get(player)
        if block is None or not self.limits.enabled:
            return 0.0
        return self._engine_time.wait(block, self.clock(), min(1.0, self.limits.guest_search.amount))

    def forget_guest(self, player: str) -> None:
        """Stop charging a player's engine time to its address: the player has an account now."""
        self._guests.pop(player, None)

    def spend(self, player: str, seconds: float) -> None:
        """Charge engine time to a player."""
        block = self._guests.get(player)
        if block is not None:
            self._engine_time.charge(block, self.clock(), seconds)


class ClientLimiter:
    """Rate limits of one client."""

    __slots__ = ("_block", "_key", "_limiter", "_player")

    def __init__(self, limiter: RateLimiter, player: str, block: str) -> None:
        self._limiter = limiter
        self._player = player
        self._block = block
        self._key = f"{id(self):x}"

    def message(self) -> LimitExceeded | None:
        """Count a message, or return the limit that it exceeds."""
        limiter = self._limiter
        return limiter.messages.take(self._key, self._block, limiter.clock()) if limiter.limits.enabled else None

    def patience(self) -> float:
        """Count a refused message. Return 0, or the seconds to stay away if there were too many of them."""
        return self._limiter.patience.take(self._key, self._limiter.clock())

    def command(self, message: to_server.AnyCommand, guest: bool = True) -> LimitExceeded | None:
        """Count a command, or return the limit that it exceeds. A guest may have registered since the last command."""
        if not guest:
            self._limiter.forget_guest(self._player)
        return self._limiter.command(message, self._player, self._block)


def _uses_engine(message: to_server.AnyCommand) -> bool:
    match message:
        case to_server.Create():
            return any(isinstance(seat, values.Engine) for seat in message.seats)
        case to_server.Hint() | Evaluate():
            return True
        case _:
            return False


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
