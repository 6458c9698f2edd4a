"""Stands between a client and a server of its own: passes frames on, as the examiner wants them."""

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

OURS = "examiner-"
"""How the ids of our own commands begin."""


class Connection:
    """One connection of the client, and the one to the server that belongs to it."""

    def __init__(self, client: ServerConnection, server: ClientConnection, examiner: Examiner) -> None:
        self._client = client
        self._server = server
        self._examiner = examiner
        self._end: str | None = None

    async def run(self) -> None:
        """Pass frames on both ways until either side hangs up."""
        ways = [asyncio.create_task(self._up()), asyncio.create_task(self._down())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await self._server.close()

    def cut(self) -> None:
        """See `tasks.Relay`."""
        self._end = "cut"

    def restart(self) -> None:
        """See `tasks.Relay`."""
        self._end = "restart"

    async def ask_snapshot(self, match: str) -> None:
        """See `tasks.Relay`."""
        await self._server.send(json.dumps({"t": "watch", "id": f"{OURS}{match}", "match": match}))

    def numbered(self, fact: Data, like: Data) -> Data:
        """See `tasks.Relay`."""
        return self._examiner.numbered(fact, like)

    async def _up(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self._client:
                if isinstance(frame, bytes):
                    await self._server.send(frame)
                    continue
                onward, answer = await self._examiner.from_client(self, frame)
                if onward is not None:
                    await self._server.send(onward)
                if answer is not None:
                    await self._client.send(json.dumps(answer))

    async def _down(self) -> None:
        try:
            async for frame in self._server:
                text = frame if isinstance(frame, str) else frame.decode()
                if f'"id":"{OURS}' in text:
                    continue
                for message in await self._examiner.from_server(self, text):
                    await self._client.send(json.dumps(message))
                if self._end is not None:
                    await self._hang_up()
                    return
        except ConnectionClosed:
            pass
        # The server's own goodbye is passed on too.
        code, reason = self._server.close_code, self._server.close_reason or ""
        if code is not None and code not in (1005, 1006, 1015):
            await self._client.close(code, reason)

    async def _hang_up(self) -> None:
        if self._end == "restart":
            await self._client.close(Close.RESTART, "restart")
        else:
            self._client.transport.abort()


class Proxy:
    """What listens in front of a server."""

    def __init__(self, server: str, examiner: Examiner) -> None:
        self._server = server
        self._examiner = examiner
        self._talks: set[asyncio.Task[None]] = set()

    async def talk(self, client: ServerConnection) -> None:
        """Serve one connection of the client."""
        talk = asyncio.current_task()
        assert talk is not None
        self._talks.add(talk)
        offered = [Subprotocol(SUBPROTOCOL)] if client.subprotocol else None
        try:
            async with connect(
                self._server, subprotocols=offered, compression=None, proxy=None, max_size=None
            ) as server:
                await Connection(client, server, self._examiner).run()
        finally:
            self._talks.discard(talk)

    @property
    def deserted(self) -> bool:
        """Whether no client is there."""
        return not self._talks

    async def left(self, within_s: float) -> None:
        """Wait until the client has hung up, but not for long."""
        if self._talks:
            await asyncio.wait(self._talks, timeout=within_s)


@contextlib.asynccontextmanager
async def relayed(front: Proxy, host: str, port: int) -> AsyncIterator[str]:
    """Listen in front of a server; gives the address to connect to. Raises OSError."""
    listening: Server = await serve(
        front.talk,
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
