"""The few pages that are served over plain HTTP: how the server is, and what it has counted."""

import http
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from websockets.datastructures import Headers
from websockets.http11 import Response

from kibitz_protocol.refusals import Code
from kibitz_server.limits.limiter import LimitExceeded
from kibitz_server.telemetry.metrics import CONTENT_TYPE, Metrics

WELCOME_TEXT = "This is a Kibitz server. Play with: kibitz lobby --server ws://THIS-ADDRESS\n"
INVITATION_TEXT = """You are invited to the match {code}.

On a computer with Python:  pip install kibitz
To play:                    kibitz join {code} --server {address}
To watch:                   kibitz watch {code} --server {address}
"""
CODE = re.compile(r"[0-9A-Z]{6}")
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,80}")
PLAIN = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Health:
    """`trouble` says why nobody should be sent here now; None when they may."""

    trouble: Callable[[], str | None] = lambda: None

    def page(self, path: str) -> Response | None:
        """The page that orchestrators ask for; None when the path is another."""
        if path == "/healthz":
            return text(http.HTTPStatus.OK, "ok\n")
        if path == "/readyz":
            trouble = self.trouble()
            return text(
                http.HTTPStatus.SERVICE_UNAVAILABLE if trouble else http.HTTPStatus.OK, f"{trouble or 'ready'}\n"
            )
        return None


def metrics_page(metrics: Metrics) -> Response:
    """Everything that was counted."""
    return text(http.HTTPStatus.OK, metrics.text(), CONTENT_TYPE)


def invitation_page(path: str, host: str, *, tls: bool) -> Response | None:
    """What to type to come to the match whose code is the path, whether or not there is one; None for other paths."""
    code = path.removeprefix("/").upper()
    if not CODE.fullmatch(code):
        return None
    address = f"{'wss' if tls else 'ws'}://{host if HOST.fullmatch(host) else 'THIS-ADDRESS'}"
    return text(http.HTTPStatus.OK, INVITATION_TEXT.format(code=code, address=address))


def other_page(path: str) -> Response:
    """A word of welcome, or that there is nothing."""
    return (
        text(http.HTTPStatus.OK, WELCOME_TEXT)
        if path == "/"
        else text(http.HTTPStatus.NOT_FOUND, "There is nothing here.\n")
    )


def turned_away(denial: LimitExceeded) -> Response:
    """Not now, and when."""
    full = denial.code is Code.BUSY
    status = http.HTTPStatus.SERVICE_UNAVAILABLE if full else http.HTTPStatus.TOO_MANY_REQUESTS
    response = text(status, f"{denial.sentence}; {denial.hint}\n")
    response.headers["Retry-After"] = str(math.ceil(denial.retry_after_s))
    return response


def text(status: http.HTTPStatus, body: str | bytes, kind: str = PLAIN) -> Response:
    """A whole answer."""
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
