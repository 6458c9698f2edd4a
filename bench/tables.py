"""Tables of figures, as all benchmarks write them into their pages."""

import json
import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure
from bench.pages import Place


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def this_machine(**more: object) -> dict[str, Any]:
    """Return the day, the machine and the version of Python, with more versions."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **more,
    }


def head(machine: dict[str, Any], days: str = "") -> str:
    """Return the beginning of the sentence before a table: when and where its figures were measured."""
    return (
        f"Measured {days or machine['date']} on {machine['processor']}, {machine['cores']} cores, {machine['system']}"
    )


def load_of(rows: Iterable[dict[str, Any]]) -> str:
    """Return the sentence on the load while figures were measured."""
    loads = [row["load"] for row in rows]
    return f"Load: {min(loads):g} to {max(loads):g}."


def markdown(rows: Iterable[dict[str, Any]]) -> str:
    """Return stored figures as a table."""
    lines = ["| Quantity | Measured | Goal | | Details |", "|---|---:|---:|---|---|"]
    for row in rows:
        verdict = {True: "met", False: "**missed**", None: ""}[row["met"]]
        measured = "-" if row["value"] is None else shown(row["value"], row["unit"])
        goal = ""
        if row["goal"] is not None:
            goal = ("at least " if row["at_least"] else "at most ") + shown(row["goal"], row["unit"])
        lines.append(f"| {row['quantity']} | {measured} | {goal} | {verdict} | {row['detail']} |")
    return "\n".join(lines)


def keep(place: Place, machine: dict[str, Any], figures: Iterable[Figure], *, whole: bool) -> list[dict[str, Any]]:
    """Store figures, and return all that are stored. A run that is not `whole` keeps the other rows."""
    file = place.results
    known: list[dict[str, Any]] = json.loads(file.read_text())["figures"] if file.exists() and not whole else []
    fresh = {figure.quantity: figure.as_json() for figure in figures}
    rows = [fresh.pop(row["quantity"], row) for row in known] + list(fresh.values())
    file.write_text(json.dumps({"machine": machine, "figures": rows}, indent=1) + "\n", encoding="utf-8")
    return rows


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
