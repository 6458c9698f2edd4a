"""Board of Hex: a rhombus of hexagons, its stones, and the chain that won."""

from kibitz_server.games.board import LETTERS, Grid, Picture, marked, split_rows
from kibitz_server.games.game import LegalMove
from kibitz_server.games.hex.notation import number
from kibitz_server.games.hex.rules import COLOUR, PLACES, RED, SIZE, STEPS, SYMBOLS, WIDE, State


def winning_lines(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the cells of one of the shortest chains that join both edges."""
    begun = [cell for cell in PLACES if s.cells[cell] & COLOUR == s.won and at_edge(cell, s.won, -1)]
    came = dict.fromkeys(begun, 0)
    for cell in begun:  # grows on the way: a search in breadth
        if at_edge(cell, s.won, 1):
            chain = []
            while cell:
                chain.append(number(cell))
                cell = came[cell]
            return (tuple(reversed(chain)),)
        for step in STEPS:
            if cell + step in PLACES and s.cells[cell + step] & COLOUR == s.won and cell + step not in came:
                came[cell + step] = cell
                begun.append(cell + step)
    return ()


def at_edge(cell: int, colour: int, way: int) -> bool:
    """Return whether a cell is at the first edge of a side (`way` -1), or at the second one (1)."""
    line = cell // WIDE if colour == RED else cell % WIDE
    return line == (1 if way < 0 else SIZE)


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cell; a swap has none."""
    return (number(move),) if move else ()


def board() -> Grid:
    """Return columns from a and rows from 1 at the top."""
    return Grid(
        column_labels=tuple(LETTERS[:SIZE]),
        row_labels=tuple(str(row) for row in range(1, SIZE + 1)),
        symbols={"-": "empty", "R": "red stone", "B": "blue stone"},
        every_empty_cell=True,
        owners={"R": 0, "B": 1},
        ground="hexes",
        edges=(0, 1, 0, 1),
    )


def picture(s: State) -> Picture:
    """Return R, B and empty cells."""
    cells = s.cells
    return Picture(split_rows("".join([SYMBOLS[cells[cell] & COLOUR] for cell in PLACES]), SIZE))


def picture_after(s: State, before: Picture, move: LegalMove) -> Picture:
    """Return the picture after a move, from the one before it."""
    return marked(before, move.path[0], SYMBOLS[2 - s.turn]) if move.path else picture(s)
