"""Tables of figures, as all benchmarks write them into their pages. The pages are all that is kept of a run."""

import os
import platform
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.engine.figures import Figure
from bench.pages import Place, put

HEADINGS = ("| Quantity | Measured | Goal | | Details |", "|---|---:|---:|---|---|")


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def today() -> str:
    """Return the day."""
    return datetime.now(UTC).date().isoformat()


def head(*days: str) -> str:
    """Return the beginning of the sentence before a table: when and where its figures were measured."""
    when = " to ".join(sorted({min(days), max(days)}))
    return f"Measured {when} on {processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def write(place: Place, figures: Iterable[Figure], versions: str, notes: str = "", *, whole: bool = False) -> None:
    """Put figures into the table of a page, and renew the overview.

    Args:
        place: The page.
        figures: What was measured on this machine today.
        versions: Versions of the programs.
        notes: Sentences on how it was measured, before the load.
        whole: Whether rows of other figures go or stay.
    """
    put(place, merged("" if whole else place.table, list(figures), today(), versions, notes))


def merged(old: str, figures: Sequence[Figure], day: str, versions: str, notes: str) -> str:
    """Return a sentence and a table of figures, which take the place of older rows of the same name.

    Where other rows stay, the sentence covers their days and loads too.
    """
    rows, fresh = rows_of(old), {figure.quantity: row(figure) for figure in figures}
    days, loads = {day}, {figure.load for figure in figures}
    if rows.keys() - fresh.keys():
        days |= set(re.findall(r"\d{4}-\d\d-\d\d", old.partition(" on ")[0]))
        loads |= {
            float(number) for each in re.findall(r"Load: (.*)\.$", old, re.MULTILINE) for number in each.split(" to ")
        }
    return "\n".join(
        [
            f"{head(*days)}; {versions}.{notes} Load: {min(loads):g} to {max(loads):g}.",
            "",
            *HEADINGS,
            *(rows | fresh).values(),
        ]
    )


def rows_of(table: str) -> dict[str, str]:
    """Return the lines of a table below its headings by their first cells."""
    lines = table.partition("\n".join(HEADINGS))[2].splitlines()
    return {line.split(" | ")[0].removeprefix("| "): line for line in lines if line}


def row(figure: Figure) -> str:
    """Return a figure as a line of the table."""
    verdict = {True: "met", False: "**missed**", None: ""}[figure.met]
    measured = "-" if figure.value is None else shown(figure.value, figure.unit)
    goal = ""
    if figure.goal is not None:
        goal = ("at least " if figure.at_least else "at most ") + shown(figure.goal, figure.unit)
    return f"| {figure.quantity} | {measured} | {goal} | {verdict} | {figure.detail} |"


def shown(value: float, unit: str) -> str:
    """Return a value with its unit."""
    number = f"{value:.0f}" if unit in ("plies", "positions") or value >= 100 else f"{value:.3g}"
    return f"{number} {unit}"


def line(figure: Figure) -> str:
    """Return a figure as a line for the terminal."""
    verdict = {True: "met", False: "MISSED", None: ""}[figure.met]
    value = "-" if figure.value is None else shown(figure.value, figure.unit)
    goal = "" if figure.goal is None else shown(figure.goal, figure.unit)
    return f"{figure.quantity:<76}{value:>14}{goal:>14} {verdict:<7}{figure.detail}"
