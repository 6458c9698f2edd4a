"""What was found, as JSON and as a table in the documentation."""

import json
import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from bench.engine.figures import Figure
from bench.engine.report import PAGE, ROOT, processor, shown

RESULTS = ROOT / "bench" / "results" / "server.json"
BEGIN, END = "<!-- server: begin -->", "<!-- server: end -->"
PREFACE = """
## The server

`make bench-server` plays against a server with everything on (SQLite with synchronous FULL, limits, accounts), and in
the same run against a bare server of `websockets` that does nothing. The server has one core, the generator another; it
polls without rest, so that waking it is not what is measured.
"""


def write(figures: Iterable[Figure]) -> None:
    """Put the figures into the results, in place of older ones of the same name, and draw the table anew."""
    known: list[dict[str, Any]] = json.loads(RESULTS.read_text())["figures"] if RESULTS.exists() else []
    fresh = {figure.quantity: figure.as_json() for figure in figures}
    kept = [fresh.pop(row["quantity"], row) for row in known] + list(fresh.values())
    machine = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "websockets": version("websockets"),
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({"machine": machine, "figures": kept}, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    if BEGIN not in page:
        page = f"{page.rstrip()}\n{PREFACE}\n{BEGIN}\n{END}\n"
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table(machine, kept)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def table(machine: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """The figures in Markdown."""
    loads = [row["load"] for row in rows]
    lines = [
        f"Measured {machine['date']} on {machine['processor']}, {machine['cores']} cores, {machine['system']}; "
        f"Python {machine['python']}, websockets {machine['websockets']}. Load: {min(loads):g} to {max(loads):g}.",
        "",
        "| Quantity | Measured | Goal | | Details |",
        "|---|---:|---:|---|---|",
    ]
    for row in rows:
        verdict = {True: "met", False: "**missed**", None: ""}[row["met"]]
        goal = ("at least " if row["at_least"] else "at most ") + shown(row["goal"], row["unit"])
        lines.append(
            f"| {row['quantity']} | {shown(row['value'], row['unit'])} | {goal} | {verdict} | {row['detail']} |"
        )
    return "\n".join(lines)
