"""Texts of draughts in PDN: positions and signs."""

import pytest

from tests.server.games.helpers import game_of


@pytest.mark.parametrize(
    "text",
    [
        "W:W31,K32:B1,K2",
        "w:w31,k32:b1,k2.",
        "W : W 31, K32 : B 1, K2",
        "W:BK2,1:WK32,31",
        "W:W31,K32:B1,K2:H0:F1",
        "W:W31,K32,:B1,K2:",
        "W:WM31,Q32:BM1,K2",
        "W:W31,K32:B1,K2:+0+0",
        "W:W31;K32:B1;K2",
    ],
)
def test_positions_of_other_programs(text: str) -> None:
    """Small letters, blanks, either order, other letters, and numbers of moves at the end are read."""
    game = game_of("international")
    assert game.start(text).text == game.start("W:W31,K32:B1,K2").text


@pytest.mark.parametrize("sign", ["-", "x", "X", ":", "*", "×", "–", "—", "−", ","])
def test_signs_between_squares(sign: str) -> None:
    """A move and a capture are read with any sign between their squares."""
    for name, moves in (
        ("international", "32 28,19 23,28 19"),
        ("draughts", "11 15,22 18,15 22"),
        ("russian", "c3 d4,f6 e5,d4 f6"),
    ):
        position = game_of(name).start()
        for move in moves.split(","):
            position = position.after(position.find(move.replace(" ", sign)))
