"""A board of cells in one line: where they lie, and their runners as characters and in words. Pure."""

from collections.abc import Iterable

from kibitz_client.board.geometry import Box, Layout, Text
from kibitz_client.board.marks import BoardView, marked_text
from kibitz_protocol.values.boards import Track
from kibitz_protocol.values.state import State

TRACK_SIZES = ((4, 1), (5, 1), (6, 2), (8, 3))
"""The width and height of a cell, by size."""


def track_sizes(_track: Track, _ascii_only: bool) -> int:
    """Return how many sizes there are."""
    return len(TRACK_SIZES)


def track_size(track: Track, size: int) -> tuple[int, int]:
    """Return the width and height of all cells at a size."""
    return TRACK_SIZES[size][0] * track.cells, TRACK_SIZES[size][1]


def track_layout(track: Track, size: int, **_: bool) -> Layout:
    """Return one row of cells, with the name of each below it."""
    width, height = TRACK_SIZES[size]
    boxes = tuple(Box(place * width, 0, width, height) for place in range(track.cells))
    labels = (
        Text(box.x + width // 2, height, label, "label") for box, label in zip(boxes, track.cell_labels, strict=True)
    )
    return Layout(width * track.cells, height + 1, size, boxes, tuple(labels))


def track_texts(_track: Track, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the runners of a cell: their number in the colour of their side, or a dot."""
    box, count = layout.boxes[number], view.position.counts[number]
    role = "first" if count > 0 else "second" if count else "empty"
    shown = f"{'AB'[count < 0]}{abs(count)}" if count else "."
    return marked_text(shown, role, view.states(number), box.x + box.width // 2, box, (box.height - 1) // 2)


def track_words(track: Track, position: State, *_: object) -> Iterable[str]:
    """Yield a line for each side with the cells of its runners."""
    for seat, name in enumerate(track.names):
        held = [(cell, count * (1, -1)[seat]) for cell, count in enumerate(position.counts)]
        places = [f"{track.cell_labels[cell]} has {count}" for cell, count in held if count > 0]
        yield f"{name}: {', '.join(places) or 'none'}"
