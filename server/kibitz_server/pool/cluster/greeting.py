"""The first message of a scheduler: whether a Dask scheduler answers at an address, before Dask believes what it sends.

Dask takes the first eight bytes of an answer for the length of a message, and asks for as much memory. The answer of a
web server, such as the dashboard of the scheduler, means exbibytes. So messages have a bound in all of Dask too.
"""

import asyncio
import struct

from kibitz_server.pool.cluster.address import ClusterAddress
from kibitz_server.pool.cluster.dask import security
from kibitz_server.pool.cluster.trouble import ClusterRefused

SILENT_S = 2.0
"""Time after which a program that says nothing is asked whether it is a web server, which waits for a request."""
SIZE, MOST_OF_GREETING = 8, 1 << 16
"""Bytes of the length of a message, and the most of a greeting, which has some 100."""
MARK = b"pickle-protocol"
"""A word of the greeting of every version of Dask."""
REQUEST = b"GET / HTTP/1.0\r\n\r\n"
HINT = "give the port of `dask scheduler`, which is 8786 by default; 8787 is that of its dashboard"


async def greeted(address: ClusterAddress, within_s: float) -> None:
    """Connect to a scheduler, and read its greeting.

    Raises:
        OSError: Nothing answers in time, or TLS fails.
        ClusterRefused: What answers is no scheduler.
    """
    context = address.tls and security(address.tls).get_connection_args("client")["ssl_context"]
    name = address.host if context else None
    async with asyncio.timeout(within_s):
        reader, writer = await asyncio.open_connection(address.host, address.port, ssl=context, server_hostname=name)
        try:
            await read_greeting(reader, writer)
        finally:
            writer.close()


async def read_greeting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, silent_s: float = SILENT_S) -> None:
    """Read the greeting of a scheduler from a connection that has just opened, and which says nothing for `silent_s`
    seconds at most before it is asked.

    Raises:
        OSError: The connection ends before anything came.
        ClusterRefused: What answers is no scheduler.
    """
    first = await _first(reader, silent_s)
    if not first:
        writer.write(REQUEST)
        first = await _first(reader, None)
    size = struct.unpack("Q", first)[0] if len(first) == SIZE else MOST_OF_GREETING + 1
    greeting = b""
    if size <= MOST_OF_GREETING:
        try:
            greeting = await reader.readexactly(size)
        except asyncio.IncompleteReadError as error:
            greeting = error.partial
    if MARK not in greeting:
        web = " but a web server" if first.startswith(b"HTTP") else ""
        raise ClusterRefused(f"what answers there is no Dask scheduler{web}", HINT)


async def _first(reader: asyncio.StreamReader, within_s: float | None) -> bytes:
    """Return the first bytes that arrive in time. Raises ConnectionResetError."""
    first = b""
    try:
        async with asyncio.timeout(within_s):
            while len(first) < SIZE:
                part = await reader.read(SIZE - len(first))
                if not part:
                    break
                first += part
    except TimeoutError:
        return first
    if not first:
        raise ConnectionResetError("it closes the connection")
    return first
