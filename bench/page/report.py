"""Report of the page's figures: a table in the documentation."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime

from bench.engine.figures import Figure
from bench.engine.report import PAGE, processor, shown

BEGIN, END = "<!-- page: begin -->", "<!-- page: end -->"


def write(figures: Iterable[Figure], browser: str) -> None:
    """Rewrite the table. `browser` is the version of the browser."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    written = f"{before}{BEGIN}\n{table(list(figures), browser)}\n{END}{rest.partition(END)[2]}"
    PAGE.write_text(written, encoding="utf-8")


def table(figures: list[Figure], browser: str) -> str:
    """Return the figures as Markdown."""
    loads = [figure.load for figure in figures]
    lines = [
        f"Measured {datetime.now(UTC).date().isoformat()} on {processor()}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}; Chromium {browser}, headless, without a graphics processor; "
        f"browser, server and players share the machine. Load: {min(loads):g} to {max(loads):g}.",
        "",
        "| Quantity | Measured | Goal | | Details |",
        "|---|---:|---:|---|---|",
    ]
    for figure in figures:
        verdict = {True: "met", False: "**missed**", None: ""}[figure.met]
        measured, goal = "-", ""
        if figure.value is not None:
            measured = shown(figure.value, figure.unit)
        if figure.goal is not None:
            goal = ("at least " if figure.at_least else "at most ") + shown(figure.goal, figure.unit)
        lines.append(f"| {figure.quantity} | {measured} | {goal} | {verdict} | {figure.detail} |")
    return "\n".join(lines)
