"""Tests of what the board of chess shows beside the pieces: the king in check, and who is ahead in material."""

import pytest

from kibitz_server.games.board import square_name
from kibitz_server.games.registry import load
from tests.server.games.helpers import play


@pytest.mark.parametrize(
    ("start", "cells"),
    [
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", (60,)),
        ("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1", (4,)),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", (60,)),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ()),
    ],
)
def test_a_king_in_check_is_attacked(start: str, cells: tuple[int, ...]) -> None:
    """The king of the side to move is attacked, also when it is mate and from a position without a move before it."""
    assert load("chess").start(start).picture.attacked == cells


def test_a_side_is_ahead_in_material() -> None:
    """A pawn counts 1, a minor piece 3, a rook 5 and a queen 9; nothing is shown while both have the same."""
    assert load("chess").start().picture.counters == ()
    assert load("chess").start("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1").picture.counters == (("White ahead", 10),)
    assert load("chess").start("rn2k3/8/8/8/8/8/4P3/4KB2 w - - 0 1").picture.counters == (("Black ahead", 4),)
    taken = play(load("chess").start(), "e2e4 d7d5 e4d5")
    assert taken.picture.counters == (("White ahead", 1),)


def test_the_attacks_that_decided_a_game_are_told() -> None:
    """Those on a checkmated king come first, then one on each square that it could go to, as in a stalemate."""
    mate = play(load("chess").start(), "f3 e5 g4 Qh4")
    named = [tuple(square_name(cell, 8, 8) for cell in pair) for pair in mate.attacks]
    assert named == [("h4", "e1"), ("h4", "f2")]
    smothered = load("chess").start("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1")
    assert [tuple(square_name(cell, 8, 8) for cell in pair) for pair in smothered.attacks] == [("f7", "h8")]
    stalemate = load("chess").start("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert {square_name(target, 8, 8) for _, target in stalemate.attacks} == {"g8", "g7", "h7"}
    assert load("chess").start().attacks == ()
