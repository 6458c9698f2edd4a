"""One WebSocket connection after the hello: commands in and messages out, until either side ends it.

A valid command is carried out when its bytes arrive (`ServedConnection.receive`). Invalid and excess messages wait for
the reader, a task that exists only while messages wait. It takes one message at a time, and none while `MAX_PENDING`
commands have no answer, the outbox is full, or many messages were refused just now.
"""

import asyncio
import math
import time
from typing import Any

import structlog
from websockets.frames import CloseCode

from kibitz_protocol import to_server
from kibitz_protocol.codec import BadMessage
from kibitz_protocol.refusals import Close, Code
from kibitz_server.handlers.session import ClientSession
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.limiter import LimitExceeded
from kibitz_server.messages import replies
from kibitz_server.messages.encoding import decode, encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.context import ServerContext
from kibitz_server.net.handshake import BINARY_FRAME, BINARY_HINT, ConnectionEnd, Greeting
from kibitz_server.net.websocket.client_socket import CLOSED, ClientSocket, Receiver

log = structlog.get_logger(__name__)

DRAIN_S = 1.0
"""Seconds to send what is queued when the server ends a connection."""
MAX_PENDING = 64
LONG = 4096
"""Bytes of a message whose decoding is charged. All messages of playing are shorter."""
MAX_BAD = 10
"""Invalid messages before the server closes a connection."""


