"""International draughts on ten by ten squares: flying kings, and the longest capture is compulsory."""

from kibitz_server.games.board import Grid
from kibitz_server.games.draughts.flying import rules
from kibitz_server.games.draughts.flying.notation import SIDES
from kibitz_server.games.draughts.flying.rules import HALF, ROWS, State, remember
from kibitz_server.games.draughts.flying.view import OWNERS, SYMBOLS, cell_of
from kibitz_server.games.game import Declaration, other_names

BASE = rules

GUIDE = """\
Goal: take all pieces of your opponent, or leave them without a move.

Moves: only the dark squares are used. White moves first. A man moves one square diagonally forwards. A king moves
diagonally in any direction, over any number of empty squares. A man that ends its move on the last row becomes a king.

Captures: a man jumps over an adjacent enemy piece, forwards or backwards, to the empty square behind it. A king jumps
over an enemy piece at any distance, with only empty squares before it, and lands on any empty square behind it. The
piece goes on jumping as long as it can. You must capture if you can, and must take as many pieces as possible. If
several captures take that many, you may choose any of them. What is taken leaves the board after the whole capture,
and no piece is jumped twice. A man that only passes the last row stays a man.

End: a player who has no pieces or cannot move loses. The game is a draw when a position occurs for the third time, or
after 25 moves by each side without a capture or a man's move. With one king against three pieces, a king among them,
it is a draw after 16 moves by each side; against two pieces or one, after 5.

Notation: the dark squares have the numbers 1 to 50, from the top left, row by row. `32-28` moves from square 32 to 28.
`32x23x14` jumps from 32 to 23 and on to 14. `32x14` is enough if only one capture starts and ends there.
"""

GAME = Declaration(
    name="international",
    title="International draughts",
    summary="Ten by ten squares, flying kings: capture as many as you can (compulsory); who cannot move has lost.",
    move_help="a move is from-to in square numbers (32-28); a capture names every landing square (32x23x14)",
    seats=SIDES,
    guide=GUIDE,
    draw_offers_stand=True,
    pairs=True,
    aliases=other_names(
        "polish draughts",
        "continental draughts",
        "international checkers",
        "draughts 10x10",
        "dames",
        "jeu de dames",
        "dammen",
    ),
)


def setup(s: State) -> None:
    """Set up twenty men each; White, at the bottom, to move."""
    s.white = ROWS[6] | ROWS[7] | ROWS[8] | ROWS[9]
    s.black = ROWS[0] | ROWS[1] | ROWS[2] | ROWS[3]
    remember(s, True)


def board() -> Grid:
    """Return ten by ten cells with numbers on the dark ones; Black is at the top."""
    labels = [""] * 100
    for number in range(50):
        labels[cell_of(number, HALF)] = str(number + 1)
    return Grid(("",) * 10, ("",) * 10, SYMBOLS, tuple(labels), top=1, owners=OWNERS, ground="checkered")
