"""Relay of TCP connections, which a test can cut."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit


class Relay:
    """Relay to a server. `url` is its own address."""

    def __init__(self, server_url: str) -> None:
        parts = urlsplit(server_url)
        self._host, self._port = parts.hostname, parts.port
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""
        self.connections = 0

    def cut(self) -> None:
        """Abort all connections, without a close handshake."""
        for writer in self._writers:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Relay one connection."""
        self.connections += 1
        server_reader, server_writer = await asyncio.open_connection(self._host, self._port)
        self._writers |= {writer, server_writer}
        directions = [(reader, server_writer), (server_reader, writer)]
        tasks = [asyncio.create_task(_copy(source, target)) for source, target in directions]
        self._tasks.update(tasks)
        await asyncio.wait(tasks)
        self._writers -= {writer, server_writer}


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await source.read(65536):
            target.write(chunk)
            await target.drain()
    target.close()


@contextlib.asynccontextmanager
async def relayed(server_url: str) -> AsyncIterator[Relay]:
    """Run a relay to a server until the end of the block."""
    relay = Relay(server_url)
    listening = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    relay.url = f"ws://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield relay
    finally:
        listening.close()
        relay.cut()
