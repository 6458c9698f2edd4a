"""King run: two kings, one step forward or aside a move; who first reaches the far side of the board wins."""

from typing import Annotated

from kibitz_server.games.board import LETTERS, Grid, Picture, split_rows, square_name
from kibitz_server.games.game import DRAW, LOSS, ONGOING, Declaration
from kibitz_server.games.record import I64, Array, Record

GAME = Declaration(
    "kingrun",
    "King run",
    "Reach the far side.",
    "a move is the king's square and its next one: e1e2",
    seats=("White", "Black"),
    notation="uci",
)
SIZE = 8
KINGS = 2
MAX_MOVES, MAX_PLIES = 3, 40
E1, E8 = 60, 4


class State(Record):
    """Squares of both kings, numbered from 0 at a8 row by row."""

    turn: I64
    plies: I64
    kings: Annotated[list[int], Array("i1", "KINGS")]


def setup(s: State) -> None:
    """Put the kings on e1 and e8."""
    s.turn = 0
    s.kings[0] = E1
    s.kings[1] = E8


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the targets of the king that is to move: forward, left and right."""
    own = s.kings[s.turn]
    forward = own - SIZE if s.turn == 0 else own + SIZE
    if 0 <= forward < SIZE * SIZE and forward != s.kings[1 - s.turn]:
        moves[k] = forward
        k += 1
    if own % SIZE > 0 and own - 1 != s.kings[1 - s.turn]:
        moves[k] = own - 1
        k += 1
    if own % SIZE < SIZE - 1 and own + 1 != s.kings[1 - s.turn]:
        moves[k] = own + 1
        k += 1
    return k


def play(s: State, move: int) -> None:
    """Move the king."""
    s.kings[s.turn] = move
    s.turn = 1 - s.turn
    s.plies += 1


def outcome(s: State) -> int:
    """Return LOSS if the other king has arrived."""
    other = s.kings[1 - s.turn]
    if (other < SIZE) if s.turn == 1 else (other >= SIZE * (SIZE - 1)):
        return LOSS
    return DRAW if s.plies >= MAX_PLIES else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    return "too many moves" if s.plies >= MAX_PLIES else "far side"


def move_text(s: State, move: int) -> str:
    """Return a move such as e1e2."""
    return square_name(s.kings[s.turn], SIZE, SIZE) + square_name(move, SIZE, SIZE)


def move_path(s: State, move: int) -> tuple[int, ...]:
    """Return origin and target."""
    return s.kings[s.turn], move


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the position as FEN."""
    text = "/".join(rows)
    for empty in range(SIZE, 0, -1):
        text = text.replace("-" * empty, str(empty))
    return f"{text} {'wb'[s.turn]} - - 0 {1 + s.plies // 2}"


def read_position(s: State, text: str) -> None:
    """Read a FEN."""
    board, side, *_ = text.split(" ")
    cells = "".join("-" * int(c) if c.isdecimal() else c for c in board.replace("/", ""))
    if len(cells) != SIZE * SIZE or cells.count("K") != 1 or cells.count("k") != 1 or side not in "wb":
        raise ValueError("it must be FEN with one king a side")
    s.kings[0], s.kings[1], s.turn = cells.index("K"), cells.index("k"), "wb".index(side)


def board() -> Grid:
    """Return the board."""
    ranks = tuple(str(rank) for rank in range(SIZE, 0, -1))
    return Grid(
        tuple(LETTERS[:SIZE]), ranks, {"-": "empty", "K": "white king", "k": "black king"}, owners={"K": 0, "k": 1}
    )


def picture(s: State) -> Picture:
    """Return the position of the kings."""
    cells = ["-"] * (SIZE * SIZE)
    cells[s.kings[0]], cells[s.kings[1]] = "K", "k"
    return Picture(split_rows("".join(cells), SIZE))
