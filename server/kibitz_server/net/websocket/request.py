"""The common request for a WebSocket, which most clients send: read here in a fifth of the library's time.

Only requests that the library would accept are accepted here, and lead to the same connection. All others, also those
that are valid but unusual, are left to it, and so are all refusals.
"""

import base64
import hashlib
import re
from collections.abc import Container
from dataclasses import dataclass

from kibitz_protocol import SUBPROTOCOL
from kibitz_server.net.edge import is_own_page

HEAD = re.compile(rb"GET ([!-~]+) HTTP/1\.1\r\n((?:[-!#$%&'*+.^_`|~0-9A-Za-z]+:[\t -~]*\r\n)+)\r\n")
MAX_HEAD, MAX_HEADERS = 4096, 64
"""Bytes and headers of a request. The library's own bounds are further."""
CONNECTION = frozenset(("upgrade", "keep-alive, upgrade", "keep-alive,upgrade"))
KEY = re.compile(r"[A-Za-z0-9+/]{21}[AQgw]==")
"""Sixteen bytes in base 64."""
BODY = frozenset(("content-length", "transfer-encoding"))
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What RFC 6455 appends to the key."""


class SingleHeaders:
    """Headers of a request in which no header occurs twice."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, str]) -> None:
        """Take the values by header name in lower case."""
        self._values = values

    def get(self, key: str, default: str, /) -> str:
        """Return the value of a header, or a default without the header."""
        return self._values.get(key.lower(), default)

    def get_all(self, key: str, /) -> list[str]:
        """Return all values of a header."""
        value = self._values.get(key.lower())
        return [] if value is None else [value]


@dataclass(frozen=True, slots=True)
class CommonRequest:
    """A request for a WebSocket, and the response that accepts it."""

    path: str
    headers: SingleHeaders
    acceptance: bytes
    method: str = "GET"


def common_request(data: bytes, origins: Container[str | None]) -> CommonRequest | None:
    """Return the request that the bytes are, or None if the library must read them.

    Args:
        data: All bytes of the client so far.
        origins: Origins that may connect; None stands for a request without one. Own pages may
            always.
    """
    if len(data) > MAX_HEAD or (match := HEAD.fullmatch(data)) is None:
        return None
    lines = match[2].decode("ascii").split("\r\n")
    del lines[-1]
    values: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        values[name.lower()] = value.strip(" \t")
    if len(values) != len(lines) or len(lines) > MAX_HEADERS or not BODY.isdisjoint(values):
        return None
    get = values.get
    key, protocol = get("sec-websocket-key", ""), get("sec-websocket-protocol")
    if not (
        get("upgrade", "").lower() == "websocket"
        and get("connection", "").lower() in CONNECTION
        and get("sec-websocket-version") == "13"
        and KEY.fullmatch(key)
        and protocol in (None, SUBPROTOCOL)
        and (get("origin") in origins or is_own_page(get("origin"), get("host", "")))
    ):
        return None
    return CommonRequest(match[1].decode("ascii"), SingleHeaders(values), _acceptance(key, protocol))


def _acceptance(key: str, protocol: str | None) -> bytes:
    accept = base64.b64encode(hashlib.sha1((key + GUID).encode(), usedforsecurity=False).digest()).decode()
    chosen = f"Sec-WebSocket-Protocol: {protocol}\r\n" if protocol else ""
    return (
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {accept}\r\n{chosen}\r\n"
    ).encode()
