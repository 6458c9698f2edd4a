"""Memory of a page that watches match after match."""

import statistics
from collections.abc import AsyncIterator
from typing import NamedTuple

from playwright.async_api import Browser

from bench.engine.figures import Figure
from bench.page.browser import Visit, visit
from bench.page.matches import players
from bench.page.scale import Scale
from kibitz_client.sdk import MatchSetup

BOARD = ("columns=7", "rows=6", "connect=19")
PLIES = 42
AT_PLY = 20
PACE_S = 0.03
SAMPLES = 3
GOAL = 1.1


class Sample(NamedTuple):
    """Memory of a page."""

    heap_kb: float
    nodes: float
    listeners: float


async def memory(browser: Browser, address: str, scale: Scale) -> AsyncIterator[Figure]:
    """Watch a series of matches between engines on TV, and compare the memory early and late, at the same ply."""
    site = address.replace("ws://", "http://")
    # A sample looks at three matches, and may begin late in one.
    series = scale.memory_moves // PLIES + 2 * SAMPLES + 2
    async with players(address) as pair:
        setup = MatchSetup(
            "mnk", options=BOARD, seats=("alphabeta:nodes=2000", "mcts:nodes=200"), games=series, engine_pace=PACE_S
        )
        hosted = await pair.host.create(setup)
        async with visit(browser, f"{site}/tv") as seen:
            early = await _sampled(seen, min(100, scale.memory_moves // 3))
            late = await _sampled(seen, scale.memory_moves)
            moves = await seen.probe("movesHeard")
        await hosted.leave()
    for name, before, after in zip(("heap", "nodes", "listeners"), early, late, strict=True):
        unit = " kB" if name == "heap" else ""
        detail = f"{before:.0f} and {after:.0f}{unit} after {moves} moves on TV, at ply {AT_PLY} of a match"
        yield Figure(
            f"{name} after {scale.memory_moves} moves, over that after 100", after / before, "x", GOAL, False, detail
        )


async def _sampled(seen: Visit, moves: int) -> Sample:
    """Return the memory in the first match after some moves, as medians."""
    await seen.when(f"probe.movesHeard >= {moves}")
    samples = []
    for _ in range(SAMPLES):
        await seen.when(f"document.querySelector('kibitz-board')?.view?.position.ply < {AT_PLY}")
        await seen.when(f"document.querySelector('kibitz-board')?.view?.position.ply >= {AT_PLY}")
        await seen.cdp.send("HeapProfiler.collectGarbage")
        heap = await seen.cdp.send("Runtime.getHeapUsage")
        counters = await seen.cdp.send("Memory.getDOMCounters")
        samples.append(Sample(heap["usedSize"] / 1000, counters["nodes"], counters["jsEventListeners"]))
    return Sample(*(statistics.median(values) for values in zip(*samples, strict=True)))
