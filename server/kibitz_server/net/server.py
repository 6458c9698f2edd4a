"""The listening port: WebSocket connections, and a few HTTP pages."""

import asyncio
import errno
import http
import logging
import socket
from collections.abc import Callable, Sequence

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as listen_websockets
from websockets.http11 import Request, Response
from websockets.typing import Origin, Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import MAX_BYTES
from kibitz_server.net.accept import bound
from kibitz_server.net.connection import serve
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import ConflictingHeaders, peer_address
from kibitz_server.net.http_pages import invitation_page, metrics_page, other_page, rejection_page, text
from kibitz_server.net.websocket import ClientSocket, ClientSockets

HANDSHAKE_S = 5.0
CLOSE_S = 2.0
MAX_QUEUED = 16
METRICS_HOST = "127.0.0.1"


class PortTaken(OSError):
    """The port is in use. The text is a sentence for the operator."""


class Listener:
    """A listening server: one of the library for each address of its host."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._servers = servers

    @property
    def sockets(self) -> list[socket.socket]:
        """The listening sockets."""
        return [each for server in self._servers for each in server.sockets]

    async def close(self, code: int, reason: str) -> None:
        """Close every connection with a code, and abort those that do not answer within `CLOSE_S`."""
        for server in self._servers:
            server.close(code=code, reason=reason)
        try:
            async with asyncio.timeout(CLOSE_S + 1):
                await asyncio.gather(*(server.wait_closed() for server in self._servers))
        except TimeoutError:
            for connection in [each for server in self._servers for each in server.connections]:
                connection.transport.abort()


async def listen(context: ServerContext, host: str, port: int, sockets: ClientSockets | None = None) -> Listener:
    """Accept connections on a port, and return the listener. Port 0 selects any free port.

    Raises:
        PortTaken: the port is in use.
        OSError: the address is invalid.
    """
    edge = context.edge
    factory = sockets or ClientSockets(context.limiter, edge, context.runtime.metrics)

    async def handle(client: ServerConnection) -> None:
        assert isinstance(client, ClientSocket)
        await serve(client, context)

    async def respond(client: ServerConnection, request: Request) -> Response | None:
        assert isinstance(client, ClientSocket)
        return _respond(context, client, request)

    logger = logging.getLogger("websockets.server")
    # The library logs each failed handshake of a client as an error of the server.
    logger.setLevel(logging.CRITICAL)
    try:
        bound_sockets = await bound(factory.handshakes, host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"port {port} on {host} is taken by another program") from None
        raise
    servers = [
        await listen_websockets(
            handle,
            sock=each,
            create_connection=factory,  # type: ignore[arg-type]  # a factory in place of the class
            process_request=respond,
            select_subprotocol=_subprotocol,
            ssl=edge.tls,
            ssl_handshake_timeout=HANDSHAKE_S if edge.tls else None,
            # Programs send no origin. A browser sends that of the page, and `null` for a page without one.
            origins=[None, *map(Origin, edge.origins)],
            compression=None,
            open_timeout=HANDSHAKE_S,
            close_timeout=CLOSE_S,
            ping_interval=None,  # `ClientSockets` sends pings, and cuts off silent clients
            max_size=MAX_BYTES,
            max_queue=MAX_QUEUED,
            server_header=None,
            logger=logger,
        )
        for each in bound_sockets
    ]
    return Listener(servers)


def _respond(context: ServerContext, socket: ClientSocket, request: Request) -> Response | None:
    """Return the page of a plain HTTP request, or a refusal; None lets a WebSocket handshake go on."""
    edge, runtime = context.edge, context.runtime
    try:
        address = edge.address(peer_address(socket), request.headers)
    except ConflictingHeaders as error:
        return text(http.HTTPStatus.BAD_REQUEST, f"{error}; let the proxy set one of them and drop the other.\n")
    if page := context.health.page(request.path):
        return page
    if exceeded := socket.admit(address):
        runtime.metrics.turned_away.labels(exceeded.code.value).inc()
        return rejection_page(exceeded)
    if request.headers.get("Upgrade", "").lower() == "websocket":
        return None
    if request.path == "/metrics" and context.show_metrics:
        return metrics_page(runtime.metrics)
    host, proxied = request.headers.get("Host", ""), request.headers.get("X-Forwarded-Proto") == "https"
    tls = edge.tls is not None or proxied
    page = invitation_page(
        request.path, host, context.install_hint, tls=tls, known=lambda code: runtime.rooms.find(code) is not None
    )
    return page or other_page(request.path)


def _subprotocol(_socket: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    # A client of another version may connect, so that the answer to its hello can tell it to update.
    return Subprotocol(SUBPROTOCOL) if SUBPROTOCOL in offered else None


async def listen_metrics(page: Callable[[str], Response], port: int) -> Server:
    """Serve HTTP pages on a loopback port, and return the listening server.

    Args:
        page: called with each path; returns the response.
        port: 0 selects any free port.

    Raises:
        PortTaken: the port is in use.
    """

    async def no_websocket(_socket: ServerConnection) -> None:
        pass

    async def respond(_socket: ServerConnection, request: Request) -> Response:
        return page(request.path)

    logger = logging.getLogger("websockets.server")
    try:
        return await listen_websockets(
            no_websocket,
            METRICS_HOST,
            port,
            process_request=respond,
            open_timeout=HANDSHAKE_S,
            server_header=None,
            logger=logger,
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(
                f"port {port} on {METRICS_HOST}, the port of the metrics, is taken by another program"
            ) from None
        raise
