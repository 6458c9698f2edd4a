"""Boards, positions and pictures for tests."""

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.marks import BoardView
from kibitz_client.board.shapes import layout
from kibitz_protocol.values.boards import Board, Heaps, Pits
from kibitz_protocol.values.state import State
from tests.client.samples import position

PITS = Pits(
    houses=2,
    cell_labels=["1", "2", "", "1", "2", ""],
    cell_names=["South house 1", "South house 2", "South store", "North house 1", "North house 2", "North store"],
    unit="seed",
)


HEAPS = Heaps(cell_labels=["1", "2"], unit="object", most=5)


def state(**changes: object) -> State:
    """Return a position with other fields."""
    return position().model_copy(update={"rows": [], **changes})


def lines(board: Board, view: BoardView, size: int, *, ascii_only: bool = True) -> list[str]:
    """Return the picture of a board without trailing spaces."""
    canvas = Canvas(board, layout(board, size, ascii_only=ascii_only))
    canvas.show(view)
    return ["".join(text for text, _ in canvas.runs(y)).rstrip() for y in range(canvas.layout.height)]
