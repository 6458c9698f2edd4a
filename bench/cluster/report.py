"""Reports of the figures of a cluster: a JSON file, and a table in the documentation."""

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from bench.engine.figures import Figure
from bench.pages import Place, put
from bench.tables import head, keep, load_of, markdown, this_machine

CLUSTER = Place("cluster")


def write(figures: Iterable[Figure], *, whole: bool) -> None:
    """Write the figures to the results, and rewrite the table. A run that is not `whole` keeps the other rows."""
    machine = this_machine(distributed=version("distributed"))
    put(CLUSTER, table({"machine": machine, "figures": keep(CLUSTER, machine, figures, whole=whole)}))


def table(found: dict[str, Any]) -> str:
    """Return the figures as Markdown."""
    machine, rows = found["machine"], found["figures"]
    return (
        f"{head(machine)}; Python {machine['python']}, distributed {machine['distributed']}. Server, scheduler and "
        f"workers share the machine. Times are wall times unless a row says otherwise. {load_of(rows)}\n\n"
        f"{markdown(rows)}"
    )
