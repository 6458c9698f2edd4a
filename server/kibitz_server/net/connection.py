"""One WebSocket connection: hello, then commands in and messages out, until either side has enough.

A good message is done as it comes (`Wire.take`). What is wrong or too much waits for the reader, a task, which takes
messages one by one, and none while `MOST_PENDING` commands are unanswered or the answers are not read. The
writer, a task that there is once something has to wait, empties the outbox and gives each frame `SEND_S` to leave,
because a client that stopped reading would hold it for ever.
"""

import asyncio
import contextlib
import contextvars
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog
from sqlalchemy.exc import SQLAlchemyError
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from kibitz_protocol import OLDEST_VERSION, VERSION, to_server
from kibitz_protocol.capabilities import CAPABILITIES
from kibitz_protocol.codec import BadMessage, decode_to_server, encode
from kibitz_protocol.refusals import SENTENCES, Close, Code
from kibitz_server.accounts.accounts import Authenticated
from kibitz_server.accounts.client_info import ClientInfo, identity_data
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.addresses import address_block
from kibitz_server.core.values.players import Human
from kibitz_server.engine.driver import ALGORITHMS
from kibitz_server.handlers.accounts import People
from kibitz_server.handlers.answers import Answers
from kibitz_server.handlers.session import Session
from kibitz_server.limits.limiter import ClientLimiter, LimitExceeded, RateLimiter
from kibitz_server.messages import replies
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.http_pages import Health
from kibitz_server.net.outbox import Outbox
from kibitz_server.net.websocket import ClientSocket
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

HELLO_S = 5.0
SEND_S = 5.0
LAST_WORDS_S = 1.0
"""How long a connection that is being closed may take to hear why."""
MOST_REASON = 120
"""How many bytes of a reason fit into the frame that closes a connection."""
MOST_PENDING = 64
MOST_BAD = 10
"""How many messages may be wrong before we stop listening."""


class ClientConnection:
    """A connected client, as the runtime's `Peer`. The badge's address is its own, not that of a proxy we trust."""

    def __init__(
        self, player: Human, badge: ClientInfo, visitor: ClientLimiter, socket: ClientSocket, metrics: Metrics
    ) -> None:
        self.player = player
        self.badge = badge
        self.ending: tuple[int, str] | None = None
        self._socket = socket
        self.visitor = visitor
        self.rooms: set[Room] = set()
        self.outbox = Outbox(on_drop=metrics.outbox_drops.inc)
        self.metrics = metrics
        self._awaited: asyncio.Future[None] | None = None
        self.writer: asyncio.Task[None] | None = None
        self.start_writing: Callable[[], asyncio.Task[None]] | None = None

    @property
    def lag_s(self) -> float:
        """The round trip of the last ping that came back: our own measure, nothing that a client says."""
        return self._socket.latency

    def send(self, letter: OutgoingMessage) -> None:
        """Send a message, or queue it behind those that have not left; never waits."""
        if self._awaited is not None:
            self.go_on()
        # An answer leaves with the event that follows it, an event at once.
        if self.outbox.idle and self._socket.offer(letter.data, hold=letter.match_id is None):
            return
        self.outbox.put(letter)
        self._write()
        if self.outbox.hopeless:
            self.metrics.cut_off.labels("outbox full").inc()
            self.outbox.give_up()
            self.end(Close.OVERLOADED, "you do not keep up; come back and resume")

    async def progress(self) -> None:
        """Wait until something was sent to the client."""
        self._awaited = asyncio.get_running_loop().create_future()
        await self._awaited

    def go_on(self) -> None:
        """Something was sent."""
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    def end(self, code: int, reason: str) -> None:
        """Close the connection once it has heard what is queued."""
        self.ending = self.ending or (code, reason)
        self.outbox.close()
        self._write()

    def _write(self) -> None:
        # Most clients never have anything waiting, and a task is much of what one that only listens costs.
        if self.writer is None and self.start_writing is not None:
            self.writer = self.start_writing()


@dataclass(frozen=True, slots=True)
class ServerContext:
    """What every connection needs. `server` is the name that clients are told."""

    runtime: Runtime
    people: People
    answers: Answers
    server: str
    door: EdgeConfig
    guard: RateLimiter
    send_s: float = SEND_S
    health: Health = field(default_factory=Health)
    show_metrics: bool = False
    """Whether /metrics is open to everyone here."""


