"""Values of SGF's properties for Go."""

import pytest

from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.text import BadGame


def test_points_count_from_the_top_left() -> None:
    """Columns have the letter i in SGF, and not in a vertex; empty values and `tt` are passes."""
    written = ("aa", "sa", "as", "ss", "ii", "jd", " dp\n", "", "tt")
    found = [values.vertex(value, 19) for value in written]
    assert found == ["A19", "T19", "A1", "T1", "J11", "K16", "D4", "pass", "pass"]
    assert values.vertex("ia", 9) == "J9"


@pytest.mark.parametrize(
    ("value", "vertex"),
    [("Q16", "Q16"), ("q16", "Q16"), ("D04", "D4"), ("PD", "Q16"), ("TT", "pass"), ("PASS", "pass"), ("pa", "pass")],
)
def test_points_of_other_programs(value: str, vertex: str) -> None:
    """Some write points as people do, or in capital letters, and passes as words."""
    assert values.vertex(value, 19) == vertex


@pytest.mark.parametrize("value", ["ja", "aj", "a", "aaa", "I5", "a0", "D10", "ss", "éa"])
def test_other_values_are_no_points(value: str) -> None:
    """The sentence names the value and the board."""
    with pytest.raises(BadGame, match=f"'{value}' is not a point of a board of 9x9"):
        values.vertex(value, 9)


def test_lists_of_points_have_rectangles() -> None:
    """Two corners stand for all points between them, in any order."""
    assert values.points(["aa:bb", "dc"], 5) == {(0, 0), (0, 1), (1, 0), (1, 1), (3, 2)}
    assert values.points(["cb:bc", "aa:aa"], 5) == {(0, 0), (1, 1), (2, 1), (1, 2), (2, 2)}
    assert len(values.points(["aa:ss"] * 2000, 19)) == 361
    for value in ("tt", "", "aa:", "aa:bb:cc", "aa:zz"):
        with pytest.raises(BadGame, match="is not a point of a board"):
            values.points([value], 19)


def test_boards_are_square() -> None:
    """The size is a number, or twice the same one."""
    written = ("9", "19", " 13 ", "7:7", "9x9", "19 x 19", "13路", "19:")
    assert [values.board_size(value) for value in written] == [9, 19, 13, 7, 9, 19, 13, 19]


@pytest.mark.parametrize("value", ["", "nine", "9:9:9", "٩", "-9", "9" * 400])
def test_texts_that_are_no_size(value: str) -> None:
    """They are left out elsewhere."""
    assert values.board_size(value) is None


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("19:13", "the board has 19 columns and 13 rows; only square boards are played here"),
        ("1", "a board has 2 to 19 lines here, not 1"),
        ("25", "a board has 2 to 19 lines here, not 25"),
    ],
)
def test_other_boards_are_refused(value: str, sentence: str) -> None:
    """The sentence says what the file has."""
    with pytest.raises(BadGame) as error:
        values.board_size(value)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("value", "points"),
    [
        ("0", 0.0),
        ("6.5", 6.5),
        ("6.50", 6.5),
        ("+7,5", 7.5),
        ("7", 7.0),
        (".5", 0.5),
        ("100", 100.0),
        ("-5.5", -5.5),
        ("−5,5", -5.5),
        ("-100", -100.0),
        ("650", 6.5),
        ("-550", -5.5),
        ("750", 7.5),
        ("375", 7.5),
        ("3.75", 7.5),
        ("2.75", 5.5),
        ("3.25", 6.5),
        ("6.5 points", 6.5),
        ("6½", 6.5),
        ("6 1/2", 6.5),
        ("3 3/4子", 7.5),
        ("黑贴3又3/4子", 7.5),
        ("コミ6目半", 6.5),
        ("六目半", 6.5),
        ("7집반", 7.5),
        ("6.3", 6.3),
    ],
)
def test_komi_in_points_and_stones(value: str, points: float) -> None:
    """Some servers leave the point out, and in China a stone counts as two points."""
    assert values.komi(value) == points


@pytest.mark.parametrize("value", ["", "10050", "101.5", "-101", "seven", "1e3", "nan", "9" * 50, "1/0"])
def test_texts_that_are_no_komi(value: str) -> None:
    """They have no number, or one that is too large."""
    assert values.komi(value) is None


@pytest.mark.parametrize(
    ("value", "stones"),
    [
        ("", 0),
        ("0", 0),
        ("1", 0),
        ("none", 0),
        ("互先", 0),
        ("2", 2),
        (" 9 ", 9),
        ("2 stones", 2),
        ("受二子", 2),
        ("20", 20),
        ("two", None),
        ("2.5", None),
        ("-3", None),
    ],
)
def test_handicap(value: str, stones: int | None) -> None:
    """One stone is not a handicap."""
    assert values.handicap(value) == stones


def test_times() -> None:
    """Only a time that each move adds matters; an invalid time is left out."""
    assert values.increment_s("3 fischer") == values.increment_s("3 sec increment") == 3.0
    assert [values.increment_s(value) for value in (None, "5x30 byo-yomi", "25/300 Canadian")] == [0.0, 0.0, 0.0]
    assert [values.seconds(value) for value in (None, "", "late", "9" * 400)] == [None] * 4
    assert [values.seconds(value) for value in ("-3", "57.25", "57,25")] == [0.0, 57.25, 57.25]
    assert [values.seconds(value) for value in ("30 min", "2 hours each", "1h30m", "1:30:00")] == [
        1800,
        7200,
        5400,
        5400,
    ]
    assert [values.seconds(value) for value in ("各3時間", "90分", "20 sec")] == [10800, 5400, 20]
