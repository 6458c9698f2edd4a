"""Russian draughts on eight by eight squares: flying kings, any capture, and men are crowned on the way."""

import re

from kibitz_server.games.bits import u64
from kibitz_server.games.board import Grid
from kibitz_server.games.draughts.fen import BETWEEN
from kibitz_server.games.draughts.flying import rules
from kibitz_server.games.draughts.flying.notation import SIDES
from kibitz_server.games.draughts.flying.rules import State, area, bit_of, remember, rows_of
from kibitz_server.games.draughts.flying.view import OWNERS, SYMBOLS
from kibitz_server.games.game import Declaration, other_names

BASE = rules

GUIDE = """\
Goal: take all pieces of your opponent, or leave them without a move.

Moves: only the dark squares are used. White moves first. A man moves one square diagonally forwards. A king moves
diagonally in any direction, over any number of empty squares. A man that reaches the last row becomes a king.

Captures: a man jumps over an adjacent enemy piece, forwards or backwards, to the empty square behind it. A king jumps
over an enemy piece at any distance, with only empty squares before it, and lands on any empty square behind it, but on
one from which it can go on if there is one. You must capture if you can, and must go on jumping as long as the piece
can. If several captures are possible, you may choose any of them. A man that reaches the last row goes on as a king at
once. What is taken leaves the board after the whole capture, and no piece is jumped twice.

End: a player who has no pieces or cannot move loses. The game is a draw when a position occurs for the third time, or
after 15 moves by each side without a capture or a man's move. So three kings have 15 moves to win against one.

Notation: `a1` is at the bottom left. `c3-d4` moves from c3 to d4. `f6:d4:f2` jumps from f6 to d4 and on to f2. `f6:f2`
is enough if only one capture starts and ends there. The numbers of squares are read too: 1 to 32 from `b8` at the top
left, row by row, so `22-18` is `c3-d4`.
"""

GAME = Declaration(
    name="russian",
    title="Russian draughts",
    summary="Eight by eight squares, flying kings, men capture backwards (compulsory); who cannot move has lost.",
    move_help="a move is from-to (c3-d4); a capture names every landing square (f6:d4:f2)",
    seats=SIDES,
    guide=GUIDE,
    draw_offers_stand=True,
    pairs=True,
    aliases=other_names("shashki", "russian checkers", "шашки"),
)

HALF = 4
PIECES = 12
MAX_MOVES = 512
LONGEST = 0
CROWNED_ON_THE_WAY = 1
QUIET_LIMIT = 30
"""Plies without a capture or a man's move that make a draw.

A separate count for three kings against one would give the same: such an ending begins by a capture or a man's move,
and only kings move in it.
"""
THREE_LIMIT, TWO_LIMIT = 0, 0
PAST = QUIET_LIMIT + 1
MAX_PLIES = (24 * 7 + 23 * 6 + 23 + 1) * PAST
"""Each man moves at most seven rows forwards. Each of up to 23 captures may move a man back by six. At most QUIET_LIMIT
plies pass between these events."""
ROWS = rows_of(HALF)
BOARD = area(HALF, range(8), range(8))
CROWN = (ROWS[0], ROWS[7])
BEFORE_CROWN = (ROWS[1], ROWS[6])
ADVANCE = (0, 1, 3, 5, 8, 13, 20, 0)
CENTRE = area(HALF, range(3, 5), range(2, 6))
EDGES = area(HALF, range(8), range(1)) | area(HALF, range(8), range(7, 8))
LEFT = area(HALF, range(8), range(4))
MAIN_ROAD = u64(sum(1 << bit_of(4 * row + (7 - row) // 2, HALF) for row in range(8)))
FEWEST_TO_WIN = 3
REDUCE = 100
"""It scored 61 % ± 9 % of 56 games at 3,000 nodes a move."""
TAKES = ":"
TEXT_ORDER = tuple(4 * row + place for row in range(7, -1, -1) for place in range(4))
SQUARES = "squares are a1 to h8, and only the dark ones are used, or 1 to 32"
EXAMPLE = "W:Wa1,c3,Kd8:Bb6,h8"


def setup(s: State) -> None:
    """Set up twelve men each; White, at the bottom, to move."""
    s.white = ROWS[5] | ROWS[6] | ROWS[7]
    s.black = ROWS[0] | ROWS[1] | ROWS[2]
    remember(s, True)


def square_text(number: int) -> str:
    """Return the name of a square, which is numbered from 0 at the top left."""
    row, place = divmod(number, 4)
    return f"{'abcdefgh'[2 * place + 1 - row % 2]}{8 - row}"


def square_number(text: str) -> int:
    """Return the number of a named dark square; -1 if there is none. Some programs have numbers from 1 for names."""
    if re.fullmatch("[0-9]{1,2}", text):
        return int(text) - 1 if 1 <= int(text) <= 8 * HALF else -1
    if not re.fullmatch("[a-h][1-8]", text):
        return -1
    column, row = "abcdefgh".index(text[0]), 8 - int(text[1])
    return 4 * row + column // 2 if (row + column) % 2 else -1


def named_squares(text: str) -> list[str]:
    """Return the parts of a move's text that name squares; the signs between them may be left out."""
    parts = re.findall("[a-z][0-9]", text)
    return parts if parts and "".join(parts) == re.sub(BETWEEN, "", text) else re.split(BETWEEN, text)


def why_captures(_s: State) -> str:
    """Return which captures are legal, in words."""
    return "a capture is compulsory"


def board() -> Grid:
    """Return eight by eight cells; Black is at the top."""
    return Grid(tuple("abcdefgh"), tuple("87654321"), SYMBOLS, top=1, owners=OWNERS, ground="checkered")
