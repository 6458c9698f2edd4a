"""What answers at the address of a cluster and is no scheduler costs no memory, and is called so."""

import asyncio
import struct
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kibitz_server.pool.cluster.address import BadCluster, ClusterAddress
from kibitz_server.pool.cluster.check import problems
from kibitz_server.pool.cluster.connection import connect
from kibitz_server.pool.cluster.dask import MOST_OF_MESSAGE, load
from kibitz_server.pool.cluster.greeting import read_greeting
from kibitz_server.pool.cluster.member.worker import reach
from kibitz_server.pool.cluster.trouble import ClusterRefused
from kibitz_server.pool.placement import Use

pytestmark = pytest.mark.io

ANSWERS = {
    "web server": b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
    "three exbibytes": b"\xff" * 8,
    "more than the memory": struct.pack("Q", 64 << 30) + bytes(100),
    "what fits into memory": struct.pack("Q", 1 << 30) + bytes(100),
    "a short word": b"SSH-2.0",
    "no greeting": struct.pack("Q", 40) + b"some other program that speaks in frames",
}


@asynccontextmanager
async def answering(first: bytes, to_request: bytes = b"") -> AsyncIterator[ClusterAddress]:
    """Run a program that sends bytes to each connection, and others when it has read something."""

    handlers: dict[asyncio.Task[None] | None, asyncio.StreamWriter] = {}

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handlers[asyncio.current_task()] = writer
        writer.write(first)
        if await reader.read(100) and to_request:
            writer.write(to_request)
        await reader.read()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield ClusterAddress("127.0.0.1", server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for writer in handlers.values():
            writer.transport.abort()
        await asyncio.gather(*filter(None, handlers), return_exceptions=True)
        await asyncio.sleep(0)


@pytest.mark.parametrize("name", ANSWERS)
async def test_what_is_no_scheduler_is_called_so(name: str) -> None:
    """The server, `check-config` and a worker say it at once, with the port to take, and ask for no memory."""
    load()
    tracemalloc.start()
    try:
        async with answering(ANSWERS[name]) as address:
            with pytest.raises(ClusterRefused, match="what answers there is no Dask scheduler") as refused:
                await connect(address)
            assert "8786" in refused.value.hint
            with pytest.raises(BadCluster, match="no Dask scheduler"):
                await reach(address)
            (problem,) = await asyncio.to_thread(lambda: list(problems(address, Use.SPARE)))
            assert "what answers there is no Dask scheduler" in problem.sentence
            assert not problem.wrong
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


async def test_the_port_of_a_dashboard_is_called_so() -> None:
    """A web server says nothing before a request."""
    async with answering(b"", ANSWERS["web server"]) as address:
        reader, writer = await asyncio.open_connection(address.host, address.port)
        with pytest.raises(ClusterRefused, match="no Dask scheduler but a web server"):
            await read_greeting(reader, writer, silent_s=0.05)
        writer.close()


@pytest.mark.parametrize("size", [MOST_OF_MESSAGE + 1, 1 << 30, 64 << 30, (1 << 64) - 1])
async def test_dask_asks_for_no_more_memory_than_a_message_may_have(size: int) -> None:
    """What greets like a scheduler has no more memory either."""
    distributed = load()
    async with answering(struct.pack("Q", size)) as address:
        tracemalloc.start()
        try:
            comm = await distributed.comm.tcp.TCPConnector().connect(f"{address.host}:{address.port}", deserialize=True)
            with pytest.raises(OSError, match="a message of more than 64 MiB"):
                await comm.read()
            assert tracemalloc.get_traced_memory()[1] < 10 << 20
        finally:
            tracemalloc.stop()
