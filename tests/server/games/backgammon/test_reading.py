import pytest

from kibitz_server.games.backgammon import ids
from kibitz_server.games.backgammon.ids import MatchIdFields
from kibitz_server.games.game import IllegalMove, Position
from tests.server.games.helpers import game_of, texts

SINGLE = game_of("backgammon")
CUBE = game_of("backgammon cube=true")


def white(own: dict[int, int], other: dict[int, int], high: int, low: int) -> Position:
    """Return White's turn with these dice; each side's checkers stand on its own points."""
    sides = [[checkers.get(point, 0) for point in range(1, 26)] for checkers in (other, own)]
    return SINGLE.start(
        f"{ids.write_position(*sides)}:{ids.write_match(MatchIdFields(first_die=high, second_die=low))}"
    )


FIRST = SINGLE.start("4HPwATDgc/ABMA:MIEFAAAAAAAE")
"""White has to play 31 from the first position."""


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("8/5 6/5", "8/5 6/5"),
        ("6/5 8/5", "8/5 6/5"),
        ("6/5, 8/5", "8/5 6/5"),
        ("8-5 6-5", "8/5 6/5"),
        (" 8 / 5   6 /5 ", "8/5 6/5"),
        ("8/5*6/5", None),
        ("24/20", "24/20"),
        ("24/21/20", "24/20"),
        ("24/23 23/20", "24/20"),
        ("23/20 24/23", "24/20"),
        ("24/23/20", "24/20"),
        ("24/22/20", None),
        ("24/20*", None),
        ("13/10", None),
    ],
)
def test_order_steps_and_signs(typed: str, text: str | None) -> None:
    """Steps may stand in any order, one by one or together. A sign of a hit must be true."""
    if text is None:
        with pytest.raises(IllegalMove):
            FIRST.find(typed)
    else:
        assert FIRST.find(typed).text == text


def test_hits_may_be_left_out() -> None:
    """The sign of a hit may be left out; a point on the way says by which way a checker hits."""
    one = white({11: 1, 1: 2}, {16: 1, 6: 2}, 2, 1)
    assert texts(one) >= {"11/8", "11/9*/8"}
    assert one.find("11/8").text == "11/8"
    assert one.find("11/9/8").text == "11/9*/8"
    assert one.find("11/10/8").text == "11/8"
    assert one.find("11/8*").text == "11/9*/8"
    assert one.find("9/8 11/9").text == "11/9*/8"
    both = white({11: 1, 1: 2}, {16: 1, 15: 1, 6: 2}, 2, 1)
    assert texts(both) >= {"11/9*/8", "11/10*/8"}
    assert both.find("11/10/8").text == "11/10*/8"
    with pytest.raises(IllegalMove, match=r"several moves fit '11/8': 11/(10\*/8, 11/9|9\*/8, 11/10)\*/8$"):
        both.find("11/8")
    last = white({11: 1, 6: 2}, {15: 1, 1: 2}, 2, 1)
    assert last.find("11/10 6/4").text == "11/10* 6/4"


def test_equal_steps() -> None:
    """Equal steps may be counted or written out, in part or in full, with or without the sign of the hit."""
    double = white({13: 4, 6: 2}, {16: 1, 1: 2}, 2, 2)
    for typed in (
        "13/9*(2)",
        "13/11(2) 11/9*(2)",
        "13/9 13/9",
        "13/9(2)*",
        "13/11/9* 13/9",
        "11/9 13/11(2) 11/9",
        "13/11/9(2)",
    ):
        assert double.find(typed).text == "13/9*(2)", typed
    assert double.find("13/11 x2 6/4(2)".replace(" x2", "x2")).text == "13/11(2) 6/4(2)"


def test_bar_and_off() -> None:
    """The bar is `bar`, `b` or 25; off is `off`, `o` or 0."""
    entering = white({25: 1, 6: 2}, {3: 1, 1: 2}, 4, 3)
    assert "bar/22*" in " ".join(texts(entering))
    for typed in ("bar/22* 6/2", "25/22 6/2", "b/22 6/2", "6/2 bar/22"):
        assert entering.find(typed).text == "bar/22* 6/2"
    leaving = white({6: 1, 5: 1, 2: 1}, {1: 2}, 6, 5)
    for typed in ("6/off 5/off", "5/0 6/0", "5/o 6/off"):
        assert leaving.find(typed).text == "6/off 5/off"


