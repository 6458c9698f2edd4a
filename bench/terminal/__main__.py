"""Benchmark of the terminal app: `make bench ARGS=terminal`, or `python -m bench.terminal [--small]`.

The table goes into docs/benchmarks/terminal.md. Exit code 1 reports a missed goal. `--small` runs a minimum of
everything and stores nothing: it only shows that the benchmark works.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from importlib.metadata import version
from platform import python_version

from bench.engine.figures import Figure
from bench.pages import Place
from bench.tables import line, write
from bench.terminal.scenarios import (
    SIZES,
    SMALL,
    Scale,
    first_frame,
    lobby_json,
    nothing_happens,
    one_move,
    running_clock,
    short_clock,
)
from bench.terminal.subjects import server


async def figures(scale: Scale) -> AsyncIterator[Figure]:
    """Yield each figure when it is measured."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(folder) as (address, env):
            for figure in first_frame(env, scale):
                yield figure
            yield lobby_json(env, scale)
            for size in SIZES:
                yield await running_clock(address, env, scale, size)
            yield await short_clock(address, env, scale)
            yield await nothing_happens(address, env, scale)
            for size in SIZES:
                yield await one_move(address, env, scale, size)


async def main() -> int:
    """Print and store every figure. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.terminal", description=__doc__)
    parser.add_argument("--small", action="store_true", help="run a minimum to test the benchmark, and store nothing")
    arguments = parser.parse_args()
    found: list[Figure] = []
    async for figure in figures(SMALL if arguments.small else Scale()):
        print(line(figure), flush=True)
        found.append(figure)
    if not arguments.small:
        write(Place("terminal"), found, f"Python {python_version()}, Textual {version('textual')}", whole=True)
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
