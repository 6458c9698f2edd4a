"""How the tests of a run are divided."""

import pytest

from tests.run import durations
from tests.run.selection import pytest_mark_tests, shares


class Item:
    """A test of the id given, with the mark `stays_in` for a run or without it."""

    def __init__(self, nodeid: str, run: str | None) -> None:
        self.nodeid = nodeid
        self.marks = {"stays_in": pytest.mark.stays_in(run)} if run else {}

    def get_closest_marker(self, name: str) -> pytest.MarkDecorator | None:
        """Return a mark of the test."""
        return self.marks.get(name)

    def add_marker(self, name: str) -> None:
        """Add a mark."""
        self.marks[name] = getattr(pytest.mark, name)


@pytest.mark.parametrize(
    ("run", "marks"), [(None, {"long", "nightly"}), ("test-all", {"stays_in", "long"}), ("test", {"stays_in"})]
)
def test_a_mark_decides_over_the_time(run: str | None, marks: set[str]) -> None:
    """A test that took longest is left to the night, unless it stays in an earlier run."""
    item = Item(max(durations.listed(), key=durations.expected), run)
    pytest_mark_tests([item])  # type: ignore[list-item]
    assert set(item.marks) == marks


def test_each_share_begins_with_long_tests() -> None:
    """Two workers get one of the two longest tests each, and the rest in its order."""
    seconds = {"a": 0.1, "b": 9.0, "c": 0.1, "d": 4.0, "e": 0.1, "f": 20.0}
    assert shares(list(seconds), seconds.__getitem__, 2) == ["f", "d", "a", "b", "c", "e"]


def test_all_tests_are_in_a_share() -> None:
    """More workers than tests lose none."""
    assert sorted(shares(["a", "b", "c"], lambda _: 5.0, 8)) == ["a", "b", "c"]
