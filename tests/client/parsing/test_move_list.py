"""Lists of moves as typed text, and back."""

import pytest

from kibitz_client.parsing.move_list import join_moves, moves_text, split_moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", []),
        ("b2 a1", ["b2", "a1"]),
        ("b2,a1", ["b2", "a1"]),
        (" b2;  a1 , ", ["b2", "a1"]),
        ("31, 8/5  6/5, 42", ["31", "8/5 6/5", "42"]),
        ("8/5 6/5,", ["8/5 6/5"]),
    ],
)
def test_typed_lists(text: str, moves: list[str]) -> None:
    """Blanks separate moves, unless the text has a comma or semicolon: then a move may contain blanks."""
    assert split_moves(text) == moves


@pytest.mark.parametrize("moves", [[], ["b2"], ["b2", "a1"], ["8/5 6/5"], ["31", "8/5 6/5", "42"]])
def test_joined_lists_are_read_back(moves: list[str]) -> None:
    """The text of a list of moves has the same moves."""
    assert split_moves(join_moves(moves)) == moves


@pytest.mark.parametrize(
    ("moves", "text"),
    [([], ""), (["b2", "a1"], "b2 a1"), (["8/5 6/5"], "8/5 6/5"), (["31", "8/5 6/5"], "31, 8/5 6/5")],
)
def test_shown_lists(moves: list[str], text: str) -> None:
    """Commas separate moves if one contains a blank, and none follows a single move."""
    assert moves_text(moves) == text
