"""The listening port: WebSocket connections, and a few HTTP pages."""

import asyncio
import http
import re
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as listen_websockets
from websockets.datastructures import MultipleValuesError
from websockets.http11 import Request, Response

from kibitz_protocol.validation.legible import legible
from kibitz_server.net.accept import ListeningSocket
from kibitz_server.net.bind import bound
from kibitz_server.net.connection import serve
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import ConflictingHeaders, HttpRequest, is_own_page
from kibitz_server.net.pages.installed import icons
from kibitz_server.net.pages.texts import (
    PAGE_HINT,
    SHOWN,
    invitation_page,
    metrics_page,
    other_page,
    rejection_page,
    schema_page,
    text,
    wrong_page,
)
from kibitz_server.net.pages.tournaments import TournamentPages
from kibitz_server.net.secure import TlsStarter
from kibitz_server.net.websocket.client_socket import CLOSE_S, Answer, ClientSocket
from kibitz_server.net.websocket.parser import LOGGER
from kibitz_server.net.websocket.sockets import STEP_S, ClientSockets

METRICS_HOST = "127.0.0.1"
LARGE, WEIGHT = re.compile(r".*/qr\.svg|/protocol/.*|/t/[^?]*\.json(\?.*)?"), 10.0
"""A picture that is not ready, a schema and a snapshot of a tournament take as long as many other pages."""
BACKLOG = 512
"""Connections that wait for `accept`: thirty browsers that open the page at the same moment make 180."""


class Listener:
    """A listening server: a socket for each address of its host, and all connections."""

    def __init__(
        self,
        servers: Sequence[asyncio.Server],
        clients: ClientSockets,
        context: ServerContext,
        starter: TlsStarter | None = None,
    ) -> None:
        self._servers = servers
        self._clients = clients
        self._context = context
        self._starter = starter

    @property
    def sockets(self) -> list[socket.socket]:
        """The listening sockets."""
        return [each for server in self._servers for each in server.sockets]

    async def close(self, code: int, reason: str) -> None:
        """Accept nothing more, close every connection with a code, and abort those that do not answer in time."""
        for server in self._servers:
            server.close()
        if self._starter is not None:
            self._starter.close()
        try:
            async with asyncio.timeout(CLOSE_S + 1):
                await self._clients.close(code, reason)
                while self._context.tasks:
                    await asyncio.wait(self._context.tasks)
        except TimeoutError:
            self._clients.abort()
            for task in self._context.tasks:
                task.cancel()


async def listen(
    context: ServerContext, hosts: Sequence[str], port: int, sockets: ClientSockets | None = None
) -> Listener:
    """Accept connections on a port of some hosts, and return the listener. Port 0 selects any free port.

    Raises:
        CannotListen: an address is unknown, missing here, or in use.
    """
    loop, tls = asyncio.get_running_loop(), context.edge.tls
    clients = sockets or ClientSockets(context.limiter, context.edge, context.runtime.metrics)
    clients.respond = partial(_respond, context)
    clients.receiver = partial(serve, context=context)
    # The event loop of Windows does not call `accept` of the listening socket, so it begins TLS itself.
    starter = TlsStarter(tls, clients) if tls and isinstance(loop, asyncio.SelectorEventLoop) else None
    bound_sockets = bound(partial(ListeningSocket, clients.handshakes, take=starter), hosts, port, "--port")
    limits: Any = {"ssl": tls, "ssl_handshake_timeout": STEP_S, "ssl_shutdown_timeout": CLOSE_S}
    options = limits if tls and starter is None else {}
    servers = [await loop.create_server(clients, sock=each, backlog=BACKLOG, **options) for each in bound_sockets]
    return Listener(servers, clients, context, starter)


