"""Facts about moves that a beginner laughs at, by the rules alone."""

import pytest

from training.levels.facts import FACTS
from training.levels.obvious import answer, balanced, game_of


@pytest.mark.parametrize(
    ("name", "kind", "text", "mistakes"),
    [
        ("draughts", "give", "W:W32:B1", set()),
        ("kuhn", "nuts", "1 +0 J K - b", {"fold"}),
        ("kuhn", "worst", "1 +0 K J - b", {"call"}),
        ("kuhn", "worst", "1 +0 K Q - b", set()),
        ("holdem", "aces", "1 +0 3d2c AsAc - cr", set()),
        ("no-limit holdem", "shove", "1 +0 AsAc 3d2c - r200", {"call"}),
    ],
)
def test_mistakes_follow_from_the_rules(name: str, kind: str, text: str, mistakes: set[str]) -> None:
    """The best hand is not folded, the worst one does not call, and a move that gives nothing away is no mistake."""
    assert FACTS[name][kind](game_of(name).start(text)) == mistakes


@pytest.mark.parametrize(
    ("name", "kind", "text", "good"),
    [
        ("tictactoe", "win", "XX-/OO-/--- X", "c3"),
        ("tictactoe", "stop", "XX-/O--/--- O", "c3"),
        ("chess", "take", "3q3k/4K3/8/8/8/8/8/8 w - - 5 85", "e7d8"),
    ],
)
def test_a_single_move_is_good(name: str, kind: str, text: str, good: str) -> None:
    """All moves but one miss a win, allow one, or leave the free piece."""
    position = game_of(name).start(text)
    assert answer(position, FACTS[name][kind](position)) == good


def test_the_shorter_list_is_kept() -> None:
    """A position comes with its good moves, or with its mistakes if these are fewer."""
    position = game_of("kuhn").start("1 +0 J K - b")
    assert answer(position, {"fold"}) == "call"
    three = game_of("leduc").start("1 +0 Js Kh Ks bc/b")
    assert answer(three, {"fold"}) == "not fold"


def test_kinds_share_the_number_of_positions() -> None:
    """Each kind gets as many as the others, unless it has fewer."""
    found = {"win": {str(i): "" for i in range(9)}, "stop": {"a": ""}, "take": {}}
    assert {kind: len(each) for kind, each in balanced(found, 6).items()} == {"win": 5, "stop": 1}