class ConnectionEnd(Exception):
    """The connection is to be closed with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


async def serve(socket: ClientSocket, desk: ServerContext) -> None:
    """Talk to one client until the connection ends. Raises nothing that a client could cause."""
    # Each connection is a task with a context of its own, which goes into all that is logged for it.
    structlog.contextvars.bind_contextvars(connection=str(socket.id)[:8])
    try:
        client = await _greet(socket, desk)
        desk.runtime.arrive(client)
        log.debug("a client came in", player=client.player.id)
        desk.people.arrived(client)
        context = contextvars.copy_context()
        client.start_writing = lambda: socket.loop.create_task(_write(socket, client, desk), context=context)
        if not client.outbox.idle:
            client.writer = client.start_writing()
        session = Session(desk.runtime, desk.answers, desk.people, client, client.visitor)
        try:
            socket.take = lambda text: context.run(_take, text, client, session)
            await _read(socket, client, session)
        finally:
            socket.take = None
            desk.runtime.depart(client)
            log.debug("a client is gone", player=client.player.id)
            client.outbox.close()
            if (writer := client.writer) is not None:
                await asyncio.wait([writer], timeout=LAST_WORDS_S)
                writer.cancel()
                await asyncio.wait([writer])
            client.start_writing = None
    except ConnectionEnd as hangup:
        await _hang_up(socket, hangup.code, hangup.reason)
    except ConnectionClosed:
        pass


async def _hang_up(socket: ServerConnection, code: int, reason: str) -> None:
    # A client that does not read would keep a polite goodbye waiting.
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        async with asyncio.timeout(SEND_S):
            await socket.close(code, reason.encode()[:MOST_REASON].decode(errors="ignore"))
    socket.transport.abort()


async def _greet(socket: ClientSocket, desk: ServerContext) -> ClientConnection:
    """Read hello and answer it. Raises Hangup."""
    try:
        async with asyncio.timeout(HELLO_S):
            hello = decode_to_server(await _text(socket))
    except TimeoutError:
        raise ConnectionEnd(Close.SLOW_HELLO, f"no hello within {HELLO_S:g} s") from None
    except BadMessage as error:
        await _refuse(socket, error.id, error.code, str(error), error.hint)
        raise ConnectionEnd(Close.BAD_MESSAGE, "that was no hello") from None
    if not isinstance(hello, to_server.Hello):
        await _refuse(socket, hello.id, Code.HELLO_FIRST, SENTENCES[Code.HELLO_FIRST], 'send {"t":"hello"} first')
        raise ConnectionEnd(Close.BAD_MESSAGE, "that was no hello")
    if hello.newest < OLDEST_VERSION or hello.oldest > VERSION:
        ours = f"this server speaks {OLDEST_VERSION} to {VERSION}, the client {hello.oldest} to {hello.newest}"
        older = "the client" if hello.newest < OLDEST_VERSION else "the server"
        await _refuse(socket, None, Code.WRONG_VERSION, ours, f"update {older}: pip install -U kibitz")
        raise ConnectionEnd(Close.POLICY, "no protocol version in common")
    address = desk.door.caller(socket)
    if hello.token is None and not desk.runtime.store.healthy:
        # A guest who could not be known again would lose the seats they take.
        await _refuse(
            socket, None, Code.NOT_SAVED, "the server cannot take in new guests at the moment", "come back soon"
        )
        raise ConnectionEnd(Close.OVERLOADED, "the database is away")
    player, badge, token = await _identify(socket, hello, address, desk.people)
    badge.address, badge.client, badge.since = address, hello.client, desk.runtime.wall_clock()
    welcome = {
        "t": "welcome",
        "version": min(VERSION, hello.newest),
        "server": desk.server,
        "you": identity_data(player, badge.role),
        "token": token,
        "capabilities": list(CAPABILITIES),
        "engines": list(ALGORITHMS),
    }
    visitor = desk.guard.visitor(player.id, address_block(badge.address), guest=not player.account)
    client = ClientConnection(player, badge, visitor, socket, desk.runtime.metrics)
    client.send(OutgoingMessage(encode(welcome)))
    # The first measure of the lag, before there is a move to credit it to; the keepalive takes the later ones.
    socket.measure()
    return client


async def _identify(socket: ServerConnection, hello: to_server.Hello, address: str, people: People) -> Authenticated:
    """Whom the hello is from. Raises Hangup."""
    try:
        if hello.token is None:
            people.moderation.check_not_banned(address, hello.name)
            return await people.accounts.create_guest(hello.name)
        arrival = await people.accounts.authenticate(hello.token)
        people.moderation.check_not_banned(address, player=arrival.player if arrival else None)
    except CommandRefused as denied:
        await _refuse(socket, None, denied.code, str(denied), denied.hint, denied.retry_after_s)
        banned = denied.code is Code.BANNED
        raise ConnectionEnd(Close.BANNED if banned else Close.POLICY, str(denied)) from None
    except SQLAlchemyError as error:
        log.warning("the database could not be asked who a client is", error=str(error.__cause__ or error))
        await _refuse(socket, None, Code.NOT_SAVED, "the server cannot look you up at the moment", "come back soon")
        raise ConnectionEnd(Close.OVERLOADED, "the database is away") from None
    if arrival is None:
        hint = "say hello without a token to come as a new guest"
        await _refuse(socket, None, Code.UNKNOWN_TOKEN, SENTENCES[Code.UNKNOWN_TOKEN], hint)
        raise ConnectionEnd(Close.UNKNOWN_TOKEN, "unknown token")
    return arrival


def _take(text: bytes, client: ClientConnection, session: Session) -> bool:
    """Do a command that has just come; False when that is not as simple, and nothing is done."""
    if _busy(client, session):
        return False
    try:
        message = decode_to_server(text)
    except BadMessage:
        return False
    if isinstance(message, to_server.Hello) or client.visitor.message() is not None:
        return False
    _do(message, client, session)
    return True


def _busy(client: ClientConnection, session: Session) -> bool:
    return session.pending >= MOST_PENDING or client.outbox.full


def _do(message: to_server.AnyCommand, client: ClientConnection, session: Session) -> None:
    try:
        session.receive(message)
    except Exception:
        # A mistake of ours in one command is no reason to leave the others unanswered.
        log.exception("a command failed", t=message.t, player=client.player.name)
        client.send(OutgoingMessage(encode(replies.refused(message.id, Code.INTERNAL, SENTENCES[Code.INTERNAL]))))


async def _read(socket: ServerConnection, client: ClientConnection, session: Session) -> None:
    """Take commands until the connection ends. Raises Hangup or ConnectionClosed."""
    bad = 0
    while True:
        try:
            message = decode_to_server(await _text(socket))
            if isinstance(message, to_server.Hello):
                raise BadMessage(Code.BAD_MESSAGE, "you have said hello already", "send commands now")
        except BadMessage as error:
            bad += 1
            client.send(OutgoingMessage(encode(replies.refused(error.id, error.code, str(error), error.hint))))
            if bad >= MOST_BAD:
                raise ConnectionEnd(
                    Close.BAD_MESSAGE, f"{bad} messages were wrong; docs/protocol says how to"
                ) from None
            continue
        denial = client.visitor.message()
        if denial is not None:
            client.metrics.refusals.labels(denial.code.value).inc()
            _slow_down(client, message.id, denial)
            continue
        _do(message, client, session)
        while _busy(client, session):
            await client.progress()


def _slow_down(client: ClientConnection, id: str, denial: LimitExceeded) -> None:
    """Refuse a message of too many. Raises Hangup when there is no end of them."""
    stay_away_s = client.visitor.patience()
    if stay_away_s:
        raise ConnectionEnd(Close.TOO_MANY, f"too many messages; come back in {math.ceil(stay_away_s)} s")
    answer = replies.refused(id, denial.code, denial.sentence, denial.hint, retry_after_s=denial.retry_after_s)
    client.send(OutgoingMessage(encode(answer)))


async def _write(socket: ServerConnection, client: ClientConnection, desk: ServerContext) -> None:
    """Send what the outbox holds, until it is closed or the connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            letter = await client.outbox.next()
            if letter is None:
                if client.ending is not None:
                    await _hang_up(socket, *client.ending)
                return
            if isinstance(letter, str):
                desk.runtime.resend(letter, client)
                continue
            try:
                async with asyncio.timeout(desk.send_s):
                    await socket.send(letter, text=True)
                client.go_on()
            except TimeoutError:
                log.info("a client does not read and is cut off", player=client.player.name)
                desk.runtime.metrics.cut_off.labels("does not read").inc()
                socket.transport.abort()
                return


async def _text(socket: ServerConnection) -> str:
    """The next text frame. Raises BadMessage for a binary one."""
    data = await socket.recv()
    if isinstance(data, bytes):
        raise BadMessage(Code.BAD_MESSAGE, "that is a binary frame", "send one JSON object a text frame")
    return data


async def _refuse(
    socket: ServerConnection,
    id: str | None,
    code: Code,
    message: str,
    hint: str | None,
    retry_after_s: float | None = None,
) -> None:
    async with asyncio.timeout(SEND_S):
        refusal = replies.refused(id, code, message, hint, retry_after_s=retry_after_s)
        await socket.send(encode(refusal), text=True)
