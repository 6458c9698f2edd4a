"""Connect Four on bitboards: a disc falls to the lowest empty cell of its column; `connect` in a line win.

Bit `column * HEIGHT + row`, rows from the bottom, is a cell. Each column has one spare bit on top that stays empty, so
that shifts never join two columns. The layout and the arithmetic `mask + bottom` are John Tromp's (Fhourstones, 1990s).
Boards that need more than 64 bits have separate rules in `wide`.
"""

from typing import Any

from kibitz_server.games.bits import ALL, GOLDEN, popcount, u64
from kibitz_server.games.board import Grid, Picture, as_symbols, doubling, marked, read_rows, read_turn, runs
from kibitz_server.games.connect4 import wide
from kibitz_server.games.connect4.claims import cannot_win as cannot_win
from kibitz_server.games.connect4.claims import pairs_hold as pairs_hold
from kibitz_server.games.connect4.openings import catalogued as catalogued
from kibitz_server.games.connect4.openings import mirrored_move as mirrored_move
from kibitz_server.games.connect4.openings import written as written
from kibitz_server.games.connect4.wide import best_result, centre_first
from kibitz_server.games.game import DRAW, LOSS, ONGOING, Declaration, Move, Option
from kibitz_server.games.record import I64, U64, Record

GUIDE = """\
Goal: be the first to connect four of your discs in a line: across, upright or diagonally.

Moves: the players drop one disc in turn. It falls to the lowest empty cell of its column. A full column is closed.

End: the first line of four wins. If the board is full without a line, the game is a draw.

Notation: a move is the number of a column, counted from 1 at the left. `4` drops a disc into the middle column of
the usual board.

Options: the options set the size of the board and the length of a winning line. A longer line wins as well.
"""

GAME = Declaration(
    name="connect4",
    title="Connect Four",
    summary="Drop a disc into any column that is not full; `connect` in a line win, a full board is a draw.",
    move_help="a move is the number of a column that is not full, counted from 1 at the left",
    options=(
        Option("columns", 7, 1, 10, "columns from left to right"),
        Option("rows", 6, 1, 10, "cells in a column"),
        Option("connect", 4, 2, 10, "how many in a line win"),
    ),
    guide=GUIDE,
)

SYMBOLS = "-XO"


def constants(columns: int, rows: int, connect: int) -> dict[str, Any]:
    """Return the constants of a board size, or separate rules where the board does not fit a machine word."""
    height = rows + 1
    if columns * height > 64:
        return {
            **wide.rules(columns, rows, connect),
            **dict.fromkeys(("cannot_win", "catalogued", "mirrored_move")),
            "REFEREE": wide_referee(columns, rows, connect),
        }
    return sizes(columns, rows, connect)


def sizes(columns: int, rows: int, connect: int) -> dict[str, Any]:
    """Return the constants of a board size. Those of large boards have more than 64 bits."""
    height = rows + 1
    bottom = sum(1 << (height * column) for column in range(columns))
    board = bottom * ((1 << rows) - 1)
    odd = sum(1 << row for row in range(0, rows, 2))
    return {
        "COLUMNS": columns,
        "ROWS": rows,
        "CONNECT": connect,
        "HEIGHT": height,
        "CELLS": columns * rows,
        "MAX_MOVES": columns,
        "MAX_PLIES": columns * rows,
        "BOTTOM": u64(bottom),
        "BOARD": u64(board),
        "ODD_ROWS": u64(bottom * odd),
        "DIRECTIONS": (1, height, height - 1, height + 1),
        "COLUMN": tuple(u64(((1 << rows) - 1) << (height * column)) for column in range(columns)),
        "CENTRE_FIRST": centre_first(columns),
        "DROPS": tuple(u64(((1 << rows) - 1) << (height * column)) for column in centre_first(columns)),
        "BEST": best_result(columns * rows),
        "EVEN_HEIGHT": 1 - rows % 2,
        "REFEREE": referee(height, connect),
    }


