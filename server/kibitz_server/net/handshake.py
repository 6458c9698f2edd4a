"""The protocol handshake: `hello` of the client, `welcome` of the server."""

import asyncio

import structlog
from sqlalchemy.exc import SQLAlchemyError
from websockets.asyncio.server import ServerConnection

from kibitz_protocol import OLDEST_VERSION, VERSION, to_server
from kibitz_protocol.capabilities import CAPABILITIES
from kibitz_protocol.codec import BadMessage
from kibitz_protocol.refusals import SENTENCES, Close, Code
from kibitz_server.accounts.accounts import Authenticated
from kibitz_server.accounts.client_info import identity_data
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.engine.driver import ALGORITHMS
from kibitz_server.handlers.accounts import AccountCommands
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.messages import replies
from kibitz_server.messages.encoding import decode, encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.context import SEND_S, ServerContext
from kibitz_server.net.websocket import ClientSocket

log = structlog.get_logger(__name__)

HELLO_S = 5.0
MAX_HELLO = 4096
"""Length of a hello. Anything longer is not read, because a stranger has no share of the processor yet."""


class ConnectionEnd(Exception):
    """Reason to close a connection, with the close code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


async def greet(socket: ClientSocket, context: ServerContext) -> ClientConnection:
    """Read `hello`, send `welcome`, and return the client.

    Raises:
        ConnectionEnd: the client did not say a valid hello in time, may not connect, or cannot be identified.
        ConnectionClosed: the client closed the connection.
    """
    hello = await _read_hello(socket)
    socket.end_handshake()
    address = context.edge.client_address(socket)
    if hello.token is None and not context.runtime.store.healthy:
        # The server could not store the identity of a new guest, who would lose its seats.
        sentence = "the server cannot take in new guests at the moment"
        await _refuse(socket, None, Code.NOT_SAVED, sentence, "come back soon")
        raise ConnectionEnd(Close.OVERLOADED, "the database is away")
    player, info, token = await _identify(socket, hello, address, context.accounts)
    info.address, info.client, info.since = address, hello.client, context.runtime.wall_clock()
    welcome = {
        "t": "welcome",
        "version": min(VERSION, hello.newest),
        "server": context.server,
        "you": identity_data(player, info.role),
        "token": token,
        "capabilities": list(CAPABILITIES),
        "engines": list(ALGORITHMS),
    }
    limiter = ClientLimiter(context.limiter, player.id, info.block, guest=not player.account)
    client = ClientConnection(player, info, limiter, socket, context.runtime.metrics)
    client.send(OutgoingMessage(encode(welcome)))
    # Measure the lag before the first move that it could be credited to; the keepalive measures it later.
    socket.send_ping()
    return client


async def receive_text(socket: ServerConnection) -> str:
    """Return the next text message.

    Raises:
        BadMessage: the message is binary.
        ConnectionClosed: the connection is closed.
    """
    data = await socket.recv()
    if isinstance(data, bytes):
        raise BadMessage(Code.BAD_MESSAGE, "that is a binary frame", "send one JSON object a text frame")
    return data


async def _read_hello(socket: ClientSocket) -> to_server.Hello:
    """Return the client's hello. Raises ConnectionEnd."""
    try:
        async with asyncio.timeout(HELLO_S):
            text = await receive_text(socket)
            if len(text) > MAX_HELLO:
                raise BadMessage(Code.BAD_MESSAGE, "that is too long for a hello", 'send {"t":"hello"} first')
            hello = decode(text)
    except TimeoutError:
        raise ConnectionEnd(Close.SLOW_HELLO, f"no hello within {HELLO_S:g} s") from None
    except BadMessage as error:
        await _refuse(socket, error.id, error.code, str(error), error.hint)
        raise ConnectionEnd(Close.BAD_MESSAGE, "that was no hello") from None
    if not isinstance(hello, to_server.Hello):
        await _refuse(socket, hello.id, Code.HELLO_FIRST, SENTENCES[Code.HELLO_FIRST], 'send {"t":"hello"} first')
        raise ConnectionEnd(Close.BAD_MESSAGE, "that was no hello")
    if hello.newest < OLDEST_VERSION or hello.oldest > VERSION:
        versions = f"this server speaks {OLDEST_VERSION} to {VERSION}, the client {hello.oldest} to {hello.newest}"
        older = "the client" if hello.newest < OLDEST_VERSION else "the server"
        await _refuse(socket, None, Code.WRONG_VERSION, versions, f"update {older}")
        raise ConnectionEnd(Close.POLICY, "no protocol version in common")
    return hello


async def _identify(
    socket: ServerConnection, hello: to_server.Hello, address: str, accounts: AccountCommands
) -> Authenticated:
    """Return the identity of the client. Raises ConnectionEnd."""
    try:
        if hello.token is None:
            accounts.moderation.check_not_banned(address, hello.name)
            return await accounts.accounts.create_guest(hello.name)
        arrival = await accounts.accounts.authenticate(hello.token)
        player, owner = (arrival.player, arrival.info.owner) if arrival else (None, None)
        accounts.moderation.check_not_banned(address, player=player, owner=owner)
    except CommandRefused as refused:
        await _refuse(socket, None, refused.code, str(refused), refused.hint, refused.retry_after_s)
        banned = refused.code is Code.BANNED
        raise ConnectionEnd(Close.BANNED if banned else Close.POLICY, str(refused)) from None
    except SQLAlchemyError as error:
        log.warning("the database could not identify a client", error=str(error.__cause__ or error))
        await _refuse(socket, None, Code.NOT_SAVED, "the server cannot look you up at the moment", "come back soon")
        raise ConnectionEnd(Close.OVERLOADED, "the database is away") from None
    if arrival is None:
        hint = "say hello without a token to come as a new guest"
        await _refuse(socket, None, Code.UNKNOWN_TOKEN, SENTENCES[Code.UNKNOWN_TOKEN], hint)
        raise ConnectionEnd(Close.UNKNOWN_TOKEN, "unknown token")
    return arrival


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
