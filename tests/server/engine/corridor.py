"""Corridor, a small game of endless repetitions for the tests.

Both sides move one stone along a corridor, a step at a time. X wants it at the right end, O at the left one, so with
good play neither side ever gets there.
"""

from kibitz_server.games.bits import mix, u64
from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.game import DRAW, LOSS, ONGOING, Declaration
from kibitz_server.games.record import I64, Record

GAME = Declaration(
    name="corridor",
    title="Corridor",
    summary="Move the stone one step. X wins with it at the right end, O at the left end.",
    move_help="a move is left or right",
)

CELLS = 9
LEFT, RIGHT = 0, 1
MAX_MOVES, MAX_PLIES = 2, 60


class State(Record):
    """Cell of the stone, plies so far, and a bit for each position that has been there."""

    turn: I64
    cell: I64
    plies: I64
    seen: I64
    again: I64


def setup(s: State) -> None:
    """Put the stone in the middle."""
    s.cell = CELLS // 2
    s.seen = 1 << (2 * s.cell)


def legal(_s: State, moves: list[int], k: int) -> int:
    """Write both directions."""
    moves[k] = LEFT
    moves[k + 1] = RIGHT
    return k + 2


def play(s: State, move: int) -> None:
    """Move the stone, and keep whether the position is an old one."""
    s.cell += 2 * move - 1
    s.plies += 1
    s.turn = 1 - s.turn
    bit = 1 << (2 * s.cell + s.turn)
    s.again = 1 if s.seen & bit else 0
    s.seen |= bit


def outcome(s: State) -> int:
    """Return LOSS for the side whose opponent has reached the end, DRAW after all plies, else ONGOING."""
    if s.cell in (0, CELLS - 1):
        return LOSS if (s.cell == 0) == (s.turn == 0) else -LOSS
    return DRAW if s.plies >= MAX_PLIES else ONGOING


def key(s: State) -> int:
    """Return a number for cell and side; the way there is left out."""
    return mix(u64(2 * s.cell + s.turn + 1))


def recurring(s: State) -> int:
    """Return whether the position is an old one."""
    return s.again


def evaluate(s: State) -> int:
    """Return how near the stone is to the end that the side to move wants."""
    return 100 * (s.cell - CELLS // 2) * (1 - 2 * s.turn)


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "end"


def move_text(_s: State, move: int) -> str:
    """Return the name of the move."""
    return ("left", "right")[move]


def move_path(_s: State, _move: int) -> tuple[int, ...]:
    """Return no cells."""
    return ()


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the cell and the side to move."""
    return f"{s.cell} {s.turn}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    s.cell, s.turn = (int(word) for word in text.split())


def board() -> Grid:
    """Return one row of cells."""
    return Grid(("",) * CELLS, ("",), {"-": "empty", "o": "stone"})


def picture(s: State) -> Picture:
    """Return the row with the stone."""
    return Picture(("-" * s.cell + "o" + "-" * (CELLS - 1 - s.cell),))
