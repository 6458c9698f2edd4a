"""Connections from `accept` to the client's hello: counted, limited, and cut off if they take too long.

Each costs an open file from the moment at which the system hands it over, and with TLS some 70 kB soon after. So
they count from there, and TLS, HTTP and the hello have one deadline together. A connection above a limit is reset at
once. If there are too many, the oldest ends: an honest client needs a moment, a silent one stays.
"""

import asyncio
import errno
import socket
import struct
from collections.abc import Callable
from typing import Any

from kibitz_server.addresses import address_block
from kibitz_server.limits.limiter import LimitExceeded, RateLimiter
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.fd_limit import is_reserved
from kibitz_server.telemetry.metrics import Metrics
from kibitz_server.telemetry.seldom import SeldomWarning

DEADLINE_S = 10.0
"""From `accept` until the hello of the client has arrived."""
REFUSED_AT_ONCE = 100
"""Connections that are refused in one call of `accept`, before other work of the event loop."""
RESET = struct.pack("ii", 1, 0)
"""Value of SO_LINGER with which a close resets the connection, so that nothing of it stays in the system."""
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Handshake:
    """An unfinished handshake. `block` is the address block that it counts for, "" for a trusted proxy."""

    __slots__ = ("began_at", "block", "cut_off", "open")

    def __init__(self, block: str, began_at: float, cut_off: Callable[[], object]) -> None:
        self.block = block
        self.began_at = began_at
        self.cut_off = cut_off
        self.open = True


