"""The tree of a study for writers of files: children by node, signs, and names of cells. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_protocol.commands.studies.study import RecordedStudy, ToldNode
from kibitz_protocol.values.boards import Board, Grid

SIGNS = {
    1: "!",
    2: "?",
    3: "!!",
    4: "??",
    5: "!?",
    6: "?!",
    10: "=",
    13: "∞",
    14: "⩲",
    15: "⩱",
    16: "±",
    17: "∓",
    18: "+−",
    19: "−+",
}
"""What people write for the signs of PGN that the clients offer."""


@dataclass(frozen=True, slots=True)
class StudyFacts:
    """What a file says of a study beside its tree.

    Attributes:
        study: The study.
        code: Its code.
        changed_at: When it was saved last, in seconds since 1970.
        first: The first position as one line, where it is not that of the game; None otherwise.
        rows: The rows of the first position; empty on boards without a grid.
        to_move: The side that moves first.
        cells: The name of each cell of a grid; empty on other boards.
    """

    study: RecordedStudy
    code: str
    changed_at: float
    first: str | None = None
    rows: Sequence[str] = ()
    to_move: int | None = 0
    cells: Sequence[str] = ()


def children_of(nodes: Sequence[ToldNode]) -> list[list[int]]:
    """Return the places of the positions after each node, that of its line first."""
    found: list[list[int]] = [[] for _ in nodes]
    for place, node in enumerate(nodes):
        if node.parent is not None:
            found[node.parent].append(place)
    return found


def cells_of(board: Board) -> list[str]:
    """Return the name of each cell of a grid; nothing for another board."""
    if not isinstance(board, Grid):
        return []
    return board.cell_labels or [column + row for row in board.row_labels for column in board.column_labels]
