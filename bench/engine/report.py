"""What was found, as JSON and as a table in the documentation."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.engine import peers
from bench.engine.baselines import FLAGS, compiler_version
from bench.engine.figures import Figure

ROOT = Path(__file__).parent.parent.parent
RESULTS = ROOT / "bench" / "results" / "engine.json"
PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- engine: begin -->", "<!-- engine: end -->"
PREFACE = f"""# Benchmarks

`make bench` tells how fast a move is answered while every engine searches. `make bench-engine` measures the engine
against our own C (`bench/c`) and against public programs (`pip install 'kibitz[bench]'`), and writes this table;
`--empty-board` adds the first position of Connect Four, which takes minutes, and `--check-solver 300` compares exact
results with bitbully's. A row that could not be measured says why.

{BEGIN}
{END}
"""


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def surroundings() -> dict[str, Any]:
    """The machine and the versions."""
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


def write(figures: Iterable[Figure]) -> None:
    """Put the figures into the results, in place of older ones of the same name, and draw the table anew."""
    known: list[dict[str, Any]] = json.loads(RESULTS.read_text())["figures"] if RESULTS.exists() else []
    fresh = {figure.quantity: figure.as_json() for figure in figures}
    kept = [fresh.pop(row["quantity"], row) for row in known] + list(fresh.values())
    found = {"machine": surroundings(), "figures": kept}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else PREFACE
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table(found)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def table(found: dict[str, Any]) -> str:
    """The figures in Markdown."""
    machine = found["machine"]
    beside = ", ".join(f"{name} {number}" for name, number in machine["peers"].items()) or "none"
    loads = [row["load"] for row in found["figures"]]
    lines = [
        f"Measured {machine['date']} on {machine['processor']}, {machine['cores']} cores, {machine['system']}; "
        f"Python {machine['python']}, numba {machine['numba']}, NumPy {machine['numpy']}; {machine['c']}; "
        f"peers: {beside}.",
        f"Processor time where nothing else is said, the best of a few runs in turns; ratios are of one run, and more "
        f"is faster. The load was {min(loads):g} to {max(loads):g}.",
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
    """A value with its unit."""
    number = f"{value:.0f}" if unit in ("plies", "positions") or value >= 100 else f"{value:.3g}"
    return f"{number} {unit}"


def line(figure: Figure) -> str:
    """A figure in the terminal."""
    verdict = {True: "met", False: "MISSED", None: ""}[figure.met]
    value = "-" if figure.value is None else shown(figure.value, figure.unit)
    goal = "" if figure.goal is None else shown(figure.goal, figure.unit)
    return f"{figure.quantity:<76}{value:>14}{goal:>14} {verdict:<7}{figure.detail}"
