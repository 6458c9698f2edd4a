"""Dots and boxes: draw lines between neighbouring dots; a line that closes a box gives the box and another move.

The game is by Lucas (1889). Lines are numbered as the board is read: the lines along the top row of dots, the lines
down from it, and so on. The shapes that decide a game are in `chains`.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import zobrist
from kibitz_server.games.dots import chains
from kibitz_server.games.game import DRAW, LOSS, ONGOING, PLACED, WIN, Declaration, Option, other_names, read_guide
from kibitz_server.games.record import I64, U64, Array, Record

COMPANIONS = (chains,)

GAME = Declaration(
    name="dots",
    title="Dots and boxes",
    summary="Draw a line between two dots; a line that closes a box moves again, and more boxes win.",
    move_help="a move names two neighbouring dots, such as a1b1 or a1a2; a1 is the bottom left",
    seats=("A", "B"),
    options=(
        Option("columns", 3, 1, 9, "boxes in a row", title="Columns", german="Spalten"),
        Option("rows", 3, 1, 9, "boxes in a column", title="Rows", german="Reihen"),
    ),
    guide=read_guide(__file__),
    aliases=other_names("boxes", "dots & squares", "paddocks", "pigs in a pen", "pipopipette", "käsekästchen"),
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
SYMMETRIES = ("columns", "rows", "diagonal")
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


def can_win(s: State, seat: int) -> int:
    """Return whether a seat can still get more boxes than the other."""
    return int(BOXES - s.boxes[1 - seat] > s.boxes[1 - seat])


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "all boxes closed"


def points(s: State) -> tuple[int, ...]:
    """Return the boxes of each seat."""
    return tuple(s.boxes)
