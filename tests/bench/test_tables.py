"""Tables of figures: new rows take the place of older ones, and the sentence before the table covers all that stay."""

import pytest

from bench.engine import peers
from bench.engine.figures import Figure
from bench.engine.report import NOTES, STRENGTH, versions
from bench.pages import NAMES, Place
from bench.tables import HEADINGS, merged, row, rows_of

VERSIONS = "Python 3"
OLD, NEW = "2030-01-02", "2030-03-04"


def figure(quantity: str, value: float = 1.0, load: float = 0.5) -> Figure:
    """Return a figure with a goal."""
    return Figure(quantity, value, goal=2.0, detail="a detail", load=load)


def table(day: str, *figures: Figure, old: str = "") -> str:
    """Return a table of that day."""
    return merged(old, figures, day, VERSIONS, NOTES)


def test_a_row() -> None:
    """A row has the value and the goal with their unit, and the verdict."""
    assert row(figure("speed", 2.5)) == "| speed | 2.5 x | at least 2 x | met | a detail |"
    assert row(Figure("memory", 900.4, "kB", 800, at_least=False)) == (
        "| memory | 900 kB | at most 800 kB | **missed** |  |"
    )
    assert row(Figure("points", None, detail="skipped")) == "| points | - |  |  | skipped |"


def test_rows_that_are_not_measured_again_stay() -> None:
    """Others are replaced in their place, and new ones are added below."""
    known = table(OLD, figure("old"), figure("both"))
    found = table(NEW, figure("new"), figure("both", 3.0), old=known)
    assert list(rows_of(found)) == ["old", "both", "new"]
    assert "| both | 3 x | at least 2 x | met |" in found
    assert "| old | 1 x | at least 2 x | **missed** |" in found


def test_the_sentence_covers_rows_that_stay() -> None:
    """It has the first and the last day, and the smallest and the largest load, of all runs."""
    known = table(OLD, figure("old", load=0.25), figure("both"))
    assert known.startswith(f"Measured {OLD} on ")
    assert "Load: 0.25 to 0.5." in known
    found = table(NEW, figure("both", load=0.75), old=known)
    assert found.startswith(f"Measured {OLD} to {NEW} on ")
    assert "Load: 0.25 to 0.75." in found


def test_a_run_of_all_rows_has_its_own_sentence() -> None:
    """Nothing of the day before is left."""
    found = table(NEW, figure("both", load=0.75), old=table(OLD, figure("both")))
    assert found == table(NEW, figure("both", load=0.75))


def test_versions_of_missing_programs_stay() -> None:
    """Rows that stay were measured with them; an installed program has its present version."""
    installed = "".join(f", {name} {number}" for name, number in peers.versions().items())
    assert versions("Measured; peers: a 1.0.\nTimes").endswith(f"peers: a 1.0{installed}")
    assert versions("Measured; peers: none.\nTimes").endswith(f"peers: {installed.removeprefix(', ') or 'none'}")
    assert "py-draughts 1.10.1" in versions(STRENGTH.table)


@pytest.mark.parametrize("name", sorted({*NAMES} - {"abuse", "feed"}))
def test_tables_of_pages_are_read_back(name: str) -> None:
    """All rows of a page are known to the next run, which would replace one of them and leave the others."""
    rows = rows_of(Place(name).table)
    assert len(rows) == len(Place(name).table.partition("\n".join(HEADINGS))[2].strip().splitlines())
    first, *others = rows
    found = merged(Place(name).table, [figure(first)], NEW, VERSIONS, "")
    assert list(rows_of(found)) == list(rows)
    assert [rows_of(found)[each] for each in others] == [rows[each] for each in others]
