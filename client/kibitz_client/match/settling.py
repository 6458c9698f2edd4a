"""What the players of a finished game hold to be dead, such as chains of Go: marks, and words for them. No rules.

The server says which cells belong together, and counts what is left.
"""

from collections.abc import Collection, Sequence

from kibitz_client.match.state import MatchState
from kibitz_protocol.values.boards import Board, Grid
from kibitz_protocol.values.seats import seat_text


def toggled(state: MatchState, dead: Collection[int], cell: int) -> frozenset[int] | None:
    """Return the marked cells after the group of a cell is marked, or no longer; None where it has no group."""
    group = next((frozenset(group) for group in state.position.removable if cell in group), None)
    return None if group is None else frozenset(dead) ^ group


def cell_name(board: Board, cell: int) -> str:
    """Return the name of a cell: `D4`."""
    return board.cell_name(cell) if isinstance(board, Grid) else str(cell + 1)


def dead_text(state: MatchState, dead: Collection[int]) -> str:
    """Return what is dead, a cell of each group: `C3, E2 (4 stones)`; `nothing` without any."""
    groups = [group for group in state.position.removable if group[0] in dead]
    names = ", ".join(cell_name(state.board, group[0]) for group in groups)
    return f"{names} ({len(dead)} stone{'s' * (len(dead) != 1)})" if dead and groups else "nothing"


def points_text(state: MatchState, points: Sequence[float] | None) -> str:
    """Return the score that would count: `Black 25, White 0.5`."""
    return ", ".join(f"{seat_text(state.game.seats, seat)} {each:g}" for seat, each in enumerate(points or ()))
