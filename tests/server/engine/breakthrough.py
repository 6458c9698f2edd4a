"""Breakthrough on a board of 4 x 5 (Dan Troyka, 2000), a small game of captures and threats for the tests.

Men move one step forward, straight or diagonally, and capture diagonally. The first man on the last row wins. It has
every function and constant that trims the tree of full alpha-beta.
"""

from kibitz_server.games.bits import lowest, popcount, u64
from kibitz_server.games.board import Grid, Picture, split_rows
from kibitz_server.games.game import LOSS, ONGOING, Declaration
from kibitz_server.games.record import I64, U64, Record

GAME = Declaration(
    name="breakthrough",
    title="Breakthrough",
    summary="Men step forward and capture diagonally. The first man on the last row wins.",
    move_help="a move is two cells such as 0-4",
)

COLUMNS, ROWS = 4, 5
CELLS = COLUMNS * ROWS
MAX_MOVES, MAX_PLIES = 24, 100
TOP, BOTTOM = u64(0xF), u64(0xF0000)
ONE = u64(1)

LOUD, REDUCE, MARGIN, FUTILITY, NULL, CHECKS = 1, 100, 150, 150, 1, 1
LATE, GRAVITY, UNKNOWN_LESS = 100, 1900, 4


class State(Record):
    """Men of X, who moves down, and of O, who moves up."""

    turn: I64
    down: U64
    up: U64


def setup(s: State) -> None:
    """Put a row of men on both sides."""
    s.down, s.up = TOP, BOTTOM


def steps(s: State, moves: list[int], scores: list[int], k: int, captures: int) -> int:
    """Write the moves and their scores, or the captures alone."""
    own, other, way = (s.up, s.down, -1) if s.turn else (s.down, s.up, 1)
    men = own
    while men:
        origin = lowest(men)
        men &= men - ONE
        for side in (-1, 0, 1):
            column = origin % COLUMNS + side
            target = origin + way * COLUMNS + side
            if not (0 <= column < COLUMNS and 0 <= target < CELLS):
                continue
            taken = 1 if (other >> u64(target)) & ONE else 0
            if (own >> u64(target)) & ONE or (taken and side == 0) or (captures and not taken):
                continue
            scores[k] = taken
            moves[k] = origin * CELLS + target
            k += 1
    return k


def legal(s: State, moves: list[int], k: int) -> int:
    """Write all moves, over their scores."""
    return steps(s, moves, moves, k, 0)


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write all moves; captures look better."""
    return steps(s, moves, scores, k, 0)


def forcing(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the captures."""
    return steps(s, moves, scores, k, 1)


def play(s: State, move: int) -> None:
    """Move a man and take what stands there."""
    origin, target = ONE << u64(move // CELLS), ONE << u64(move % CELLS)
    if s.turn:
        s.up ^= origin | target
        s.down &= ~target
    else:
        s.down ^= origin | target
        s.up &= ~target
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS for a side whose opponent is through or that has no men; the foremost man can always move."""
    through = s.down & BOTTOM if s.turn else s.up & TOP
    own = s.up if s.turn else s.down
    return LOSS if through or not own else ONGOING


def evaluate(s: State) -> int:
    """Return the difference of the men and of the rows that they have come."""
    rows = 0
    for cell in range(CELLS):
        rows += cell // COLUMNS if (s.down >> u64(cell)) & ONE else 0
        rows -= ROWS - 1 - cell // COLUMNS if (s.up >> u64(cell)) & ONE else 0
    value = 100 * (popcount(s.down) - popcount(s.up)) + 20 * rows
    return -value if s.turn else value


def unsettled(s: State) -> int:
    """Return whether the opponent would be through with one more move."""
    near = s.down & (BOTTOM >> u64(COLUMNS)) if s.turn else s.up & (TOP << u64(COLUMNS))
    return 1 if near else 0


def alarming(s: State, move: int) -> bool:
    """Return whether the side to move would be through with one more move."""
    origin, target = ONE << u64(move // CELLS), ONE << u64(move % CELLS)
    if s.turn:
        return bool(((s.up ^ origin) | target) & (TOP << u64(COLUMNS)))
    return bool(((s.down ^ origin) | target) & (BOTTOM >> u64(COLUMNS)))


def skip(s: State) -> int:
    """Give the move to the other side, unless it would be through at once."""
    if unsettled(s):
        return 0
    s.turn = 1 - s.turn
    return 1


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "through"


def move_text(_s: State, move: int) -> str:
    """Return the two cells."""
    return f"{move // CELLS}-{move % CELLS}"


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the two cells."""
    return move // CELLS, move % CELLS


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows and the side to move."""
    return f"{'/'.join(rows)} {s.turn}"


def read_position(_s: State, _text: str) -> None:
    """Read nothing: the tests begin at the start."""


def board() -> Grid:
    """Return the cells."""
    return Grid(("",) * COLUMNS, ("",) * ROWS, {"-": "empty", "x": "X", "o": "O"})


def picture(s: State) -> Picture:
    """Return the men."""
    cells = ("x" if (s.down >> cell) & 1 else "o" if (s.up >> cell) & 1 else "-" for cell in range(CELLS))
    return Picture(split_rows("".join(cells), COLUMNS))
