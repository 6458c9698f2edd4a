"""Two servers for the same traces: the core with fakes around it, and a real one with real connections.

Messages are compared after the removal of values that differ between servers: ids, codes and times.
"""

import asyncio
import json
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import decode_to_client
from tests.server.conftest import FakeClient, InProcessServer

TIMES = ("at", "elapsed_ms", "lag_ms", "remaining_ms", "flag_ms", "first_move_ms", "created_at", "watchers")
COMPARED = ("accepted", "refused", "event", "snapshot", "next")
PATIENCE_S = 30.0
PINGS = 500
"""The largest number of pings that wait for further messages of a real server, at about a millisecond each."""


class World(Protocol):
    """A server with its clients, by name."""

    async def connect(self, who: str, since: dict[str, int]) -> None:
        """Connect or reconnect a client, and follow these matches from these events on."""

    async def send(self, who: str, id: str, t: str, **fields: Any) -> Any:
        """Send a command, and return the answer."""

    async def received(self, who: str, expected: int = 0) -> list[Any]:
        """Return the comparable messages that a client received since the last call; wait for `expected` of them."""


class FakeWorld:
    """The core with fake sockets, processes and clock."""

    def __init__(self) -> None:
        self.server = InProcessServer()
        self._clients: dict[str, FakeClient] = {}
        self._unread: dict[str, list[Any]] = {}
        self._watches = 0

    async def connect(self, who: str, since: dict[str, int]) -> None:
        if who in self._clients:
            old = self._clients.pop(who)
            self._unread[who] += old.take()
            self.server.runtime.clients.depart(old.connection)
        self._unread.setdefault(who, [])
        self._clients[who] = self.server.connect(who)
        for match, seq in since.items():
            self._watches += 1
            self._clients[who].ask("watch", id=f"w{self._watches}", match=match, since=seq)

    async def send(self, who: str, id: str, t: str, **fields: Any) -> Any:
        client = self._clients[who]
        before = len(client.received)
        client.send(t, id=id, **fields)
        self.server.store.commit()
        return next(m for m in client.received[before:] if m.t in ("accepted", "refused") and m.id == id)

    async def received(self, who: str, expected: int = 0) -> list[Any]:  # noqa: ARG002
        # Nothing to wait for: when a command is answered, all its messages have been received.
        unread, self._unread[who] = self._unread[who], []
        return comparable([*unread, *self._clients[who].take()])

    def close(self) -> None:
        """Close the database, in the thread that created it."""
        self.server.store.people.engine.dispose()


class RealWorld:
    """A listening server, and clients over WebSocket."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._sockets: dict[str, Any] = {}
        self._tokens: dict[str, str] = {}
        self._unread: dict[str, list[Any]] = {}
        self._pings = 0

    async def connect(self, who: str, since: dict[str, int]) -> None:
        if who in self._sockets:
            await self._settle(who)
            self._sockets.pop(who).transport.abort()
        self._unread.setdefault(who, [])
        socket = await connect(self._address, subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None)
        self._sockets[who] = socket
        hello = {"t": "hello", "name": who} | ({"token": self._tokens[who]} if who in self._tokens else {})
        await socket.send(json.dumps(hello))
        welcome = await self._next(who)
        assert welcome.t == "welcome", welcome
        self._tokens.setdefault(who, welcome.token)
        for match, seq in since.items():
            self._pings += 1
            await self.send(who, f"w{self._pings}", "watch", match=match, since=seq)

    async def send(self, who: str, id: str, t: str, **fields: Any) -> Any:
        await self._sockets[who].send(json.dumps({"t": t, "id": id, **fields}))
        while True:
            message = await self._next(who)
            self._unread[who].append(message)
            if message.t in ("accepted", "refused") and message.id == id:
                return message

    async def received(self, who: str, expected: int = 0) -> list[Any]:
        # The answer to a ping arrives after every message that the server sent before it. Messages that need several
        # store transactions, such as those of a rematch, may arrive later, so up to PINGS pings wait for them.
        for _ in range(PINGS):
            await self._settle(who)
            if len(received := comparable(self._unread[who])) >= expected:
                break
        self._unread[who] = []
        return received

    async def close(self) -> None:
        """Close all connections."""
        for socket in self._sockets.values():
            await socket.close()

    async def _settle(self, who: str) -> None:
        self._pings += 1
        await self.send(who, f"p{self._pings}", "ping")
        self._unread[who].pop()

    async def _next(self, who: str) -> Any:
        async with asyncio.timeout(PATIENCE_S):
            return decode_to_client(await self._sockets[who].recv())


class Normalizer:
    """Normalization of messages: ids and codes of matches become the names that the test gives them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def note(self, name: str, match: str, code: str) -> None:
        """Register the common name of a match of this world."""
        self._names[match] = f"<{name}>"
        self._names[code] = f"<{name}>"

    def messages(self, received: list[Any]) -> list[Any]:
        """Normalize messages. They keep their order."""
        return [self.message(message) for message in received]

    def message(self, message: Any) -> Any:
        """Normalize one message, and remove its times."""
        text = json.dumps(_timeless(message.model_dump(mode="json")))
        for secret, name in self._names.items():
            text = text.replace(secret, name)
        return json.loads(text)


def comparable(received: list[Any]) -> list[Any]:
    """Return the messages that must be the same in both worlds: no unnumbered ones, no answers to own commands."""
    return [message for message in received if message.t in COMPARED and not _own(message)]


def _own(message: Any) -> bool:
    return message.t in ("accepted", "refused") and (message.id or "")[:1] in "wp"


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(inner) for key, inner in value.items() if key not in TIMES}
    return [_timeless(inner) for inner in value] if isinstance(value, list) else value
