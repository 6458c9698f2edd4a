"""Tic-tac-toe: the m,n,k game with three columns, three rows and three in a line."""

from kibitz_server.games.game import Declaration, other_names
from kibitz_server.games.mnk import rules

BASE = rules

GUIDE = """\
Goal: be the first to place three of your marks in a line: across, upright or diagonally.

Moves: X and O mark one empty square in turn. X moves first.

End: the first line of three wins. If the board is full without a line, the game is a draw.

Notation: a move is the letter of a column and the number of a row, counted from the bottom left. `b2` is the
centre. The tile number works as well, counted row by row from 1 at the top left: `5` is the centre.
"""

GAME = Declaration(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="Place stones in turn on any empty square; three in a line win, a full board is a draw.",
    move_help="a move is an empty square such as b2, or its number; b2 is the centre, number 5",
    guide=GUIDE,
    aliases=other_names(
        "ttt",
        "noughts and crosses",
        "naughts and crosses",
        "xs and os",
        "x and o",
        "xox",
        "oxo",
        "three in a row",
        "3 in a row",
        "morpion",
    ),
)
