"""Bytes and requests of first views, and of all files."""

from collections.abc import AsyncIterator
from typing import Any

from playwright.async_api import Browser

from bench.engine.figures import Figure
from bench.page.browser import visit
from bench.page.matches import OPENING, players
from bench.page.scale import Scale
from kibitz_server.net.pages.assets import Assets


async def weight(browser: Browser, address: str, scale: Scale) -> AsyncIterator[Figure]:
    """Count what the browser receives for the lobby and for a match, and what the page has altogether."""
    site = address.replace("ws://", "http://")
    async with players(address) as pair:
        match = await pair.match("connect4")
        await match.play(OPENING)
        for name, path, most, requests in (("first view", "/", 53, 15), ("a match", f"/{match.code}", 80, 24)):
            sizes = await _received(browser, site + path)
            detail = f"with the headers of {len(sizes)} responses; WebSocket not counted"
            yield Figure(f"{name}, compressed", sum(sizes.values()) / 1000, "kB", most, False, detail)
            yield Figure(f"{name}, requests", len(sizes), "", requests, False, "with document, icon and manifest")
        await match.end()
    files = list(Assets.read(scale.page))
    size = sum(len(next(iter(file.encoded.values()))) for file in files) / 1000
    yield Figure("all files, compressed", size, "kB", 120, False, f"{len(files)} without the document")


async def _received(browser: Browser, address: str) -> dict[str, float]:
    """Return the bytes that the browser receives for a view, by the address of each file."""
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
        await seen.page.goto(address)
        await seen.page.locator("main h1").first.wait_for(state="attached")
        await seen.page.wait_for_load_state("networkidle")
    return sizes
