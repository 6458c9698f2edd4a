"""Board of Go: points, stones and territory."""

from kibitz_server.games.board import Grid, Picture
from kibitz_server.games.go.area import enclosed, territory
from kibitz_server.games.go.notation import COLUMNS, number, star_places
from kibitz_server.games.go.rules import CELLS, GAME, MAX_PLIES, SIZE, WIDE, State, scores


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the point; a pass has none."""
    return (number(move),) if move else ()


def board() -> Grid:
    """Return the lines of the board, with letters from the left and numbers from the bottom."""
    return Grid(
        column_labels=tuple(COLUMNS[:SIZE]),
        row_labels=tuple(str(row) for row in range(SIZE, 0, -1)),
        symbols={"-": "empty", "B": "black stone", "W": "white stone"},
        stars=tuple(sorted(number(cell) for cell in star_places(SIZE))),
        owners={"B": 0, "W": 1},
        ground="lines",
    )


def picture(s: State) -> Picture:
    """Return the stones and what was captured; after a pass and at the end also the territory.

    The score if the game ended now tells nothing while a side encloses no points: one stone would have the whole board.
    """
    regions = enclosed(s)
    counts = all(regions) or s.passes > 1 or s.plies >= MAX_PLIES
    counters = (
        *(zip(GAME.seats, scores(s, regions), strict=True) if counts else ()),
        *((f"{seat} captured", count) for seat, count in zip(GAME.seats, s.captures, strict=True)),
    )
    symbols = bytes(s.cells).translate(STONES).decode()
    rows = tuple([symbols[at + 1 : at + 1 + SIZE] for at in range(WIDE, CELLS - WIDE, WIDE)])
    shown = s.passes > 0 or s.plies >= MAX_PLIES
    return Picture(rows, counters, shades=territory(regions) if shown else "")


STONES = bytes.maketrans(b"\0\1\2", b"-BW")
