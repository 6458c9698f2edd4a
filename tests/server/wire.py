"""A test client that speaks the protocol over a real connection, without the client library."""

import itertools
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import decode_to_client

WIRES = itertools.count()
ME, OPEN = {"kind": "me"}, {"kind": "open"}


def engine(algorithm: str = "alphabeta", **limit: Any) -> dict[str, Any]:
    """Return the seat of an engine."""
    return {"kind": "engine", "engine": {"algorithm": algorithm, "limit": limit}}


class WireClient:
    """A test client on a WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Any] = []
        self.seqs: dict[str, int] = {}
        self.ids = 0
        # Command ids belong to the player: a new connection must not use the old ids again.
        self.name = next(WIRES)

    async def send(self, message: Any) -> None:
        """Send an object as JSON, or anything else as it is."""
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def next(self) -> Any:
        """Return the next message, decoded by the protocol's models. Events must follow without a gap."""
        message = decode_to_client(await self.socket.recv())
        if message.t == "snapshot":
            self.seqs[message.match] = message.seq
        elif message.t == "event" and message.match in self.seqs:
            assert message.seq == self.seqs[message.match] + 1
            self.seqs[message.match] += 1
        self.heard.append(message)
        return message

    async def until(self, kind: str) -> Any:
        """Return the next message or event of a kind; messages before it are in `heard`."""
        while True:
            message = await self.next()
            if kind in (message.t, message.event.kind if message.t == "event" else None):
                return message

    async def ask(self, t: str, **fields: Any) -> Any:
        """Send a command, and return its answer."""
        self.ids += 1
        id = f"{self.name}-{self.ids}"
        await self.send({"t": t, "id": id, **fields})
        while True:
            message = await self.next()
            if message.t in ("accepted", "refused") and message.id == id:
                return message

    def events(self) -> list[Any]:
        """Return the numbered events received so far."""
        return [message for message in self.heard if message.t == "event"]


async def call(address: str, **hello: Any) -> WireClient:
    """Connect, say hello, and return the client."""
    wire = WireClient(await connect(address, subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None))
    await wire.send({"t": "hello", **hello})
    assert (await wire.next()).t == "welcome"
    return wire