COLUMNS, ROWS, CONNECT, HEIGHT = 7, 6, 4, 7
CELLS, MAX_MOVES, MAX_PLIES = 42, 7, 42
BOTTOM = u64(0x0000040810204081)
BOARD = u64(BOTTOM * 0x3F)
ODD_ROWS = u64(BOTTOM * 0x15)
DIRECTIONS = (1, 7, 6, 8)
COLUMN = tuple(u64(0x3F << (7 * column)) for column in range(7))
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DROPS = tuple(COLUMN[column] for column in CENTRE_FIRST)
BEST = 22
EVEN_HEIGHT = 1
FAR = 16
ZERO, ONE = u64(0), u64(1)
LINE_SHIFTS: tuple[tuple[int, ...], ...] = ()
"""For each of DIRECTIONS the shifts that find a line."""


class State(Record):
    """Board: `own` has the discs of the side to move, `mask` all discs."""

    turn: I64
    own: U64
    mask: U64


def setup(s: State) -> None:
    """Set up an empty board, X to move."""


def has_line(discs: int) -> bool:
    """Return whether CONNECT discs stand in a line; each shift doubles the length found so far."""
    for step in DIRECTIONS:
        run, length = discs, 1
        while length < CONNECT:
            more = min(length, CONNECT - length)
            run &= run >> (step * more)
            length += more
        if run:
            return True
    return False


def winning_cells(discs: int, mask: int) -> int:
    """Return the empty cells, playable now or later, where one more disc completes a line."""
    found: int = ZERO
    for step in DIRECTIONS:
        # The cell is at index `gap` of its line: `gap` discs lie before it, the others behind.
        before: int = BOARD
        for gap in range(CONNECT):
            # In a column only the top cell of a line can be the missing one.
            if step != 1 or gap == CONNECT - 1:
                behind: int = BOARD
                for i in range(1, CONNECT - gap):
                    behind &= discs >> (step * i)
                found |= before & behind
            before &= discs << (step * (gap + 1))
    return found & ~mask


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every column that is not full, centre first."""
    free = (s.mask + BOTTOM) & BOARD
    for column in CENTRE_FIRST:
        if free & COLUMN[column]:
            moves[k] = column
            k += 1
    return k


def keys(s: State) -> list[int]:
    """Return the cell where each legal disc comes to rest."""
    free = (s.mask + BOTTOM) & BOARD
    return [cell for column in DROPS if (cell := free & column)]


def play(s: State, move: int) -> None:
    """Drop a disc."""
    s.own ^= s.mask
    s.mask |= (s.mask + BOTTOM) & (COLUMN[0] << (HEIGHT * move))
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS once the other side has a line, DRAW on a full board, else ONGOING."""
    if has_line(s.own ^ s.mask):
        return LOSS
    return DRAW if s.mask == BOARD else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    return "line" if has_line(s.own ^ s.mask) else "full board"


