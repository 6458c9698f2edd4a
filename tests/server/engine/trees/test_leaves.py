"""Parsing of leaf values as users type them."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.engine.trees.leaves import DEEPEST, BadLeaves, read
from kibitz_server.engine.trees.tree import Nested

NUMBERS = st.integers(-(10**15), 10**15) | st.floats(-1e9, 1e9).map(lambda value: round(value, 3))
TREES = st.recursive(NUMBERS, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20)


@given(TREES)
def test_json_lists_are_read(tree: object) -> None:
    """Lists and numbers are read with and without blanks."""
    assert read(json.dumps(tree)) == tree
    assert read(json.dumps(tree, separators=(",", ":"))) == tree


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no leaf values were given"),
        ("  ", "no leaf values were given"),
        ("[]", "the brackets that close at place 2 are empty: a node has at least one branch"),
        ("[3, []]", "the brackets that close at place 6 are empty: a node has at least one branch"),
        ("[[3, 12], [2, 4]", "the tree is not closed: ] is missing at the end"),
        ("[[3, 12", "the tree is not closed: ]] is missing at the end"),
        ("[3,", "after the last comma a value is missing, and ] at the end"),
        ("[3, 12]]", "the ] at place 8 closes nothing"),
        ("]", "the ] at place 1 closes nothing"),
        ("[3,, 12]", "a value is missing before the comma at place 4"),
        ("[, 12]", "a value is missing before the comma at place 2"),
        ("[3, 12,]", "a value is missing before the ] at place 8"),
        ("[3 12]", "a comma is missing before '12' at place 4"),
        ("[[3][12]]", "a comma is missing before '[' at place 5"),
        ("[3, x]", "'x' at place 5 is not a number that a leaf can have"),
        ("[1e999]", "1e999 at place 2 is too large: a leaf must be between -1e+15 and 1e+15"),
        ("[nan]", "'nan' at place 2 is not a number that a leaf can have"),
        ("[" + "9" * 5000 + "]", "'99999999999999999999...' at place 2 is not a number that a leaf can have"),
        ("3 x / 4", "'x' at place 3 is not a number that a leaf can have"),
        ("3 / / 4", "a branch between slashes has no values"),
        ("1 2 " + "/" * 24 + " 3", "a tree is nested 24 deep at most; 24 slashes in a row go deeper"),
        ("[3] [4]", "the tree ends before '[' at place 5; put all of it into one pair of brackets"),
        ("[" * 9000, f"a tree is nested {DEEPEST} deep at most; the bracket at place {DEEPEST + 1} goes deeper"),
    ],
)
def test_errors_have_a_place(text: str, sentence: str) -> None:
    """An error sentence has the place, counted in characters from 1."""
    with pytest.raises(BadLeaves) as caught:
        read(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("3 12 8 / 2 4 6 / 14 5 2", [[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
        ("1,2/3;-4.5", [[1, 2], [3, -4.5]]),
        ("1 2 / 3 4 // 5 6 / 7 8", [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]),
        ("3, 4", [3, 4]),
        ("3", 3),
    ],
)
def test_the_short_form_of_addresses(text: str, tree: Nested) -> None:
    """Slashes separate branches, and more slashes in a row those above."""
    assert read(text) == tree


@given(st.text("[],/0123456789.-+ex ", max_size=30))
def test_any_text_is_a_tree_or_an_error(text: str) -> None:
    """Every text gives a tree or BadLeaves."""
    with contextlib.suppress(BadLeaves):
        assert isinstance(read(text), int | float | list)
