"""Mistakes of poker against every hand: a fold of the best hand, and a call with the worst one."""

import pytest

from kibitz_server.engine.rules import sensible
from kibitz_server.games.registry import load


@pytest.mark.parametrize(
    ("name", "text", "mistakes"),
    [
        ("kuhn", "1 +0 J K - b", ["fold"]),
        ("kuhn", "1 +0 K J - b", ["call"]),
        ("kuhn", "1 +0 K Q - b", []),
        ("kuhn", "1 +0 K J - k", []),
        ("leduc", "1 +0 Js Kh Ks bc/b", ["fold"]),
        ("leduc", "1 +0 Js Kh Ks kbc/kb", ["call"]),
        ("leduc", "1 +0 Ks Jh - b", []),
        ("holdem", "1 +0 3d2c AsKs QsJsTs4d8d ck/kk/kk/b", ["call"]),
        ("holdem", "1 +0 3d2c AsKs QsJsTs4d8d ck/kk/kk/kb", ["fold"]),
        ("holdem", "1 +0 AdKs 3d2c QsJsTs4d8d ck/kk/kk/b", []),
        ("holdem", "1 +0 2d2c AsKs QsJsTs ck/b", []),
    ],
)
def test_mistakes_follow_from_all_hands_of_the_opponent(name: str, text: str, mistakes: list[str]) -> None:
    """A hand that no other beats is not folded, and one that beats no other does not call; else nothing is certain."""
    position = load(name).start(text)
    kept = sensible(position.seen_by(position.state.turn), position.legal)
    assert [move.text for i, move in enumerate(position.legal) if i not in kept] == mistakes


@pytest.mark.parametrize(
    ("hand", "stack", "mistakes"),
    [("6h3h", 100, ["call"]), ("6h6c", 100, []), ("Ah2c", 100, []), ("Qh7c", 100, []), ("7h2c", 10, ["call"])],
)
def test_all_chips_are_not_called_with_a_hand_below_the_average(hand: str, stack: int, mistakes: list[str]) -> None:
    """Before the flop a hand that loses most games against a random one loses chips against every all-in bet."""
    position = load("holdem", {"limit": False, "stack": stack}).start(f"1 +0 Qd4d {hand} - r{2 * stack}")
    kept = sensible(position.seen_by(position.state.turn), position.legal)
    assert [move.text for i, move in enumerate(position.legal) if i not in kept] == mistakes
