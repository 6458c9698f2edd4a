"""All sockets of a listener: pinged, and cut off if they are silent or slow.

A client that has answered no ping for `SILENCE_S` is cut off, whatever else it sends. So is one that does not end a
message within `MESSAGE_S`. One timer of each kind serves all sockets, because a task or a timer for each would be most
of the cost of an idle connection.
"""

import asyncio
import http
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NoReturn

from websockets.http11 import Response
from websockets.typing import Origin

from kibitz_protocol.refusals import Close
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.accept import Handshakes
from kibitz_server.net.edge import EdgeConfig, HttpRequest
from kibitz_server.net.pages.texts import text
from kibitz_server.net.websocket.client_socket import OPEN, Answer, ClientSocket, Receiver
from kibitz_server.net.websocket.writes import Writes
from kibitz_server.telemetry.metrics import Metrics

PING_S = 20.0
SILENCE_S = 40.0
"""Two ping intervals. With the time until the next sweep it is 45 s at most."""
MESSAGE_S = 10.0
"""From the first byte of a message until its last one."""
STEP_S = 5.0
"""From the connection, or the end of the TLS handshake, until its request, and from there until the hello."""
PINGS_AT_ONCE, BETWEEN_PINGS_S = 100, 0.05
"""Pings are spread: otherwise a thousand clients that connected together would always be pinged together."""
SWEEP_S = 5.0
READ_BYTES = 1 << 16
"""The most bytes that are read of a client before others have their turn. Messages of clients are not longer."""

Respond = Callable[[ClientSocket, HttpRequest], Answer]
"""Returns the answer to a request."""
Receive = Callable[[ClientSocket], Receiver]
"""Returns the receiver of a socket that has just opened."""


class ClientSockets:
    """All sockets of a listener, which calls it for each connection."""

    def __init__(
        self, limiter: RateLimiter, edge: EdgeConfig, metrics: Metrics | None = None, ping_s: float = PING_S
    ) -> None:
        """Create the sockets.

        Args:
            limiter: counts connections.
            edge: says which origins are allowed, and which proxies are trusted.
            metrics: counts connections that are cut off.
            ping_s: seconds between two pings of a connection.
        """
        self.loop = asyncio.get_running_loop()
        self.buffer = memoryview(bytearray(READ_BYTES))
        self.metrics = metrics or Metrics()
        self.limiter = limiter
        self.handshakes = Handshakes(limiter, edge, self.metrics)
        self.writes = Writes(self.loop)
        # Programs send no origin. A browser sends that of the page, and `null` for a page without one.
        self.origins: Sequence[Origin | None] = [None, *map(Origin, edge.origins)]
        self.open: OrderedDict[ClientSocket, float] = OrderedDict()
        """Open sockets with the time of their next ping, the earliest first."""
        self.respond: Respond = _no_listener
        self.receiver: Receive = _no_listener
        self._due: OrderedDict[ClientSocket, float] = OrderedDict()
        """Sockets without a request, or without a hello, with the time at which it is due, the earliest first."""
        self._ping_s = ping_s
        self._sweeping = self._pinging = self._expecting = False
        self._emptied: asyncio.Future[None] | None = None

    def __call__(self) -> ClientSocket:
        """Return a socket for a new connection."""
        return ClientSocket(self)

    def add(self, socket: ClientSocket) -> None:
        """Ping and check a socket until it is removed."""
        self.open[socket] = socket.answered_at + self._ping_s
        self._expect(socket)
        self._sweep_later()
        self._ping_later(0.0)

    def asked(self, socket: ClientSocket) -> None:
        """Expect nothing of a client that waits for its page."""
        self._due.pop(socket, None)

    def opened(self, socket: ClientSocket) -> None:
        """Expect a hello from a client whose WebSocket is open."""
        self._due.pop(socket, None)
        self._expect(socket)

    def greeted(self, socket: ClientSocket) -> None:
        """Expect nothing more from a client: its hello has arrived."""
        self._due.pop(socket, None)

    def remove(self, socket: ClientSocket) -> None:
        """Forget a socket that is closed."""
        self.open.pop(socket, None)
        self._due.pop(socket, None)
        if self._emptied is not None and not self.open and not self._emptied.done():
            self._emptied.set_result(None)

    async def close(self, code: int, reason: str) -> None:
        """Close all sockets with a code, and wait until each is closed, or was aborted because it did not answer.

        New requests are refused meanwhile.
        """
        self.respond = _stopping
        for socket in list(self.open):
            socket.close(code, reason)
        if self.open:
            self._emptied = self.loop.create_future()
            await self._emptied

    def abort(self) -> None:
        """Abort all sockets."""
        for socket in list(self.open):
            socket.abort()

    # -- deadlines

    def _expect(self, socket: ClientSocket) -> None:
        self._due[socket] = self.loop.time() + STEP_S
        self._expect_later()

    def _expect_later(self) -> None:
        if not self._expecting and self._due:
            self._expecting = True
            self.loop.call_at(next(iter(self._due.values())), self._expire)

    def _expire(self) -> None:
        self._expecting = False
        now = self.loop.time()
        while self._due and (oldest := next(iter(self._due.items())))[1] <= now:
            socket = oldest[0]
            del self._due[socket]
            if socket.state is OPEN:
                socket.close(Close.SLOW_HELLO, f"no hello within {STEP_S:g} s")
            else:
                socket.cut_off("slow handshake")
        self._expect_later()

    def sweep(self, now: float) -> None:
        """Cut off silent and slow sockets."""
        for socket in list(self.open):
            why = _trouble(socket, now)
            if why is not None:
                socket.cut_off(why)

    def _sweep_later(self) -> None:
        if not self._sweeping and self.open:
            self._sweeping = True
            self.loop.call_later(SWEEP_S, self._sweep_now)

    def _sweep_now(self) -> None:
        self._sweeping = False
        self.sweep(self.loop.time())
        self._sweep_later()

    # -- pings

    def _ping_later(self, earliest_at: float) -> None:
        if not self._pinging and self.open:
            self._pinging = True
            self.loop.call_at(max(earliest_at, next(iter(self.open.values()))), self._ping_some)

    def _ping_some(self) -> None:
        self._pinging = False
        now = self.loop.time()
        for _ in range(min(PINGS_AT_ONCE, len(self.open))):
            socket, due_at = next(iter(self.open.items()))
            if due_at > now:
                break
            self.open[socket] = now + self._ping_s
            self.open.move_to_end(socket)
            socket.send_ping()
        self._ping_later(now + BETWEEN_PINGS_S)


def _trouble(socket: ClientSocket, now: float) -> str | None:
    """Return why a socket must be cut off; None if it need not be."""
    if now - socket.answered_at > SILENCE_S:
        return "silent"
    if socket.message_began_at is not None and now - socket.message_began_at > MESSAGE_S:
        return "slow message"
    return None


def _no_listener(*_args: object) -> NoReturn:
    raise RuntimeError("the sockets have no listener yet")


def _stopping(_socket: ClientSocket, _request: HttpRequest) -> Response:
    return text(http.HTTPStatus.SERVICE_UNAVAILABLE, "The server is about to stop.\n")
