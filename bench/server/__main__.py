"""Command `python -m bench.server [--only SECTION ...] [--small]`. A whole run takes about five minutes."""

import argparse
import os
import sys
from importlib.metadata import version
from platform import python_version

from bench.engine.baselines import NO_COMPILER, baseline
from bench.engine.figures import Figure, absent
from bench.pages import Place
from bench.server import peers
from bench.server.scale import SMALL, Scale
from bench.server.sections.connections import accepted, memory
from bench.server.sections.fan_out import fan_out
from bench.server.sections.games import games
from bench.server.sections.latency import followed_lobby, paced
from bench.server.sections.moves import clock, full_speed
from bench.tables import line, write

SECTIONS = {
    "memory": memory,
    "accept": accepted,
    "moves": full_speed,
    "clock": clock,
    "games": games,
    "fan-out": fan_out,
    "pace": paced,
    "lobby": followed_lobby,
}


def main() -> int:
    """Print and store every figure. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=f"sections: {', '.join(SECTIONS)}"
    )
    parser.add_argument("--small", action="store_true", help="run a minimum to test the benchmark, and store nothing")
    arguments = parser.parse_args()
    if len(os.sched_getaffinity(0)) < 2:
        parser.error("the server and the load generator need a core each")
    found: list[Figure] = []
    for section in arguments.only or SECTIONS:
        rows = SECTIONS[section](SMALL if arguments.small else Scale())
        for figure in rows if baseline("load") else [absent(section, NO_COMPILER)]:
            print(line(figure), flush=True)
            found.append(figure)
    if not arguments.small:
        programs = {"Python": python_version(), "websockets": version("websockets"), **peers.versions()}
        versions = ", ".join(f"{name} {number}" for name, number in programs.items())
        write(Place("server"), found, versions, whole=arguments.only is None)
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
