"""A connected client: its identity, its outbox, and sending."""

import asyncio
from collections.abc import Callable

import structlog

from kibitz_protocol.refusals import Close
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.core.values.players import Human
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.context import SEND_S
from kibitz_server.net.outbox import Outbox
from kibitz_server.net.websocket.client_socket import OPEN, ClientSocket
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.telemetry.logs import CONNECTION
from kibitz_server.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

Resend = Callable[[str, ConnectedClient], None]
"""Sends a client a snapshot of a match, by the match's id."""


class ClientConnection:
    """One connection, a `ConnectedClient` of the runtime. The address in `info` is the client's, not a trusted proxy's.

    Messages go to the socket. While earlier bytes have not left, they wait in `outbox`, which is None otherwise. Each
    message gets `send_s` to leave, because a client that stopped reading would block the others forever.
    """

    __slots__ = (
        "_resend",
        "_send_s",
        "_sent",
        "_socket",
        "_stalled",
        "ending",
        "info",
        "limiter",
        "metrics",
        "outbox",
        "player",
        "rooms",
    )

    def __init__(
        self,
        player: Human,
        info: ClientInfo,
        limiter: ClientLimiter,
        socket: ClientSocket,
        metrics: Metrics,
        resend: Resend,
        send_s: float = SEND_S,
    ) -> None:
        """Create the connection of a client that has said hello.

        Args:
            player: Its identity.
            info: What is known of the connection.
            limiter: Counts what is sent.
            socket: Its socket.
            metrics: Count dropped messages, and clients that do not read.
            resend: Called for each match whose waiting messages were dropped.
            send_s: Seconds for one message to leave.
        """
        self.player = player
        self.info = info
        self.limiter = limiter
        self.metrics = metrics
        self.rooms: set[Room] = set()
        self.outbox: Outbox | None = None
        self.ending: tuple[int, str] | None = None
        """Close code and reason, once the server has decided to close the connection."""
        self._socket = socket
        self._resend = resend
        self._send_s = send_s
        self._sent: asyncio.Future[None] | None = None
        self._stalled: asyncio.TimerHandle | None = None

    @property
    def lag_s(self) -> float:
        """Shortest recent round trip of the server's own pings: neither a claim of the client, nor a late answer."""
        return self._socket.lag_s

    def send(self, message: OutgoingMessage) -> None:
        """Send a message, or queue it behind the waiting ones. Never blocks."""
        if self._sent is not None:
            self._note_sent()
        self.limiter.sent += len(message.data)
        # An answer leaves together with the event that follows it; an event leaves at once.
        hold = message.held or message.match_id is None
        if self.outbox is None and self._socket.offer(message.data, hold=hold):
            return
        self._put(message)

    def _put(self, message: OutgoingMessage) -> None:
        if self._socket.state is not OPEN:
            return
        if self.outbox is None:
            self.outbox = Outbox(on_drop=self.metrics.outbox_drops.inc)
            self._watch()
        self.outbox.put(message)
        if self.outbox.hopeless:
            self.metrics.cut_off.labels("outbox full").inc()
            self.outbox.give_up()
            self.end(Close.OVERLOADED, "you do not keep up; come back and resume")

    def flush(self) -> None:
        """Send waiting messages until one does not leave at once. Called whenever all earlier bytes have left."""
        outbox, socket = self.outbox, self._socket
        if outbox is None:
            return
        while socket.ready:
            item = outbox.take()
            if item is None:
                self._unwatch()
                self.outbox = None
                if self.ending is not None:
                    socket.close(*self.ending)
                return
            if isinstance(item, str):
                self._resend(item, self)
            else:
                socket.send(item)
                self._note_sent()
        self._watch()

    def _watch(self) -> None:
        self._unwatch()
        self._stalled = asyncio.get_running_loop().call_later(self._send_s, self._cut_off)

    def _unwatch(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _cut_off(self) -> None:
        CONNECTION.set(self._socket.number)
        log.info("client does not read and is cut off", player=self.player.name)
        self._socket.cut_off("does not read")

    async def wait_sent(self) -> None:
        """Wait until a message has been sent to the client, or its connection has ended."""
        self._sent = asyncio.get_running_loop().create_future()
        await self._sent

    def _note_sent(self) -> None:
        """Wake `wait_sent`."""
        sent, self._sent = self._sent, None
        if sent is not None and not sent.done():
            sent.set_result(None)

    def end(self, code: int, reason: str) -> None:
        """Close the connection once the queued messages are sent."""
        if self.ending is None:
            self.ending = code, reason
        if self.outbox is None:
            # The command that ends the connection may still be answered.
            asyncio.get_running_loop().call_soon(self._socket.close, *self.ending)

    def note_lost(self) -> None:
        """Drop the waiting messages: the connection has ended."""
        self.outbox = None
        self._unwatch()
        self._note_sent()
