"""Board of dots and boxes: dots, the lines between them, and the owners of boxes."""

from kibitz_server.games.board import LETTERS, Grid, Picture, split_rows
from kibitz_server.games.dots.rules import BOXES, COLUMNS, GAME, LINES, ROWS, State


def dot_name(dot: int) -> str:
    """Return the name of a dot; dots are numbered row by row from the top left."""
    return f"{LETTERS[dot % (COLUMNS + 1)]}{ROWS + 1 - dot // (COLUMNS + 1)}"


def line_dots(line: int) -> tuple[int, int]:
    """Return the dots at the ends of a line: the left one first, or the lower one."""
    row, place = divmod(line, 2 * COLUMNS + 1)
    if place < COLUMNS:
        dot = row * (COLUMNS + 1) + place
        return dot, dot + 1
    dot = row * (COLUMNS + 1) + place - COLUMNS
    return dot + COLUMNS + 1, dot


def line_cell(line: int) -> int:
    """Return the cell of the grid on which a line is drawn."""
    row, place = divmod(line, 2 * COLUMNS + 1)
    across = place < COLUMNS
    column = 2 * place + 1 if across else 2 * (place - COLUMNS)
    return (2 * row + (0 if across else 1)) * (2 * COLUMNS + 1) + column


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cell of the line."""
    return (line_cell(move),)


def box_cell(box: int) -> int:
    """Return the cell of the grid inside a box."""
    row, column = divmod(box, COLUMNS)
    return (2 * row + 1) * (2 * COLUMNS + 1) + 2 * column + 1


def board() -> Grid:
    """Return a grid whose even rows and columns are thin: they hold the dots and the lines."""
    width, height = 2 * COLUMNS + 1, 2 * ROWS + 1
    labels = [""] * (width * height)
    for dot in range((COLUMNS + 1) * (ROWS + 1)):
        labels[dot // (COLUMNS + 1) * 2 * width + dot % (COLUMNS + 1) * 2] = dot_name(dot)
    for line in range(LINES):
        first, second = line_dots(line)
        labels[line_cell(line)] = dot_name(first) + dot_name(second)
    return Grid(
        tuple("" if column % 2 else LETTERS[column // 2] for column in range(width)),
        tuple("" if row % 2 else str(ROWS + 1 - row // 2) for row in range(height)),
        {"+": "dot", "-": "empty", "|": "line", " ": "open box", "A": "box of A", "B": "box of B"},
        tuple(labels),
        every_empty_cell=True,
        owners={"A": 0, "B": 1},
        ground="dots",
    )


def picture(s: State) -> Picture:
    """Return the dots, the lines that are drawn, and the owners of the closed boxes."""
    cells = ["+"] * ((2 * COLUMNS + 1) * (2 * ROWS + 1))
    for line in range(LINES):
        cells[line_cell(line)] = "|" if s.lines[line] else "-"
    for box in range(BOXES):
        cells[box_cell(box)] = " AB"[s.owner[box]]
    return Picture(split_rows("".join(cells), 2 * COLUMNS + 1), tuple(zip(GAME.seats, s.boxes, strict=True)))
