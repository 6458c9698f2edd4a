"""Results of Go as files have them."""

import pytest

from kibitz_protocol.formats.sgf.results import ToldResult, result

VOID = ToldResult(finished=False, reason="the game is void")
DRAW = ToldResult(finished=True, points=0.0)


def won(winner: int, points: float | None = None, reason: str = "") -> ToldResult:
    """Return a win of Black (0) or White (1)."""
    return ToldResult(finished=True, winner=winner, points=points, reason=reason)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("B+3.5", won(0, 3.5)),
        ("W+12", won(1, 12.0)),
        ("b+0,5 ", won(0, 0.5)),
        ("W+½", won(1, 0.5)),
        ("W+4 1/2", won(1, 4.5)),
        ("W+3.5 (moku)", won(1, 3.5)),
        ("B + 3.5 points", won(0, 3.5)),
        ("W+R", won(1, None, "resignation")),
        ("W+Resign", won(1, None, "resignation")),
        ("B+R (W was ill)", won(0, None, "resignation")),
        ("B+T", won(0, None, "time")),
        ("B+Time", won(0, None, "time")),
        ("B+F", won(0, None, "forfeit")),
        ("B+Forfeit", won(0, None, "forfeit")),
        ("W+", won(1)),
        ("1-0", won(0)),
        ("W+Server\nDecision", won(1, None, "server decision")),
        ("Black wins by 2.5", won(0, 2.5)),
        ("White won by half a point", won(1, 0.5)),
        ("White wins by resignation", won(1, None, "resignation")),
        ("White resigns", won(0, None, "resignation")),
        ("Black resigned.", won(1, None, "resignation")),
        ("Black lost on time", won(1, None, "time")),
        ("Black wins, White ran out of time", won(0, None, "time")),
        ("black won, I think", won(0)),
        ("Schwarz gewinnt durch Aufgabe", won(0, None, "resignation")),
        ("黒中押し勝ち", won(0, None, "resignation")),
        ("白番中押勝", won(1, None, "resignation")),
        ("白4目勝", won(1, 4.0)),
        ("白２目半勝ち", won(1, 2.5)),
        ("黒十五目勝", won(0, 15.0)),
        ("黒半目勝", won(0, 0.5)),
        ("白時間切れ負け", won(0, None, "time")),
        ("黒時間切れ勝ち", won(0, None, "time")),
        ("黑中盘胜", won(0, None, "resignation")),
        ("白胜3又1/4子", won(1, 6.5)),
        ("黑胜1/4子", won(0, 0.5)),
        ("黑超时负", won(1, None, "time")),
        ("흑 불계승", won(0, None, "resignation")),
        ("백 3집반 승", won(1, 3.5)),
        ("Ｂ＋Ｒ", won(0, None, "resignation")),
        ("0", DRAW),
        ("Draw", DRAW),
        ("Jigo", DRAW),
        ("Draw (jigo)", DRAW),
        ("持碁", DRAW),
        ("½-½", DRAW),
        ("Void", VOID),
        ("無勝負", VOID),
        ("No Result", VOID),
        ("?", ToldResult(finished=False)),
        ("", ToldResult(finished=False)),
        ("打掛け", ToldResult(finished=False)),
        (None, ToldResult(finished=False)),
        ("see the comment", ToldResult(finished=False, understood=False)),
        ("a good game of Black", ToldResult(finished=False, understood=False)),
        ("半目", ToldResult(finished=False, understood=False)),
    ],
)
def test_results(value: str | None, told: ToldResult) -> None:
    """A result has points, a reason or neither. A text that says none is not understood."""
    assert result(value) == told


def test_long_texts() -> None:
    """Only their beginning counts."""
    assert result("B+" + "R" * 100_000).finished
    assert not result("1 " * 100_000).understood