def _respond(context: ServerContext, socket: ClientSocket, request: HttpRequest) -> Answer:
    """Return the page of a plain HTTP request, or a refusal; None lets a WebSocket handshake go on."""
    edge, runtime = context.edge, context.runtime
    try:
        host, proto = request.headers.get("Host", ""), request.headers.get("X-Forwarded-Proto", "")
        is_websocket = request.method == "GET" and request.headers.get("Upgrade", "").lower() == "websocket"
        address, page_of = edge.address(socket.peer_address, request.headers), request.headers.get("Origin", "")
    except ConflictingHeaders as error:
        return text(http.HTTPStatus.BAD_REQUEST, f"{error}; let the proxy set one of them and drop the other.\n")
    except MultipleValuesError as error:
        sentence = f"The header {error} occurs more than once. A proxy in front of the server must send it once.\n"
        return text(http.HTTPStatus.BAD_REQUEST, sentence)
    socket.address = address
    if page := context.health.page(request.path):
        return page
    # A browser loads the page with some thirty requests, so these have a limit of their own.
    weight = WEIGHT if LARGE.fullmatch(request.path) else 1.0
    if exceeded := socket.admit(address) if is_websocket else socket.admit_page(address, weight):
        runtime.metrics.turned_away.labels(exceeded.code.value).inc()
        return rejection_page(exceeded)
    if is_websocket:
        return _check_page(context, page_of or None, host)
    if request.path == "/metrics" and context.show_metrics:
        return metrics_page(runtime.metrics)
    if (schema := schema_page(request.path)) is not None:
        return schema
    tls = edge.tls is not None or (proto == "https" and edge.trusts(socket.peer_address))
    home = edge.home(host, socket.local_address, tls=tls)
    show = partial(_shown, context, request, tls=tls, home=home)
    if context.tournaments is not None and (code := context.tournaments.absent(request.path)) is not None:
        if exceeded := socket.admit_page(address, WEIGHT):
            return rejection_page(exceeded)
        return asyncio.get_running_loop().create_task(_read_and_show(context.tournaments, code, address, show))
    if request.path.partition("?")[0] in icons.SIZES:
        # To draw one takes long, once for each.
        return asyncio.get_running_loop().create_task(asyncio.to_thread(show))
    return show()


async def _read_and_show(
    tournaments: TournamentPages, code: str, address: str, show: Callable[[], Response]
) -> Response:
    """Return the page of a tournament that is read from the archive, or a refusal."""
    return await tournaments.read(code, address) or show()


def _shown(context: ServerContext, request: HttpRequest, *, tls: bool, home: str | None) -> Response:
    """Return the page at an address, or one that says that there is none."""
    if context.tournaments is not None and (file := context.tournaments.file(request)) is not None:
        return file
    if context.page is not None and (response := context.page.respond(request, tls=tls, home=home)) is not None:
        return response
    if context.tournaments is not None and (shown := context.tournaments.invitation(request.path, home)) is not None:
        return shown
    page = invitation_page(request.path, home, context.install_hint, known=context.runtime.may_have)
    return page or other_page(request.path)


def _check_page(context: ServerContext, page: str | None, host: str) -> Response | None:
    """Return a refusal if a web page may not connect, and log it; None if it may. Programs have no page."""
    if page is None or page in context.edge.origins or is_own_page(page, host):
        return None
    context.wrong_page.log(origin=legible(page)[:SHOWN], host=legible(host)[:SHOWN], hint=PAGE_HINT)
    return wrong_page(page, host)


async def listen_metrics(page: Callable[[str], Response], port: int) -> Server:
    """Serve HTTP pages on a loopback port, and return the listening server.

    Args:
        page: called with each path; returns the response.
        port: 0 selects any free port.

    Raises:
        CannotListen: the port is in use, or this user may not listen there.
    """

    async def no_websocket(_socket: ServerConnection) -> None:
        pass

    async def respond(_socket: ServerConnection, request: Request) -> Response:
        return page(request.path)

    (listening,) = bound(socket.socket, [METRICS_HOST], port, "--metrics")
    return await listen_websockets(
        no_websocket,
        sock=listening,
        process_request=respond,
        open_timeout=STEP_S,
        server_header=None,
        logger=LOGGER,
    )
