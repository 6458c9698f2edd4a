"""Moves and positions of dots and boxes as text: a line is named by its two dots."""

import re

from kibitz_server.games.board import LETTERS
from kibitz_server.games.dots.rules import BOXES, COLUMNS, GAME, LINES, OWNED, ROWS, State, play
from kibitz_server.games.dots.view import box_cell, dot_name, line_cell, line_dots


def move_text(_s: State, move: int) -> str:
    """Return the names of both dots."""
    first, second = line_dots(move)
    return dot_name(first) + dot_name(second)


def read_dots(text: str) -> list[str]:
    """Return the dots that a text names, in the order of a move: the left one or the lower one first."""
    dots = re.fullmatch(r"([a-z])0*([0-9]+)-*([a-z])0*([0-9]+)", text)
    if dots is None:
        return []
    pairs = sorted([(dots[1], int(dots[2])), (dots[3], int(dots[4]))])
    return [f"{letter}{number}" for letter, number in pairs]


def alias(_s: State, text: str) -> str:
    """Return the move of two dots in either order, with or without a dash."""
    return "".join(read_dots(text)) or text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for dots that do not exist or are not neighbours, and for a line that is drawn."""
    dots = read_dots(text)
    if not dots:
        return None
    names = [dot_name(dot) for dot in range((COLUMNS + 1) * (ROWS + 1))]
    for dot in dots:
        if dot not in names:
            return f"there is no dot {dot}; dots are a1 to {LETTERS[COLUMNS]}{ROWS + 1}"
    for line in range(LINES):
        if move_text(s, line) == "".join(dots):
            return f"the line {dots[0]}{dots[1]} is drawn already"
    return f"{dots[0]} and {dots[1]} are not neighbours"


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows of the picture with `.` for an open box, and the side to move."""
    return f"{'/'.join(rows).replace(' ', '.')} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    joined, _, side = text.upper().partition(" ")
    rows = joined.split("/")
    width, height = 2 * COLUMNS + 1, 2 * ROWS + 1
    if len(rows) != height or any(len(row) != width for row in rows):
        raise ValueError(f"the board must be {height} rows of {width} symbols joined by '/'")
    flat = "".join(rows)
    for cell, symbol in enumerate(flat):
        row, column = divmod(cell, width)
        allowed = ".AB" if row % 2 and column % 2 else "-|" if (row + column) % 2 else "+"
        if symbol not in allowed:
            raise ValueError(f"{symbol!r} cannot be in row {row + 1}, column {column + 1}; write {allowed[0]!r} there")
    if side not in GAME.seats:
        raise ValueError("the side to move must be A or B, after a blank")
    s.left = LINES
    for line in range(LINES):
        if flat[line_cell(line)] == "|":
            play(s, line)
    s.boxes[0] = s.boxes[1] = s.held = 0
    for box in range(BOXES):
        owner = ".AB".index(flat[box_cell(box)])
        if (s.sides[box] == 4) != (owner > 0):
            raise ValueError("a box must have an owner if its four lines are drawn, and no owner otherwise")
        s.owner[box] = owner
        if owner:
            s.boxes[owner - 1] += 1
            s.held ^= OWNED[2 * box + owner - 1]
    s.turn = GAME.seats.index(side)
    # Each line that closes no box passes the turn. A box or two are closed by one line.
    closed = s.boxes[0] + s.boxes[1]
    if closed < 2 and (LINES - s.left - closed) % 2 != s.turn:
        raise ValueError(f"after {LINES - s.left} lines and {closed} closed boxes it cannot be {side}'s turn")
