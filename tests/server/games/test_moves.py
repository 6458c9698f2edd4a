"""Moves that are kept for all positions of a game."""

import json

import pytest

from kibitz_server.games.moves import MOST_KEYS, LegalMove, MoveTable, has, without

MOVES = [LegalMove(key, f"m{key}", (key, key + 1)) for key in range(5)]


def filled() -> MoveTable:
    """Return a table with all of MOVES."""
    table = MoveTable()
    table.add(range(5), MOVES)
    return table


@pytest.mark.parametrize("keys", [[], [3], [0, 1, 2, 3, 4], [4, 0, 2]])
def test_moves_are_encoded(keys: list[int]) -> None:
    """Any moves of a table become two JSON arrays, and so do these without one of them, whatever its place."""
    table = filled()
    encoded = table.encoded(keys)
    assert json.loads(encoded.texts) == [f"m{key}" for key in keys]
    assert json.loads(encoded.paths) == [[key, key + 1] for key in keys]
    for key in keys:
        assert table.encoded_without(encoded, key) == table.encoded([left for left in keys if left != key])


def test_texts_are_escaped() -> None:
    """A text may have any characters."""
    table = MoveTable()
    table.add([1, 2], [LegalMove(1, 'a"\\b', ()), LegalMove(2, "pâss", ())])
    assert json.loads(table.encoded([1, 2]).texts) == ['a"\\b', "pâss"]
    assert json.loads(table.encoded([1, 2]).paths) == [[], []]


def test_a_move_that_is_not_there() -> None:
    """A move that the table does not have is a KeyError, so that the caller can add it."""
    with pytest.raises(KeyError):
        filled().encoded([1, 7])


def test_a_table_is_bounded() -> None:
    """A table that is full starts again, so that positions chosen by clients cost bounded memory."""
    table = MoveTable()
    for key in range(3 * MOST_KEYS):
        table.add([key], [LegalMove(key, str(key), ())])
        assert len(table.moves) == len(table.by_text) == len(table.texts) == len(table.paths) <= MOST_KEYS
    assert table.moves.keys() == set(range(2 * MOST_KEYS, 3 * MOST_KEYS))


@pytest.mark.parametrize("keys", [[1, 3, 5, 7], [7, 1, 5, 3]])
def test_keys_in_any_order(keys: list[int]) -> None:
    """Keys are found and taken out in ascending order and in any other, and the given list stays as it is."""
    before = keys.copy()
    assert [key for key in range(9) if has(keys, key)] == [1, 3, 5, 7]
    for key in before:
        assert without(keys, key) == [other for other in before if other != key]
    assert keys == before
