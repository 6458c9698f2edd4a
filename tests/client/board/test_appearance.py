"""Cells that the cursor can reach, of boards that are not grids."""

from kibitz_client.board.appearance import in_play
from tests.client.board.boards import HEAPS, PITS, state


def test_all_cells_but_stores_are_in_play() -> None:
    """A store is filled by the rules alone; each house and each heap can be played."""
    assert [cell for cell in range(6) if in_play(PITS, state(), cell)] == [0, 1, 3, 4]
    assert [cell for cell in range(2) if in_play(HEAPS, state(), cell)] == [0, 1]
