"""Moves of poker as players type them, and why some are not legal."""

import pytest

from kibitz_server.games.game import IllegalMove
from kibitz_server.games.registry import load
from tests.server.games.poker.helpers import dealt


@pytest.mark.parametrize(
    ("moves", "typed", "meant"),
    [
        ("", "k", "check"),
        ("", "x", "check"),
        ("", "c", "check"),
        ("", "B", "bet"),
        ("", "bets", "bet"),
        ("", "raise", "bet"),
        ("", "bet 2", "bet"),
        ("bet", "c", "call"),
        ("bet", "calls", "call"),
        ("bet", "f", "fold"),
        ("bet", "r", "raise"),
        ("bet", "bet", "raise"),
        ("bet", "raise to 4", "raise"),
        ("bet", "4", "raise"),
    ],
)
def test_moves_with_limits_are_typed(moves: str, typed: str, meant: str) -> None:
    """Letters, other words and the chips of a fixed bet are read as the move that they mean."""
    assert dealt("leduc", "Ks Qs", moves).find(typed).text == meant


def test_the_card_of_a_draw_is_no_move() -> None:
    """While a card is due, `k` is a king."""
    assert dealt("kuhn", "J").find("k").text == "K"


@pytest.mark.parametrize("typed", ["Th", "th", "10h", "10♥", "T♥", "10H"])
def test_a_card_is_typed_as_it_is_drawn(typed: str) -> None:
    """A card of a draw may have a sign or a letter for its suit, and a number for the ten."""
    position = load("holdem").start()
    assert position.find(typed).text == "Th"
    assert str(position.said(position.find(typed))).endswith(" gets 10♥")


@pytest.mark.parametrize(
    ("moves", "typed", "reason"),
    [
        ("", "fold", "there is no bet to fold to: check costs nothing"),
        ("", "call", "there is no bet to call: check or bet"),
        ("bet", "k", "you cannot check, because North has bet 2 more than you: call, raise or fold"),
        ("bet, raise", "check", "you cannot check, because South has bet 2 more than you: call or fold"),
        ("bet, raise", "raise", "this round has had 2 bets, the most that there can be: call or fold"),
        ("", "bet 3", "bets have a fixed size: here you can bet to 2, by typing bet"),
        ("bet", "raise 7", "bets have a fixed size: here you can raise to 4, by typing raise"),
        ("", "shove it", "'shove it' is not a move here; a move is check, bet, call, raise or fold"),
        ("", "all in", "'all in' is not a move here; a move is check, bet, call, raise or fold"),
    ],
)
def test_a_move_that_is_not_legal_is_explained(moves: str, typed: str, reason: str) -> None:
    """A refusal says what the player can do instead."""
    with pytest.raises(IllegalMove) as refused:
        dealt("leduc", "Ks Qs", moves).find(typed)
    assert str(refused.value) == reason


def test_one_bet_is_the_most_in_kuhn() -> None:
    """Kuhn poker has no raise."""
    with pytest.raises(IllegalMove, match="this round has had 1 bet, the most that there can be: call or fold"):
        dealt("kuhn", "J K", "bet").find("raise")
    with pytest.raises(IllegalMove, match="the outcomes are"):
        dealt("kuhn", "J").find("check")
