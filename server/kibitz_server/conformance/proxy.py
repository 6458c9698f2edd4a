"""Proxy between a client and the server: it forwards frames as the examiner edits them."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import MAX_BYTES
from kibitz_protocol.refusals import Close
from kibitz_server.conformance.examiner import Examiner
from kibitz_server.messages.outgoing import Data

OWN_IDS = "examiner-"
"""Prefix of the ids of the proxy's own commands."""


class ForwardedConnection:
    """One connection of the client, and the matching one to the server. Implements `ProxiedConnection`."""

    def __init__(self, client: ServerConnection, server: ClientConnection, examiner: Examiner) -> None:
        self._client = client
        self._server = server
        self._examiner = examiner
        self._end: str | None = None

    async def run(self) -> None:
        """Forward frames in both directions until either side closes."""
        directions = [asyncio.create_task(self._to_server()), asyncio.create_task(self._to_client())]
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for direction in directions:
                direction.cancel()
            await self._server.close()

    def cut(self) -> None:
        """Abort the connection after the next messages."""
        self._end = "cut"

    def restart(self) -> None:
        """Close the connection with 1012 after the next messages."""
        self._end = "restart"

    async def ask_snapshot(self, match: str) -> None:
        """Request a snapshot from the server; its answer is not forwarded."""
        await self._server.send(json.dumps({"t": "watch", "id": f"{OWN_IDS}{match}", "match": match}))

    def insert_event(self, fact: Data, after: Data) -> Data:
        """Return an extra event numbered after `after`."""
        return self._examiner.insert_event(fact, after)

    async def _to_server(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self._client:
                if isinstance(frame, bytes):
                    await self._server.send(frame)
                    continue
                forwarded, answer = await self._examiner.from_client(self, frame)
                if forwarded is not None:
                    await self._server.send(forwarded)
                if answer is not None:
                    await self._client.send(json.dumps(answer))

    async def _to_client(self) -> None:
        try:
            async for frame in self._server:
                text = frame if isinstance(frame, str) else frame.decode()
                if f'"id":"{OWN_IDS}' in text:
                    continue
                for message in await self._examiner.from_server(self, text):
                    await self._client.send(json.dumps(message))
                if self._end is not None:
                    await self._close()
                    return
        except ConnectionClosed:
            pass
        # Forward the server's own close code too. 1005, 1006 and 1015 must not be sent (RFC 6455, section 7.4.1).
        code, reason = self._server.close_code, self._server.close_reason or ""
        if code is not None and code not in (1005, 1006, 1015):
            await self._client.close(code, reason)

    async def _close(self) -> None:
        if self._end == "restart":
            await self._client.close(Close.RESTART, "restart")
        else:
            self._client.transport.abort()


class Proxy:
    """Handler of the client's connections in front of a server."""

    def __init__(self, server: str, examiner: Examiner) -> None:
        self._server = server
        self._examiner = examiner
        self._connections: set[asyncio.Task[None]] = set()

    async def handle(self, client: ServerConnection) -> None:
        """Serve one connection of the client."""
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        offered = [Subprotocol(SUBPROTOCOL)] if client.subprotocol else None
        try:
            async with connect(
                self._server, subprotocols=offered, compression=None, proxy=None, max_size=None
            ) as server:
                await ForwardedConnection(client, server, self._examiner).run()
        finally:
            self._connections.discard(task)

    @property
    def idle(self) -> bool:
        """Whether no client is connected."""
        return not self._connections

    async def wait_idle(self, within_s: float) -> None:
        """Wait until the client disconnects, for at most `within_s` seconds."""
        if self._connections:
            await asyncio.wait(self._connections, timeout=within_s)


@contextlib.asynccontextmanager
async def listen(proxy: Proxy, host: str, port: int) -> AsyncIterator[str]:
    """Listen for clients, and yield the address to connect to. An address in use raises OSError."""
    listening: Server = await serve(
        proxy.handle,
        host,
        port,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        max_size=MAX_BYTES,
        close_timeout=1,
    )
    try:
        yield f"ws://{host}:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()
        await listening.wait_closed()
