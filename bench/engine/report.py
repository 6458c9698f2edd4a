"""Reports of the engine figures: a JSON file, and a table in the documentation."""

import json
import subprocess
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from bench.engine import peers
from bench.engine.baselines import FLAGS, compiler_version
from bench.engine.figures import Figure
from bench.pages import ROOT, Place, put
from bench.tables import head, load_of, markdown, this_machine

ENGINE = Place("engine")
STRENGTH = Place("strength")
GO = Place("go")
CHESS = Place("chess")
BACKGAMMON = Place("backgammon")
POKER = Place("poker")
HIDDEN = Place("hidden")


def surroundings() -> dict[str, Any]:
    """Return the machine and the versions."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return this_machine(
        commit=commit.stdout.strip(),
        numba=version("numba"),
        numpy=version("numpy"),
        c=f"{compiler_version()}, {' '.join(FLAGS)}",
        peers=peers.versions(),
    )


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
    put(place, table(found))


def table(found: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    machine, rows = found["machine"], found["figures"]
    beside = ", ".join(f"{name} {number}" for name, number in machine["peers"].items()) or "none"
    dates = [row.get("date", machine["date"]) for row in rows]
    days = " to ".join(sorted({min(dates), max(dates)}))
    return (
        f"{head(machine, days)}; Python {machine['python']}, numba {machine['numba']}, NumPy {machine['numpy']}; "
        f"{machine['c']}; peers: {beside}.\n"
        "Times are processor times unless a row says otherwise: the best of a few alternating runs. Ratios come from "
        f"one run; higher is faster. {load_of(rows)}\n\n{markdown(rows)}"
    )
