"""The layout of a table of cards."""

from itertools import pairwise

import pytest

from kibitz_client.board.shapes import fitting, layout, sizes_of
from kibitz_client.board.table.layout import FAR, LAST, MIDDLE, NEAR, TABLE_ROWS, TABLE_SIZES
from tests.client.cards import TABLE


@pytest.mark.parametrize("size", range(len(TABLE_SIZES)))
def test_bands_do_not_overlap(size: int) -> None:
    """Each band is below the one before it, the last hand first and the near side at the bottom."""
    found = layout(TABLE, size)
    bands = [found.beside[band] for band in (LAST, FAR, MIDDLE, NEAR)]
    assert all(one.y + one.height <= other.y for one, other in pairwise(bands))
    assert bands[-1].y + bands[-1].height == found.height == TABLE_SIZES[size].rows
    assert {band.width for band in bands} == {found.width} == {TABLE_SIZES[size].columns}
    assert found.boxes == ()


def test_each_size_is_larger_than_the_one_before() -> None:
    """So the largest one that fits is the last one that fits."""
    found = [(size.columns, size.rows) for size in TABLE_SIZES[:TABLE_ROWS]]
    assert found == sorted(found)
    assert sizes_of(TABLE) == sizes_of(TABLE, ascii_only=True) == TABLE_ROWS


@pytest.mark.parametrize(
    ("width", "height", "card"), [(43, 16, 3), (58, 12, 3), (83, 30, 7), (58, 11, 3), (43, 8, 1), (10, 2, 1)]
)
def test_cards_grow_with_the_terminal(width: int, height: int, card: int) -> None:
    """Beside the panel of 80x24, and on 60x20 without it, cards have frames; on 120x40 they are larger."""
    assert TABLE_SIZES[fitting(TABLE, width, height).size].height == card


def test_the_viewer_is_at_the_bottom() -> None:
    """A flipped table has the second seat there."""
    assert layout(TABLE, 3).near == 0
    assert layout(TABLE, 3, flipped=True).near == 1
