"""The port: WebSocket connections, and the few pages that are served beside them."""

import asyncio
import errno
import http
import logging
from collections.abc import Callable, Sequence

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as listen_websockets
from websockets.http11 import Request, Response
from websockets.typing import Origin, Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import MAX_BYTES
from kibitz_server.net.connection import ServerContext, serve
from kibitz_server.net.edge import ConflictingHeaders, peer_address
from kibitz_server.net.http_pages import invitation_page, metrics_page, other_page, text, turned_away
from kibitz_server.net.websocket import ClientSocket, ClientSockets

HANDSHAKE_S = 5.0
GOODBYE_S = 2.0
MOST_QUEUED = 16
METRICS_HOST = "127.0.0.1"


class PortTaken(OSError):
    """Something else listens there; the text is a sentence for people."""


async def listen(desk: ServerContext, host: str, port: int, wires: ClientSockets | None = None) -> Server:
    """Accept connections from now on. Port 0 takes any free one. Raises PortTaken, or OSError for a bad address."""
    made = wires or ClientSockets(desk.guard, desk.door, desk.runtime.metrics)

    async def talk(socket: ServerConnection) -> None:
        assert isinstance(socket, ClientSocket)
        await serve(socket, desk)

    async def answer(socket: ServerConnection, request: Request) -> Response | None:
        assert isinstance(socket, ClientSocket)
        try:
            address = desk.door.address(peer_address(socket), request.headers)
        except ConflictingHeaders as error:
            return text(http.HTTPStatus.BAD_REQUEST, f"{error}; let the proxy set one of them and drop the other.\n")
        if page := desk.health.page(request.path):
            return page
        if denial := socket.enter(address):
            desk.runtime.metrics.turned_away.labels(denial.code.value).inc()
            return turned_away(denial)
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return None
        if request.path == "/metrics" and desk.show_metrics:
            return metrics_page(desk.runtime.metrics)
        host, proxied = request.headers.get("Host", ""), request.headers.get("X-Forwarded-Proto") == "https"
        tls = desk.door.tls is not None or proxied
        return invitation_page(request.path, host, tls=tls) or other_page(request.path)

    logger = logging.getLogger("websockets.server")
    # A client that breaks its handshake is that client's news, not ours.
    logger.setLevel(logging.CRITICAL)
    try:
        return await listen_websockets(
            talk,
            host,
            port,
            create_connection=made,  # type: ignore[arg-type]  # what makes one, in place of its class
            process_request=answer,
            select_subprotocol=_subprotocol,
            ssl=desk.door.tls,
            ssl_handshake_timeout=HANDSHAKE_S if desk.door.tls else None,
            # Programs name no origin. A browser names that of the page which sent it, and `null` for one from nowhere.
            origins=[None, *map(Origin, desk.door.origins)],
            compression=None,
            open_timeout=HANDSHAKE_S,
            close_timeout=GOODBYE_S,
            ping_interval=None,  # `Wires` sends pings, and sees to those who do not answer
            max_size=MAX_BYTES,
            max_queue=MOST_QUEUED,
            server_header=None,
            logger=logger,
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"port {port} on {host} is taken by another program") from None
        raise


def _subprotocol(_socket: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    # A client of another version is let in, so that hello can tell it in words what to do.
    return Subprotocol(SUBPROTOCOL) if SUBPROTOCOL in offered else None


async def listen_metrics(page: Callable[[str], Response], port: int) -> Server:
    """Serve pages alone, on loopback. Raises PortTaken."""

    async def nobody(_socket: ServerConnection) -> None:
        pass

    async def answer(_socket: ServerConnection, request: Request) -> Response:
        return page(request.path)

    logger = logging.getLogger("websockets.server")
    try:
        return await listen_websockets(
            nobody,
            METRICS_HOST,
            port,
            process_request=answer,
            open_timeout=HANDSHAKE_S,
            server_header=None,
            logger=logger,
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"port {port} on {METRICS_HOST}, where the metrics should be, is taken") from None
        raise


async def close(server: Server, code: int, reason: str) -> None:
    """Close every connection with a code; those that do not answer are not waited for long."""
    server.close(code=code, reason=reason)
    try:
        async with asyncio.timeout(GOODBYE_S + 1):
            await server.wait_closed()
    except TimeoutError:
        for connection in list(server.connections):
            connection.transport.abort()
