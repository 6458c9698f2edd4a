"""TLS of accepted connections, with memory that returns as soon as a connection ends.

asyncio keeps the error of a TLS handshake in a cycle with the connection, and the garbage collector counts the objects
of a cycle, not their size: floods of silent connections took 100 MB a minute. So the server begins TLS itself, and
clears such errors. Where asyncio does not accept connections from `ListeningSocket`, it begins TLS.
"""

import asyncio
import ssl
import traceback
from asyncio import sslproto
from collections.abc import Callable

from kibitz_server.net.accept import AcceptedSocket
from kibitz_server.net.websocket.client_socket import CLOSE_S
from kibitz_server.net.websocket.sockets import STEP_S

READ_BYTES = 1 << 14
"""Bytes that are read of a TLS connection at once, as many as a TLS record has. asyncio keeps a buffer of this size for
each connection, by default of 256 KiB."""


class TlsStarter:
    """Begins TLS with accepted connections.

    Args:
        context: Certificate and key.
        make: Makes the protocol of a connection.
    """

    def __init__(self, context: ssl.SSLContext, make: Callable[[], asyncio.BaseProtocol]) -> None:
        self._context = context
        self._make = make
        self._tasks: set[asyncio.Task[None]] = set()
        use_small_buffers()

    def __call__(self, accepted: AcceptedSocket) -> None:
        """Begin TLS with a connection, which is closed if the handshake fails or takes too long."""
        task = asyncio.get_running_loop().create_task(self._start(accepted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop all handshakes."""
        for task in self._tasks:
            task.cancel()

    async def _start(self, accepted: AcceptedSocket) -> None:
        accepted.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._make,
                accepted,
                ssl=self._context,
                ssl_handshake_timeout=STEP_S,
                ssl_shutdown_timeout=CLOSE_S,
            )
        except OSError as error:  # also that of TLS, and a timeout
            traceback.clear_frames(error.__traceback__)


def use_small_buffers() -> None:
    """Let asyncio read TLS connections in small steps. Later versions of Python may know no such size."""
    if hasattr(sslproto.SSLProtocol, "max_size"):
        sslproto.SSLProtocol.max_size = READ_BYTES
