"""The common request for a WebSocket is read like the library reads it, and all others are left to the library."""

import random

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from kibitz_protocol import SUBPROTOCOL
from kibitz_server.net.websocket.request import common_request
from kibitz_server.net.websocket.upgrade import Upgrade

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
"""The example of RFC 6455, section 1.3."""
ORIGINS = [None, "https://games.example.org"]
NEEDED = (
    "Host: localhost:8765",
    "Upgrade: websocket",
    "Connection: Upgrade",
    f"Sec-WebSocket-Key: {KEY}",
    "Sec-WebSocket-Version: 13",
)


def written(*headers: str, first: str = "GET /path?a=b HTTP/1.1") -> bytes:
    """Return a request with some headers."""
    return "\r\n".join([first, *headers, "", ""]).encode("iso-8859-1")


def read_by_library(data: bytes) -> tuple[Request, int, Headers] | None:
    """Return the request, status and headers of the response with the library, or None if that is not a request."""
    upgrade = Upgrade(ORIGINS)  # type: ignore[arg-type]  # str for its own type of origins
    request, _ = upgrade.receive(data)
    if request is None:
        return None
    response = upgrade.accept(request)
    return request, response.status_code, response.headers


def check_equal(data: bytes) -> bool:
    """Return whether a request is read here; if so, check that the library opens the same WebSocket."""
    common = common_request(data, ORIGINS)
    if common is None:
        return False
    found = read_by_library(data)
    assert found is not None
    request, status, headers = found
    assert status == 101
    assert request.path == common.path
    for name in request.headers:
        assert common.headers.get_all(name.upper()) == request.headers.get_all(name)
        assert common.headers.get(name, "") == request.headers[name]
    lines = common.acceptance.decode().split("\r\n")
    assert lines[0] == "HTTP/1.1 101 Switching Protocols"
    assert lines[-2:] == ["", ""]
    sent = {tuple(line.split(": ", 1)) for line in lines[1:-2]}
    assert sent == {(name, value) for name, value in headers.raw_items() if name != "Date"}
    return True


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",),
        ("Origin: https://games.example.org", "User-Agent: Mozilla/5.0 (X11)", "Accept-Language: de;q=0.5"),
        ("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",),
        ("X-Forwarded-For: 203.0.113.7, 10.0.0.1", "X-Forwarded-Proto: https", "Empty:", "Tab:\tvalue \t"),
    ],
)
def test_common_requests_are_accepted(headers: tuple[str, ...]) -> None:
    """What programs and browsers send leads to the response of the library, with all headers."""
    data = written(*NEEDED, *headers)
    assert check_equal(data)
    common = common_request(data, ORIGINS)
    assert common is not None
    assert ACCEPT in common.acceptance
    assert common.headers.get("nothing", "default") == "default"
    assert common.headers.get_all("nothing") == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        written(*NEEDED)[:-1],
        written(*NEEDED) + b"x",
        written(*NEEDED, first="POST / HTTP/1.1"),
        written(*NEEDED, first="GET / HTTP/1.0"),
        written(*NEEDED, first="GET /caf\xe9 HTTP/1.1"),
        *(written(*NEEDED[:at], *NEEDED[at + 1 :]) for at in range(1, 5)),
        *(written(*NEEDED, again) for again in NEEDED),
        written(*NEEDED, "Origin: https://evil.example"),
        written(*NEEDED, "Origin: https://games.example.org", "origin: https://games.example.org"),
        written(*NEEDED, "Content-Length: 5"),
        written(*NEEDED, "Transfer-Encoding: chunked"),
        written(*NEEDED, "Sec-WebSocket-Protocol: other"),
        written(*NEEDED, "no colon"),
        written(*NEEDED, " folded: line"),
        written(*NEEDED, "name : value"),
        written(*NEEDED, "name: \x00"),
        written(*NEEDED, "name: a\rb"),
        written(*NEEDED, "name: \xe9"),
        written(*NEEDED, *(f"X-{number}: x" for number in range(70))),
        written(*NEEDED, "X: " + "x" * 5000),
        written(*NEEDED).replace(KEY.encode(), b"short=="),
        written(*NEEDED).replace(KEY.encode(), b"dGhlIHNhbXBsZSBub25jZR=="),
        written(*NEEDED).replace(b"\r\n", b"\n"),
    ],
)
def test_all_others_are_left_to_the_library(data: bytes) -> None:
    """Partial, unusual and invalid requests are not read here."""
    assert common_request(data, ORIGINS) is None


def test_changed_requests_are_read_like_the_library_reads_them() -> None:
    """Whatever bytes of a request are changed, doubled or missing: if it is still read here, the library agrees."""
    draw = random.Random(7)
    whole = written(*NEEDED, "Origin: https://games.example.org", f"Sec-WebSocket-Protocol: {SUBPROTOCOL}", "X: y")
    read = 0
    for _ in range(20_000):
        data = bytearray(whole)
        for _ in range(draw.randint(1, 3)):
            at = draw.randrange(len(data))
            match draw.randrange(4):
                case 0:
                    data[at] = draw.randrange(256)
                case 1:
                    del data[at]
                case 2:
                    data.insert(at, draw.choice(b"\r\n :,\tAa0=\xff\x00"))
                case _:
                    data[at:at] = data[at : at + draw.randint(1, 40)]
        read += check_equal(bytes(data))
    assert 1000 < read < 19_000
