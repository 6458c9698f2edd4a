"""Sequences that share their items."""

import pytest

from kibitz_client.growing import Grown, appended


def test_a_sequence_grows_and_stays_itself() -> None:
    """Each sequence has its own length, and equals tuples and lists."""
    first = appended((1, 2), 3)
    second = first.plus(4)
    same: list[object] = [(1, 2, 3), [1, 2, 3], appended([1, 2], 3)]
    assert [first == other for other in same] == [True] * len(same)
    assert list(second) == [1, 2, 3, 4]
    others: list[object] = [second, (1, 2, 4), "123"]
    assert [first == other for other in others] == [False] * len(others)
    assert (len(first), list(first), repr(first)) == (3, [1, 2, 3], "Grown([1, 2, 3])")
    assert hash(first) == hash((1, 2, 3))


def test_two_sequences_grow_from_one() -> None:
    """The second one has its own items, so that the first one is not changed."""
    base = appended((), "a")
    first, second = base.plus("b"), base.plus("c")
    assert [list(grown) for grown in (base, first, second)] == [["a"], ["a", "b"], ["a", "c"]]
    assert list(first.plus("d")) == ["a", "b", "d"]


def test_items_and_slices() -> None:
    """Only the sequence's own items are reached, from both ends."""
    found = appended((1, 2), 3)
    found.plus(4)
    assert (found[0], found[-1], found[2]) == (1, 3, 3)
    assert (found[1:], found[-2:], found[::2], found[:9]) == ((2, 3), (2, 3), (1, 3), (1, 2, 3))
    for outside in (3, -4):
        with pytest.raises(IndexError):
            found[outside]
    with pytest.raises(IndexError):
        Grown([])[0]
