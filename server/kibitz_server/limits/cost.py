"""Shares of the processor and of the network: what an address block may make the server compute and send.

A command costs what it was measured to cost. While a block has used up its share, its further commands wait, and its
clients take turns (Nagle, RFC 970, 1985). So a client waits for the other clients of its block, but not for the number
of their commands. A client that uses less than its own small share never waits.
"""

import contextvars
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Protocol

from kibitz_server.limits.token_bucket import Rate, TokenBuckets

Work = Callable[[], None]
MOST_OF_BLOCK = 512
"""Commands of one address block that may wait, besides `LEAST_OF_CLIENT` of each client.

One client has fewer, because the server stops reading from a client with many unanswered commands.
"""
LEAST_OF_CLIENT = 8
"""Commands of one client that may always wait, however many of others do."""


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


CallAt = Callable[[float, Work], Timer]
"""Calls back once when the clock reaches a time."""


class CostQueue:
    """Work of clients that waits until their address block may cause more costs.

    Args:
        block_s: seconds of processor time of one address block.
        client_s: seconds of processor time that a client may always use, whatever the others of its block do.
        block_bytes: bytes that the server sends to one address block.
        clock: returns a time in seconds.
        call_at: sets a timer of that clock.
    """

    def __init__(
        self, block_s: Rate, client_s: Rate, block_bytes: Rate, clock: Callable[[], float], call_at: CallAt
    ) -> None:
        self._blocks = TokenBuckets(block_s)
        self._clients = TokenBuckets(client_s)
        self._bytes = TokenBuckets(block_bytes)
        self._clock = clock
        self._call_at = call_at
        self._waiting: dict[str, OrderedDict[str, deque[Work]]] = {}
        """By block the clients whose work waits, the one whose turn is next first."""
        self._timers: dict[str, Timer] = {}
        self._held: Counter[str] = Counter()

    def enter(self, client: str) -> None:
        """Begin the share of a new client with a debt: otherwise connecting again would be a way to a full share."""
        self._clients.charge(client, self._clock(), 2 * self._clients.rate.amount)

    def wait(self, block: str) -> float:
        """Return the seconds until a block may cause costs again; 0 means now."""
        now = self._clock()
        return max(self._blocks.wait(block, now, 0.0), self._bytes.wait(block, now, 0.0))

    def waiting(self, block: str) -> int:
        """Return how much work of a block waits."""
        return sum(map(len, self._waiting.get(block, {}).values()))

    def charge(self, client: str, block: str, seconds: float, sent: int = 0) -> None:
        """Charge processor time in seconds, and bytes that were sent."""
        now = self._clock()
        if seconds:
            self._clients.charge(client, now, seconds)
            self._blocks.charge(block, now, seconds)
        if sent:
            self._bytes.charge(block, now, sent)

    def hold(self, block: str) -> None:
        """Let further work of a block wait until `release`: what it causes in the background is not measured yet."""
        self._held[block] += 1

    def release(self, block: str) -> None:
        """End one `hold`, after its costs have been charged."""
        self._held[block] -= 1
        if not self._held[block]:
            del self._held[block]
            if block in self._waiting:
                self._continue_later(block)

    def run(self, client: str, block: str, work: Work) -> bool:
        """Do work now or when it is the client's turn. Return False, and do nothing, if too much waits already.

        The work charges its costs. Work of one client is done in order.
        """
        turns = self._waiting.get(block)
        mine = None if turns is None else turns.get(client)
        if mine is None and self._may_run(client, block, alone=turns is None):
            work()
            return True
        if mine is not None and len(mine) >= LEAST_OF_CLIENT and self.waiting(block) >= MOST_OF_BLOCK:
            return False
        turns = self._waiting.setdefault(block, OrderedDict())
        # The logging context is that of the client, and not of the client whose work set the timer.
        turns.setdefault(client, deque()).append(partial(contextvars.copy_context().run, work))
        self._continue_later(block)
        return True

    def _may_run(self, client: str, block: str, *, alone: bool) -> bool:
        """Return whether a client may cause costs now. `alone`: nothing of its block waits."""
        if block in self._held:
            return False
        return (alone and not self.wait(block)) or not self._clients.wait(client, self._clock(), 0.0)

    def forget(self, client: str, block: str) -> None:
        """Drop the waiting work of a client that has disconnected."""
        turns = self._waiting.get(block)
        if turns is not None and turns.pop(client, None) is not None and not turns:
            self._end(block)

    def _continue_later(self, block: str) -> None:
        if block not in self._timers and block not in self._held:
            self._timers[block] = self._call_at(self._clock() + self.wait(block), lambda: self._continue(block))

    def _continue(self, block: str) -> None:
        del self._timers[block]
        # One at a time, so that the work of other blocks comes in between.
        turns = self._waiting[block]
        if block not in self._held and not self.wait(block):
            client, mine = turns.popitem(last=False)
            work = mine.popleft()
            if mine:
                turns[client] = mine
            try:
                work()
            finally:
                if block in self._waiting:
                    self._continue_or_end(block)
            return
        self._continue_later(block)

    def _continue_or_end(self, block: str) -> None:
        if self._waiting[block]:
            self._continue_later(block)
        else:
            self._end(block)

    def _end(self, block: str) -> None:
        del self._waiting[block]
        if (timer := self._timers.pop(block, None)) is not None:
            timer.cancel()
