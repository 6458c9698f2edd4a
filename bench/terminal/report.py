"""Report of the terminal app's figures: a table in the documentation."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version

from bench.engine.figures import Figure
from bench.engine.report import PAGE, processor, shown

BEGIN, END = "<!-- terminal: begin -->", "<!-- terminal: end -->"
PREFACE = """
## The terminal app

`make bench` measures the app in a pseudo-terminal: times from the start of the program, and the bytes that it writes,
which a slow connection has to carry.
"""


def write(figures: Iterable[Figure]) -> None:
    """Rewrite the table."""
    page = PAGE.read_text(encoding="utf-8")
    if BEGIN not in page:
        page = f"{page.rstrip()}\n{PREFACE}\n{BEGIN}\n{END}\n"
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table(list(figures))}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def table(figures: list[Figure]) -> str:
    """Return the figures as Markdown."""
    loads = [figure.load for figure in figures]
    lines = [
        f"Measured {datetime.now(UTC).date().isoformat()} on {processor()}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}; Python {platform.python_version()}, "
        f"Textual {version('textual')}. Load: {min(loads):g} to {max(loads):g}.",
        "",
        "| Quantity | Measured | Goal | | Details |",
        "|---|---:|---:|---|---|",
    ]
    for figure in figures:
        verdict = {True: "met", False: "**missed**", None: ""}[figure.met]
        measured = "-" if figure.value is None else shown(figure.value, figure.unit)
        goal = "" if figure.goal is None else f"at most {shown(figure.goal, figure.unit)}"
        lines.append(f"| {figure.quantity} | {measured} | {goal} | {verdict} | {figure.detail} |")
    return "\n".join(lines)