class _Later(Exception):
    """A message that is not decoded yet, because its sender has cost much just now."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class _Excess(Exception):
    """A message above the rate limit."""

    def __init__(self, id: str, exceeded: LimitExceeded) -> None:
        super().__init__(id)
        self.id = id
        self.exceeded = exceeded


def serve(socket: ClientSocket, context: ServerContext) -> Receiver:
    """Return the receiver of an open socket, which serves its client until the connection ends."""
    return Greeting(socket, context, lambda client: ServedConnection(socket, context, client).begin())


class ServedConnection:
    """Receiver of a socket whose client has said hello. Nothing that a client does makes it raise."""

    __slots__ = ("_bad", "_client", "_context", "_reader", "_session", "_socket")

    def __init__(self, socket: ClientSocket, context: ServerContext, client: ClientConnection) -> None:
        self._socket = socket
        self._context = context
        self._client = client
        self._session = ClientSession(context.runtime, context.answers, context.accounts, client, client.limiter)
        self._reader: asyncio.Task[None] | None = None
        self._bad = 0

    def begin(self) -> None:
        """Tell the runtime of the client, and carry out the commands that wait already."""
        context, client = self._context, self._client
        context.runtime.clients.arrive(client)
        log.debug("client connected", player=client.player.id)
        context.accounts.connected(client)
        self._socket.receiver = self
        if self._socket.waits:
            self.note_waiting()
        elif self._socket.state is CLOSED:
            self._leave()

    # -- what the socket calls

    def receive(self, text: bytes) -> bool:
        """Carry out a command that has just arrived. Return False, and do nothing, if the reader must handle it."""
        outbox = self._client.outbox
        if self._session.pending >= MAX_PENDING or (outbox is not None and outbox.full):
            return False
        try:
            message = self._admit(text)
        except (BadMessage, _Excess, _Later):
            return False
        self._session.receive(message)
        return True

    def note_waiting(self) -> None:
        """Start the reader, unless it runs."""
        if self._reader is None:
            self._reader = self._context.run(self._read())

    def note_written(self) -> None:
        """Send the messages that wait."""
        self._client.flush()

    def note_lost(self) -> None:
        """Drop what waits to be sent. The reader still carries out what has arrived before."""
        self._client.note_lost()
        if self._reader is None:
            self._leave()

    # -- admission

    def _admit(self, text: bytes | None, *, waited: bool = False) -> Any:
        """Return the message of a text, None if it is binary. It counts as one of its sender.

        Args:
            text: What has arrived.
            waited: Whether it has waited as long as `_Later` said.

        Raises:
            _Later: Its sender has to wait first.
            BadMessage: It is not a message, or not one of an open connection.
            _Excess: It is above the rate limit.
        """
        limiter = self._client.limiter
        if not waited and (rest_s := limiter.rest_s()):
            raise _Later(rest_s)
        if text is None:
            raise BadMessage(Code.BAD_MESSAGE, BINARY_FRAME, BINARY_HINT)
        if len(text) <= LONG:
            message = decode(text)
        elif not waited and (wait_s := limiter.wait()):
            raise _Later(wait_s)
        else:
            message = _decode_long(text, limiter)
        if type(message) is to_server.Hello:
            raise BadMessage(Code.BAD_MESSAGE, "you have said hello already", "send commands now")
        if (exceeded := limiter.message()) is not None:
            raise _Excess(message.id, exceeded)
        return message

    # -- the reader

    async def _read(self) -> None:
        """Carry out the messages that wait."""
        try:
            while self._socket.waits:
                await self._handle(self._socket.first())
                self._socket.drop_first()
                while self._busy():
                    await self._client.wait_sent()
        except ConnectionEnd as end:
            self._end(end)
        except Exception:
            log.exception("a connection failed")
            self._end(ConnectionEnd(CloseCode.INTERNAL_ERROR, ""))
        else:
            self._reader = None
            if self._socket.state is CLOSED:
                self._leave()

    async def _handle(self, text: bytes | None) -> None:
        """Carry out one message, None if it is binary. Raises ConnectionEnd."""
        try:
            try:
                message = self._admit(text)
            except _Later as later:
                await asyncio.sleep(later.seconds)
                message = self._admit(text, waited=True)
        except BadMessage as error:
            if text is not None:
                self._socket.fail_unless_utf8(text)
            self._refuse_bad(error)
        except _Excess as excess:
            self._client.metrics.refusals.labels(excess.exceeded.code.value).inc()
            _refuse_excess(self._client, excess.id, excess.exceeded)
        else:
            self._session.receive(message)

    def _busy(self) -> bool:
        outbox = self._client.outbox
        return self._session.pending >= MAX_PENDING or (outbox is not None and outbox.full)

    def _refuse_bad(self, error: BadMessage) -> None:
        """Refuse an invalid message. Raises ConnectionEnd if there were too many of them."""
        self._bad += 1
        self._client.limiter.note_refusal()
        self._client.send(OutgoingMessage(encode(replies.refused(error.id, error.code, str(error), error.hint))))
        if self._bad >= MAX_BAD:
            raise ConnectionEnd(Close.BAD_MESSAGE, f"{self._bad} messages were wrong; docs/protocol says how to")

    # -- the end

    def _end(self, end: ConnectionEnd) -> None:
        """Read nothing more, and close the connection once the queued messages are sent, or after `DRAIN_S`."""
        self._socket.receiver = _Ending(self._client)
        self._leave()
        self._client.end(end.code, end.reason)
        asyncio.get_running_loop().call_later(DRAIN_S, self._socket.close, end.code, end.reason)

    def _leave(self) -> None:
        self._context.runtime.clients.depart(self._client)
        log.debug("client disconnected", player=self._client.player.id)
        self._client.limiter.close()


class _Ending:
    """Receiver of a socket that the server is about to close: what its client sends is ignored."""

    __slots__ = ("_client",)

    def __init__(self, client: ClientConnection) -> None:
        self._client = client

    def receive(self, text: bytes) -> bool:  # noqa: ARG002
        return True

    def note_waiting(self) -> None:
        pass

    def note_written(self) -> None:
        self._client.flush()

    def note_lost(self) -> None:
        self._client.note_lost()


def _decode_long(text: bytes, limiter: ClientLimiter) -> Any:
    """Decode a message, and charge its sender, who may send invalid ones. Raises BadMessage."""
    began_s = time.thread_time()
    try:
        return decode(text)
    finally:
        limiter.charge_decoding(time.thread_time() - began_s)


def _refuse_excess(client: ClientConnection, id: str, exceeded: LimitExceeded) -> None:
    """Refuse a message above the rate limit. Raises ConnectionEnd if the client keeps sending them."""
    client.limiter.note_refusal()
    stay_away_s = client.limiter.patience()
    if stay_away_s:
        raise ConnectionEnd(Close.TOO_MANY, f"too many messages; come back in {math.ceil(stay_away_s)} s")
    client.send(OutgoingMessage(encode(replies.limit_exceeded(id, exceeded))))
