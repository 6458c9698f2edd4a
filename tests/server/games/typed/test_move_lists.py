"""Lists of moves as other programs write them."""

from typing import Any

import pytest

from kibitz_server.games.registry import load
from kibitz_server.games.typed.move_lists import IllegalEntry, played

WITH_PASSES = (
    "c4 e3 f5 c5 c3 g6 e2 c2 b3 a3 b5 e6 c1 f3 e7 e8 d6 c7 f7 d3 h5 d1 g5 a6 b1 b6 a5 f6 b4 c6 b2 f8 f4 a2 d8 d2 a7 b8"
    " b7 g3 g8 a1 g4 h4 d7 a4 g2 h6 f2 g1 h3 e1 f1 a8 h7 h2 h1 c8 pass h8 pass g7"
)
"""A game of Reversi to its end, with two passes."""


def moves(game: str, *texts: str, **options: Any) -> list[str]:
    """Return the moves that a list stands for, as the game writes them."""
    return [move.text for move, _ in played(load(game, options).start(), texts)]


@pytest.mark.parametrize(
    "text", ["f5d6c3d3c4", "F5D6C3D3C4", "f5-d6-c3-d3-c4", "F5 D6 C3 D3 C4", "1.f5d6 2.c3d3 3.c4", " f5d6c3,d3c4 "]
)
def test_moves_that_are_run_together(text: str) -> None:
    """Each square is a move, with or without signs and numbers between them."""
    assert moves("reversi", text) == ["f5", "d6", "c3", "d3", "c4"]


@pytest.mark.parametrize(
    ("game", "text", "found"),
    [
        ("connect4", "4453", ["4", "4", "5", "3"]),
        ("kalah", "36", ["3", "6"]),
        ("hex", "a1b11c3", ["a1", "b11", "c3"]),
        ("gomoku", "h8h10j9", ["h8", "h10", "j9"]),
        ("tictactoe", "b2a1", ["b2", "a1"]),
        ("go", "d4E5passTT", ["D4", "E5", "pass", "pass"]),
        ("reversi", "e2", None),
        ("chess", "e2e4e7e5", None),
        ("draughts", "11-1522-18", None),
        ("connect4", "4494", None),
    ],
)
def test_games_whose_moves_can_be_run_together(game: str, text: str, found: list[str] | None) -> None:
    """They are those where each move is one cell, one digit or a word; elsewhere a text is one move."""
    if found is not None:
        assert moves(game, text) == found
        return
    with pytest.raises(IllegalEntry):
        moves(game, text)


def test_columns_with_two_digits_cannot_be_run_together() -> None:
    """On a wide board nothing tells where a column ends."""
    with pytest.raises(IllegalEntry, match="there is no column 44"):
        moves("connect4", "44", columns=10)


@pytest.mark.parametrize("sign", ["pass", "PASS", "PA", "pa", "ps", "--", "-", "–", "@@"])
def test_signs_of_a_pass(sign: str) -> None:
    """A pass has many signs, alone and, where they differ from signs between moves, in moves that are run together."""
    listed = WITH_PASSES.split()
    assert moves("reversi", *(sign if move == "pass" else move for move in listed)) == listed
    if sign not in ("-", "–"):
        assert moves("reversi", WITH_PASSES.replace("pass", sign).replace(" ", "")) == listed
    assert moves("go", "d4", sign) == ["D4", "pass"]


def test_passes_that_are_left_out() -> None:
    """A pass that the rules force is put in; another one is not."""
    listed = WITH_PASSES.split()
    without = [move for move in listed if move != "pass"]
    assert moves("reversi", *without) == listed
    assert moves("reversi", "".join(without)) == listed
    with pytest.raises(IllegalEntry, match="you may not pass while you can place a disc"):
        moves("reversi", "f5", "pass")


def test_passes_after_the_end() -> None:
    """Passes after the last move are left out, and another move there is refused."""
    listed = WITH_PASSES.split()
    assert moves("reversi", *listed, "pass", "--") == listed
    with pytest.raises(IllegalEntry, match="the game is over"):
        moves("reversi", *listed, "a1")


def test_the_move_that_is_not_legal() -> None:
    """It is named with its number and the position before it, although it was run together with others."""
    with pytest.raises(IllegalEntry, match="a1 flips nothing") as found:
        moves("reversi", "f5d6", "c3a1")
    assert (found.value.number, found.value.text, found.value.at.to_move) == (4, "a1", 1)
    with pytest.raises(IllegalEntry) as found:
        moves("reversi", "f5d6!!")
    assert (found.value.number, found.value.text) == (3, "!!")


def test_numbers_of_moves() -> None:
    """They are left out before a move and alone, and stay where they are a move."""
    assert moves("chess", "1.", "e4", "e5", "2.Nf3", "2...", "Nc6") == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert moves("ultimate", "5.5", "5/1") == ["5/5", "5/1"]
