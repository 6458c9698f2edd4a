"""m,n,k: two sides place stones on a board of m columns and n rows; k in a line wins.

Cells are numbered row by row from the top left. A move's code is its tile number minus one, and also its bit in the
sets of stones. `a1` is the bottom left. With `exact` a longer line does not win. A `connect` longer than both sides
makes every game a draw.

Searches use the rules of `windows` on all boards of more than TINY_CELLS squares. Where no line fits, or lines are too
short for windows to matter, boards of more than 64 squares have separate rules in `wide`.
"""

from typing import Any

from kibitz_server.games.bits import ALL, GOLDEN, lowest, mix, popcount, u64
from kibitz_server.games.board import (
    LETTERS,
    Grid,
    Picture,
    as_symbols,
    doubling,
    marked,
    read_rows,
    read_turn,
    runs,
    split_rows,
    square_name,
)
from kibitz_server.games.game import DRAW, LOSS, ONGOING, PLACED, Declaration, Move, Option
from kibitz_server.games.mnk import wide, windows
from kibitz_server.games.mnk.wide import centrality, lines
from kibitz_server.games.record import I64, U64, Record

GUIDE = """\
Goal: be the first to place enough of your stones in a line: across, upright or diagonally. The option `connect`
says how many; the default is three.

Moves: the players place one stone in turn on any empty square. Stones never move, and there are no captures.

End: the first line of that length wins. If the board is full without such a line, the game is a draw.

Notation: a move is the letter of a column and the number of a row, counted from the bottom left. `a1` is the bottom
left square. On boards of up to 99 squares, the tile number works as well. Tiles are numbered from 1 at the top
left.

Options: a line that is longer than `connect` wins as well, except with `exact`. If `connect` is larger than both
sides of the board, neither player can win.
"""

GAME = Declaration(
    name="mnk",
    title="m,n,k",
    summary="Place stones in turn on any empty square; `connect` in a line wins, a full board is a draw.",
    move_help="a move is an empty square, such as a1 for the bottom left, or its tile number from the top left",
    options=(
        Option("columns", 3, 1, 19, "squares from left to right"),
        Option("rows", 3, 1, 19, "squares from bottom to top"),
        Option("connect", 3, 1, 19, "how many in a line win"),
        Option("exact", False, meaning="a longer line does not win"),
    ),
    guide=GUIDE,
)

MOVES = PLACED
SYMBOLS = "-XO"
TINY_CELLS = 9
"""Largest board that searches play with sets of stones although lines fit: plain searches are fastest with these."""
MAX_TILES = 99
"""Largest number of squares for which tile numbers are accepted as an alias."""
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
    if cells > TINY_CELLS and windows.SHORTEST <= connect <= max(columns, rows):
        return windows.rules(columns, rows, connect, exact) | {"REFEREE": wide_referee(columns, rows, connect, exact)}
    if cells > 64:
        return wide.rules(columns, rows, connect, exact) | {"REFEREE": wide_referee(columns, rows, connect, exact)}
    return {
        **sizes(columns, rows, connect, exact),
        "MAX_MOVES": cells,
        "MAX_PLIES": cells,
        "BOARD": u64((1 << cells) - 1),
        "LINES": line_sets(columns, rows, connect),
        "CENTRALITY": centrality(columns, rows),
        "REFEREE": referee(columns, rows, connect),
    }


def sizes(columns: int, rows: int, connect: int, exact: bool) -> dict[str, Any]:
    """Return the constants of a board of any size: those of the rules without a search."""
    return {
        "COLUMNS": columns,
        "ROWS": rows,
        "CONNECT": connect,
        "EXACT": exact,
        "CELLS": columns * rows,
        "STEPS": (1, columns, columns + 1, columns - 1),
        "STARTS": starts(columns, rows, connect),
        "LONGER": starts(columns, rows, connect + 1),
    }


COLUMNS = ROWS = CONNECT = 3
EXACT = False
CELLS = MAX_MOVES = MAX_PLIES = 9
BOARD = u64(0x1FF)
STEPS = (1, 3, 4, 2)
"""Steps along a row, a column and both diagonals. For each, STARTS has the squares where a line can start, and LONGER
those where a line of one stone more can start."""
STARTS = starts(3, 3, 3)
LONGER = (ZERO,) * 4
LINES = line_sets(3, 3, 3)
CENTRALITY = centrality(3, 3)


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


