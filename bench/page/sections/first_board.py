"""Time to the first board, with empty caches."""

import statistics
from collections.abc import AsyncIterator

from playwright.async_api import Browser

from bench.engine.figures import Figure
from bench.page.browser import slow_network, slowness, visit
from bench.page.matches import OPENING, players
from bench.page.scale import Scale

ROUND_TRIP_MS = 40.0


async def first_board(browser: Browser, address: str, scale: Scale) -> AsyncIterator[Figure]:
    """Open the lobby with a small board, and a match, each in new contexts."""
    site = address.replace("ws://", "http://")
    rate = max(scale.slow_downs)
    async with players(address) as pair, slow_network(address, ROUND_TRIP_MS) as far:
        match = await pair.match("connect4")
        await match.play(OPENING)
        slower = await slowness(browser, site, rate)
        tasks = []
        for name, base, goal in (("loopback", site, 1.0), (f"{ROUND_TRIP_MS:g} ms round trip", far, 2.0)):
            for view, path in (("the lobby", "/"), ("a match", f"/{match.code}")):
                times = []
                for _ in range(scale.visits):
                    async with visit(browser, base + path, rate) as seen:
                        await seen.when("probe.firstBoard !== null")
                        times.append(await seen.probe("firstBoard") / 1000)
                        tasks.append(await seen.longest_task())
                detail = f"median of {len(times)}, from {min(times):.2f} to {max(times):.2f} s"
                yield Figure(
                    f"first board of {view}, {rate}x, {name}", statistics.median(times), "s", goal, False, detail
                )
        await match.end()
    worst = f"median of {len(tasks)} visits; longest {max(tasks):.0f}; fixed work took {slower:.1f} times as long"
    yield Figure(f"longest task of a first view, {rate}x", statistics.median(tasks), "ms", 100, False, worst)
