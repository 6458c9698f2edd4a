"""Command `python -m bench.strength [--only PART ...] [--quick]`: how well the engine plays.

A part is a game, or `peers`: matches against public programs.
"""

import argparse
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.engine import report
from bench.engine.figures import Figure
from kibitz_server.engine.compiler.select import compile_searches

FOLDER = Path(__file__).parent
NOT_PARTS = {"__init__", "__main__", "chess", "chess_programs", "fours", "go", "matches", "options", "processes"}
"""Other modules. The matches of chess and of Go take hours, so that they have commands of their own."""


def parts() -> list[str]:
    """Return the parts, which are modules here."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in NOT_PARTS)


def figures(part: str, quick: bool) -> Iterator[Figure]:
    """Return the figures of a part as they are measured."""
    found: Iterator[Figure] = importlib.import_module(f"bench.strength.{part}").figures(quick)
    return found


def main() -> int:
    """Print and store every figure. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=parts(), default=parts(), metavar="PART")
    parser.add_argument("--quick", action="store_true", help="measure a part of each suite, and store nothing")
    given = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    found = (figure for part in given.only for figure in figures(part, given.quick))
    return report.record(found, report.STRENGTH, dry=given.quick)


if __name__ == "__main__":
    sys.exit(main())