class Handshakes:
    """All unfinished handshakes of a server, the oldest first."""

    def __init__(self, limiter: RateLimiter, edge: EdgeConfig, metrics: Metrics) -> None:
        """Create the collection.

        Args:
            limiter: counts handshakes for each address block and in total.
            edge: says which proxies are trusted.
            metrics: counts connections that are cut off.
        """
        self._limiter = limiter
        self._edge = edge
        self._metrics = metrics
        self._unfinished: dict[Handshake, None] = {}
        self._accepted: dict[int, Handshake] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._few_files = SeldomWarning("new connections are refused: few open files are left")

    def __len__(self) -> int:
        return len(self._unfinished)

    def begin(self, peer: str, cut_off: Callable[[], object]) -> Handshake | None:
        """Count a new connection from an address. Return None if there are too many.

        Args:
            peer: the address of the other end.
            cut_off: aborts the connection. Called at the deadline, and when newer connections need its place.
        """
        loop = asyncio.get_running_loop()
        # All clients of a trusted proxy come from one address, so only the total is bounded for them.
        block = "" if self._edge.trusts(peer) else address_block(peer)
        if not self._limiter.begin_handshake(block):
            self._metrics.cut_off.labels("too many handshakes").inc()
            return None
        if self._limiter.crowded and self._unfinished:
            self._cut_off(next(iter(self._unfinished)), "too many handshakes")
        handshake = Handshake(block, loop.time(), cut_off)
        self._unfinished[handshake] = None
        self._watch(loop)
        return handshake

    def end(self, handshake: Handshake) -> None:
        """Stop counting a handshake that succeeded or failed."""
        if handshake.open:
            handshake.open = False
            del self._unfinished[handshake]
            self._limiter.end_handshake(handshake.block)

    def move(self, handshake: Handshake, block: str) -> LimitExceeded | None:
        """Count the handshake for another block, which a trusted proxy has named, or return the exceeded limit."""
        if not handshake.open or handshake.block == block:
            return None
        exceeded = self._limiter.move_handshake(handshake.block, block)
        if exceeded is None:
            handshake.block = block
        return exceeded

    def accepted(self, connection: socket.socket, peer: str) -> "AcceptedSocket | None":
        """Return a connection that the system handed over as a counted one. Return None, and reset it, if one too many.

        Some files are kept for the database, the workers and the log.
        """
        if is_reserved(connection.fileno()):
            self._few_files.log(open=connection.fileno(), hint="raise ulimit -n")
            self._metrics.cut_off.labels("too few files").inc()
            reset(connection)
            return None
        counted = AcceptedSocket(connection)
        handshake = self.begin(peer, counted.cut_off)
        if handshake is None:
            reset(counted)
            return None
        fileno = counted.fileno()
        self._accepted[fileno] = handshake

        def closed() -> None:
            self._accepted.pop(fileno, None)
            self.end(handshake)

        counted.on_close = closed
        return counted

    def of(self, fileno: int) -> Handshake | None:
        """Return the handshake of an accepted connection, by the number of its open file."""
        return self._accepted.get(fileno)

    def expire(self, now: float) -> None:
        """Cut off the handshakes whose deadline is over."""
        while self._unfinished and (oldest := next(iter(self._unfinished))).began_at + DEADLINE_S <= now:
            self._cut_off(oldest, "slow handshake")

    def _cut_off(self, handshake: Handshake, why: str) -> None:
        self.end(handshake)
        self._metrics.cut_off.labels(why).inc()
        handshake.cut_off()

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None and self._unfinished:
            self._timer = loop.call_at(next(iter(self._unfinished)).began_at + DEADLINE_S, self._expire, loop)

    def _expire(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        self.expire(loop.time())
        self._watch(loop)


class AcceptedSocket(socket.socket):
    """Connection that counts until it is closed. A transport of asyncio closes its socket in any case."""

    __slots__ = ("on_close",)

    def __init__(self, connection: socket.socket) -> None:
        """Take over an open connection."""
        self.on_close: Callable[[], object] | None = None
        family, kind, protocol = connection.family, connection.type, connection.proto
        super().__init__(family, kind, protocol, fileno=connection.detach())

    def close(self) -> None:
        """Close the connection, and stop counting it."""
        super().close()
        on_close, self.on_close = self.on_close, None
        if on_close is not None:
            on_close()

    def cut_off(self) -> None:
        """End the connection below its transport, which reads the end and closes the socket."""
        try:
            self.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self.shutdown(socket.SHUT_RDWR)
        except OSError:  # the client has closed it
            pass


class ListeningSocket(socket.socket):
    """Listening socket whose `accept` hands over only connections within the limits, and resets all others.

    It hands over one in each step of the event loop, so that no crowd of new clients makes the others wait. With `take`
    they go there, and not to the caller of `accept`.
    """

    __slots__ = ("_failed", "_handed_over", "_handshakes", "_take")

    def __init__(
        self,
        handshakes: Handshakes,
        family: int,
        kind: int,
        protocol: int,
        *,
        take: Callable[[AcceptedSocket], object] | None = None,
    ) -> None:
        """Create a socket that is not bound yet."""
        super().__init__(family, kind, protocol)
        self._handshakes = handshakes
        self._take = take
        self._failed = self._handed_over = False

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection within the limits, and its address.

        Raises:
            BlockingIOError: no connection waits, or one was handed over or many were refused and other work is due.
            OSError: the system has no files or memory left. asyncio then accepts nothing for a second.
        """
        if self._handed_over:
            self._handed_over = False
            # asyncio calls until this error, and again in the next step if more connections wait.
            raise BlockingIOError
        for _ in range(REFUSED_AT_ONCE):
            try:
                connection, address = super().accept()
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                # asyncio goes on to accept after such an error, and would log each of its attempts.
                self._failed = not self._failed
                if self._failed:
                    raise
                raise BlockingIOError from None
            self._failed = False
            accepted = self._handshakes.accepted(connection, str(address[0]))
            if accepted is not None and self._take is not None:
                self._take(accepted)
                raise BlockingIOError
            if accepted is not None:
                self._handed_over = True
                return accepted, address
        raise BlockingIOError


def reset(connection: socket.socket) -> None:
    """Close a connection at once and forget what it has sent, so that it costs the system nothing more."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    connection.close()
