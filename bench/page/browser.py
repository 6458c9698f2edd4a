"""Chromium with pages that measure themselves, and the server whose page it is."""

import os
import shutil
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, Page, ViewportSize, async_playwright

from bench.answers import process
from bench.server.processes import SERVE

NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PROBE = Path(__file__).with_name("probe.js")


class NoBrowser(Exception):
    """No Chromium is installed."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Run the Chromium of the distribution.

    Raises:
        NoBrowser: There is none.
    """
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise NoBrowser("Chromium is not installed; try: apt-get install chromium")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=program, args=arguments)
        yield running
        await running.close()


@asynccontextmanager
async def server() -> AsyncIterator[str]:
    """Run a server in a separate process. Yield its address, as that of a WebSocket."""
    options = ("--limits", "off", "--slots", "1", "--no-exhibitions", "--database", ":memory:")
    async with process(*SERVE, *options) as address:
        yield address


@asynccontextmanager
async def slow_network(address: str, milliseconds: float) -> AsyncIterator[str]:
    """Run a proxy to a server, in a separate process. Yield its address."""
    target = address.rpartition("/")[2]
    async with process(sys.executable, "-m", "bench.page.slow_network", target, str(milliseconds)) as slow:
        yield slow


@dataclass(frozen=True)
class Visit:
    """A page with its probe (`probe.js`)."""

    page: Page
    cdp: CDPSession

    async def probe(self, name: str) -> Any:
        """Return a value that the probe has, or the result of an expression of it."""
        return await self.page.evaluate(f"probe.{name}")

    async def when(self, condition: str) -> None:
        """Wait until a condition in JavaScript holds in a frame."""
        await self.page.evaluate(f"probe.when(() => {condition})")

    async def longest_task(self, since_ms: float = 0.0) -> float:
        """Return the duration of the longest task that began since a moment, in milliseconds; 0 if none took 50."""
        tasks: list[tuple[float, float]] = await self.probe("tasks")
        return max((duration for began, duration in tasks if began >= since_ms), default=0.0)

    async def now(self) -> float:
        """Return the milliseconds since the page was asked for."""
        return float(await self.page.evaluate("performance.now()"))


@asynccontextmanager
async def visit(browser: Browser, url: str, slow_down: int = 1) -> AsyncIterator[Visit]:
    """Open a page in a new context, with an empty cache, on a processor that is some times slower."""
    context = await browser.new_context(viewport=DESKTOP, locale="en")
    page = await context.new_page()
    page.set_default_timeout(60_000)
    await page.add_init_script(path=PROBE)
    cdp = await context.new_cdp_session(page)
    if slow_down != 1:
        await cdp.send("Emulation.setCPUThrottlingRate", {"rate": slow_down})
    await page.goto(url, wait_until="commit")
    yield Visit(page, cdp)
    await context.close()


async def slowness(browser: Browser, url: str, slow_down: int) -> float:
    """Return how many times longer a fixed piece of work takes in a page that is slowed down."""
    medians: list[float] = []
    for rate in (1, slow_down):
        async with visit(browser, url, rate) as seen:
            await seen.when("probe.firstBoard !== null || document.querySelector('h1')")
            medians.append(statistics.median([await seen.probe("work()") for _ in range(3)]))
    return medians[1] / medians[0]
