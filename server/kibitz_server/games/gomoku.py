"""Gomoku: five in a line on a square board; with `exact`, a line of six or more does not win.

The rules are those of m,n,k. For searches the state also tracks the content of every window of five cells in a line:
a window with stones of one side alone can still become a five. A window's content is coded as the first seat's stones
plus SIX times the second's.
"""

from typing import Annotated, Any

from kibitz_server.games import mnk, mnk_wide
from kibitz_server.games.bits import zobrist
from kibitz_server.games.board import LETTERS, Grid
from kibitz_server.games.game import EVAL_LIMIT, Declaration, Option
from kibitz_server.games.mnk_wide import (
    STEPS,
    complete,
    ending,
    key,
    legal,
    makes_line,
    outcome,
    picture,
    play,
    read_position,
    run,
    setup,
    why_not,
)
from kibitz_server.games.record import I64, Array

BASE = mnk

# Functions reused from wide boards for every size, with the names that they need.
__all__ = [
    "STEPS",
    "complete",
    "ending",
    "key",
    "legal",
    "outcome",
    "picture",
    "play",
    "read_position",
    "run",
    "setup",
    "why_not",
]

GUIDE = """\
Goal: be the first to place five of your stones in a line: across, upright or diagonally.

Moves: the players place one stone in turn on any empty square. Stones never move, and there are no captures.

End: the first line of five or more wins. If the board is full without such a line, the game is a draw.

Notation: a move is the letter of a column and the number of a row, counted from the bottom left. `h8` is the centre
of the usual board.

Options: `size` sets the size of the board. With `exact`, a line of six or more stones does not win.
"""

GAME = Declaration(
    name="gomoku",
    title="Gomoku",
    summary="Place stones in turn on any empty square; five or more in a line win, a full board is a draw.",
    move_help="a move is an empty square, such as h8 for the centre of the usual board",
    options=(
        Option("size", 15, 5, 19, "squares on each side"),
        Option("exact", False, meaning="a line longer than five does not win"),
    ),
    guide=GUIDE,
)


def constants(size: int, exact: bool) -> dict[str, Any]:
    """Return the constants of a board size."""
    found = mnk_wide.sizes(size, size, 5, exact)
    windows = found["LINES"]
    through: list[list[int]] = [[] for _ in range(size * size)]
    for number, window in enumerate(windows):
        for cell in window:
            through[cell].append(number)
    first = [0]
    for numbers in through:
        first.append(first[-1] + len(numbers))
    return found | {
        "REFEREE": mnk.wide_referee(size, size, 5, exact),
        "CENTRE": size // 2 * (size + 1),
        "WINDOWS": len(windows),
        "FIRST": tuple(first),
        "THROUGH": tuple(number for numbers in through for number in numbers),
    }


