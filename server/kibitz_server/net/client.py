"""A connected client: its identity, its outbox, and sending."""

import asyncio
from collections.abc import Callable

from kibitz_protocol.refusals import Close
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.core.values.players import Human
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.outbox import Outbox
from kibitz_server.net.websocket import ClientSocket
from kibitz_server.runtime.room import Room
from kibitz_server.telemetry.metrics import Metrics


class ClientConnection:
    """One connection as the runtime's `Client`. The address in `info` is the client's, not that of a trusted proxy."""

    def __init__(
        self, player: Human, info: ClientInfo, limiter: ClientLimiter, socket: ClientSocket, metrics: Metrics
    ) -> None:
        self.player = player
        self.info = info
        self.limiter = limiter
        self.metrics = metrics
        self.rooms: set[Room] = set()
        self.outbox = Outbox(on_drop=metrics.outbox_drops.inc)
        self.ending: tuple[int, str] | None = None
        """Close code and reason, once the server has decided to close the connection."""
        self.writer: asyncio.Task[None] | None = None
        self.start_writer: Callable[[], asyncio.Task[None]] | None = None
        self._socket = socket
        self._sent: asyncio.Future[None] | None = None

    @property
    def lag_s(self) -> float:
        """Shortest recent round trip of the server's own pings: neither a claim of the client, nor a late answer."""
        return self._socket.round_trips.shortest_s

    def send(self, message: OutgoingMessage) -> None:
        """Send a message, or queue it behind the waiting ones. Never blocks."""
        if self._sent is not None:
            self.note_sent()
        self.limiter.sent += len(message.data)
        # An answer leaves together with the event that follows it; an event leaves at once.
        if self.outbox.idle and self._socket.offer(message.data, hold=message.match_id is None):
            return
        self.outbox.put(message)
        self._start_writer()
        if self.outbox.hopeless:
            self.metrics.cut_off.labels("outbox full").inc()
            self.outbox.give_up()
            self.end(Close.OVERLOADED, "you do not keep up; come back and resume")

    async def wait_sent(self) -> None:
        """Wait until a message has been sent to the client."""
        self._sent = asyncio.get_running_loop().create_future()
        await self._sent

    def note_sent(self) -> None:
        """Wake `wait_sent`: a message has been sent."""
        if self._sent is not None and not self._sent.done():
            self._sent.set_result(None)

    def end(self, code: int, reason: str) -> None:
        """Close the connection once the queued messages are sent."""
        self.ending = self.ending or (code, reason)
        self.outbox.close()
        self._start_writer()

    def _start_writer(self) -> None:
        # Most clients never have a waiting message, and a task is most of the memory that an idle connection takes.
        if self.writer is None and self.start_writer is not None:
            self.writer = self.start_writer()