@pytest.mark.parametrize(
    ("position", "typed", "reason"),
    [
        (FIRST, "8/5", "both dice must be played as far as possible"),
        (FIRST, "7/4 6/5", "White has no checker left on point 7"),
        (FIRST, "24/21 24/23 24/23", "White has no checker left on point 24"),
        (FIRST, "8/6 6/5", "8/6 is 2 points, and the dice are 3 and 1"),
        (FIRST, "5/8 6/5", "checkers move from higher points to lower ones, and 5/8 does not"),
        (FIRST, "6/off 8/5", "no checker leaves before all are on points 1 to 6, and one is on point 24"),
        (FIRST, "8/5 8/5", "the dice 3 and 1 do not allow these steps together"),
        (FIRST, "roll", "you rolled 3 and 1: move your checkers"),
        (FIRST, "e2e4", "a move names points from your side"),
        (FIRST, "8/5/", "a move names points from your side"),
        (FIRST, "99/5", "a move names points from your side"),
        (white({24: 2, 6: 2}, {6: 2, 8: 1}, 5, 3), "24/19 6/3", "point 19 is held by 2 checkers of Black"),
        (white({25: 1, 6: 2}, {1: 2}, 4, 3), "6/2 6/3", "checkers on the bar must enter first"),
        (white({12: 1}, {22: 2}, 6, 3), "12/9", "only one die can be played, and it must be the larger one, 6"),
        (
            white({12: 1, 10: 1}, {19: 2, 21: 2, 22: 2, 24: 2}, 6, 3),
            "12/9 10/7",
            "only one die can be played, and it must be the 3",
        ),
        (white({6: 1, 5: 1, 1: 3}, {1: 2}, 3, 2), "6/3 1/off", "a die takes a checker off a lower point only if"),
        (white({6: 5}, {1: 2}, 2, 1), "6/off", "6/off is too far for 2 and 1"),
        (white({13: 4, 8: 2}, {1: 2}, 2, 2), "13/11 13/11", "all steps must be played as far as possible"),
    ],
)
def test_reasons(position: Position, typed: str, reason: str) -> None:
    """A refusal says what is wrong with a play."""
    with pytest.raises(IllegalMove, match=reason):
        position.find(typed)


@pytest.mark.parametrize(
    ("position", "typed", "instead"),
    [
        (FIRST, "13/7", "from point 13: 13/10 6/5, "),
        (FIRST, "8/7 8/6", "from point 8: 8/7 8/5, "),
        (white({25: 1, 6: 2}, {1: 2}, 4, 3), "6/2 6/3", "legal moves: bar/18, bar/21 6/3, bar/22 6/2"),
        (white({12: 1}, {22: 2}, 6, 3), "12/9", "the only legal move: 12/6"),
        (FIRST, "roll", "`legal` lists all "),
        (white({13: 2, 8: 2, 6: 2, 24: 2}, {2: 2}, 4, 1), "9/1/2", "`legal` lists all "),
    ],
)
def test_what_can_be_played_instead(position: Position, typed: str, instead: str) -> None:
    """A hint has plays of the checker that was meant, with commas, and how to see all."""
    assert (position.instead_of(typed) or "").startswith(instead)


def test_the_cube_in_words() -> None:
    """A player may type other usual words for what can be done with the cube; plays get a reason."""
    choice = CUBE.start("4HPwATDgc/ABMA:cAkAAAAAAAAE")
    for typed, text in (("r", "roll"), ("redouble", "double"), ("ROLL", "roll")):
        assert choice.find(typed).text == text
    with pytest.raises(IllegalMove, match="Black has to roll or double first"):
        choice.find("8/5 6/5")
    doubled = choice.after(choice.find("double"))
    for typed, text in (("accept", "take"), ("pass", "drop"), ("Take", "take")):
        assert doubled.find(typed).text == text
    with pytest.raises(IllegalMove, match="Black has doubled: take or drop"):
        doubled.find("roll")
