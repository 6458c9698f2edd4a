"""Shares of the processor and of the network: what an address block may make the server compute and send.

A command costs what it was measured to cost. While a block has used up its share, its further commands wait, and its
clients take turns (Nagle, RFC 970, 1985). So a client waits for the other clients of its block, but not for the number
of their commands. A client that uses less than its own small share does not wait for that of its block.

A share alone does not keep others from waiting: many clients may save theirs and send at the same moment. So a block
also has a pace, a small bucket that is soon full again. Work above it waits for milliseconds, and the event loop serves
other blocks in between.
"""

import contextvars
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from kibitz_server.limits.token_bucket import MAX_KEYS, Rate, TokenBuckets

Work = Callable[[], object]
MOST_OF_BLOCK = 512
"""Commands of one address block that may wait, besides `LEAST_OF_CLIENT` of each client.

One client has fewer, because the server stops reading from a client with many unanswered commands.
"""
CERTAIN_S = 0.0005
"""Work that is longer may have been interrupted by other programs for long."""
LEAST_OF_CLIENT = 8
"""Commands of one client that may always wait, however many of others do."""


class WorkClock:
    """Measures the processor time of short pieces of work on one thread, in seconds.

    To ask the system takes as long as a tenth of a move. So work of less than `CERTAIN_S` counts as long as it took: at
    worst the thread was interrupted for that time. `used_s` corrects what took longer.
    """

    def __init__(
        self,
        elapsed_s: Callable[[], float] = time.perf_counter,
        thread_s: Callable[[], float] = time.thread_time,
    ) -> None:
        """Create a clock from the clock of the machine and that of the thread."""
        self.elapsed_s = elapsed_s
        """Returns a time; the difference of two is how long a piece of work took."""
        self._thread_s = thread_s
        self._asked_s = thread_s()

    def used_s(self, took_s: float) -> float:
        """Return the processor time of work that has just ended and took longer than `CERTAIN_S`."""
        now_s = self._thread_s()
        used_s = min(took_s, now_s - self._asked_s)
        self._asked_s = now_s
        return used_s


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
        pace: buckets of seconds of the event loop at a stretch, by address block. Queues may share them.
        clock: returns a time in seconds.
        call_at: sets a timer of that clock.
    """

    def __init__(
        self,
        block_s: Rate,
        client_s: Rate,
        block_bytes: Rate,
        pace: TokenBuckets,
        clock: Callable[[], float],
        call_at: CallAt,
    ) -> None:
        self._blocks = TokenBuckets(block_s)
        self._clients = TokenBuckets(client_s)
        self._bytes = TokenBuckets(block_bytes)
        self._pace = pace
        self._most_at_once = pace.rate.amount
        # Looked up for each move.
        self._pace_at, self._pace_ahead_s = pace.full_at, pace.most_ahead_s
        self._blocks_at, self._blocks_ahead_s = self._blocks.full_at, self._blocks.most_ahead_s
        self._clients_at = self._clients.full_at
        self._debt_s = 2 * client_s.per_s
        self._clock = clock
        self._call_at = call_at
        self._waiting: dict[str, OrderedDict[str, deque[Work]]] = {}
        """By block the clients whose work waits, the one whose turn is next first."""
        self._timers: dict[str, tuple[float, Timer]] = {}
        """By block the time of its timer, and the timer."""
        self._held: Counter[str] = Counter()

    def enter(self, client: str, now: float | None = None) -> None:
        """Begin the share of a new client with a debt: otherwise connecting again would be a way to a full share."""
        now = self._clock() if now is None else now
        clients = self._clients
        clients.full_at[client] = now + self._debt_s
        # New keys come with new clients alone.
        if len(clients.full_at) > MAX_KEYS:
            clients.trim(now)
            self._blocks.trim(now)
            self._pace.trim(now)

    def wait(self, block: str) -> float:
        """Return the seconds until a block may cause costs again; 0 means now."""
        now = self._clock()
        return max(self._share_wait(block, now), self._pace.wait(block, now, 0.0))

    def waiting(self, block: str) -> int:
        """Return how much work of a block waits."""
        return sum(map(len, self._waiting.get(block, {}).values()))

    def charge(self, client: str, block: str, seconds: float, sent: int = 0, *, beside: bool = False) -> None:
        """Charge processor time in seconds, and bytes that were sent. `beside`: the event loop ran in the meantime."""
        now = self._clock()
        if seconds:
            # Counted for each move, so the buckets are written directly.
            at = self._clients_at.get(client, now)
            self._clients_at[client] = (at if at > now else now) + seconds * self._clients.each_s
            at = self._blocks_at.get(block, now)
            self._blocks_at[block] = (at if at > now else now) + seconds * self._blocks.each_s
            if not beside:
                # One long command delays the next only by a moment. The share is what it has to repay.
                if seconds > self._most_at_once:
                    seconds = self._most_at_once
                at = self._pace_at.get(block, now)
                self._pace_at[block] = (at if at > now else now) + seconds * self._pace.each_s
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
            # Without further work while the last one runs, which ends the turns of the block itself.
            if turns := self._waiting.get(block):
                self._continue_later(block, turns)

    def run(self, client: str, block: str, work: Work) -> bool:
        """Do work now or when it is the client's turn. Return False, and do nothing, if too much waits already.

        The work charges its costs. Work of one client is done in order.
        """
        if self.may_run(client, block, self._clock()):
            work()
            return True
        return self.add(client, block, work)

    def add(self, client: str, block: str, work: Work) -> bool:
        """Do work when it is the client's turn, as `run` does."""
        turns = self._waiting.get(block)
        mine = None if turns is None else turns.get(client)
        if mine is not None and len(mine) >= LEAST_OF_CLIENT and self.waiting(block) >= MOST_OF_BLOCK:
            return False
        turns = self._waiting.setdefault(block, OrderedDict())
        # The logging context is that of the client, and not of the client whose work set the timer.
        turns.setdefault(client, deque()).append(partial(contextvars.copy_context().run, work))
        self._continue_later(block, (client,))
        return True

    def _share_wait(self, block: str, now: float) -> float:
        return max(self._blocks.wait(block, now, 0.0), self._bytes.wait(block, now, 0.0))

    def may_run(self, client: str, block: str, now: float) -> bool:
        """Return whether a client may cause costs at once: then nothing of it waits."""
        turns = self._waiting.get(block) if self._waiting else None
        if turns is not None and client in turns:
            return False
        if self._pace_at.get(block, now) - now > self._pace_ahead_s or (self._held and block in self._held):
            return False
        if turns is None and self._blocks_at.get(block, now) - now <= self._blocks_ahead_s:
            return not self._bytes.full_at or not self._bytes.wait(block, now, 0.0) or self._has_share(client, now)
        return self._has_share(client, now)

    def _has_share(self, client: str, now: float) -> bool:
        return not self._clients.wait(client, now, 0.0)

    def forget(self, client: str, block: str) -> None:
        """Drop the waiting work of a client that has disconnected."""
        turns = self._waiting.get(block)
        if turns is not None and turns.pop(client, None) is not None and not turns:
            self._end(block)

    def _continue_later(self, block: str, clients: Iterable[str]) -> None:
        """Set the timer of a block to the time at which it or one of these clients may go on, if that is sooner."""
        if block in self._held:
            return
        now = self._clock()
        wait = self._share_wait(block, now)
        if wait:
            wait = min(wait, *(self._clients.wait(client, now, 0.0) for client in clients))
        at = now + max(wait, self._pace.wait(block, now, 0.0))
        before = self._timers.get(block)
        if before is not None:
            if before[0] <= at:
                return
            before[1].cancel()
        self._timers[block] = at, self._call_at(at, lambda: self._continue(block))

    def _continue(self, block: str) -> None:
        del self._timers[block]
        # One at a time, so that the work of other blocks comes in between.
        client = self._next(block)
        turns = self._waiting[block]
        if client is None:
            self._continue_later(block, turns)
            return
        mine = turns.pop(client)
        work = mine.popleft()
        if mine:
            turns[client] = mine
        try:
            work()
        finally:
            if block in self._waiting:
                self._continue_or_end(block)

    def _next(self, block: str) -> str | None:
        """Return the client whose turn it is. While the share of the block is used up, the others have their own."""
        now = self._clock()
        if block in self._held or self._pace.wait(block, now, 0.0):
            return None
        turns = self._waiting[block]
        if not self._share_wait(block, now):
            return next(iter(turns))
        return next((client for client in turns if not self._clients.wait(client, now, 0.0)), None)

    def _continue_or_end(self, block: str) -> None:
        if turns := self._waiting[block]:
            self._continue_later(block, turns)
        else:
            self._end(block)

    def _end(self, block: str) -> None:
        del self._waiting[block]
        if (timer := self._timers.pop(block, None)) is not None:
            timer[1].cancel()
