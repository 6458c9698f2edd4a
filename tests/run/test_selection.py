"""How the tests of a run are divided."""

import pytest

from tests.run.selection import said_by_hand, shares


@pytest.mark.stays_in("test")
def test_the_source_of_a_test_names_its_run(request: pytest.FixtureRequest) -> None:
    """The mark of this test is found."""
    assert said_by_hand(request.node) == "test"


def test_each_share_begins_with_long_tests() -> None:
    """Two workers get one of the two longest tests each, and the rest in its order."""
    seconds = {"a": 0.1, "b": 9.0, "c": 0.1, "d": 4.0, "e": 0.1, "f": 20.0}
    assert shares(list(seconds), seconds.__getitem__, 2) == ["f", "d", "a", "b", "c", "e"]


def test_all_tests_are_in_a_share() -> None:
    """More workers than tests lose none."""
    assert sorted(shares(["a", "b", "c"], lambda _: 5.0, 8)) == ["a", "b", "c"]
