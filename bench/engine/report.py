"""Reports of the engine figures: a JSON file, and a table in the documentation."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from bench.engine import peers
from bench.engine.baselines import FLAGS, compiler_version
from bench.engine.figures import Figure

ROOT = Path(__file__).parent.parent.parent
RESULTS = ROOT / "bench" / "results"
PAGE = ROOT / "docs" / "benchmarks.md"


class Place(NamedTuple):
    """Where figures are kept: a name of a file in RESULTS, and of a section of the page."""

    name: str

    @property
    def results(self) -> Path:
        """The file with the figures."""
        return RESULTS / f"{self.name}.json"

    @property
    def ends(self) -> tuple[str, str]:
        """The lines of the page between which the table is."""
        return f"<!-- {self.name}: begin -->", f"<!-- {self.name}: end -->"


ENGINE = Place("engine")
STRENGTH = Place("strength")
CHESS = Place("chess")
BACKGAMMON = Place("backgammon")
POKER = Place("poker")
HIDDEN = Place("hidden")


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def surroundings() -> dict[str, Any]:
    """Return the machine and the versions."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit.stdout.strip(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "c": f"{compiler_version()}, {' '.join(FLAGS)}",
        "peers": peers.versions(),
    }


def merged(known: dict[str, Any], figures: Iterable[Figure], machine: dict[str, Any]) -> dict[str, Any]:
    """Return known results with new figures, in place of older ones of the same name.

    Rows that stay keep their dates. Versions of programs that are not installed now stay too, because such rows were
    measured with them.
    """
    fresh = {figure.quantity: figure.as_json() | {"date": machine["date"]} for figure in figures}
    older = [row | {"date": row.get("date", known["machine"]["date"])} for row in known.get("figures", [])]
    rows = [fresh.pop(row["quantity"], row) for row in older] + list(fresh.values())
    peers_then = known.get("machine", {}).get("peers", {})
    return {"machine": machine | {"peers": peers_then | machine["peers"]}, "figures": rows}


def write(figures: Iterable[Figure], place: Place = ENGINE) -> None:
    """Write the figures to the results, and rewrite the table."""
    known: dict[str, Any] = json.loads(place.results.read_text()) if place.results.exists() else {}
    found = merged(known, figures, surroundings())
    place.results.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    begin, end = place.ends
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    PAGE.write_text(f"{before}{begin}\n{table(found)}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def table(found: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    machine = found["machine"]
    beside = ", ".join(f"{name} {number}" for name, number in machine["peers"].items()) or "none"
    loads = [row["load"] for row in found["figures"]]
    dates = [row.get("date", machine["date"]) for row in found["figures"]]
    days = " to ".join(sorted({min(dates), max(dates)}))
    lines = [
        f"Measured {days} on {machine['processor']}, {machine['cores']} cores, {machine['system']}; "
        f"Python {machine['python']}, numba {machine['numba']}, NumPy {machine['numpy']}; {machine['c']}; "
        f"peers: {beside}.",
        f"Times are processor times unless a row says otherwise: the best of a few alternating runs. Ratios come from "
        f"one run; higher is faster. Load: {min(loads):g} to {max(loads):g}.",
        "",
        "| Quantity | Measured | Goal | | Details |",
        "|---|---:|---:|---|---|",
    ]
    for row in found["figures"]:
        verdict = {True: "met", False: "**missed**", None: ""}[row["met"]]
        measured = "-" if row["value"] is None else shown(row["value"], row["unit"])
        goal = (
            ""
            if row["goal"] is None
            else ("at least " if row["at_least"] else "at most ") + shown(row["goal"], row["unit"])
        )
        lines.append(f"| {row['quantity']} | {measured} | {goal} | {verdict} | {row['detail']} |")
    return "\n".join(lines)


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
