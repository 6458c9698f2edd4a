"""Tables of figures: they are what the stored results say, each row with the day on which it was measured."""

import json
from types import ModuleType

import pytest

from bench.cluster import report as cluster
from bench.engine.figures import Figure
from bench.engine.report import BACKGAMMON, CHESS, ENGINE, GO, HIDDEN, POKER, STRENGTH, merged, table
from bench.pages import Place
from bench.server import report as server


@pytest.mark.parametrize(
    "place", [ENGINE, STRENGTH, GO, CHESS, BACKGAMMON, POKER, HIDDEN], ids=lambda place: place.name
)
def test_the_page_shows_the_stored_figures(place: Place) -> None:
    """No table has a figure that its results do not have."""
    begin, end = place.ends
    shown = place.page.read_text(encoding="utf-8").partition(f"{begin}\n")[2].partition(f"\n{end}")[0]
    assert shown == table(json.loads(place.results.read_text(encoding="utf-8")))


@pytest.mark.parametrize("kind", [cluster, server], ids=["cluster", "server"])
def test_pages_of_whole_runs_show_the_stored_figures(kind: ModuleType) -> None:
    """So do the tables whose rows were measured in one run."""
    place = Place(kind.__name__.split(".")[1])
    begin, end = place.ends
    shown = place.page.read_text(encoding="utf-8").partition(f"{begin}\n")[2].partition(f"\n{end}")[0]
    assert shown == kind.table(json.loads(place.results.read_text(encoding="utf-8")))


def test_rows_that_stay_keep_their_dates() -> None:
    """A table with rows of several days names the first and the last one. Programs keep their older versions too."""
    machine = {**json.loads(HIDDEN.results.read_text(encoding="utf-8"))["machine"], "date": "2030-01-02"}
    older, newer = machine | {"peers": {"a": "1", "b": "1"}}, machine | {"date": "2030-03-04", "peers": {"b": "2"}}
    old, both, new = (Figure(quantity, 1.0, load=0.5) for quantity in ("old", "both", "new"))
    known = merged({}, [old, both], older)
    assert "Measured 2030-01-02 on " in table(known)
    for row in known["figures"]:
        del row["date"]  # results of earlier versions have none
    found = merged(known, [new, both], newer)
    dates = {row["quantity"]: row["date"] for row in found["figures"]}
    assert dates == {"old": "2030-01-02", "both": "2030-03-04", "new": "2030-03-04"}
    assert found["machine"]["peers"] == {"a": "1", "b": "2"}
    assert "Measured 2030-01-02 to 2030-03-04 on " in table(found)
