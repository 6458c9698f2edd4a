"""Bytes and requests of the first view, and of all files."""

import asyncio
import gzip
import http.client
import re
from collections.abc import AsyncIterator
from typing import Any

from playwright.async_api import Browser

from bench.engine.figures import Figure
from bench.page.browser import visit
from bench.page.scale import Scale

ADDRESS = re.compile(r"/assets/[\w/.-]+\.[0-9a-f]{12}\.(?:js|css|svg|webmanifest)")


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
    paths, bodies = await asyncio.to_thread(_all_files, site)
    yield Figure("all files, compressed", sum(bodies) / 1000, "kB", 120, False, f"{len(paths)} and the document")


def _all_files(site: str) -> tuple[list[str], list[int]]:
    """Return the addresses that the document names, and the bytes of each and of the document itself.

    Its import map has every module and stylesheet.
    """
    document = gzip.decompress(_body(site, "/")).decode()
    paths = sorted(set(ADDRESS.findall(document)))
    return paths, [len(_body(site, path)) for path in [*paths, "/"]]


def _body(site: str, path: str) -> bytes:
    """Return the body of a response as it is sent, with gzip.

    Raises:
        LookupError: The server has no such file.
    """
    connection = http.client.HTTPConnection(site.partition("//")[2], timeout=30)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Accept": "text/html"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != http.client.OK:
        raise LookupError(path)
    return body