def winning_lines(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line that wins."""
    return runs(picture(s).rows, CONNECT, exact=EXACT)


def evaluate(s: State) -> int:
    """Return the difference in open lines; a line counts the square of the stones that one side alone has in it."""
    score = 0
    for line in LINES:
        mine, theirs = popcount(s.own & line), popcount(s.other & line)
        if theirs == 0:
            score += mine * mine
        elif mine == 0:
            score -= theirs * theirs
    return score


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves, the centre first."""
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = CENTRALITY[moves[i]]
    return end


def key(s: State) -> int:
    """Return a hash of the stones, which also determine the turn."""
    return mix(((s.own * GOLDEN) & ALL) ^ mix(s.other))


def owner(s: State, cell: int) -> int:
    """Return 0 for an empty square, 1 for X, 2 for O."""
    if s.own >> cell & 1:
        return 1 + s.turn
    return 2 - s.turn if s.other >> cell & 1 else 0


def move_text(_s: State, move: int) -> str:
    """Return the name of the square."""
    return square_name(move, COLUMNS, ROWS)


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the square itself."""
    return (move,)


def alias(_s: State, text: str) -> str:
    """Accept a tile number, counted from 1 at the top left."""
    if CELLS <= MAX_TILES and text.isascii() and text.isdecimal() and 1 <= int(text) <= CELLS:
        return square_name(int(text) - 1, COLUMNS, ROWS)
    return text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for an occupied square."""
    for cell in range(CELLS):
        if owner(s, cell) and square_name(cell, COLUMNS, ROWS) == text:
            return f"{text} is taken by {SYMBOLS[owner(s, cell)]}"
    return None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows from the top joined by '/', a blank, and the side to move."""
    return f"{'/'.join(rows)} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, COLUMNS, ROWS, SYMBOLS)
    s.turn = read_turn(flat, side.upper())
    stones = [sum(1 << cell for cell, symbol in enumerate(flat) if symbol == stone) for stone in "XO"]
    s.own, s.other = stones[s.turn], stones[1 - s.turn]
    if has_line(s.own):
        raise ValueError(f"{side.upper()} has a winning line already and could not be to move")


def board() -> Grid:
    """Return columns from a and rows from 1 at the bottom."""
    return Grid(
        column_labels=tuple(LETTERS[:COLUMNS]),
        row_labels=tuple(str(row) for row in range(ROWS, 0, -1)),
        symbols={"-": "empty", "X": "cross", "O": "nought"},
        owners={"X": 0, "O": 1},
        every_empty_cell=True,
    )


def picture(s: State) -> Picture:
    """Return X, O and empty cells."""
    first, second = (s.own, s.other) if s.turn == 0 else (s.other, s.own)
    return Picture(split_rows(as_symbols(first, second, CELLS), COLUMNS))


def picture_after(s: State, before: Picture, move: Move) -> Picture:
    """Return the picture after a move, from the one before it."""
    return marked(before, move.code, SYMBOLS[2 - s.turn])


def has_line_at_once(stones: int) -> bool:
    """Return the same as `has_line`. Each shift doubles the length found so far."""
    for start, shifts in LINE_SHIFTS:
        line = stones
        for shift in shifts:
            line &= line >> shift
        if line & start:
            return not EXACT or has_line_by_steps(stones)
    return False


LINE_SHIFTS: tuple[tuple[int, tuple[int, ...]], ...] = ()
"""For each of STEPS the squares where a line can start, and the shifts that find one."""
has_line_by_steps = has_line


def referee(columns: int, rows: int, connect: int) -> dict[str, Any]:
    """Return what replaces the rules above where no search runs."""
    found = zip((1, columns, columns + 1, columns - 1), starts(columns, rows, connect), strict=True)
    return {
        "has_line": has_line_at_once,
        "has_line_by_steps": has_line,
        "picture_after": picture_after,
        "LINE_SHIFTS": tuple((start, doubling(step, connect)) for step, start in found),
    }


def wide_referee(columns: int, rows: int, connect: int, exact: bool) -> dict[str, Any]:
    """Return the rules of this module for a board that does not fit a machine word: Python's integers have no end."""
    names = (
        "State setup has_line legal play outcome ending winning_lines owner why_not position_text read_position picture"
    )
    return {
        **{name: globals()[name] for name in names.split()},
        **sizes(columns, rows, connect, exact),
        "BOARD": (1 << columns * rows) - 1,
        **referee(columns, rows, connect),
    }


REFEREE = referee(3, 3, 3)
