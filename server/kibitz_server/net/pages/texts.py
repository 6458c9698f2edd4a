"""HTTP pages of the server: health, metrics, schemas of the protocol, and invitations to matches."""

import http
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from websockets.datastructures import Headers
from websockets.http11 import Response

from kibitz_protocol.match_codes import IN_ADDRESS, of_address
from kibitz_protocol.refusals import Code
from kibitz_protocol.spec import files
from kibitz_protocol.validation.legible import legible
from kibitz_server.limits.limiter import LimitExceeded
from kibitz_server.telemetry.metrics import CONTENT_TYPE, Metrics

WELCOME_TEXT = "This is a Kibitz server. Play with: kibitz lobby --server ws://THIS-ADDRESS\n"
INVITATION_TEXT = """You are invited to the match {code}.

To play:     kibitz join {code} --server {address}
To watch:    kibitz watch {code} --server {address}
"""
NO_MATCH_TEXT = "There is no match {code} here. Check the code; a finished match is shown by: kibitz replay {code}\n"
CODE = re.compile(rf"/({IN_ADDRESS})")
PLAIN = "text/plain; charset=utf-8"
JSON = "application/schema+json"
PAGE_HINT = (
    "start the server with --public-url URL if that is its own address, or allow another page by --origin URL; "
    "a proxy must pass on the header Host with its port"
)
SHOWN = 200
"""Most characters of a header that are shown."""
SCHEMAS = "/protocol"
"""Address of the folder of the specifications."""


@dataclass(frozen=True, slots=True)
class Health:
    """Readiness of the server. `trouble` returns why it cannot take new clients, or None if it can."""

    trouble: Callable[[], str | None] = lambda: None

    def page(self, path: str) -> Response | None:
        """Return the page of a health path, for orchestrators, or None for other paths."""
        if path == "/healthz":
            return text(http.HTTPStatus.OK, "ok\n")
        if path == "/readyz":
            trouble = self.trouble()
            return text(
                http.HTTPStatus.SERVICE_UNAVAILABLE if trouble else http.HTTPStatus.OK, f"{trouble or 'ready'}\n"
            )
        return None


def metrics_page(metrics: Metrics) -> Response:
    """Return the page of all metrics."""
    return text(http.HTTPStatus.OK, metrics.text(), CONTENT_TYPE)


def schema_page(path: str) -> Response | None:
    """Return a specification of the protocol for authors of clients, or None for other paths."""
    folder, _, name = path.rpartition("/")
    if folder != SCHEMAS or name not in files.FILES:
        return None
    return text(http.HTTPStatus.OK, files.text(name), JSON if name.endswith(".json") else PLAIN)


def invitation_page(
    path: str, home: str | None, install_hint: str = "", *, known: Callable[[str], bool]
) -> Response | None:
    """Return the commands to join the match whose code is the path, or None for other paths.

    Args:
        path: The path of the request.
        home: The address of the server's page; None if it is not known.
        install_hint: How to install the client, or nothing.
        known: Returns whether a match of that code can be joined or watched.
    """
    found = CODE.fullmatch(path)
    if found is None:
        return None
    code = of_address(found[1])
    if not known(code):
        return text(http.HTTPStatus.NOT_FOUND, NO_MATCH_TEXT.format(code=code))
    address = re.sub("^http", "ws", home or "http://THIS-ADDRESS")
    install = f"To install:  {install_hint}\n" if install_hint else ""
    return text(http.HTTPStatus.OK, INVITATION_TEXT.format(code=code, address=address) + install)


def other_page(path: str) -> Response:
    """Return the welcome page for `/`, or 404 for all other paths."""
    return (
        text(http.HTTPStatus.OK, WELCOME_TEXT)
        if path == "/"
        else text(http.HTTPStatus.NOT_FOUND, "There is nothing here.\n")
    )


def wrong_page(page: str, host: str) -> Response:
    """Return the refusal of a web page that may not connect, with what the operator can do.

    Args:
        page: The origin of the page, as the browser sends it.
        host: The host that the browser asked for.
    """
    asked = f"asked for as {legible(host)[:SHOWN]}" if host else "asked for without the header Host"
    sentence = f"The page of {legible(page)[:SHOWN]} may not connect to this server, which was {asked}."
    return text(http.HTTPStatus.FORBIDDEN, f"{sentence}\n{PAGE_HINT[0].upper()}{PAGE_HINT[1:]}.\n")


def rejection_page(exceeded: LimitExceeded) -> Response:
    """Return the response to a client that exceeded a limit, with `Retry-After`."""
    full = exceeded.code is Code.BUSY
    status = http.HTTPStatus.SERVICE_UNAVAILABLE if full else http.HTTPStatus.TOO_MANY_REQUESTS
    response = text(status, f"{exceeded.sentence}; {exceeded.hint}\n")
    response.headers["Retry-After"] = str(math.ceil(exceeded.retry_after_s))
    return response


def text(status: http.HTTPStatus, body: str | bytes, kind: str = PLAIN) -> Response:
    """Return a complete response."""
    data = body.encode() if isinstance(body, str) else body
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(data)),
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, data)
