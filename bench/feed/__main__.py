"""Benchmark of the MQTT feed, `make bench ARGS=feed`: cost for the game path, recovery after broker restarts, fan-out.

The table goes into docs/benchmarks/feed.md. `--quick` runs a minimum of everything and writes nothing. It only shows
that the benchmark works.
"""

import argparse
import asyncio
import os
import resource
import statistics
import sys
from platform import python_version

from bench.feed.cost import Answered, answered
from bench.feed.fanout import FanOut, fan_out
from bench.feed.restarts import Restarted, restarted
from bench.pages import Place, put
from bench.tables import head, today

FEED = Place("feed")
MAX_SLOWER = 1.1
"""Limit for the median answer time with a feed, as a multiple of the time without."""


def table(cost: Answered, after: Restarted, crowd: list[FanOut], engine_matches: int) -> str:
    """Return all results as Markdown."""
    ratio = statistics.median(cost.fed) / statistics.median(cost.without)
    lines = [
        f"{head(today())}, Python {python_version()}; server, broker and watchers share the machine. "
        f"Load: {os.getloadavg()[0]:.2f}.",
        "",
        f"| A move to its durable answer, beside {engine_matches} engine matches | fastest tenth, ms | median | p99 |",
        "|---|---:|---:|---:|",
        _times("without a feed", cost.without),
        _times(f"with a feed ({ratio:.2f} of that)", cost.fed),
        "",
        "| Engine matches while the broker was killed and restarted twice | |",
        "|---|---:|",
        f"| matches | {after.matches} |",
        f"| right states for a subscriber that connected after the last restart | {after.right} |",
        f"| wrong retained messages | {after.wrong} |",
        f"| missing states | {after.lost} |",
        "",
        "| Events of one match to | median ms | p99 ms | last watcher, ms | server, processor ms a move | broker |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for each in crowd:
        figures = (each.median_ms, each.p99_ms, each.last_ms, each.server_ms, each.broker_ms)
        cells = " | ".join(f"{figure:.2f}" for figure in figures)
        lines.append(f"| {each.watchers} watchers over {each.way} | {cells} |")
    return "\n".join(lines)


def _times(name: str, times: list[float]) -> str:
    parts = statistics.quantiles(times, n=100)
    return f"| {name} | {parts[9]:.2f} | {parts[49]:.2f} | {parts[98]:.2f} |"


async def main() -> int:
    """Measure, print and write. Return 1 if a state is wrong or the game path is slower."""
    parser = argparse.ArgumentParser(description="Measure the MQTT feed.")
    parser.add_argument("--quick", action="store_true", help="run a minimum of everything, and write nothing")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    watchers, matches, rounds = (20, 2, 1) if given.quick else (given.watchers, given.matches, given.rounds)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    cost = await answered(2 * rounds, matches)
    after = await restarted(matches)
    crowd = await fan_out(watchers, max(1, rounds // 2))
    text = table(cost, after, crowd, matches)
    print(text)
    if not given.quick:
        put(FEED, text)
    right = after.right == after.matches and not after.wrong
    same = statistics.median(cost.fed) <= MAX_SLOWER * statistics.median(cost.without)
    print(f"goal: every state right after the restarts: {'met' if right else 'MISSED'}")
    print(f"goal: a median answer at most {MAX_SLOWER} times as long with a feed: {'met' if same else 'MISSED'}")
    return 0 if right and (same or given.quick) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
