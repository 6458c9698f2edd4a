"""Stones before the first move of Go, the side that makes it, and texts of positions."""

import pytest

from kibitz_protocol.formats.games.go import StartPosition, first_seat, handicap_places, read_start, stones, vertex


@pytest.mark.parametrize(
    ("size", "number", "places"),
    [
        (7, 4, "C3 C5 E3 E5"),
        (8, 2, "C3 F6"),
        (9, 2, "C3 G7"),
        (9, 3, "C3 C7 G7"),
        (9, 5, "C3 C7 E5 G3 G7"),
        (9, 6, "C3 C5 C7 G3 G5 G7"),
        (9, 7, "C3 C5 C7 E5 G3 G5 G7"),
        (9, 8, "C3 C5 C7 E3 E7 G3 G5 G7"),
        (9, 9, "C3 C5 C7 E3 E5 E7 G3 G5 G7"),
        (12, 4, "C10 C3 K10 K3"),
        (13, 5, "D10 D4 G7 K10 K4"),
        (19, 7, "D10 D16 D4 K10 Q10 Q16 Q4"),
        (19, 9, "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4"),
    ],
)
def test_handicap_stones_have_fixed_places(size: int, number: int, places: str) -> None:
    """They are on the third line below size 13, else on the fourth. GNU Go 3.8 differs at size 12 alone."""
    assert " ".join(sorted(handicap_places(size, number))) == places


@pytest.mark.parametrize(("size", "number"), [(6, 2), (7, 5), (10, 5), (9, 1), (9, 10), (9, 0)])
def test_too_many_handicap_stones_have_no_places(size: int, number: int) -> None:
    """Small and even boards have four places at most, and one stone is not a handicap."""
    with pytest.raises(ValueError, match=f"a board of size {size} has no places for {number} stones"):
        handicap_places(size, number)


def test_the_first_side_is_known() -> None:
    """Black begins, White after a handicap, and in a match that begins at a position the side of its text."""
    assert first_seat({}, None) == first_seat({"handicap": 0}, None) == 0
    assert first_seat({"handicap": 2}, None) == 1
    assert first_seat({"handicap": 2}, "--/-- B 0-0") == 0
    assert first_seat({}, "--/-- W 0-0") == 1


def test_positions_are_read() -> None:
    """A text has rows from the top, the side to move, captures, and a pass at its end."""
    assert read_start("---/-B-/--W B 3-1") == StartPosition(("---", "-B-", "--W"), 0)
    assert read_start("--/-- W 0-0 pass") == StartPosition(("--", "--"), 1, passed=True)
    assert read_start("b-/-- w pass") == StartPosition(("B-", "--"), 1, passed=True)
    assert read_start("B-/-- B") == StartPosition(("B-", "--"), 0)
    for wrong in ("", "--/--", "--/-- X 0-0", "--/-- BW 0-0"):
        with pytest.raises(ValueError, match="is not a position of Go"):
            read_start(wrong)


def test_stones_have_vertices() -> None:
    """Columns leave I out, and rows are counted from the bottom."""
    assert stones(("B--", "-BW", "--W")) == (("A3", "B2"), ("C2", "C1"))
    assert [vertex(8, 1), vertex(9, 19), vertex(19, 10)] == ["H1", "J19", "T10"]
