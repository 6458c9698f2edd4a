"""Requests of browsers over real sockets: a class behind one address gets the page, whatever an attacker there does."""

import asyncio
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