def by_content(values: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Return a table over window contents: `values` for windows of the first seat alone, `others` for the second's.

    Windows with stones of both sides are worth 0.
    """
    return tuple(
        values[first] if second == 0 else others[second] if first == 0 else 0
        for second in range(SIX)
        for first in range(SIX)
    )


SIX = 6
COLUMNS = ROWS = 15
CONNECT = 5
EXACT = False
CELLS = MAX_MOVES = MAX_PLIES = 225
CENTRE = 112
WINDOWS = 572
FIRST: tuple[int, ...] = ()
THROUGH: tuple[int, ...] = ()
"""The windows through a cell: THROUGH[FIRST[cell]:FIRST[cell + 1]]."""
KEYS = zobrist(2 * CELLS)
SEATS = 2
WIDTH = 12
"""Largest number of moves of a node that a search tries, best first. An exact search tries all.

In a match against a search of all moves, at 50,000 nodes a move, this width scored 29 points of 39.
"""

VALUE = by_content((0, 2, 14, 40, 100, 0), (0, -2, -14, -40, -100, 0))
"""Value of a window for the first seat."""
WINS, SAVES = 1 << 26, 1 << 20
INTEREST = by_content((1, 5, 40, 300, WINS, 0), (1, 4, 30, 210, SAVES, 0)) + by_content(
    (1, 4, 30, 210, SAVES, 0), (1, 5, 40, 300, WINS, 0)
)
"""Urgency for a seat to play in a window: one table for each seat, one after the other."""

FOUR_VALUE = 20_000
OPEN_THREE_VALUE = 300
TEMPO_VALUE = 60


class State(mnk_wide.State):
    """Board as in `mnk_wide`, with counts for the evaluation.

    `windows` is the content of each window. `fours` and `threes` count each seat's windows with so many stones and no
    enemy stone. `near` counts the stones within two cells. `score` is the value of all windows for the first seat.
    """

    score: I64
    fours: Annotated[list[int], Array("i2", "SEATS")]
    threes: Annotated[list[int], Array("i2", "SEATS")]
    near: Annotated[list[int], Array("i1", "CELLS")]
    windows: Annotated[list[int], Array("i1", "WINDOWS")]


def put(s: State, cell: int, seat: int) -> None:
    """Place a seat's stone on an empty cell and update the counts."""
    s.cells[cell] = 1 + seat
    s.hash ^= KEYS[2 * cell + seat]
    s.stones += 1
    for i in range(FIRST[cell], FIRST[cell + 1]):
        window = THROUGH[i]
        before = s.windows[window]
        after = before + (1 if seat == 0 else SIX)
        s.windows[window] = after
        s.score += VALUE[after] - VALUE[before]
        count_forms(s, before, -1)
        count_forms(s, after, 1)
    x, y = cell % COLUMNS, cell // COLUMNS
    for row in range(max(0, y - 2), min(ROWS, y + 3)):
        for column in range(max(0, x - 2), min(COLUMNS, x + 3)):
            s.near[row * COLUMNS + column] += 1


def count_forms(s: State, content: int, change: int) -> None:
    """Add `change` to the count of threes or fours that a window content belongs to, if any."""
    if content == 3:
        s.threes[0] += change
    elif content == 4:
        s.fours[0] += change
    elif content == 3 * SIX:
        s.threes[1] += change
    elif content == 4 * SIX:
        s.fours[1] += change


def evaluate(s: State) -> int:
    """Return the value of all windows, plus bonuses for the threes and fours of the side to move.

    A four of the side to move wins now. An open three lies in two windows or more, and the side to move makes an open
    four of it. Threats of the other side are left to the search, see `unsettled`.
    """
    me, you = s.turn, 1 - s.turn
    value = s.score if me == 0 else -s.score
    if s.fours[me] > 0:
        value += FOUR_VALUE
    elif s.fours[you] == 0 and s.threes[me] > 1:
        value += OPEN_THREE_VALUE
    return max(-EVAL_LIMIT, min(EVAL_LIMIT, value + TEMPO_VALUE))


def unsettled(s: State) -> int:
    """Return 1 while there is a four, because the next move is then forced."""
    return 1 if s.fours[0] > 0 or s.fours[1] > 0 else 0


def completes(s: State, cell: int, seat: int) -> bool:
    """Return whether a seat's stone on an empty cell would win."""
    s.cells[cell] = 1 + seat
    found = makes_line(s, cell)
    s.cells[cell] = 0
    return found


sound = mnk_wide.ordered
"""All legal moves: a solver must not leave any out."""


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the empty cells within two of a stone, scored by the windows they lie in.

    If cells win, only those are written; else, if cells stop a five, only those. On an empty board it is the centre.
    """
    if s.stones == 0:
        moves[k] = CENTRE
        scores[k] = 0
        return k + 1
    end = k
    best = 0
    for cell in range(CELLS):
        if s.cells[cell] == 0 and s.near[cell] > 0:
            score = 0
            for i in range(FIRST[cell], FIRST[cell + 1]):
                score += INTEREST[SIX * SIX * s.turn + s.windows[THROUGH[i]]]
            if EXACT and score >= SAVES:
                # A four in a window may complete a line of six, which does not win with `exact`.
                quiet = score % SAVES
                if score >= WINS and completes(s, cell, s.turn):
                    score = WINS + quiet
                else:
                    score = SAVES + quiet if completes(s, cell, 1 - s.turn) else quiet
            moves[end] = cell
            scores[end] = score
            best = max(best, score)
            end += 1
    if best < SAVES:
        return end
    least = WINS if best >= WINS else SAVES
    kept = k
    for i in range(k, end):
        if scores[i] >= least:
            moves[kept] = moves[i]
            scores[kept] = scores[i]
            kept += 1
    return kept


def star_points(size: int) -> tuple[int, ...]:
    """Return the cells with a dot on a printed board: near the corners, halfway along the sides, and the centre.

    An even number of lines has none in the middle.
    """
    edge = 3 if size > 12 else 2
    middle = [size // 2] if size % 2 else []
    if size < 9:
        return tuple(line * (size + 1) for line in middle)
    places = [edge, *(middle if size > 16 else []), size - 1 - edge]
    found = {row * size + column for row in places for column in places}
    return tuple(sorted(found | {line * (size + 1) for line in middle}))


def board() -> Grid:
    """Return columns from a and rows from 1 at the bottom, with the dots of a printed board."""
    return Grid(
        column_labels=tuple(LETTERS[:COLUMNS]),
        row_labels=tuple(str(row) for row in range(ROWS, 0, -1)),
        symbols={"-": "empty", "X": "X stone", "O": "O stone"},
        every_empty_cell=True,
        stars=star_points(COLUMNS),
    )
