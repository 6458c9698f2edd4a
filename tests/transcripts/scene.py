"""A real server with clients whose messages, sent and received, are recorded."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import decode_to_client
from kibitz_server.app import running
from kibitz_server.settings import Settings
from tests.fakes.server import UntimedPool
from tests.transcripts.normal import Names

PASSING = ("thinking", "presence", "lobby", "notice", "standings")
"""Messages that arrive at any time. They are recorded only where a scene waits for them."""

ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Transcript:
    """The record of a scene: the messages that each client sent (`->`) and received (`<-`)."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.lines: list[tuple[str, str, dict[str, Any]]] = []
        self._names = Names()

    def add(self, who: str, arrow: str, message: dict[str, Any]) -> None:
        """Record a message."""
        self.lines.append((who, arrow, self._names.normal(message)))

    def remark(self, text: str) -> None:
        """Record a remark, which is not a message."""
        self.lines.append((text, "", {}))

    def text(self) -> str:
        """Return the text of the transcript."""
        rows = [f"# {self.title}"]
        for who, arrow, message in self.lines:
            rows.append(f"{who} {arrow} {json.dumps(message, ensure_ascii=False)}" if arrow else f"({who})")
        return "\n".join(rows) + "\n"


class SceneClient:
    """A client of a scene."""

    def __init__(self, name: str, socket: ClientConnection, transcript: Transcript) -> None:
        self.name = name
        self._socket = socket
        self._transcript = transcript
        self._count = 0

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._transcript.add(self.name, "->", message)
        await self._socket.send(json.dumps(message))

    async def until(self, kind: str, id: str | None = None) -> Any:
        """Receive messages up to the next message or event of a kind, and return it."""
        while True:
            text = await self._socket.recv()
            message = json.loads(text)
            fact = message["event"]["kind"] if message["t"] in ("event", "tournament_event") else message["t"]
            wanted = kind in (message["t"], fact) and id in (None, message.get("id"))
            if wanted or message["t"] not in PASSING:
                self._transcript.add(self.name, "<-", message)
            if wanted:
                return decode_to_client(text)

    async def ask(self, t: str, **fields: Any) -> Any:
        """Send a command, and return its answer."""
        self._count += 1
        id = f"{self.name}-{self._count}"
        await self.send({"t": t, "id": id, **fields})
        while True:
            answer = await self.until_answer(id)
            if answer is not None:
                return answer

    async def until_answer(self, id: str) -> Any:
        """Receive the next message. Return it if it is the answer to this command, else None."""
        text = await self._socket.recv()
        message = json.loads(text)
        mine = message["t"] in ("accepted", "refused") and message["id"] == id
        if mine or message["t"] not in PASSING:
            self._transcript.add(self.name, "<-", message)
        return decode_to_client(text) if mine else None

    async def disconnect(self) -> None:
        """Break the connection."""
        self._transcript.remark(f"{self.name}'s connection breaks")
        self._socket.transport.abort()

    async def until_closed(self) -> None:
        """Receive messages until the server closes the connection."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self._transcript.add(self.name, "<-", json.loads(await self._socket.recv()))
        self._transcript.remark(f"the server closes {self.name}'s connection: {self._socket.close_code}")


class Scene:
    """The setting of one scene: a server and the clients that connect to it."""

    def __init__(self, address: str, title: str) -> None:
        self.transcript = Transcript(title)
        self._address = address
        self._sockets: list[ClientConnection] = []

    async def connect(self, name: str) -> SceneClient:
        """Connect a client that has not yet sent `hello`."""
        offered = [Subprotocol(SUBPROTOCOL)]
        socket = await connect(self._address, subprotocols=offered, compression=None, proxy=None)
        self._sockets.append(socket)
        return SceneClient(name, socket, self.transcript)

    async def hello(self, name: str, **fields: Any) -> tuple[SceneClient, Any]:
        """Connect a client and send `hello`. Return the client and the `welcome`."""
        client = await self.connect(name)
        await client.send({"t": "hello", **({"name": name} if "token" not in fields else {}), **fields})
        return client, await client.until("welcome")

    async def client(self, name: str) -> SceneClient:
        """Connect a client and send `hello`."""
        return (await self.hello(name))[0]

    async def match(self, **options: Any) -> tuple[SceneClient, SceneClient, str]:
        """Create a match of tic-tac-toe between Ann and Bob. Return both clients and the code."""
        ann, bob = await self.client("ann"), await self.client("bob")
        code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN], **options)).result.code
        await bob.ask("join", match=code)
        await bob.until("snapshot")
        await ann.until("started" if options.get("autostart", True) else "seated")
        return ann, bob, code

    async def close(self) -> None:
        """Close all connections."""
        for socket in self._sockets:
            await socket.close()


@contextlib.asynccontextmanager
async def server() -> AsyncIterator[str]:
    """Run a server with a fixed random seed, and the same searches each time."""
    settings = Settings(port=0, database=":memory:", slots=1, seed=1, engine_pace=0, log_level="error")
    async with running(settings, make_pool=lambda settings: UntimedPool(settings.slots)) as address:
        yield address
