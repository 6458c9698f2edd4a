"""The protocol handshake: `hello` of the client, `welcome` of the server."""

from collections.abc import Callable

import structlog
from sqlalchemy.exc import SQLAlchemyError
from websockets.frames import CloseCode

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
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.net.client import ClientConnection
from kibitz_server.net.context import ServerContext
from kibitz_server.net.websocket.client_socket import CLOSED, ClientSocket

log = structlog.get_logger(__name__)

FEATURES, ENGINES = tuple(CAPABILITIES), tuple(ALGORITHMS)
MAX_HELLO = 4096
"""Bytes of a hello. Anything longer is not read, because a stranger has no share of the processor yet."""
STARTING_S = 1.0
"""Seconds between two messages that the server is starting."""
BINARY_FRAME = "that is a binary frame"
BINARY_HINT = "send one JSON object per text frame"


class ConnectionEnd(Exception):
    """Reason to close a connection, with the close code, and the refusal that explains it to the client."""

    def __init__(self, code: int, reason: str, refusal: Data | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.refusal = refusal


class Greeting:
    """Receiver of a socket until its client has said hello. What the client sends behind the hello waits."""

    __slots__ = ("_begun", "_context", "_greeted", "_socket")

    def __init__(
        self, socket: ClientSocket, context: ServerContext, greeted: Callable[[ClientConnection], None]
    ) -> None:
        """Wait for a hello. `greeted` is called with the client once it is welcome, and takes over the socket."""
        self._socket = socket
        self._context = context
        self._greeted = greeted
        self._begun = False

    def receive(self, text: bytes) -> bool:
        """Take the first message, and leave all others waiting."""
        if self._begun:
            return False
        self._begun = True
        try:
            hello = _read_hello(text, self._socket)
            self._socket.end_handshake()
            if not self._context.runtime.loading.ready:
                self._context.run(self._greet_when_loaded(hello))
            elif (found := _new_guest(hello, self._socket, self._context)) is not None:
                self._greet(hello, found)
            else:
                self._context.run(self._greet_later(hello))
        except Exception as error:
            self._fail(error)
        return True

    def note_waiting(self) -> None:
        """Refuse a binary message if it is the first one."""
        if not self._begun:
            self._begun = True
            self._fail(_no_hello(replies.refused(None, Code.BAD_MESSAGE, BINARY_FRAME, BINARY_HINT)))

    def note_written(self) -> None:
        """Do nothing: no message waits to be sent."""

    def note_lost(self) -> None:
        """Do nothing: what the client sent before is still carried out."""

    async def _greet_when_loaded(self, hello: to_server.Hello) -> None:
        """Say how far the server has started until it is ready for clients."""
        loading = self._context.runtime.loading
        loaded = False
        while not loaded and self._socket.state is not CLOSED:
            self._socket.send(encode({"t": "starting", "loaded": loading.loaded, "matches": loading.number}))
            loaded = await loading.wait(STARTING_S)
        if loaded:
            await self._greet_later(hello)

    async def _greet_later(self, hello: to_server.Hello) -> None:
        try:
            found = _new_guest(hello, self._socket, self._context)
            found = found or await _identify(hello, self._socket.address, self._context.accounts)
            self._greet(hello, found)
        except Exception as error:
            self._fail(error)

    def _greet(self, hello: to_server.Hello, found: Authenticated) -> None:
        self._greeted(welcome(hello, found, self._socket, self._context))

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, ConnectionEnd):
            log.error("a connection failed", exc_info=error)
            error = ConnectionEnd(CloseCode.INTERNAL_ERROR, "")
        if error.refusal is not None:
            self._socket.send(encode(error.refusal))
        self._socket.close(error.code, error.reason)


