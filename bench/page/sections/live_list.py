"""The lobby with a hundred live matches, of which sixteen are drawn as small boards."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, ViewportSize

from bench.engine.figures import Figure
from bench.page.browser import visit
from bench.page.scale import Scale

GOAL_FRAMES = 50.0
BOARDS = 16
TALL: ViewportSize = {"width": 1440, "height": 1800}


async def live_list(browser: Browser, address: str, scale: Scale) -> AsyncIterator[Figure]:
    """Count frames of the lobby while matches go on."""
    site = address.replace("ws://", "http://")
    async with _load(address, scale) as report:
        found = []
        for rate in scale.slow_downs:
            async with visit(browser, site, rate) as seen:
                await seen.page.set_viewport_size(TALL)
                boards = min(BOARDS, scale.matches)
                await seen.when(f"document.querySelectorAll('kibitz-mini svg').length >= {boards}")
                await seen.page.evaluate("new Promise((done) => requestIdleCallback(done))")
                since = await seen.now()
                counted = await seen.probe(f"count({scale.seconds})")
                shown = await seen.page.locator("kibitz-mini svg").count()
                found.append((rate, counted, shown, await seen.longest_task(since)))
    load = report["load"]
    source = (
        f"{load['made'] / max(load['wanted'], 1):.0%} of the wanted moves made, "
        f"by a process that was busy for {load['busy']:.0%} of the time"
    )
    for rate, counted, shown, longest in found:
        detail = (
            f"{scale.matches} matches, {shown} small boards with {counted['moves'] / counted['seconds']:.1f} moves/s, "
            f"{counted['frames'] / counted['seconds']:.1f} messages/s; "
            f"longest frame {counted['longest']:.0f} ms; {source}"
        )
        yield Figure(f"live list, {rate}x", counted["rate"], "frames/s", GOAL_FRAMES, True, detail)
        yield Figure(
            f"longest task of the live list, {rate}x", longest, "ms", 100, False, "0 means that none took 50 ms"
        )


@asynccontextmanager
async def _load(address: str, scale: Scale) -> AsyncIterator[dict[str, Any]]:
    """Run the process with the matches. Afterwards its report is in what was yielded, under `load`."""
    command = (
        "-m",
        "bench.page.load",
        address,
        "--matches",
        str(scale.matches),
        "--moves-per-s",
        str(scale.moves_per_s),
    )
    child = await asyncio.create_subprocess_exec(sys.executable, *command, stdin=PIPE, stdout=PIPE)
    assert child.stdin
    assert child.stdout
    report: dict[str, Any] = {}
    try:
        assert (await child.stdout.readline()).strip() == b"ready"
        yield report
        child.stdin.close()
        report["load"] = json.loads(await child.stdout.readline())
    finally:
        if child.returncode is None:
            child.terminate()
        await child.wait()
