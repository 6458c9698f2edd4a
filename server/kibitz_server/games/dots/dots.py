"""Dots and boxes: draw lines between neighbouring dots; a line that closes a box gives the box and another move.

The game is by Lucas (1889). Lines are numbered as the board is read: the lines along the top row of dots, the lines
down from it, and so on. The shapes that decide a game are in `chains`.
"""

import re
from typing import Annotated, Any

from kibitz_server.games.bits import mix, u64, zobrist
from kibitz_server.games.board import LETTERS, Grid, Picture, split_rows
from kibitz_server.games.dots import chains
from kibitz_server.games.dots.chains import captures, future, openings
from kibitz_server.games.game import DRAW, LOSS, ONGOING, PLACED, WIN, Declaration, Option
from kibitz_server.games.record import I64, U64, Array, Record

COMPANIONS = (chains,)

GUIDE = """\
Goal: close more boxes than your opponent.

Moves: draw a line between two dots that are next to each other, across or upright. A player who draws the fourth side
of a box owns it and has to move again, also with a line that closes two boxes. You need not close a box when you could.

End: the game ends when every line is drawn. The player with more boxes wins. Equal numbers are a draw.

Notation: a move names two dots. A dot is the letter of its column and the number of its row, counted from the bottom
left: `a1b1` is the line from the dot in the corner to the one on its right. `b1a1`, `a1 b1` and `a1-b1` are the same
line.

Advice: once every box has none or two of its sides open, a move gives the opponent a whole chain of boxes. A player who
closes all boxes of a chain but two, and draws the line behind these (double-dealing), gives two boxes away, and the
opponent has to open the next chain.

Options: `columns` and `rows` are the numbers of boxes.
"""

GAME = Declaration(
    name="dots",
    title="Dots and boxes",
    summary="Draw a line between two dots; a line that closes a box moves again, and more boxes win.",
    move_help="a move names two neighbouring dots, such as a1b1 or a1a2, a1 being the bottom left",
    seats=("A", "B"),
    options=(
        Option("columns", 3, 1, 9, "boxes in a row"),
        Option("rows", 3, 1, 9, "boxes in a column"),
    ),
    guide=GUIDE,
)


def box_sides(columns: int, rows: int) -> tuple[int, ...]:
    """Return the lines above, to the right, below and to the left of each box."""
    group = 2 * columns + 1
    found: list[int] = []
    for row in range(rows):
        for column in range(columns):
            top = row * group + column
            found += (top, top + columns + 1, top + group, top + columns)
    return tuple(found)


