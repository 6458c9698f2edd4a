"""Report of the page's figures: a table in the documentation."""

from collections.abc import Iterable

from bench.engine.figures import Figure
from bench.pages import Place, put
from bench.tables import head, load_of, markdown, this_machine


def write(figures: Iterable[Figure], browser: str) -> None:
    """Rewrite the table. `browser` is the version of the browser."""
    put(Place("page"), table(list(figures), browser))


def table(figures: list[Figure], browser: str) -> str:
    """Return the figures as Markdown."""
    rows = [figure.as_json() for figure in figures]
    return (
        f"{head(this_machine())}; Chromium {browser}, headless, without a graphics processor; browser, server and "
        f"players share the machine. {load_of(rows)}\n\n{markdown(rows)}"
    )
