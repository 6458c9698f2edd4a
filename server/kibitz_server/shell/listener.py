"""The port: WebSocket connections, and the few pages that are served beside them."""

import asyncio
import errno
import http
import logging
from collections.abc import Sequence

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as listen_websockets
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.typing import Origin, Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import MAX_BYTES
from kibitz_server.shell.connection import Desk, serve
from kibitz_server.shell.door import Disagreement, peer_address

HANDSHAKE_S = 5.0
GOODBYE_S = 2.0
SILENCE_S = 20.0
"""After this long without a sign of life the connection is probed, and given up as long again later."""
MOST_QUEUED = 16
WELCOME_TEXT = "This is a Kibitz server. Play with: kibitz lobby --server ws://THIS-ADDRESS\n"


class PortTaken(OSError):
    """Something else listens there; the text is a sentence for people."""


async def listen(desk: Desk, host: str, port: int) -> Server:
    """Accept connections from now on. Port 0 takes any free one. Raises PortTaken, or OSError for a bad address."""

    async def talk(socket: ServerConnection) -> None:
        await serve(socket, desk)

    async def answer(socket: ServerConnection, request: Request) -> Response | None:
        try:
            desk.door.address(peer_address(socket), request.headers)
        except Disagreement as error:
            return _text(http.HTTPStatus.BAD_REQUEST, f"{error}; let the proxy set one of them and drop the other.\n")
        return _page(request)

    logger = logging.getLogger("websockets.server")
    # A client that breaks its handshake is that client's news, not ours.
    logger.setLevel(logging.CRITICAL)
    try:
        return await listen_websockets(
            talk,
            host,
            port,
            process_request=answer,
            select_subprotocol=_subprotocol,
            ssl=desk.door.tls,
            ssl_handshake_timeout=HANDSHAKE_S if desk.door.tls else None,
            # Programs name no origin. A browser names that of the page which sent it, and `null` for one from nowhere.
            origins=[None, *map(Origin, desk.door.origins)],
            compression=None,
            open_timeout=HANDSHAKE_S,
            close_timeout=GOODBYE_S,
            ping_interval=SILENCE_S,
            ping_timeout=SILENCE_S,
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


def _page(request: Request) -> Response | None:
    """Answer what is not a WebSocket request."""
    if request.headers.get("Upgrade", "").lower() == "websocket":
        return None
    if request.path == "/healthz":
        return _text(http.HTTPStatus.OK, "ok\n")
    if request.path == "/":
        return _text(http.HTTPStatus.OK, WELCOME_TEXT)
    return _text(http.HTTPStatus.NOT_FOUND, "There is nothing here.\n")


def _text(status: http.HTTPStatus, text: str) -> Response:
    body = text.encode()
    headers = Headers(
        {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "X-Content-Type-Options": "nosniff",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)


async def close(server: Server, code: int, reason: str) -> None:
    """Close every connection with a code; those that do not answer are not waited for long."""
    server.close(code=code, reason=reason)
    try:
        async with asyncio.timeout(GOODBYE_S + 1):
            await server.wait_closed()
    except TimeoutError:
        for connection in list(server.connections):
            connection.transport.abort()
