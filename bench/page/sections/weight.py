"""Bytes and requests of the first view, and of all files."""

import asyncio
import http.client
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

import kibitz_client
from bench.engine.figures import Figure
from bench.page.browser import visit
from bench.page.scale import Scale

FILES = Path(kibitz_client.__file__).with_name("web")
SERVED = (".js", ".css", ".svg", ".webmanifest")


async def weight(browser: Browser, address: str, _scale: Scale) -> AsyncIterator[Figure]:
    """Count what the browser receives for the lobby, and what the server has for it altogether."""
    site = address.replace("ws://", "http://")
    sizes: dict[str, float] = {}
    async with visit(browser, "about:blank") as seen:
        urls: dict[str, str] = {}

        def sent(event: dict[str, Any]) -> None:
            urls[event["requestId"]] = event["request"]["url"]

        def received(event: dict[str, Any]) -> None:
            if event["requestId"] in urls:
                sizes[urls[event["requestId"]]] = event["encodedDataLength"]

        seen.cdp.on("Network.requestWillBeSent", sent)
        seen.cdp.on("Network.loadingFinished", received)
        await seen.cdp.send("Network.enable")
        await seen.page.goto(site + "/")
        await seen.page.locator("main h1").first.wait_for(state="attached")
        await seen.page.wait_for_load_state("networkidle")
    total = sum(sizes.values()) / 1000
    detail = f"the lobby, with the headers of {len(sizes)} responses; WebSocket not counted"
    yield Figure("first view, compressed", total, "kB", 60, False, detail)
    yield Figure("first view, requests", len(sizes), "", 25, False, "with the document, icon and manifest")
    names = [path.relative_to(FILES).as_posix() for path in FILES.rglob("*") if path.suffix in SERVED]
    bodies = await asyncio.to_thread(lambda: [_compressed(site, f"/assets/{name}") for name in names])
    page = await asyncio.to_thread(_compressed, site, "/")
    yield Figure(
        "all files, compressed", (sum(bodies) + page) / 1000, "kB", 120, False, f"{len(names)} and the document"
    )


def _compressed(site: str, path: str) -> int:
    """Return the number of bytes of a response with gzip, without headers."""
    connection = http.client.HTTPConnection(site.partition("//")[2], timeout=30)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Accept": "text/html"})
    answer = connection.getresponse()
    size = len(answer.read())
    connection.close()
    return size if answer.status == http.client.OK else 0