def welcome(
    hello: to_server.Hello, found: Authenticated, socket: ClientSocket, context: ServerContext
) -> ClientConnection:
    """Send `welcome` to a client that is identified, and return the client."""
    player, info, token = found
    runtime = context.runtime
    info.address, info.client, info.since = socket.address, hello.client, runtime.wall_clock()
    data = {
        "t": "welcome",
        "version": min(VERSION, hello.newest),
        "server": context.server,
        "you": identity_data(player, info.role),
        "token": token,
        "capabilities": FEATURES,
        "engines": ENGINES,
        "host": runtime.host.choices.name,
        "greeting": runtime.host.choices.welcome,
        "seeks": runtime.matchmaking.known(player.id),
    }
    limiter = ClientLimiter(context.limiter, player.id, info.block, guest=not player.account)
    client = ClientConnection(player, info, limiter, socket, runtime.metrics, runtime.clients.resend, context.send_s)
    client.send(OutgoingMessage(encode(data)))
    # Measure the lag before the first move that it could be credited to; the keepalive measures it later.
    socket.send_ping()
    return client


def _read_hello(text: bytes, socket: ClientSocket) -> to_server.Hello:
    """Return the client's hello. Raises ConnectionEnd."""
    try:
        if len(text) > MAX_HELLO:
            raise BadMessage(Code.BAD_MESSAGE, "that is too long for a hello", 'send {"t":"hello"} first')
        hello = decode(text)
    except BadMessage as error:
        socket.fail_unless_utf8(text)
        raise _no_hello(replies.refused(error.id, error.code, str(error), error.hint)) from None
    if not isinstance(hello, to_server.Hello):
        sentence = SENTENCES[Code.HELLO_FIRST]
        raise _no_hello(replies.refused(hello.id, Code.HELLO_FIRST, sentence, 'send {"t":"hello"} first'))
    if hello.newest < OLDEST_VERSION or hello.oldest > VERSION:
        versions = f"this server speaks {OLDEST_VERSION} to {VERSION}, the client {hello.oldest} to {hello.newest}"
        older = "the client" if hello.newest < OLDEST_VERSION else "the server"
        refusal = replies.refused(None, Code.WRONG_VERSION, versions, f"update {older}")
        raise ConnectionEnd(Close.POLICY, "no protocol version in common", refusal)
    return hello


def _new_guest(hello: to_server.Hello, socket: ClientSocket, context: ServerContext) -> Authenticated | None:
    """Return a new guest, or None if the database must be asked who the client is. Raises ConnectionEnd."""
    if hello.token is not None:
        return None
    if not context.runtime.store.healthy:
        # The server could not store the identity of a new guest, who would lose its seats.
        raise _database_away("the server cannot take in new guests at the moment")
    accounts = context.accounts
    try:
        accounts.moderation.check_not_banned(socket.address, hello.name)
    except CommandRefused as refused:
        raise _refused(refused) from None
    return accounts.accounts.create_unnamed_guest() if hello.name is None else None


async def _identify(hello: to_server.Hello, address: str, accounts: AccountCommands) -> Authenticated:
    """Return the identity of the client. Raises ConnectionEnd."""
    try:
        if hello.token is None:
            return await accounts.accounts.create_guest(hello.name)
        arrival = await accounts.accounts.authenticate(hello.token)
        player, owner = (arrival.player, arrival.info.owner) if arrival else (None, None)
        accounts.moderation.check_not_banned(address, player=player, owner=owner)
    except CommandRefused as refused:
        raise _refused(refused) from None
    except SQLAlchemyError as error:
        log.warning("the database could not identify a client", error=str(error.__cause__ or error))
        raise _database_away("the server cannot look you up at the moment") from None
    if arrival is None:
        hint = "say hello without a token to come as a new guest"
        refusal = replies.refused(None, Code.UNKNOWN_TOKEN, SENTENCES[Code.UNKNOWN_TOKEN], hint)
        raise ConnectionEnd(Close.UNKNOWN_TOKEN, "unknown token", refusal)
    return arrival


def _refused(refused: CommandRefused) -> ConnectionEnd:
    refusal = replies.refused(None, refused.code, str(refused), refused.hint, retry_after_s=refused.retry_after_s)
    return ConnectionEnd(Close.BANNED if refused.code is Code.BANNED else Close.POLICY, str(refused), refusal)


def _no_hello(refusal: Data) -> ConnectionEnd:
    return ConnectionEnd(Close.BAD_MESSAGE, "that was not a hello", refusal)


def _database_away(sentence: str) -> ConnectionEnd:
    return ConnectionEnd(
        Close.OVERLOADED, "the database is away", replies.refused(None, Code.NOT_SAVED, sentence, "come back soon")
    )
