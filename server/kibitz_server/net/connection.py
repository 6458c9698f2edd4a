"""One WebSocket connection: the handshake, then commands in and messages out, until either side ends it.

A valid command is carried out when its bytes arrive (`ClientSocket.on_text`). Invalid and excess messages wait for the
reader. The reader is a task that takes one message at a time, and none while `MAX_PENDING` commands have no answer, the
outbox is full, or many messages were refused just now. The writer is a task that starts when a message has to wait. It
empties the outbox and gives each frame `SEND_S` to leave, because a client that stopped reading would block it forever.
"""

import asyncio
import contextlib
import contextvars
import math
import time
from typing import Any

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from kibitz_protocol import to_server
from kibitz_protocol.codec import BadMessage
from kibitz_protocol.refusals import Close, Code
from kibitz_server.handlers.session import Session
from kibitz_server.limits.limiter import LimitExceeded
from kibitz_server.messages import replies
from kibitz_server.messages.encoding import decode, encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.context import SEND_S, ServerContext
from kibitz_server.net.handshake import ConnectionEnd, greet, receive_text
from kibitz_server.net.websocket import ClientSocket

log = structlog.get_logger(__name__)

DRAIN_S = 1.0
"""Seconds for the writer to send what is queued when a connection ends."""
MAX_REASON = 120
"""Bytes of the reason that fit into a close frame."""
MAX_PENDING = 64
LONG = 4096
"""Bytes of a message whose decoding is charged. All messages of playing are shorter."""
MAX_BAD = 10
"""Invalid messages before the server closes a connection."""


async def serve(socket: ClientSocket, context: ServerContext) -> None:
    """Serve one client until its connection ends. Nothing that a client does makes it raise."""
    # Each connection is a task with its own logging context, which adds the connection's id to each log line.
    structlog.contextvars.bind_contextvars(connection=str(socket.id)[:8])
    try:
        client = await greet(socket, context)
        context.runtime.clients.arrive(client)
        log.debug("client connected", player=client.player.id)
        context.accounts.connected(client)
        variables = contextvars.copy_context()
        client.start_writer = lambda: socket.loop.create_task(_write(socket, client, context), context=variables)
        if not client.outbox.idle:
            client.writer = client.start_writer()
        session = Session(context.runtime, context.answers, context.accounts, client, client.limiter)
        try:
            socket.on_text = lambda text: variables.run(_receive_now, text, client, session)
            await _read(socket, client, session)
        finally:
            socket.on_text = None
            context.runtime.clients.depart(client)
            log.debug("client disconnected", player=client.player.id)
            client.outbox.close()
            client.limiter.close()
            if (writer := client.writer) is not None:
                await asyncio.wait([writer], timeout=DRAIN_S)
                writer.cancel()
                await asyncio.wait([writer])
            client.start_writer = None
    except ConnectionEnd as end:
        await _close(socket, end.code, end.reason)
    except ConnectionClosed:
        pass


async def _close(socket: ServerConnection, code: int, reason: str) -> None:
    # A client that stopped reading would block the close handshake: wait SEND_S, then abort.
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        async with asyncio.timeout(SEND_S):
            await socket.close(code, reason.encode()[:MAX_REASON].decode(errors="ignore"))
    socket.transport.abort()


def _receive_now(text: bytes, client: ClientConnection, session: Session) -> bool:
    """Carry out a command that has just arrived. Return False, and do nothing, if the reader must handle it."""
    if _busy(client, session) or client.limiter.rest_s() or (len(text) > LONG and client.limiter.wait()):
        return False
    try:
        message = _decode(text, client)
    except BadMessage:
        return False
    if isinstance(message, to_server.Hello) or client.limiter.message() is not None:
        return False
    session.receive(message)
    return True


def _decode(text: str | bytes, client: ClientConnection) -> Any:
    """Decode a message, and charge a long one to its sender, who may send invalid ones. Raises BadMessage."""
    if len(text) <= LONG:
        return decode(text)
    began_s = time.thread_time()
    try:
        return decode(text)
    finally:
        client.limiter.charge_decoding(time.thread_time() - began_s)


def _busy(client: ClientConnection, session: Session) -> bool:
    return session.pending >= MAX_PENDING or client.outbox.full


async def _read(socket: ServerConnection, client: ClientConnection, session: Session) -> None:
    """Carry out commands until the connection ends. Raises ConnectionEnd or ConnectionClosed."""
    bad = 0
    while True:
        try:
            text = await receive_text(socket)
            if rest_s := client.limiter.rest_s():
                await asyncio.sleep(rest_s)
            if len(text) > LONG:
                await asyncio.sleep(client.limiter.wait())
            message = _decode(text, client)
            if isinstance(message, to_server.Hello):
                raise BadMessage(Code.BAD_MESSAGE, "you have said hello already", "send commands now")
        except BadMessage as error:
            bad += 1
            client.limiter.note_refusal()
            client.send(OutgoingMessage(encode(replies.refused(error.id, error.code, str(error), error.hint))))
            if bad >= MAX_BAD:
                reason = f"{bad} messages were wrong; docs/protocol says how to"
                raise ConnectionEnd(Close.BAD_MESSAGE, reason) from None
            continue
        exceeded = client.limiter.message()
        if exceeded is not None:
            client.metrics.refusals.labels(exceeded.code.value).inc()
            _refuse_excess(client, message.id, exceeded)
            continue
        session.receive(message)
        while _busy(client, session):
            await client.wait_sent()


def _refuse_excess(client: ClientConnection, id: str, exceeded: LimitExceeded) -> None:
    """Refuse a message above the rate limit. Raises ConnectionEnd if the client keeps sending them."""
    client.limiter.note_refusal()
    stay_away_s = client.limiter.patience()
    if stay_away_s:
        raise ConnectionEnd(Close.TOO_MANY, f"too many messages; come back in {math.ceil(stay_away_s)} s")
    client.send(OutgoingMessage(encode(replies.limit_exceeded(id, exceeded))))


async def _write(socket: ServerConnection, client: ClientConnection, context: ServerContext) -> None:
    """Send the messages of the outbox until it is closed or the connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            item = await client.outbox.next()
            if item is None:
                if client.ending is not None:
                    await _close(socket, *client.ending)
                return
            if isinstance(item, str):
                context.runtime.clients.resend(item, client)
                continue
            try:
                async with asyncio.timeout(context.send_s):
                    await socket.send(item, text=True)
                client.note_sent()
            except TimeoutError:
                log.info("client does not read and is cut off", player=client.player.name)
                context.runtime.metrics.cut_off.labels("does not read").inc()
                socket.transport.abort()
                return
