"""Reports of the figures of a cluster: a JSON file, and a table in the documentation."""

import json
import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from bench.engine.figures import Figure
from bench.engine.report import PAGE, Place, processor, shown

CLUSTER = Place("cluster")


def write(figures: Iterable[Figure], *, whole: bool) -> None:
    """Write the figures to the results, and rewrite the table. A run that is not `whole` keeps the other rows."""
    file = CLUSTER.results
    known: list[dict[str, Any]] = json.loads(file.read_text())["figures"] if file.exists() and not whole else []
    fresh = {figure.quantity: figure.as_json() for figure in figures}
    rows = [fresh.pop(row["quantity"], row) for row in known] + list(fresh.values())
    machine = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "distributed": version("distributed"),
    }
    file.write_text(json.dumps({"machine": machine, "figures": rows}, indent=1) + "\n", encoding="utf-8")
    begin, end = CLUSTER.ends
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    PAGE.write_text(f"{before}{begin}\n{table(machine, rows)}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def table(machine: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """Return the figures as Markdown."""
    loads = [row["load"] for row in rows]
    lines = [
        f"Measured {machine['date']} on {machine['processor']}, {machine['cores']} cores, {machine['system']}; "
        f"Python {machine['python']}, distributed {machine['distributed']}. Server, scheduler and workers share the "
        f"machine. Times are wall times unless a row says otherwise. Load: {min(loads):g} to {max(loads):g}.",
        "",
        "| Quantity | Measured | Goal | | Details |",
        "|---|---:|---:|---|---|",
    ]
    for row in rows:
        verdict = {True: "met", False: "**missed**", None: ""}[row["met"]]
        goal, measured = "", "-"
        if row["goal"] is not None:
            goal = ("at least " if row["at_least"] else "at most ") + shown(row["goal"], row["unit"])
        if row["value"] is not None:
            measured = shown(row["value"], row["unit"])
        lines.append(f"| {row['quantity']} | {measured} | {goal} | {verdict} | {row['detail']} |")
    return "\n".join(lines)
