"""Benchmark of the web page: `make bench ARGS=page`, or `python -m bench.page [--only SECTION ...] [--small]`.

The table goes into docs/benchmarks/page.md. Exit code 1 reports a missed goal. `--small` runs a minimum of everything,
and `--only` some sections; both store nothing. With esbuild, which `make lint-web` installs, the page is that of a
release.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from deploy.page import bundler
from playwright.async_api import Browser

from bench.engine.figures import Figure
from bench.page.browser import NoBrowser, chromium, server
from bench.page.scale import SMALL, Scale
from bench.page.sections.first_board import first_board
from bench.page.sections.live_list import live_list
from bench.page.sections.memory import memory
from bench.page.sections.moves import moves
from bench.page.sections.replay import replay
from bench.page.sections.weight import weight
from bench.pages import Place
from bench.tables import line, write
from tests.deploy.wheels import ROOT, SOURCES, unpacked_wheel

SECTIONS: dict[str, Callable[[Browser, str, Scale], AsyncIterator[Figure]]] = {
    "weight": weight,
    "first-board": first_board,
    "moves": moves,
    "live-list": live_list,
    "replay": replay,
    "memory": memory,
}
SHARED = ", headless, without a graphics processor; browser, server and players share the machine"


async def main() -> int:
    """Print and store every figure. Return 1 if a goal is missed, 2 without a browser."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=f"sections: {', '.join(SECTIONS)}"
    )
    parser.add_argument("--small", action="store_true", help="run a minimum to test the benchmark, and store nothing")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = SOURCES
        if bundler(ROOT) is not None:
            packages = unpacked_wheel(Path(folder))
            # The servers run from the packages of a release.
            os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(packages), os.environ.get("PYTHONPATH")]))
            page = packages / SOURCES.relative_to(ROOT / "client")
        return await _measure(arguments, (SMALL if arguments.small else Scale)(page))


async def _measure(arguments: argparse.Namespace, scale: Scale) -> int:
    found: list[Figure] = []
    try:
        async with chromium() as browser:
            for section in arguments.only or SECTIONS:
                # Each section has a server of its own, so that no section sees the matches of another.
                async with server() as address:
                    async for figure in SECTIONS[section](browser, address, scale):
                        print(line(figure), flush=True)
                        found.append(figure)
            version = browser.version
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 2
    if not arguments.small and arguments.only is None:
        write(Place("page"), found, f"Chromium {version}{SHARED}", whole=True)
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
