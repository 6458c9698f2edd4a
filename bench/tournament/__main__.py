"""Benchmark of tournaments: `make bench ARGS=tournament`, or `python -m bench.tournament [--only NAME ...] [--small]`.

The table goes into docs/benchmarks/tournament.md; rows of sections that were not measured stay. Exit code 1 reports a
missed goal. `--small` runs a minimum of everything and stores nothing: it only shows that the benchmark works.
"""

import argparse
import asyncio
import statistics
import sys
from collections.abc import AsyncIterator, Callable
from importlib.metadata import version
from platform import python_version

from bench.engine.figures import Figure, cpu_seconds
from bench.pages import Place
from bench.tables import line, write
from bench.tournament.arena import arena_figures
from bench.tournament.followers import followers_figures
from bench.tournament.games import games_figures
from bench.tournament.restore import restore_figures
from bench.tournament.statistics import statistics_figures
from bench.tournament.swiss import swiss_figures

SECTIONS: dict[str, Callable[..., AsyncIterator[Figure]]] = {
    "games": games_figures,
    "statistics": statistics_figures,
    "arena": arena_figures,
    "swiss": swiss_figures,
    "followers": followers_figures,
    "restore": restore_figures,
}
"""What is measured, by name. Each function yields its figures, with `small` only a minimum of them."""


def addition_ms() -> float:
    """Return the processor time of a million additions in Python, by which machines can be compared."""
    return 1000 * cpu_seconds(lambda: sum(number for number in range(1_000_000)))


async def main() -> int:
    """Print and store every figure. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.tournament", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help="measure these sections")
    parser.add_argument("--small", action="store_true", help="run a minimum to test the benchmark, and store nothing")
    given = parser.parse_args()
    found: list[Figure] = []
    paces = []
    for name in given.only:
        paces.append(addition_ms())
        async for figure in SECTIONS[name](small=given.small):
            print(line(figure), flush=True)
            found.append(figure)
    detail = f"how fast this machine is; {min(paces):.0f} to {max(paces):.0f} ms between the parts"
    found.append(Figure("a million additions in Python", statistics.median(paces), "ms", detail=detail))
    print(line(found[-1]))
    if not given.small:
        write(Place("tournament"), found, f"Python {python_version()}, NumPy {version('numpy')}")
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
