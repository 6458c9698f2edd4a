"""m,n,k: two sides place stones on a board of m columns and n rows; k in a line wins.

Cells are numbered row by row from the top left. A move's code is its tile number minus one, and also its bit in the
sets of stones. `a1` is the bottom left. With `exact` a longer line does not win. A `connect` longer than both sides
makes every game a draw.

Searches use the rules of `windows` on all boards of more than TINY_CELLS squares. Where no line fits, or lines are too
short for windows to matter, boards of more than 64 squares have separate rules in `wide`.
"""

from typing import Any

from kibitz_server.games.bits import lowest, u64
from kibitz_server.games.board import doubling
from kibitz_server.games.game import DRAW, LOSS, ONGOING, PLACED, Declaration, Option, other_names, read_guide
from kibitz_server.games.mnk import wide, windows
from kibitz_server.games.mnk.wide import centrality, lines
from kibitz_server.games.record import I64, U64, Record

GAME = Declaration(
    name="mnk",
    title="m,n,k",
    summary="Place stones in turn on any empty square; `connect` in a line wins, a full board is a draw.",
    move_help="a move is an empty square such as a1; a1 is the bottom left, and tiles are numbered from the top left",
    options=(
        Option("columns", 3, 1, 19, "squares from left to right", title="Columns", german="Spalten"),
        Option("rows", 3, 1, 19, "squares from bottom to top", title="Rows", german="Reihen"),
        Option(
            "connect", 3, 1, 19, "how many in a line win", title="In a row to win", german="In einer Reihe zum Sieg"
        ),
        Option(
            "exact", False, meaning="a longer line does not win", title="Exactly that many", german="Genau so viele"
        ),
    ),
    guide=read_guide(__file__),
    aliases=other_names("mnk game", "k in a row"),
)

MOVES = PLACED
SYMMETRIES = ("columns", "rows", "diagonal")
SYMBOLS = "-XO"
TINY_CELLS = 9
"""Largest board that searches play with sets of stones although lines fit: plain searches are fastest with these."""
ZERO, ONE = u64(0), u64(1)


def starts(columns: int, rows: int, connect: int) -> tuple[u64, ...]:
    """Return the squares where a line of that length can start and still end on the board, for each of STEPS."""
    ways = ((1, 0), (0, 1), (1, 1), (-1, 1))
    return tuple(
        u64(
            sum(
                1 << (y * columns + x)
                for y in range(rows)
                for x in range(columns)
                if 0 <= x + dx * (connect - 1) < columns and y + dy * (connect - 1) < rows
            )
        )
        for dx, dy in ways
    )


def line_sets(columns: int, rows: int, connect: int) -> tuple[u64, ...]:
    """Return every run of `connect` squares in a straight line; one empty set if none fits, as tables need an entry."""
    return tuple(u64(sum(1 << cell for cell in line)) for line in lines(columns, rows, connect)) or (ZERO,)


def constants(columns: int, rows: int, connect: int, exact: bool) -> dict[str, Any]:
    """Return the constants of a board size, or separate rules for all but the smallest boards."""
    cells = columns * rows
    found = sizes(columns, rows, connect, exact)
    if cells > TINY_CELLS and windows.SHORTEST <= connect <= max(columns, rows):
        return found | {"FOR_SEARCH": windows.rules(columns, rows, connect, exact)}
    if cells > 64:
        return found | {"FOR_SEARCH": wide.rules(columns, rows, connect, exact)}
    return found | {"LINES": line_sets(columns, rows, connect), "CENTRALITY": centrality(columns, rows)}


def sizes(columns: int, rows: int, connect: int, exact: bool) -> dict[str, Any]:
    """Return the constants of a board of any size: those of the rules without a search."""
    cells = columns * rows
    return {
        "COLUMNS": columns,
        "ROWS": rows,
        "CONNECT": connect,
        "EXACT": exact,
        **dict.fromkeys(("CELLS", "MAX_MOVES", "MAX_PLIES"), cells),
        "BOARD": u64((1 << cells) - 1),
        "STEPS": (1, columns, columns + 1, columns - 1),
        "STARTS": starts(columns, rows, connect),
        "LONGER": starts(columns, rows, connect + 1),
        "LINE_SHIFTS": line_shifts(columns, rows, connect),
    }


def line_shifts(columns: int, rows: int, connect: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return, for each of STEPS, the squares where a line can start, and the shifts that find one."""
    steps = (1, columns, columns + 1, columns - 1)
    return tuple(
        (start, doubling(step, connect)) for step, start in zip(steps, starts(columns, rows, connect), strict=True)
    )


COLUMNS = ROWS = CONNECT = 3
EXACT = False
CELLS = MAX_MOVES = MAX_PLIES = 9
BOARD = u64(0x1FF)
STEPS = (1, 3, 4, 2)
"""Steps along a row, a column and both diagonals. For each, STARTS has the squares where a line can start, and LONGER
those where a line of one stone more can start."""
STARTS = starts(3, 3, 3)
LONGER = (ZERO,) * 4
LINE_SHIFTS = line_shifts(3, 3, 3)
LINES = line_sets(3, 3, 3)


class State(Record):
    """Stones of the side to move and of the other side."""

    turn: I64
    own: U64
    other: U64


def setup(s: State) -> None:
    """Set up an empty board, X to move."""


def has_line(stones: int) -> bool:
    """Return whether the stones make a winning line."""
    for i in range(4):
        step = STEPS[i]
        line = stones
        for _ in range(CONNECT - 1):
            line = stones & (line >> step)
        if EXACT:
            # A line of CONNECT + 1 stones has two starts, its first stone and the next: remove both.
            longer = stones & (line >> step) & LONGER[i]
            line &= ~(longer | (longer << step))
        if line & STARTS[i]:
            return True
    return False


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every empty cell."""
    left = BOARD & ~(s.own | s.other)
    while left:
        moves[k] = lowest(left)
        left &= left - ONE
        k += 1
    return k


def play(s: State, move: int) -> None:
    """Place a stone."""
    own = s.own | (ONE << move)
    s.own = s.other
    s.other = own
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS once the other side has a line, DRAW on a full board, else ONGOING."""
    if has_line(s.other):
        return LOSS
    return DRAW if s.own | s.other == BOARD else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    return "line" if has_line(s.other) else "full board"


def owner(s: State, cell: int) -> int:
    """Return 0 for an empty square, 1 for X, 2 for O."""
    if s.own >> cell & 1:
        return 1 + s.turn
    return 2 - s.turn if s.other >> cell & 1 else 0
