"""The HTTP request with which a connection begins, and the response: a WebSocket, a page or a refusal."""

from collections.abc import Sequence

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Origin, Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_server.net.edge import is_own_page
from kibitz_server.net.websocket.parser import LOGGER

REQUEST_END = b"\r\n\r\n"
SWITCHED = 101


class Upgrade:
    """Reads the request of one client, whose bytes may arrive in parts. The library parses and checks it."""

    __slots__ = ("_protocol", "_seen")

    def __init__(self, origins: Sequence[Origin | None]) -> None:
        """Wait for a request. `origins` are those of allowed pages; programs have none."""
        self._protocol = ServerProtocol(origins=origins, select_subprotocol=_subprotocol, logger=LOGGER)
        self._seen = b""

    def receive(self, data: bytes) -> tuple[Request | None, bytes]:
        """Take the next bytes. Return the request if they complete it, and the bytes behind it: frames may follow."""
        before = len(self._seen)
        seen = self._seen + data
        end = seen.find(REQUEST_END)
        head = len(data) if end < 0 else end + len(REQUEST_END) - before
        self._seen = seen[-len(REQUEST_END) + 1 :]
        self._protocol.receive_data(data[:head])
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                return event, data[head:]
        return None, b""

    def accept(self, request: Request) -> Response:
        """Return the response that opens the WebSocket, or refuses a request that is invalid or of another origin."""
        pages, hosts = request.headers.get_all("Origin"), request.headers.get_all("Host")
        if len(pages) == len(hosts) == 1 and is_own_page(pages[0], hosts[0]):
            self._protocol.origins = [Origin(pages[0])]
        return self._protocol.accept(request)

    def respond(self, response: Response) -> bool:
        """Send a response, and return whether it opens the WebSocket. Otherwise the connection ends behind it."""
        self._protocol.send_response(response)
        return response.status_code == SWITCHED

    def to_send(self) -> list[bytes]:
        """Return the bytes of the response, or of a refusal of bytes that are no request."""
        return self._protocol.data_to_send()


def _subprotocol(_protocol: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    # A client of another version may connect, so that the answer to its hello can tell it to update.
    return Subprotocol(SUBPROTOCOL) if SUBPROTOCOL in offered else None
