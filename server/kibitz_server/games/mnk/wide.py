"""Rules of m,n,k for boards that do not fit a machine word: cells in an array, and walks along the lines.

Searches use these functions in place of those of `rules`. Moves and position texts look the same for all sizes. Gomoku
and wide boards of Connect Four reuse them, too.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import u64, zobrist
from kibitz_server.games.board import Picture, read_rows, read_turn, split_rows, square_name
from kibitz_server.games.game import DRAW, EVAL_LIMIT, LOSS, ONGOING
from kibitz_server.games.record import I64, U64, Array, Record

SYMBOLS = "-XO"
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def rules(columns: int, rows: int, connect: int, exact: bool) -> dict[str, Any]:
    """Return all names of this module, with the constants of a size."""
    found = globals() | sizes(columns, rows, connect, exact)
    # A table needs an entry, or it has no type for the compiler.
    return found if found["LINES"] else found | {"evaluate": nothing}


def lines(columns: int, rows: int, connect: int) -> tuple[tuple[int, ...], ...]:
    """Return every run of `connect` cells in a straight line."""
    return tuple(
        tuple((y + i * dy) * columns + x + i * dx for i in range(connect))
        for y in range(rows)
        for x in range(columns)
        for dx, dy in STEPS
        if 0 <= x + dx * (connect - 1) < columns and 0 <= y + dy * (connect - 1) < rows
    )


def sizes(columns: int, rows: int, connect: int, exact: bool) -> dict[str, Any]:
    """Return the constants of a board size."""
    cells = columns * rows
    return {
        "COLUMNS": columns,
        "ROWS": rows,
        "CONNECT": connect,
        "EXACT": exact,
        "CELLS": cells,
        "MAX_MOVES": cells,
        "MAX_PLIES": cells,
        "LINES": lines(columns, rows, connect),
        "KEYS": zobrist(2 * cells),
        "CENTRALITY": centrality(columns, rows),
    }


def centrality(columns: int, rows: int) -> tuple[int, ...]:
    """Return for each cell minus its distance from the middle of the board; 0 is the middle."""
    return tuple(
        -max(abs(2 * (c % columns) - columns + 1), abs(2 * (c // columns) - rows + 1)) for c in range(columns * rows)
    )


COLUMNS = ROWS = CONNECT = 19
EXACT = False
CELLS = MAX_MOVES = MAX_PLIES = 361
LINES: tuple[tuple[int, ...], ...] = ()
KEYS: tuple[u64, ...] = ()
CENTRALITY: tuple[int, ...] = ()


class State(Record):
    """Board: `cells` holds 0 (empty), 1 (X) or 2 (O), `won` is 1 once a move made a line, `hash` combines the KEYS."""

    turn: I64
    stones: I64
    won: I64
    hash: U64
    cells: Annotated[list[int], Array("i1", "CELLS")]


def setup(s: State) -> None:
    """Set up an empty board, X to move."""


def run(s: State, cell: int, dx: int, dy: int) -> int:
    """Return how many stones of the owner of `cell` follow it without a gap in one direction."""
    x, y = cell % COLUMNS + dx, cell // COLUMNS + dy
    length = 0
    while 0 <= x < COLUMNS and 0 <= y < ROWS and s.cells[y * COLUMNS + x] == s.cells[cell]:
        length += 1
        x += dx
        y += dy
    return length


def makes_line(s: State, cell: int) -> bool:
    """Return whether the stone on `cell` is part of a winning line."""
    for dx, dy in STEPS:
        length = 1 + run(s, cell, dx, dy) + run(s, cell, -dx, -dy)
        if length == CONNECT or (length > CONNECT and not EXACT):
            return True
    return False


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every empty cell."""
    for cell in range(CELLS):
        if s.cells[cell] == 0:
            moves[k] = cell
            k += 1
    return k


def put(s: State, cell: int, seat: int) -> None:
    """Place a seat's stone on an empty cell."""
    s.cells[cell] = 1 + seat
    s.hash ^= KEYS[2 * cell + seat]
    s.stones += 1


def play(s: State, move: int) -> None:
    """Place a stone."""
    put(s, move, s.turn)
    if makes_line(s, move):
        s.won = 1
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS once the other side has a line, DRAW on a full board, else ONGOING."""
    if s.won:
        return LOSS
    return DRAW if s.stones == CELLS else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    return "line" if s.won else "full board"


def evaluate(s: State) -> int:
    """Return the difference in open lines; a line counts the square of the stones that one side alone has in it."""
    score = 0
    for line in LINES:
        mine = theirs = 0
        for cell in line:
            owner = s.cells[cell]
            if owner == 1 + s.turn:
                mine += 1
            elif owner != 0:
                theirs += 1
        if theirs == 0:
            score += mine * mine
        elif mine == 0:
            score -= theirs * theirs
    return max(-EVAL_LIMIT, min(EVAL_LIMIT, score))


def nothing(s: State) -> int:  # noqa: ARG001
    """Return 0: no line fits on the board, so every game is a draw."""
    return 0


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves, the centre first."""
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = CENTRALITY[moves[i]]
    return end


def key(s: State) -> int:
    """Return the hash of the stones, which also determine the turn."""
    return s.hash


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for an occupied square."""
    for cell in range(CELLS):
        if s.cells[cell] and square_name(cell, COLUMNS, ROWS) == text:
            return f"{text} is taken by {SYMBOLS[s.cells[cell]]}"
    return None


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, COLUMNS, ROWS, SYMBOLS)
    s.turn = read_turn(flat, side.upper())
    winners = set()
    for cell, symbol in enumerate(flat):
        if symbol != "-":
            put(s, cell, "XO".index(symbol))
    for cell in range(CELLS):
        if s.cells[cell] and makes_line(s, cell):
            winners.add(s.cells[cell])
    if 1 + s.turn in winners:
        raise ValueError(f"{side.upper()} has a winning line already and could not be to move")
    s.won = int(bool(winners))


def complete(s: State, r: Any) -> None:
    """Fill a state from the two sets of stones of the referee's state."""
    s.turn = r.turn
    for stones, seat in ((r.own, r.turn), (r.other, 1 - r.turn)):
        for cell in range(CELLS):
            if stones >> cell & 1:
                put(s, cell, seat)
    s.won = int(any(s.cells[cell] == 2 - s.turn and makes_line(s, cell) for cell in range(CELLS)))


def picture(s: State) -> Picture:
    """Return X, O and empty cells."""
    return Picture(split_rows("".join(SYMBOLS[owner] for owner in s.cells), COLUMNS))
