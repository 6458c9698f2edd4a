"""Values of SGF's properties for Go."""

import pytest

from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.sgf.values import ToldResult
from kibitz_protocol.formats.text import BadGame


def test_points_count_from_the_top_left() -> None:
    """Columns have the letter i in SGF, and not in a vertex; empty values and `tt` are passes."""
    written = ("aa", "sa", "as", "ss", "ii", "jd", " dp\n", "", "tt")
    found = [values.vertex(value, 19) for value in written]
    assert found == ["A19", "T19", "A1", "T1", "J11", "K16", "D4", "pass", "pass"]
    assert values.vertex("ia", 9) == "J9"


@pytest.mark.parametrize("value", ["ja", "aj", "a", "aaa", "AA", "a1", "D4", "ss", "éa"])
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
    """Without SZ the board has 19 lines."""
    assert [values.board_size(value) for value in (None, "9", "19", " 13 ", "7:7")] == [19, 9, 19, 13, 7]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("19:13", "the board has 19 columns and 13 rows; only square boards are played here"),
        ("1", "a board has 2 to 19 lines here, not 1"),
        ("25", "a board has 2 to 19 lines here, not 25"),
        ("", "SZ, the size of the board, is a number, not ''"),
        ("9x9", "is a number, not '9x9'"),
        ("9:9:9", "is a number, not '9:9:9'"),
        ("٩", "is a number, not '٩'"),
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
        (None, 0.0),
        ("", 0.0),
        ("0", 0.0),
        ("6.5", 6.5),
        ("6.50", 6.5),
        ("+7,5", 7.5),
        ("7", 7.0),
        (".5", 0.5),
        ("100", 100.0),
        ("650", 6.5),
        ("750", 7.5),
        ("375", 7.5),
        ("3.75", 7.5),
        ("2.75", 5.5),
        ("3.25", 6.5),
    ],
)
def test_komi_in_points_and_stones(value: str | None, points: float) -> None:
    """Some servers leave the point out, and in China a stone counts as two points."""
    assert values.komi(value) == points


@pytest.mark.parametrize("value", ["6.3", "-6.5", "10050", "101.5", "seven", "6.5.5", "1e3", "nan", "9" * 50])
def test_other_komi_is_refused(value: str) -> None:
    """It is not a half, is for Black, is too large, or is not a number."""
    with pytest.raises(BadGame, match="komi"):
        values.komi(value)


def test_handicap() -> None:
    """One stone is not a handicap."""
    assert [values.handicap(value) for value in (None, "", "0", "1", "2", " 9 ", "20")] == [0, 0, 0, 0, 2, 9, 20]
    with pytest.raises(BadGame, match="HA, the number of handicap stones, is a number, not 'two'"):
        values.handicap("two")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("B+3.5", ToldResult(finished=True, winner=0, points=3.5)),
        ("W+12", ToldResult(finished=True, winner=1, points=12.0)),
        ("b+0,5 ", ToldResult(finished=True, winner=0, points=0.5)),
        ("W+R", ToldResult(finished=True, winner=1, reason="resignation")),
        ("W+Resign", ToldResult(finished=True, winner=1, reason="resignation")),
        ("B+T", ToldResult(finished=True, winner=0, reason="time")),
        ("B+Time", ToldResult(finished=True, winner=0, reason="time")),
        ("B+F", ToldResult(finished=True, winner=0, reason="forfeit")),
        ("B+Forfeit", ToldResult(finished=True, winner=0, reason="forfeit")),
        ("W+", ToldResult(finished=True, winner=1)),
        ("W+Server\nDecision", ToldResult(finished=True, winner=1, reason="server decision")),
        ("0", ToldResult(finished=True, points=0.0)),
        ("Draw", ToldResult(finished=True, points=0.0)),
        ("Jigo", ToldResult(finished=True, points=0.0)),
        ("Void", ToldResult(finished=False, reason="the game is void")),
        ("?", ToldResult(finished=False)),
        (None, ToldResult(finished=False)),
        ("black won, I think", ToldResult(finished=False)),
    ],
)
def test_results(value: str | None, told: ToldResult) -> None:
    """A result has points, a reason or neither."""
    assert values.result(value) == told


def test_times() -> None:
    """Only a time that each move adds matters; an invalid time is left out."""
    assert values.increment_s("3 fischer") == values.increment_s("3 sec increment") == 3.0
    assert [values.increment_s(value) for value in (None, "5x30 byo-yomi", "25/300 Canadian")] == [0.0, 0.0, 0.0]
    assert [values.seconds(value) for value in (None, "", "late", "-3", "57.25", "9" * 400)] == [
        None,
        None,
        None,
        0.0,
        57.25,
        None,
    ]