def line_boxes(columns: int, rows: int) -> tuple[int, ...]:
    """Return the two boxes that each line is a side of, with -1 for none."""
    found: list[list[int]] = [[] for _ in range(line_count(columns, rows))]
    for place, line in enumerate(box_sides(columns, rows)):
        found[line].append(place // 4)
    return tuple(box for boxes in found for box in [*boxes, -1][:2])


def line_count(columns: int, rows: int) -> int:
    """Return the number of lines of a board."""
    return columns * (rows + 1) + (columns + 1) * rows


def constants(columns: int, rows: int) -> dict[str, Any]:
    """Return the constants of a board size."""
    lines = line_count(columns, rows)
    return {
        "COLUMNS": columns,
        "ROWS": rows,
        "LINES": lines,
        "BOXES": columns * rows,
        "TALLIES": columns * rows + 1,
        "MAX_MOVES": lines,
        "MAX_PLIES": lines,
        "SIDES": box_sides(columns, rows),
        "BESIDE": line_boxes(columns, rows),
    }


MOVES = PLACED
SEATS = 2
COLUMNS = ROWS = 3
LINES = MAX_MOVES = MAX_PLIES = 24
BOXES, TALLIES = 9, 10
SIDES = box_sides(3, 3)
BESIDE = line_boxes(3, 3)
LARGEST = 180
"""Lines of the largest board."""
DRAWN, OWNED = zobrist(LARGEST), zobrist(LARGEST + 2 * 81)[LARGEST:]
"""A random word for each line of the largest board, and for each box with each owner."""

WON_VALUE = 1500
"""Hundredths of a box for more than half of all boxes."""


class State(Record):
    """Lines that are drawn, and for each box its sides that are drawn and its owner, from 1; 0 for an open box.

    `left` are the lines that are not drawn, `ripe` the boxes with three sides. `hash` and `held` are hashes of the
    lines and of the owners. `tally` is scratch memory, all zeros.
    """

    turn: I64
    left: I64
    ripe: I64
    hash: U64
    held: U64
    boxes: Annotated[list[int], Array("i2", "SEATS")]
    lines: Annotated[list[int], Array("i1", "LINES")]
    sides: Annotated[list[int], Array("i1", "BOXES")]
    owner: Annotated[list[int], Array("i1", "BOXES")]
    tally: Annotated[list[int], Array("i2", "TALLIES")]


def setup(s: State) -> None:
    """Begin without a line."""
    s.left = LINES


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every line that is not drawn."""
    for line in range(LINES):
        if s.lines[line] == 0:
            moves[k] = line
            k += 1
    return k


def play(s: State, move: int) -> None:
    """Draw a line. A player who closes a box has the next move too."""
    s.lines[move] = 1
    s.left -= 1
    s.hash ^= DRAWN[move]
    closed = 0
    for i in range(2):
        box = BESIDE[2 * move + i]
        if box >= 0:
            s.sides[box] += 1
            if s.sides[box] == 3:
                s.ripe += 1
            elif s.sides[box] == 4:
                s.ripe -= 1
                s.owner[box] = s.turn + 1
                s.held ^= OWNED[2 * box + s.turn]
                closed += 1
    s.boxes[s.turn] += closed
    if closed == 0:
        s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return ONGOING until all lines are drawn, then the result: more boxes win."""
    if s.left > 0:
        return ONGOING
    lead = result(s)
    return DRAW if lead == 0 else WIN if lead > 0 else LOSS


def result(s: State) -> int:
    """Return by how many boxes the side to move leads."""
    return s.boxes[s.turn] - s.boxes[1 - s.turn]


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible: one side gets all open boxes."""
    lead = s.boxes[s.turn] - s.boxes[1 - s.turn]
    open_boxes = BOXES - s.boxes[0] - s.boxes[1]
    return lead - open_boxes, lead + open_boxes


def secured(s: State) -> int:
    """Return by how many boxes the side to move leads."""
    return s.boxes[s.turn] - s.boxes[1 - s.turn]


def key_of_rest(s: State) -> int:
    """Return a hash of the lines: what is left to win depends on nothing else."""
    return mix(s.hash)


def effort(s: State) -> int:
    """Return about how many nodes it takes to solve a position: 1.5 times as many with each line."""
    return 16 << min(40, 3 * s.left // 5)


def can_win(s: State, seat: int) -> int:
    """Return whether a seat can still get more boxes than the other."""
    return int(BOXES - s.boxes[1 - seat] > s.boxes[1 - seat])


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "all boxes closed"


def points(s: State) -> tuple[int, ...]:
    """Return the boxes of each seat."""
    return tuple(s.boxes)


def evaluate(s: State) -> int:
    """Return the lead and the boxes that the rest of the game promises; more than half of all boxes have won."""
    own, other = s.boxes[s.turn], s.boxes[1 - s.turn]
    value = 100 * (own - other) + future(s)
    if 2 * own > BOXES:
        value += WON_VALUE
    elif 2 * other > BOXES:
        value -= WON_VALUE
    return value


def unsettled(s: State) -> int:
    """Return whether a box can be closed."""
    return int(s.ripe > 0)


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves of which one is surely best: see `captures` and `openings`."""
    return captures(s, moves, scores, k) if s.ripe > 0 else openings(s, moves, scores, k)


def key(s: State) -> int:
    """Return a hash of the turn, the lines and the owners of the boxes."""
    return mix(s.hash ^ s.held ^ u64(s.turn))


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


def move_text(_s: State, move: int) -> str:
    """Return the names of both dots."""
    first, second = line_dots(move)
    return dot_name(first) + dot_name(second)


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cell of the line."""
    return (line_cell(move),)


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
            raise ValueError(
                f"{symbol!r} cannot stand in row {row + 1}, column {column + 1}; write {allowed[0]!r} there"
            )
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
