"""Report of the terminal app's figures: a table in the documentation."""

from collections.abc import Iterable
from importlib.metadata import version

from bench.engine.figures import Figure
from bench.pages import Place, put
from bench.tables import head, load_of, markdown, this_machine


def write(figures: Iterable[Figure]) -> None:
    """Rewrite the table."""
    put(Place("terminal"), table(list(figures)))


def table(figures: list[Figure]) -> str:
    """Return the figures as Markdown."""
    rows, machine = [figure.as_json() for figure in figures], this_machine()
    versions = f"Python {machine['python']}, Textual {version('textual')}"
    return f"{head(machine)}; {versions}. {load_of(rows)}\n\n{markdown(rows)}"
