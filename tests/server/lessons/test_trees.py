"""Judgement of answers about search trees."""

from itertools import permutations

import pytest

from kibitz_server.lessons.trees import BadExercise, check, judge, solution

TEXTBOOK = "3 12 8 / 2 4 6 / 14 5 2"


def test_values_are_compared_as_numbers() -> None:
    """The root of the textbook's tree is worth 3, and its second branch 2."""
    assert judge("value", TEXTBOOK, "max", "", ["3.0"])
    assert judge("value", TEXTBOOK, "max", "2", ["2"])
    assert not judge("value", TEXTBOOK, "min", "2", ["2"])


def test_all_cut_branches_are_named_and_no_others() -> None:
    """In the textbook's tree alpha-beta leaves out the last two leaves of the second branch."""
    assert judge("cut", TEXTBOOK, "max", "", ["2.2", "2.3"])
    assert not judge("cut", TEXTBOOK, "max", "", ["2.2"])
    assert not judge("cut", TEXTBOOK, "max", "", ["2.2", "2.3", "3.1"])
    assert judge("cut", "1 2 / 5 6", "max", "", ["-"])
    assert solution("cut", TEXTBOOK, "max", "") == ["2.2", "2.3"]


def test_what_is_below_a_cut_may_be_named() -> None:
    """It is left out too."""
    tree = "6 5 / 3 2 // 1 2 / 9 8"
    cut = solution("cut", tree, "max", "")
    below = [*cut, f"{cut[0]}.1"]
    assert judge("cut", tree, "max", "", below)


def test_the_best_order_visits_the_fewest_nodes() -> None:
    """Another order that visits as few nodes is right too."""
    tree = "2 5 / 9 8 / 4 6"
    best = solution("order", tree, "max", "")
    assert best[0] == "2"
    assert judge("order", tree, "max", "", best)
    assert not judge("order", tree, "max", "", ["1", "3", "2"])


@pytest.mark.parametrize("first", ["max", "min"])
@pytest.mark.parametrize("tree", ["2 5 / 9 8 / 4 6", "1 6 / 5 4 / 8 7 / 3 9", "[[1,2],[5,[4,9],0],6,[[2,8],7]]"])
def test_the_best_order_is_right_and_others_are_not_better(tree: str, first: str) -> None:
    """The solution is judged right, whatever the order in which a solver would try the branches."""
    branches = sorted(solution("order", tree, first, ""))
    right = [list(order) for order in permutations(branches) if judge("order", tree, first, "", list(order))]
    assert right[0] == solution("order", tree, first, "")


@pytest.mark.parametrize("value", ["1234567", "0.1234567", "123456.5", "-1000000000000000"])
def test_a_value_is_told_in_full(value: str) -> None:
    """The solution is itself a right answer, also where the value has many digits."""
    tree = f"[[{value}, {value}], {value}]"
    assert solution("value", tree, "max", "") == [value]
    assert judge("value", tree, "max", "", solution("value", tree, "max", ""))


@pytest.mark.parametrize(
    ("kind", "text", "at"),
    [
        ("value", "3", ""),
        ("value", TEXTBOOK, "4"),
        ("value", "3 x / 2", ""),
        ("order", "1 / 2 / 3 / 4 / 5 / 6 / 7", ""),
        ("cut", "1 " * 300, ""),
        ("cut", "9 / 1" + " 2" * 41, ""),
    ],
)
def test_an_exercise_that_cannot_be_answered_is_refused(kind: str, text: str, at: str) -> None:
    """A tree of one value, without the node, of no numbers, too large, or with too many cuts."""
    with pytest.raises(BadExercise):
        check(kind, text, "max", at)


@pytest.mark.parametrize(("kind", "answer"), [("value", "three"), ("order", "1"), ("order", "9")])
def test_an_answer_that_does_not_fit_is_refused(kind: str, answer: str) -> None:
    """It does not count as wrong."""
    with pytest.raises(BadExercise):
        judge(kind, TEXTBOOK, "max", "", [answer])
