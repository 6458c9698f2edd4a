"""Boards on other grounds than cells: hexes, dots, crossings of lines, and squares with pieces that have glyphs."""

from kibitz_protocol.values.boards import Grid

HEX = Grid(
    column_labels=["a", "b", "c"],
    row_labels=["1", "2", "3"],
    symbols={"-": "empty", "R": "red stone", "B": "blue stone"},
    cell_labels=[],
    block=0,
    every_empty_cell=True,
    owners={"R": 0, "B": 1},
    ground="hexes",
    edges=[0, 1, 0, 1],
)
DOTS = Grid(
    column_labels=["a", "", "b", "", "c"],
    row_labels=["2", "", "1"],
    symbols={"+": "dot", "-": "empty", "|": "line", " ": "open box", "A": "box of A", "B": "box of B"},
    cell_labels=["a2", "a2b2", "b2", "b2c2", "c2", "a1a2", "", "b1b2", "", "c1c2", "a1", "a1b1", "b1", "b1c1", "c1"],
    block=0,
    every_empty_cell=True,
    owners={"A": 0, "B": 1},
    ground="dots",
)
CROSSINGS = Grid(
    column_labels=["a", "b", "c"],
    row_labels=["3", "2", "1"],
    symbols={"-": "empty", "X": "X stone", "O": "O stone"},
    cell_labels=[],
    block=0,
    every_empty_cell=True,
    stars=[4],
    owners={"X": 0, "O": 1},
    ground="lines",
)
CHESS = Grid(
    column_labels=["a", "b"],
    row_labels=["2", "1"],
    symbols={"-": "empty", "K": "white king", "k": "black king"},
    cell_labels=[],
    block=0,
    top=1,
    owners={"K": 0, "k": 1},
    glyphs={"K": "♔\ufe0e", "k": "♚\ufe0e"},
    ground="checkered",
)
