"""First rows of Chess960."""

import pytest

from kibitz_protocol.formats.games.chess960 import ARRAYS, first_fen, first_row, is_chess960


def test_all_rows_differ_and_are_allowed() -> None:
    """Bishops stand on both colours, and the king between the rooks."""
    rows = {first_row(array) for array in range(ARRAYS)}
    assert len(rows) == ARRAYS
    for row in rows:
        assert sorted(row) == sorted("RNBQKBNR")
        assert (row.index("B") + row.rindex("B")) % 2 == 1
        assert row.index("R") < row.index("K") < row.rindex("R")


@pytest.mark.parametrize(("array", "row"), [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")])
def test_rows_have_their_numbers(array: int, row: str) -> None:
    """The numbers are those of Scharnagl: the usual row is 518, and the same with king and queen exchanged 534."""
    assert first_row(array) == row


def test_first_positions() -> None:
    """Castling rights name the columns of the rooks."""
    assert first_fen(518) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    assert first_fen(0) == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
    assert (is_chess960({"array": 518}), is_chess960({"array": 0}), is_chess960({})) == (False, True, False)
    for wrong in (-1, 960, True, "518"):
        with pytest.raises(ValueError, match="is not the number of an array"):
            first_fen(wrong)
