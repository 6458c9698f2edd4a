"""Limits of one client: what it asks for waits for its turn, and is charged to it and to its address block.

A command costs what it makes the server compute and send. Commands of playing have a generous share of their own, so
that no query of another client of the same address delays a move.
"""

from collections.abc import Callable

from kibitz_server.limits.cost import CERTAIN_S, CostQueue, Work
from kibitz_server.limits.limiter import DecodedCommand, LimitExceeded, RateLimiter

SHORT_S = 1.0
"""Suggested wait in seconds while earlier commands wait."""
MOST_UNCHARGED = 16 * 1024
"""Bytes that may be sent to a client that plays, before they are charged to its address block."""
HELPER_SHARE = 0.1
"""Part of a helper's processor time that is charged. It runs beside the server process at a low priority, so a second
of it delays moves less than one of the server."""


class ClientLimiter:
    """Rate limits of one client. `sent` is the number of bytes that were sent to it and are not charged yet."""

    __slots__ = ("_block", "_guest", "_key", "_limiter", "_player", "measuring", "sent")

    def __init__(self, limiter: RateLimiter, player: str, block: str, *, guest: bool) -> None:
        """Limit a client that said hello. It begins without shares of its own in the costs of its address block."""
        self.sent = 0
        self.measuring = False
        """Whether the costs of what the client's command does at the moment are charged at its end."""
        self._limiter = limiter
        self._player = player
        self._block = block
        self._guest = guest
        self._key = f"{id(self):x}"
        limiter.note_client(player, block, guest)
        now = limiter.clock()
        for queue in limiter.queues:
            queue.enter(self._key, now)

    def message(self) -> LimitExceeded | None:
        """Count a message, or return the limit that it exceeds."""
        limiter = self._limiter
        return limiter.messages.take(self._key, self._block, limiter.clock()) if limiter.enabled else None

    def patience(self) -> float:
        """Count a refused message. Return 0, or the seconds to stay away if there were too many of them."""
        return self._limiter.patience.take(self._key, self._limiter.clock())

    def note_refusal(self) -> None:
        """Count a message that is refused as invalid or above a limit: to answer it costs the server time as well."""
        self._limiter.refusals.charge(self._key, self._limiter.clock(), 1)

    def rest_s(self) -> float:
        """Return the seconds in which no further message of the client is read, because many of them were refused."""
        limiter = self._limiter
        # Most servers have refused nothing just now.
        if not (limiter.refusals.full_at and limiter.enabled):
            return 0.0
        return limiter.refusals.wait(self._key, limiter.clock(), 0.0)

    def command(self, message: DecodedCommand, guest: bool = True) -> LimitExceeded | None:
        """Count a command, or return the limit that it exceeds. A guest may have registered since the last command."""
        if self._guest and not guest:
            self._guest = False
            self._limiter.forget_guest(self._player)
        return self._limiter.command(message, self._player, self._block)

    def run(self, message: DecodedCommand, work: Work) -> LimitExceeded | None:
        """Carry out a command now, or when it is the client's turn, and charge what it costs.

        Return the exceeded limit, and do nothing, if too many commands wait already.
        """
        limiter = self._limiter
        if not limiter.enabled:
            work()
            return None
        queue = limiter.queue_of.get(message.t, limiter.queries)
        now = limiter.clock()
        if self.sent and (self.sent > MOST_UNCHARGED or queue is not limiter.playing):
            for each in (limiter.queries, limiter.reading, limiter.helping):
                each.charge(self._key, self._block, 0.0, self.sent)
            self.sent = 0
        if queue.may_run(self._key, self._block, now):
            self._measure(queue, work)
            return None
        if queue.add(self._key, self._block, lambda: self._measure(queue, work)):
            return None
        sentence = "too many commands from your address wait for an answer"
        return LimitExceeded(sentence, max(SHORT_S, queue.wait(self._block)))

    def carry_on(self, message: DecodedCommand, work: Work) -> None:
        """Carry on with a command on the event loop after work in the background, and charge what it costs."""
        if self._limiter.enabled and not self.measuring:
            self._measure(self._queue(message), work)
        else:
            work()

    def charge_thread(self, message: DecodedCommand, seconds: float) -> None:
        """Charge processor time that a command used in another thread."""
        if self._limiter.enabled:
            self._queue(message).charge(self._key, self._block, seconds, beside=True)

    def charge_help(self, message: DecodedCommand, seconds: float) -> None:
        """Charge the processor time that a helper process used for a command."""
        if self._limiter.enabled:
            self._queue(message).charge(self._key, self._block, HELPER_SHARE * seconds, beside=True)

    def wait(self) -> float:
        """Return the seconds until the queries of the address may cause costs again; 0 means now."""
        limiter = self._limiter
        return limiter.queries.wait(self._block) if limiter.enabled else 0.0

    def charge_decoding(self, seconds: float) -> None:
        """Charge the processor time in which a message was decoded."""
        self._limiter.queries.charge(self._key, self._block, seconds)

    def begin_reading(self, message: DecodedCommand) -> Callable[[float], None]:
        """Let commands of this kind from the address wait while one reads from the store.

        Lists and other queries do not wait: most of them need no database, which may not answer for long. Return the
        function that ends the reading and charges its seconds.
        """
        queue = self._queue(message)
        held = queue is not self._limiter.queries
        if held:
            queue.hold(self._block)

        def end(seconds: float) -> None:
            queue.charge(self._key, self._block, seconds, beside=True)
            if held:
                queue.release(self._block)

        return end

    def close(self) -> None:
        """Drop the commands that wait: the client has disconnected."""
        for queue in self._limiter.queues:
            queue.forget(self._key, self._block)

    def _measure(self, queue: CostQueue, work: Work) -> None:
        """Do work and charge the processor time of the event loop that it uses."""
        clock = self._limiter.work_clock
        began_s = clock.elapsed_s()
        self.measuring = True
        try:
            work()
        finally:
            self.measuring = False
            seconds = clock.elapsed_s() - began_s
            if seconds > CERTAIN_S:
                seconds = clock.used_s(seconds)
            queue.charge(self._key, self._block, seconds)
            if queue is self._limiter.helping:
                # Otherwise commands with helpers would add a share of the server process to that of queries. Both
                # have one pace.
                self._limiter.queries.charge(self._key, self._block, seconds, beside=True)

    def _queue(self, message: DecodedCommand) -> CostQueue:
        return self._limiter.queue_of.get(message.t, self._limiter.queries)
