"""Fakes for tests of the client: a scripted server, a client without a connection, a keyboard and streams."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Iterable
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from kibitz_client.errors import RefusedError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.subscriptions import Message
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.output import Output
from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import decode_to_server, encode
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Accepted, Identity, Refused, Welcome
from kibitz_protocol.to_server import Hello

TOKEN = "token-of-a-new-guest"


def welcome(hello: Hello) -> Welcome:
    """Return the answer to a hello; a client without a token gets one."""
    return Welcome(
        version=1,
        server="fake",
        you=Identity(id="u1", name=hello.name or "guest"),
        token=TOKEN if hello.token is None else None,
        capabilities=[],
        engines=["alphabeta"],
    )


def refused(code: Code, message: str, hint: str | None = None, id: str | None = None) -> Refused:
    """Return a refusal."""
    return Refused(id=id, code=code, message=message, hint=hint)


class Peer:
    """The server's end of one connection."""

    def __init__(self, socket: ServerConnection, hello: Hello) -> None:
        self.socket = socket
        self.hello = hello
        self.gone = asyncio.Event()

    async def receive(self) -> Any:
        """Return the next message of the client."""
        return decode_to_server(await self.socket.recv())

    async def send(self, *messages: Any) -> None:
        """Send messages; text is sent unchanged."""
        for message in messages:
            await self.socket.send(message if isinstance(message, str) else encode(message).decode())

    async def accept(self, result: Any = None) -> Any:
        """Receive a command, accept it, and return it."""
        command = await self.receive()
        await self.send(Accepted(id=command.id, result=result))
        return command

    def drop(self) -> None:
        """Abort the connection without a close handshake."""
        self.socket.transport.abort()
        self.gone.set()

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection."""
        await self.socket.close(code, reason)
        self.gone.set()


class FakeServer:
    """Server on the loopback interface whose messages the test sends.

    `greet` returns the answer to a hello; a number closes the connection with that code.
    """

    def __init__(self, subprotocols: Iterable[str] = (SUBPROTOCOL,)) -> None:
        self.greet: Callable[[Hello], Any] = welcome
        self.hellos: list[Hello] = []
        self._subprotocols = [Subprotocol(name) for name in subprotocols]
        self._peers: asyncio.Queue[Peer] = asyncio.Queue()
        self._server: Server

    async def __aenter__(self) -> Self:
        await self.listen()
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.shut()

    async def listen(self, port: int = 0) -> None:
        """Listen at a port, or at any free one."""
        # No bound on unread messages: with one, a test that does not read holds up the closing handshake for 10 s.
        self._server = await serve(
            self._handle, "127.0.0.1", port, subprotocols=self._subprotocols or None, compression=None, max_queue=None
        )
        self.port: int = next(iter(self._server.sockets)).getsockname()[1]

    async def shut(self) -> None:
        """Close every connection and stop listening."""
        self._server.close()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"ws://127.0.0.1:{self.port}"

    async def peer(self) -> Peer:
        """Return the next connection, after its welcome."""
        return await self._peers.get()

    async def _handle(self, socket: ServerConnection) -> None:
        try:
            hello = decode_to_server(await socket.recv())
            self.hellos.append(hello)
            answer = self.greet(hello)
            if isinstance(answer, int):
                await socket.close(answer)
                return
            await socket.send(answer if isinstance(answer, str) else encode(answer).decode())
        except ConnectionClosed:
            return
        peer = Peer(socket, hello)
        self._peers.put_nowait(peer)
        closed = asyncio.ensure_future(socket.wait_closed())
        gone = asyncio.ensure_future(peer.gone.wait())
        await asyncio.wait([closed, gone], return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
        gone.cancel()


class FakeClient(NetworkClient):
    """Client without a connection: `script` returns the result of each command, or a refusal or error of it.

    `tell` sends messages as the server.
    """

    def __init__(self, script: Callable[[Any], Any] = lambda _command: None) -> None:
        super().__init__("ws://fake")
        self.script = script
        self.asked: list[Any] = []
        self._inbound: asyncio.Queue[Message | None] = asyncio.Queue()

    def tell(self, *messages: Message) -> None:
        """Deliver messages of the server."""
        for message in messages:
            self._inbound.put_nowait(message)

    def hang_up(self) -> None:
        """End the messages."""
        self._inbound.put_nowait(None)

    async def ask(self, command: Any) -> Any:
        """Return what the script returns, and raise its refusals."""
        self.asked.append(command)
        answer = self.script(command)
        if isinstance(answer, Refused):
            raise RefusedError(answer)
        return answer

    async def messages(self) -> AsyncIterator[Message]:
        """Yield the delivered messages."""
        while (message := await self._inbound.get()) is not None:
            yield message


class FakeKeyboard(Keyboard):
    """Keyboard whose lines are there from the start. The input ends after them, unless it is `open_end`."""

    def __init__(self, *lines: str, interactive: bool = False, open_end: bool = False) -> None:
        self.interactive = interactive
        self._lines: list[str | None] = [*lines] if open_end else [*lines, None]

    def listen(self, receive: Callable[[str | None], None]) -> None:
        """Pass on the lines."""
        self.type = receive
        for line in self._lines:
            receive(line)


class FakeTerminal(io.StringIO):
    """Stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Return true."""
        return True


class Recorded:
    """An output and the text that was written to it."""

    def __init__(self, *, tty: bool = False, json: bool = False, plain: bool = False) -> None:
        self._stdout = FakeTerminal() if tty else io.StringIO()
        self._stderr = io.StringIO()
        self.output = Output(
            json=json, plain=plain, stdout=self._stdout, stderr=self._stderr, environ={"NO_COLOR": "1"}
        )

    @property
    def out(self) -> str:
        """Standard output so far."""
        return self._stdout.getvalue()

    @property
    def err(self) -> str:
        """Standard error so far."""
        return self._stderr.getvalue()
