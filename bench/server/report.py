"""Reports of the server figures: a JSON file, and a table in the documentation."""

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from bench.engine.figures import Figure
from bench.pages import Place, put
from bench.server import peers
from bench.tables import head, keep, load_of, markdown, this_machine

SERVER = Place("server")


def write(figures: Iterable[Figure], *, whole: bool) -> None:
    """Write the figures to the results, and rewrite the table. A run that is not `whole` keeps the other rows."""
    machine = this_machine(websockets=version("websockets"), peers=peers.versions())
    put(SERVER, table({"machine": machine, "figures": keep(SERVER, machine, figures, whole=whole)}))


def table(found: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    machine, rows = found["machine"], found["figures"]
    beside = "".join(f", {name} {number}" for name, number in machine["peers"].items())
    return (
        f"{head(machine)}; Python {machine['python']}, websockets {machine['websockets']}{beside}. {load_of(rows)}\n\n"
        f"{markdown(rows)}"
    )