def winning_lines(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line that wins."""
    return runs(picture(s).rows, CONNECT)


def evaluate(s: State) -> int:
    """Return the difference in winning cells; those on the rows that zugzwang gives their owner count twice.

    With an even number of cells the first side profits from odd rows and the second from even ones (Allis, 1988).
    """
    mine = winning_cells(s.own, s.mask)
    theirs = winning_cells(s.own ^ s.mask, s.mask)
    first, second = (mine, theirs) if s.turn == 0 else (theirs, mine)
    value = popcount(first) + popcount(first & ODD_ROWS) - popcount(second) - popcount(second & ~ODD_ROWS)
    return 10 * (value if s.turn == 0 else -value)


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves, scored by the winning cells that they make; ties go to the centre."""
    end = legal(s, moves, k)
    free = (s.mask + BOTTOM) & BOARD
    for i in range(k, end):
        disc = free & COLUMN[moves[i]]
        scores[i] = popcount(winning_cells(s.own | disc, s.mask | disc))
    return end


def key(s: State) -> int:
    """Return each column's discs under the bit above them, scrambled: different for every position (Tromp)."""
    return ((s.own + s.mask + BOTTOM) * GOLDEN) & ALL


def result(s: State) -> int:
    """Return the result of a finished game for the side to move: BEST minus the winner's discs, or 0."""
    return (popcount(s.mask) + 1) // 2 - BEST if has_line(s.own ^ s.mask) else 0


def at_once(s: State) -> int:
    """Return the result of a disc that wins immediately; 0 when there is none."""
    if winning_cells(s.own, s.mask) & (s.mask + BOTTOM) & BOARD:
        return BEST - 1 - popcount(s.mask) // 2
    return 0


def safe(s: State) -> int:
    """Return the cells where a disc leaves the other side no win on its next move, if the side to move has none now."""
    free = (s.mask + BOTTOM) & BOARD
    theirs = winning_cells(s.own ^ s.mask, s.mask)
    forced = free & theirs
    if forced:
        free = forced if forced & (forced - ONE) == ZERO else ZERO
    return free & ~(theirs >> 1)


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible, if the side to move cannot win immediately (Pons, 2015)."""
    discs = popcount(s.mask)
    if safe(s) == ZERO:
        value = 1 + (discs + 1) // 2 - BEST
        return value, value
    if discs >= CELLS - 2:
        return 0, 0
    return 2 + (discs + 1) // 2 - BEST, BEST - 2 - discs // 2


def sound(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the safe moves only, scored by the winning cells that they make."""
    free = safe(s)
    for column in CENTRE_FIRST:
        disc = free & COLUMN[column]
        if disc:
            moves[k] = column
            scores[k] = popcount(winning_cells(s.own | disc, s.mask))
            k += 1
    return k


def move_text(_s: State, move: int) -> str:
    """Return the number of the column."""
    return str(move + 1)


def move_path(s: State, move: int) -> tuple[int, ...]:
    """Return the cell where the disc comes to rest."""
    height = popcount(s.mask & COLUMN[move])
    return ((ROWS - 1 - height) * COLUMNS + move,)


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a column that is full or does not exist."""
    if not text.isdecimal():
        return None
    column = int(text) - 1
    if not 0 <= column < COLUMNS:
        return f"there is no column {text}; columns are 1 to {COLUMNS}"
    return f"column {text} is full" if not (s.mask + BOTTOM) & BOARD & COLUMN[column] else None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows from the top joined by '/', a blank, and the side to move."""
    return f"{'/'.join(rows)} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text has a wrong shape, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, COLUMNS, ROWS, SYMBOLS)
    s.turn = read_turn(flat, side.upper())
    crosses = 0
    for cell, symbol in enumerate(flat):
        row, column = ROWS - 1 - cell // COLUMNS, cell % COLUMNS
        disc = 1 << (column * HEIGHT + row)
        if symbol != "-":
            if row and flat[cell + COLUMNS] == "-":
                raise ValueError(f"a disc floats in column {column + 1}")
            s.mask |= disc
            crosses |= disc if symbol == "X" else 0
    s.own = crosses if s.turn == 0 else crosses ^ s.mask
    if has_line(s.own):
        raise ValueError(f"{side.upper()} has a line already and could not be to move")


def board() -> Grid:
    """Return columns numbered from 1 at the left; rows have no labels, because no move names one."""
    return Grid(
        column_labels=tuple(str(column + 1) for column in range(COLUMNS)),
        row_labels=("",) * ROWS,
        symbols={"-": "empty", "X": "X disc", "O": "O disc"},
        owners={"X": 0, "O": 1},
    )


def picture(s: State) -> Picture:
    """Return X, O and empty cells."""
    crosses = s.own if s.turn == 0 else s.own ^ s.mask
    cells = as_symbols(crosses, s.mask ^ crosses, COLUMNS * HEIGHT)
    return Picture(tuple([cells[row::HEIGHT] for row in range(ROWS - 1, -1, -1)]))


def picture_after(s: State, before: Picture, move: Move) -> Picture:
    """Return the picture after a move, from the one before it."""
    return marked(before, move.path[0], SYMBOLS[2 - s.turn])


def has_line_at_once(discs: int) -> bool:
    """Return the same as `has_line`."""
    for shifts in LINE_SHIFTS:
        run = discs
        for shift in shifts:
            run &= run >> shift
        if run:
            return True
    return False


def referee(height: int, connect: int) -> dict[str, Any]:
    """Return what replaces the rules above where no search runs."""
    return {
        "has_line": has_line_at_once,
        "picture_after": picture_after,
        "LINE_SHIFTS": tuple(doubling(step, connect) for step in (1, height, height - 1, height + 1)),
    }


def wide_referee(columns: int, rows: int, connect: int) -> dict[str, Any]:
    """Return the rules of this module for a board that does not fit a machine word: Python's integers have no end."""
    names = (
        "State setup legal keys play outcome ending winning_lines move_path why_not position_text read_position picture"
    )
    return {
        **{name: globals()[name] for name in names.split()},
        **sizes(columns, rows, connect),
        **referee(rows + 1, connect),
    }
