"""The HTTP request with which a connection begins, and the response: a WebSocket, a page or a refusal."""

import http
import re
from collections.abc import Sequence

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Origin, Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_server.net.edge import is_own_page
from kibitz_server.net.pages.texts import text
from kibitz_server.net.websocket.parser import LOGGER

REQUEST_END = b"\r\n\r\n"
SWITCHED = 101
METHODS = ("GET", "HEAD")
REQUEST_LINE = re.compile(rb"([-!#$%&'*+.^_`|~0-9A-Za-z]+) [!-~]+ HTTP/1\.[01]\r\n")
MAX_LINE = 8192
"""Bytes of a request line. The library refuses longer ones."""
NOT_ALLOWED = text(http.HTTPStatus.METHOD_NOT_ALLOWED, "The server only answers GET and HEAD.\n")
NOT_ALLOWED.headers["Allow"] = ", ".join(METHODS)


class Upgrade:
    """Reads the request of one client, whose bytes may arrive in parts. The library parses and checks it.

    Another method than GET and HEAD is refused after its first line. What follows it, such as a body, is not kept.
    """

    __slots__ = ("_line", "_method", "_protocol", "_seen")

    def __init__(self, origins: Sequence[Origin | None]) -> None:
        """Wait for a request. `origins` are those of allowed pages; programs have none."""
        self._protocol = ServerProtocol(origins=origins, select_subprotocol=_subprotocol, logger=LOGGER)
        self._seen = b""
        self._line: bytes | None = b""
        self._method = "GET"

    def receive(self, data: bytes) -> tuple[Request | None, bytes]:
        """Take the next bytes. Return the request if they complete it, and the bytes behind it: frames may follow."""
        if self._line is not None and self._has_other_method(self._line, data):
            self._protocol.send_response(NOT_ALLOWED)
            return None, b""
        before = len(self._seen)
        seen = self._seen + data
        end = seen.find(REQUEST_END)
        head = len(data) if end < 0 else end + len(REQUEST_END) - before
        self._seen = seen[-len(REQUEST_END) + 1 :]
        self._protocol.receive_data(data[:head])
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._method = event.method
                return event, data[head:]
        return None, b""

    def _has_other_method(self, begun: bytes, data: bytes) -> bool:
        """Return whether the bytes complete a request line with a method that is refused."""
        line = begun + data[:MAX_LINE]
        end = line.find(b"\n") + 1
        self._line = None if end or len(line) > MAX_LINE else line
        found = REQUEST_LINE.fullmatch(line[:end])
        return found is not None and found[1].decode() not in METHODS

    def accept(self, request: Request) -> Response:
        """Return the response that opens the WebSocket, or refuses a request that is invalid or of another origin."""
        pages, hosts = request.headers.get_all("Origin"), request.headers.get_all("Host")
        if len(pages) == len(hosts) == 1 and is_own_page(pages[0], hosts[0]):
            self._protocol.origins = [Origin(pages[0])]
        return self._protocol.accept(request)

    def respond(self, response: Response) -> bool:
        """Send a response, and return whether it opens the WebSocket. Otherwise the connection ends behind it.

        A request by HEAD gets the headers alone.
        """
        if self._method == "HEAD":
            response = Response(response.status_code, response.reason_phrase, response.headers)
        self._protocol.send_response(response)
        return response.status_code == SWITCHED

    def to_send(self) -> list[bytes]:
        """Return the bytes of the response, or of a refusal of bytes that are not a request."""
        return self._protocol.data_to_send()


def _subprotocol(_protocol: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    # A client of another version may connect, so that the answer to its hello can tell it to update.
    return Subprotocol(SUBPROTOCOL) if SUBPROTOCOL in offered else None
