"""Rules of Connect Four for boards that do not fit a machine word: those of m,n,k with falling discs.

`connect4` uses these functions in place of its own. Moves and position texts look the same for all sizes.
"""

from typing import Annotated, Any

from kibitz_server.games.board import read_rows, read_turn, split_rows
from kibitz_server.games.game import EVAL_LIMIT, ONGOING
from kibitz_server.games.mnk import wide as mnk_wide
from kibitz_server.games.mnk.wide import STEPS, ending, evaluate, key, makes_line, outcome, picture, put, run
from kibitz_server.games.record import Array

# Functions reused from m,n,k, with the names that they need.
__all__ = ["EVAL_LIMIT", "STEPS", "ending", "evaluate", "key", "outcome", "picture", "run", "split_rows"]


def centre_first(columns: int) -> tuple[int, ...]:
    """Return the columns from the middle outwards."""
    return tuple(sorted(range(columns), key=lambda c: (abs(2 * c - columns + 1), c)))


def best_result(cells: int) -> int:
    """Return the value of a win before any disc is played; each disc of the winner reduces it by 1."""
    return (cells + 1) // 2 + 1


def rules(columns: int, rows: int, connect: int) -> dict[str, Any]:
    """Return all names of this module, with the constants of a size."""
    return (
        globals()
        | mnk_wide.sizes(columns, rows, connect, False)
        | {
            "MAX_MOVES": columns,
            "CENTRE_FIRST": centre_first(columns),
            "BEST": best_result(columns * rows),
        }
    )


COLUMNS, ROWS, CELLS = 10, 10, 100
CENTRE_FIRST = centre_first(10)
BEST = best_result(100)


class State(mnk_wide.State):
    """Board as in `mnk_wide`; `heights` counts the discs in each column."""

    heights: Annotated[list[int], Array("i1", "COLUMNS")]


def setup(s: State) -> None:
    """Set up an empty board, X to move."""


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every column that is not full, centre first."""
    for column in CENTRE_FIRST:
        if s.heights[column] < ROWS:
            moves[k] = column
            k += 1
    return k


def keys(s: State) -> list[int]:
    """Return the cell where each legal disc comes to rest, as the bit that it has in `connect4`."""
    heights = s.heights
    return [1 << column * (ROWS + 1) + heights[column] for column in CENTRE_FIRST if heights[column] < ROWS]


def play(s: State, move: int) -> None:
    """Drop a disc."""
    cell = (ROWS - 1 - s.heights[move]) * COLUMNS + move
    put(s, cell, s.turn)
    s.heights[move] += 1
    if makes_line(s, cell):
        s.won = 1
    s.turn = 1 - s.turn


def complete(s: State, r: Any) -> None:
    """Fill a state from the sets of discs of the referee's state, where each column has ROWS + 1 bits."""
    s.turn = r.turn
    for column in range(COLUMNS):
        bit = column * (ROWS + 1)
        while r.mask >> bit & 1:
            cell = (ROWS - 1 - s.heights[column]) * COLUMNS + column
            put(s, cell, r.turn if r.own >> bit & 1 else 1 - r.turn)
            s.heights[column] += 1
            bit += 1
    s.won = int(any(s.cells[cell] == 2 - s.turn and makes_line(s, cell) for cell in range(CELLS)))


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves, the centre before the edge."""
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = k - i
    return end


sound = ordered


def result(s: State) -> int:
    """Return the result of a finished game for the side to move: BEST minus the winner's discs, or 0."""
    return (s.stones + 1) // 2 - BEST if s.won else 0


def at_once(s: State) -> int:
    """Return the result of a disc that wins immediately; 0 when there is none."""
    value = 0
    for column in range(COLUMNS):
        if s.heights[column] < ROWS:
            cell = (ROWS - 1 - s.heights[column]) * COLUMNS + column
            s.cells[cell] = 1 + s.turn
            if makes_line(s, cell):
                value = BEST - 1 - s.stones // 2
            s.cells[cell] = 0
    return value


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible."""
    if outcome(s) != ONGOING:
        return result(s), result(s)
    value = at_once(s)
    if value > 0:
        return value, value
    return min(0, 1 + (s.stones + 1) // 2 - BEST), max(0, BEST - 2 - s.stones // 2)


def move_path(s: State, move: int) -> tuple[int, ...]:
    """Return the cell where the disc comes to rest."""
    return ((ROWS - 1 - s.heights[move]) * COLUMNS + move,)


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a column that is full or does not exist."""
    if not text.isdecimal():
        return None
    if not 1 <= int(text) <= COLUMNS:
        return f"there is no column {text}; columns are 1 to {COLUMNS}"
    return f"column {text} is full" if s.heights[int(text) - 1] == ROWS else None


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text has a wrong shape, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, COLUMNS, ROWS, "-XO")
    s.turn = read_turn(flat, side.upper())
    for cell in range(CELLS - COLUMNS):
        if flat[cell] != "-" and flat[cell + COLUMNS] == "-":
            raise ValueError(f"a disc floats in column {cell % COLUMNS + 1}")
    for cell in range(CELLS - 1, -1, -1):
        if flat[cell] != "-":
            column = cell % COLUMNS
            put(s, cell, "XO".index(flat[cell]))
            s.heights[column] += 1
    winners = {s.cells[cell] for cell in range(CELLS) if s.cells[cell] and makes_line(s, cell)}
    if 1 + s.turn in winners:
        raise ValueError(f"{side.upper()} has a line already and could not be to move")
    s.won = int(bool(winners))
