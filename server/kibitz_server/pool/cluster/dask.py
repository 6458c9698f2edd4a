"""What server and worker both ask of Dask: the library, certificates, and its errors as sentences."""

import asyncio
import contextlib
import errno
import importlib
import logging
import warnings
from functools import cache
from typing import Any

from kibitz_server.pool.cluster.address import TlsFiles

MOST_OF_MESSAGE = 64 << 20
"""Bytes of a message of a cluster. Searches and their answers have less than one MiB."""
CLOSE_S = 1.0
"""Longest wait for the end of a connection."""
SETTINGS = {
    # A client fetches a description of all workers that often, which nothing here reads. At the default of 2 s it is
    # a tenth of the processor time that remote searches cost a server.
    "distributed.client.scheduler-info-interval": "60s",
}


def load() -> Any:
    """Return the library, and silence its log: the lines of Kibitz say in short what its own ones say at length.

    Raises:
        ImportError: It is not installed.
    """
    distributed: Any = importlib.import_module("distributed")
    importlib.import_module("dask.config").set(SETTINGS)
    _bound_messages(importlib.import_module("distributed.comm.tcp"))
    # The library sets the levels of some loggers when it is imported.
    for name in list(logging.root.manager.loggerDict):
        if name == "distributed" or name.startswith(("distributed.", "tornado")):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", category=distributed.versions.VersionMismatchWarning)
    return distributed


@cache
def _bound_messages(tcp: Any) -> None:
    """Let Dask read no message that is larger than any of a cluster, before it asks for the memory."""
    read, read_frames = tcp.TCP.read, tcp.read_bytes_rw

    async def bounded_read(self: Any, *given: Any, **named: Any) -> Any:
        if self.stream is not None:
            self.stream.kibitz_left = MOST_OF_MESSAGE
        return await read(self, *given, **named)

    async def bounded_frames(stream: Any, size: int) -> Any:
        stream.kibitz_left = getattr(stream, "kibitz_left", MOST_OF_MESSAGE) - size
        if stream.kibitz_left < 0:
            raise OSError(errno.EMSGSIZE, f"a message of more than {MOST_OF_MESSAGE >> 20} MiB")
        return await read_frames(stream, size)

    tcp.TCP.read, tcp.read_bytes_rw = bounded_read, bounded_frames


async def closed(client: Any) -> None:
    """Close a client, whatever state it is in, and wait for a bounded time."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(2 * CLOSE_S):
            await client.close(timeout=CLOSE_S)


def security(tls: TlsFiles | None) -> Any:
    """Return Dask's form of certificates; None for a cluster without TLS."""
    if tls is None:
        return None
    return load().Security(
        tls_ca_file=str(tls.ca),
        tls_client_cert=str(tls.cert),
        tls_client_key=str(tls.key),
        tls_worker_cert=str(tls.cert),
        tls_worker_key=str(tls.key),
        require_encryption=True,
    )


def sentence(error: BaseException) -> str:
    """Return an error of Dask as one short line."""
    cause = error.__cause__ or error
    return " ".join((str(cause) or type(cause).__name__).split())[:300]
