"""Command `python -m bench.cluster [--only SECTION ...] [--small]`. A whole run takes about three minutes."""

import argparse
import asyncio
import sys
from importlib.metadata import version
from platform import python_version

import structlog

from bench.cluster.processes import compile_searches
from bench.cluster.scale import SMALL, Scale
from bench.cluster.sections.added import added
from bench.cluster.sections.failures import failures
from bench.cluster.sections.start import start
from bench.cluster.sections.throughput import server_time, throughput
from bench.engine.figures import Figure
from bench.pages import Place
from bench.tables import line, write

SECTIONS = {"added": added, "server": server_time, "throughput": throughput, "failures": failures, "start": start}
NOTES = " Server, scheduler and workers share the machine. Times are wall times unless a row says otherwise."


def main() -> int:
    """Print and store every figure. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=f"sections: {', '.join(SECTIONS)}"
    )
    parser.add_argument("--small", action="store_true", help="run a minimum to test the benchmark, and store nothing")
    parser.add_argument("--dry", action="store_true", help="store nothing")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    compile_searches()
    found: list[Figure] = []
    for section in arguments.only or SECTIONS:
        for figure in asyncio.run(SECTIONS[section](SMALL if arguments.small else Scale())):
            print(line(figure), flush=True)
            found.append(figure)
    if not (arguments.small or arguments.dry):
        versions = f"Python {python_version()}, distributed {version('distributed')}"
        write(Place("cluster"), found, versions, NOTES, whole=arguments.only is None)
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
