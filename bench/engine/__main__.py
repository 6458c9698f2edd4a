"""Command `python -m bench.engine [--only SECTION ...] [--empty-board] [--check-solver POSITIONS]`."""

import argparse
import sys
from collections.abc import Callable, Iterator

from bench.engine import processes, report, searches
from bench.engine.figures import Figure
from kibitz_server.engine.compiler.select import compile_searches

SECTIONS: dict[str, Callable[[], Iterator[Figure]]] = {
    "solver": searches.solver,
    "plain": searches.plain,
    "tictactoe": searches.tictactoe,
    "perft": searches.perft,
    "depths": searches.depths,
    "playouts": searches.playouts,
    "starts": processes.starts,
    "pools": processes.pools,
}


def main() -> int:
    """Print and store every figure. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=f"sections: {', '.join(SECTIONS)}"
    )
    parser.add_argument(
        "--empty-board", action="store_true", help="only solve Connect Four's first position; takes minutes"
    )
    parser.add_argument(
        "--check-solver", type=int, metavar="POSITIONS", help="only compare exact results with those of bitbully"
    )
    arguments = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    return report.record(_chosen(arguments))


def _chosen(arguments: argparse.Namespace) -> Iterator[Figure]:
    if arguments.check_solver:
        yield searches.check_solver(arguments.check_solver)
    elif arguments.empty_board:
        yield from searches.empty_board()
    else:
        for section in arguments.only or SECTIONS:
            yield from SECTIONS[section]()


if __name__ == "__main__":
    sys.exit(main())
