"""Pages of benchmarks, and the overview that is made from them."""

import re
from importlib.util import find_spec

import pytest

from bench.__main__ import BENCHMARKS
from bench.pages import ABSENT, FOLDER, HIGHLIGHTS, NAMES, OVERVIEW, Place, command, overview, renewed, row

PAGES = {name: Place(name).page.read_text(encoding="utf-8") for name in NAMES}


def test_the_overview_is_current() -> None:
    """docs/benchmarks.md shows what its pages show: `python -m bench.pages` renews it."""
    text = OVERVIEW.read_text(encoding="utf-8")
    assert renewed(text) == text
    assert ABSENT not in text


def test_every_page_is_listed() -> None:
    """The overview links to each page of the folder, and no page is missing."""
    text = OVERVIEW.read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(benchmarks/(\w+)\.md\)", text))
    assert linked == {path.stem for path in FOLDER.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_its_command_and_the_place_of_its_table(name: str) -> None:
    """A page says how to run its benchmark, and has one table that the benchmark replaces."""
    begin, end = Place(name).ends
    assert PAGES[name].count(begin) == PAGES[name].count(end) == 1
    assert f"`{command(name)}`" in PAGES[name]


def test_every_benchmark_has_its_module() -> None:
    """The command finds the benchmark of each page and all others."""
    assert set(NAMES) <= set(BENCHMARKS)
    assert [name for name, benchmark in BENCHMARKS.items() if find_spec(benchmark.module) is None] == []


def test_a_row_is_found_in_the_second_table() -> None:
    """Cells have the headings of the table that the row belongs to."""
    page = "| a | b |\n|---|---|\n| x | 1 |\n\ntext\n\n| c | d |\n|---|---|\n| y | 2 |\n"
    assert (row(page, "y"), row(page, "z")) == ({"c": "y", "d": "2"}, {})


def test_a_new_figure_changes_the_overview() -> None:
    """A figure, its goal and its verdict come from the page; a figure that is gone is said to be absent."""
    first = HIGHLIGHTS[0]
    headings = "| Quantity | Measured | Goal | | Details |\n|---|---:|---:|---|---|\n"
    table = f"{headings}| {first.row} | 9 x | at least 8 x | met | |"
    changed = overview({**PAGES, first.page: table}).splitlines()
    assert "| 9 x | at least 8 x: met |" in changed[2]
    assert f"| {ABSENT} |  |" in changed[3]
