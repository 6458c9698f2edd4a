"""Ultimate tic-tac-toe: nine boards of nine cells; the cell you take is the board your opponent must play in.

Boards and cells are numbered 0 to 8 row by row from the top left. A board is two sets of nine bits, one for each seat.
So is the big board of boards won. A move's code is `board * 9 + cell`.
"""

from typing import Annotated

from kibitz_server.games.game import BY_CODE, DRAW, LOSS, ONGOING, Declaration, other_names, read_guide
from kibitz_server.games.record import I64, Array, Record

GAME = Declaration(
    name="ultimate",
    title="Ultimate tic-tac-toe",
    summary="The cell you take sends your opponent to the board of that number; three won boards in a line win.",
    move_help="a move is board/cell, such as 5/7; both from 1 at the top left, and the last cell taken names the board",
    guide=read_guide(__file__),
    aliases=other_names(
        "uttt", "super tic-tac-toe", "meta tic-tac-toe", "strategic tic-tac-toe", "ultimate noughts and crosses"
    ),
)

MOVES = BY_CODE
SYMMETRIES = ("columns", "rows", "diagonal")
MAX_MOVES = MAX_PLIES = 81
BOARDS, SETS, SEATS = 9, 18, 2
ANY = 9
FULL = 0b111111111
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = tuple(int(any(line & cells == line for line in LINES)) for cells in range(512))


class State(Record):
    """Sets `cells[9 * seat + board]`, `won[seat]` and `closed` (boards won or full); `target` may be ANY."""

    turn: I64
    target: I64
    closed: I64
    won: Annotated[list[int], Array("i2", "SEATS")]
    cells: Annotated[list[int], Array("i2", "SETS")]


def setup(s: State) -> None:
    """Set up empty, open boards."""
    s.target = ANY


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the empty cells of the board to play in, or of every open board."""
    for board in range(BOARDS):
        if (s.target == board) or (s.target == ANY and not s.closed >> board & 1):
            taken = s.cells[board] | s.cells[9 + board]
            for cell in range(9):
                if not taken >> cell & 1:
                    moves[k] = 9 * board + cell
                    k += 1
    return k


def settle(s: State, board: int, seat: int) -> None:
    """Close a board once a seat has a line in it or it is full."""
    if HAS_LINE[s.cells[9 * seat + board]]:
        s.won[seat] |= 1 << board
        s.closed |= 1 << board
    elif (s.cells[board] | s.cells[9 + board]) == FULL:
        s.closed |= 1 << board


def play(s: State, move: int) -> None:
    """Take a cell and send the other side to its board."""
    board, cell = move // 9, move % 9
    s.cells[9 * s.turn + board] |= 1 << cell
    settle(s, board, s.turn)
    s.target = ANY if s.closed >> cell & 1 else cell
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS once the other side has three boards in a line, DRAW when all are closed, else ONGOING."""
    if HAS_LINE[s.won[1 - s.turn]]:
        return LOSS
    return DRAW if s.closed == FULL else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    return "line of boards" if HAS_LINE[s.won[1 - s.turn]] else "no moves left"


def can_win(s: State, seat: int) -> int:
    """Return whether three boards in a line are won, or have a line left that the other side has no part of."""
    boards = s.won[seat]
    for board in range(BOARDS):
        free = FULL & ~s.cells[9 * (1 - seat) + board]
        if not s.closed >> board & 1 and HAS_LINE[free]:
            boards |= 1 << board
    return HAS_LINE[boards]
