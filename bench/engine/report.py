"""Figures of engines in the tables of their pages."""

import re
from collections.abc import Iterable
from importlib.metadata import version
from platform import python_version

from bench import tables
from bench.engine import peers
from bench.engine.baselines import FLAGS, compiler_version
from bench.engine.figures import Figure
from bench.pages import Place

ENGINE = Place("engine")
STRENGTH = Place("strength")
GO = Place("go")
CHESS = Place("chess")
BACKGAMMON = Place("backgammon")
POKER = Place("poker")
HIDDEN = Place("hidden")
NOTES = (
    "\nTimes are processor times unless a row says otherwise: the best of a few alternating runs. Ratios come from one "
    "run; higher is faster."
)


def write(figures: Iterable[Figure], place: Place = ENGINE) -> None:
    """Put figures into the table of a page; other rows stay."""
    tables.write(place, figures, versions(place.table), NOTES)


def record(figures: Iterable[Figure], place: Place = ENGINE, *, dry: bool = False) -> int:
    """Print each figure when it is known, and store it unless `dry`. Return the exit code: 1 if a goal is missed."""
    missed = False
    for figure in figures:
        print(tables.line(figure), flush=True)
        if not dry:
            write([figure], place)
        missed |= figure.met is False
    return int(missed)


def versions(old: str) -> str:
    """Return the versions of what is measured.

    Those of programs that are not installed now are taken from the old table, because its rows were measured with them.
    """
    found = re.search(r"peers: (.* .*)\.$", old, re.MULTILINE)
    then = dict(each.rsplit(" ", 1) for each in found[1].split(", ")) if found else {}
    beside = ", ".join(f"{name} {number}" for name, number in (then | peers.versions()).items()) or "none"
    ours = f"Python {python_version()}, numba {version('numba')}, NumPy {version('numpy')}"
    return f"{ours}; {compiler_version()}, {' '.join(FLAGS)}; peers: {beside}"
