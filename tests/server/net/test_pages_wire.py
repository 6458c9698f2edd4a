"""Requests of browsers over real sockets: a class behind one address gets the page, whatever an attacker there does."""

import asyncio
import contextlib
import tracemalloc
from pathlib import Path

import pytest

import kibitz_client
from kibitz_server.net.pages.page import WebPage
from tests.server.net.hostile import HostileTarget, listening

pytestmark = pytest.mark.io

FOLDER = Path(kibitz_client.__file__).parent / "web"
VISITORS, REQUESTS, AT_ONCE = 30, 30, 6
"""A browser opens six connections to a host at a time."""
GET = b"GET /assets/main.js HTTP/1.1\r\nHost: x\r\n\r\n"


async def status(target: HostileTarget, request: bytes = GET) -> tuple[int, str]:
    """Send a request on a connection of its own; return the status and the whole response."""
    client = await target.connect()
    client.writer.write(request)
    response = (await client.reader.read()).decode("iso-8859-1")
    client.abort()
    return int(response.split(" ", 2)[1]), response


async def test_thirty_visitors_of_one_address_load_the_page_at_once() -> None:
    """With the default limits none of their 900 requests is refused or reset, and all open a WebSocket then."""
    async with listening(page=WebPage(FOLDER, lambda _code: False)) as target:

        async def visit() -> list[int]:
            free = asyncio.Semaphore(AT_ONCE)

            async def one() -> int:
                async with free:
                    return (await status(target))[0]

            return await asyncio.gather(*(one() for _ in range(REQUESTS)))

        statuses = await asyncio.gather(*(visit() for _ in range(VISITORS)))
        assert {each for visitor in statuses for each in visitor} == {200}
        for _ in range(VISITORS):
            await target.enter()


@pytest.mark.parametrize("path", ["/", "/help", "/assets/main.js", "/healthz", "/favicon.ico", "/7KQ2XF", "/no/where"])
async def test_head_gets_the_headers_alone(path: str) -> None:
    """They are those of GET, with the length of the body that is left out."""
    async with listening(page=WebPage(FOLDER, lambda _code: False)) as target:
        got, asked = [
            await status(target, f"{method} {path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n".encode())
            for method in ("GET", "HEAD")
        ]
        head, _, body = got[1].partition("\r\n\r\n")
        assert asked == (got[0], f"{head}\r\n\r\n")
        assert f"Content-Length: {len(body.encode('iso-8859-1'))}\r\n" in asked[1]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "BREW"])
async def test_other_methods_are_refused(method: str) -> None:
    """Every path answers 405 and names the methods that it takes."""
    async with listening() as target:
        code, response = await status(target, f"{method} /healthz HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert code == 405
        assert "Allow: GET, HEAD\r\n" in response


async def test_a_body_is_not_kept() -> None:
    """The answer comes after the request line, and the bytes of the body cost no memory until the connection ends."""
    async with listening() as target:
        client = await target.connect()
        for byte in b"POST / HTTP/1.1\r\n":
            client.writer.write(bytes([byte]))
            await client.writer.drain()
        response = await client.reader.read()
        assert response.startswith(b"HTTP/1.1 405")
        body, most = bytes(1 << 16), 0
        tracemalloc.start()
        try:
            client.writer.write(b"Content-Length: 100000000\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                for _ in range(100):
                    client.writer.write(body)
                    await client.writer.drain()
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert most < 1_000_000
        await target.enter()


@pytest.mark.parametrize(
    "bytes_",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\r\n",
        b"POST\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\n",
        b"GET / HTTP/1.1\r\n\x00\r\n\r\n",
    ],
)
async def test_what_is_no_request_ends_without_an_answer(bytes_: bytes) -> None:
    """TLS on a port without it, other protocols and broken lines get nothing."""
    async with listening() as target:
        client = await target.connect()
        client.writer.write(bytes_)
        assert await client.reader.read() == b""


async def test_a_flood_of_requests_keeps_no_player_out() -> None:
    """The refusals say when to retry, and others of the address open WebSockets meanwhile."""
    async with listening(pages="100/m", handshakes="600/m") as target:
        answers = [await status(target) for _ in range(300)]
        assert [code for code, _ in answers[:100]] == [404] * 100
        refused = [response for code, response in answers[100:] if code == 429]
        assert len(refused) >= 195
        assert "Retry-After: 1\r\n" in refused[0]
        assert (await status(target, GET.replace(b"/assets/main.js", b"/healthz")))[0] == 200
        for _ in range(20):
            await target.enter()
