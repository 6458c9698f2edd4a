"""Reversi on bitboards: a disc must flip the opponent's discs between it and another own one; more discs win.

Bit `row * SIZE + column`, rows from the top, is a square, and the code of the move on it. The code SIZE * SIZE is a
pass. Boards of more than 64 squares have separate rules in `wide`. The evaluation weighs the terms in use since
Rosenbloom's Iago (1982): mobility, corners and the squares beside them, discs that can never be flipped.
"""

from typing import Any

from kibitz_server.games.bits import ALL, GOLDEN, highest, lowest, mix, popcount, u64
from kibitz_server.games.board import LETTERS, Grid, Picture, as_symbols, split_rows
from kibitz_server.games.game import BY_CODE, DRAW, LOSS, ONGOING, WIN, Declaration, Option
from kibitz_server.games.record import I64, U64, Record
from kibitz_server.games.reversi import patterns, wide
from kibitz_server.games.reversi.endgame import FEW as FEW
from kibitz_server.games.reversi.endgame import effort as effort
from kibitz_server.games.reversi.endgame import fill as fill
from kibitz_server.games.reversi.endgame import finish as finish
from kibitz_server.games.reversi.endgame import last_one as last_one
from kibitz_server.games.reversi.endgame import last_two as last_two
from kibitz_server.games.reversi.endgame import nearly_over as nearly_over

GUIDE = """\
Goal: have more discs of your colour on the board at the end.

Moves: place a disc on an empty square so that it encloses at least one enemy disc. Enemy discs are enclosed if they
stand in an unbroken line between the new disc and another disc of yours: across, upright or diagonally. All
enclosed discs, in all directions, are flipped to your colour. Black moves first.

Passing: if you have no such square, you must pass. You may not pass otherwise.

End: the game ends when neither side can place a disc, usually because the board is full. More discs win; equal
numbers are a draw.

Notation: a move is the letter of a column and the number of a row. `a1` is the top left square. `d3` is one of
Black's first moves on the usual board. `pass` passes.

Options: `size` sets the size of the board.
"""

GAME = Declaration(
    name="reversi",
    title="Reversi",
    summary="Place a disc so that it encloses the opponent's discs in a line; they turn. More discs at the end win.",
    move_help="a move is a square where you flip something, such as d3 (a1 is the top left), or pass if there is none",
    seats=("Black", "White"),
    options=(Option("size", 8, 4, 10, "squares on each side", step=2),),
    guide=GUIDE,
)

MOVES = BY_CODE
ONLY_IN_WORDS = ("sound", "nearly_over", "finish", "effort")
"""Functions for searches that larger boards leave out."""
SYMBOLS = "-XO"
ZERO, ONE = u64(0), u64(1)


def squares(*cells: int) -> u64:
    """Return the set of these squares."""
    return u64(sum(1 << cell for cell in cells))


def constants(size: int) -> dict[str, Any]:
    """Return the constants of a board size, or separate rules where the board does not fit a machine word."""
    if size * size > 64:
        return wide.rules(size) | dict.fromkeys(ONLY_IN_WORDS) | {"REFEREE": wide_referee(size)}
    return sizes(size) | (patterns.rules() if size == 8 else {})


def rays(size: int, ways: tuple[tuple[int, int], ...]) -> tuple[u64, ...]:
    """Return the squares from each square to the border in each direction, without the square itself."""
    found = []
    for cell in range(size * size):
        for x, y in ways:
            line, column, row = [], cell % size + x, cell // size + y
            while 0 <= column < size and 0 <= row < size:
                line.append(row * size + column)
                column, row = column + x, row + y
            found.append(squares(*line))
    return tuple(found)


def neighbours(size: int) -> tuple[u64, ...]:
    """Return the squares next to each square."""
    return tuple(
        squares(
            *(d for d in range(size * size) if d != c and max(abs(d % size - c % size), abs(d // size - c // size)) < 2)
        )
        for c in range(size * size)
    )


def quarters(size: int) -> tuple[u64, ...]:
    """Return the four quarters of the board."""
    half, area = size // 2, range(size * size)
    return tuple(
        squares(*(c for c in area if (c % size < half, c // size < half) == (left, top)))
        for left in (True, False)
        for top in (True, False)
    )


def sizes(size: int) -> dict[str, Any]:
    """Return the constants of a board size. Those of large boards have more than 64 bits."""
    last, area = size - 1, range(size * size)
    corners = [y * size + x for y in (0, last) for x in (0, last)]
    # From each corner, the steps along its row and column towards the middle of the board.
    inwards = [(1 if c % size == 0 else -1, size if c < size else -size) for c in corners]
    return {
        "SIZE": size,
        "CELLS": size * size,
        "PASS": size * size,
        "MAX_MOVES": size * size,
        "MAX_PLIES": 2 * size * size,
        "BOARD": squares(*area),
        "STEPS": (1, size, size - 1, size + 1),
        "INNER": (
            squares(*(c for c in area if 0 < c % size < last)),
            squares(*area),
            *[squares(*(c for c in area if 0 < c % size < last))] * 2,
        ),
        "EDGES": (
            squares(*(c for c in area if c % size in (0, last))),
            squares(*(c for c in area if c // size in (0, last))),
            *[squares(*(c for c in area if c % size in (0, last) or c // size in (0, last)))] * 2,
        ),
        "PAIRS": max(0, size - 4) // 2,
        "ABOVE": rays(size, UPWARDS),
        "BELOW": rays(size, DOWNWARDS),
        "WEST": squares(*(c for c in area if c % size == 0)),
        "EAST": squares(*(c for c in area if c % size == last)),
        "CORNERS": squares(*corners),
        "QUARTERS": quarters(size),
        "AROUND": neighbours(size),
        "CORNER": tuple(squares(c) for c in corners),
        "BESIDE": tuple(squares(c + i, c + j) for c, (i, j) in zip(corners, inwards, strict=True)),
        "DIAGONAL": tuple(squares(c + i + j) for c, (i, j) in zip(corners, inwards, strict=True)),
        "REFEREE": REFEREE,
    }


SIZE = 8
CELLS = PASS = MAX_MOVES = 64
MAX_PLIES = 128
BOARD = u64(0xFFFFFFFFFFFFFFFF)
STEPS = (1, 8, 7, 9)
"""Steps along a row, a column and both diagonals. For each, INNER has the squares where a disc can be flipped, and
EDGES those next to the border in that direction."""
INNER = (u64(0x7E7E7E7E7E7E7E7E), BOARD, u64(0x7E7E7E7E7E7E7E7E), u64(0x7E7E7E7E7E7E7E7E))
EDGES = (u64(0x8181818181818181), u64(0xFF000000000000FF), u64(0xFF818181818181FF), u64(0xFF818181818181FF))
WEST, EAST = u64(0x0101010101010101), u64(0x8080808080808080)
CORNERS = u64(0x8100000000000081)
CORNER = (u64(1), u64(1 << 7), u64(1 << 56), u64(1 << 63))
BESIDE = (u64(0x0000000000000102), u64(0x0000000000008040), u64(0x0201000000000000), u64(0x4080000000000000))
DIAGONAL = (u64(0x0000000000000200), u64(0x0000000000004000), u64(0x0002000000000000), u64(0x0040000000000000))

UPWARDS, DOWNWARDS = ((1, 0), (0, 1), (-1, 1), (1, 1)), ((-1, 0), (0, -1), (1, -1), (-1, -1))
PAIRS = 2
ABOVE, BELOW = rays(8, UPWARDS), rays(8, DOWNWARDS)
QUARTERS, AROUND = quarters(8), neighbours(8)
"""Lines of squares from each square, four towards higher squares and four towards lower ones."""

CORNER_VALUE = 1000
STABLE_VALUE = 120
BESIDE_VALUE = 100
DIAGONAL_VALUE = 450
MOBILITY_VALUE = 90
FRONTIER_VALUE = 60
PARITY_VALUE = 150
SQUARE_WEIGHT, CORNER_REPLY, CORNER_MOVE, ODD_MOVE = 4, 4, 8, 2
REDUCE, MARGIN = 110, 400
"""How the search trims its tree: see docs/add-a-game.md.

In 160 games each at 25,000 nodes a move, 110 scored 65 % against 0, and 400 scored 57 % against 0.
"""


class State(Record):
    """Discs of the side to move and of the other side, and the squares where the side to move may place one."""

    turn: I64
    own: U64
    other: U64
    moves: U64


def setup(s: State) -> None:
    """Set up two discs each, crosswise, in the middle; Black to move."""
    corner = (SIZE // 2 - 1) * SIZE + SIZE // 2 - 1
    s.own = (ONE << (corner + 1)) | (ONE << (corner + SIZE))
    s.other = (ONE << corner) | (ONE << (corner + SIZE + 1))
    s.moves = mobility(s.own, s.other)


def mobility(own: int, other: int) -> int:
    """Return the squares where `own` would flip at least one disc.

    Discs in a row are followed by one, one and then two at a time (parallel prefix: Kogge and Stone, 1973).
    """
    found: int = ZERO
    for i in range(4):
        step = STEPS[i]
        inner = other & INNER[i]
        up = inner & (own << step)
        down = inner & (own >> step)
        up |= inner & (up << step)
        down |= inner & (down >> step)
        pairs_up = inner & (inner << step)
        pairs_down = inner & (inner >> step)
        for _ in range(PAIRS):
            up |= pairs_up & (up << (2 * step))
            down |= pairs_down & (down >> (2 * step))
        found |= (up << step) | (down >> step)
    return found & BOARD & ~(own | other)


def flips(own: int, other: int, cell: int) -> int:
    """Return the discs that turn when `own` places a disc on a square.

    Upwards, a carry runs along the enemy's discs of a line to the first other square; downwards, that is the highest.
    """
    found: int = ZERO
    for i in range(4):
        line = ABOVE[4 * cell + i]
        end = ((other | ~line) + ONE) & line & own
        found |= (end - u64(end != 0)) & line
    for i in range(4):
        line = BELOW[4 * cell + i]
        end = (ONE << highest((line & ~other) | ONE)) & line & own
        found |= (ZERO - end - end) & line
    return found


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every square where a disc flips another; if there is none, a pass."""
    if not s.moves:
        moves[k] = PASS
        return k + 1
    left = s.moves
    while left:
        moves[k] = lowest(left)
        left &= left - ONE
        k += 1
    return k


def play(s: State, move: int) -> None:
    """Place a disc and flip, or pass."""
    own, other = s.own, s.other
    if move != PASS:
        turned = flips(own, other, move)
        own |= (ONE << move) | turned
        other &= ~turned
    s.own = other
    s.other = own
    s.moves = mobility(other, own)
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return ONGOING while either side can place a disc, then the result: more discs win."""
    if s.moves or mobility(s.other, s.own):
        return ONGOING
    ahead = popcount(s.own) - popcount(s.other)
    return DRAW if ahead == 0 else WIN if ahead > 0 else LOSS


def result(s: State) -> int:
    """Return the result of a finished game for the side to move, in discs."""
    return popcount(s.own) - popcount(s.other)


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible."""
    if outcome(s) != ONGOING:
        value = result(s)
        return value, value
    return -CELLS, CELLS


def around(discs: int) -> int:
    """Return the squares next to any of the discs."""
    row = discs | ((discs & ~EAST) << 1) | ((discs & ~WEST) >> 1)
    return (row | (row << SIZE) | (row >> SIZE)) & BOARD


def stable(discs: int) -> int:
    """Return discs that can never be flipped: along every line they stand at the edge or next to another such disc.

    Four rounds outwards from the corners find nearly all of them.
    """
    found = discs & CORNERS
    if not found:
        return found
    for _ in range(4):
        more = discs
        for i in range(4):
            # A shift past the end of a row lands on an edge square, which EDGES already counts as held.
            more &= EDGES[i] | (found << STEPS[i]) | (found >> STEPS[i])
        found |= more
    return found


def side(own: int, other: int, own_moves: int, empty: int) -> int:
    """Score one side: corners, stable discs, the squares beside empty corners, mobility.

    Mobility counts most in the opening, so that stability dominates later.
    """
    value = CORNER_VALUE * popcount(own & CORNERS) + STABLE_VALUE * popcount(stable(own))
    for i in range(4):
        if empty & CORNER[i]:
            value -= BESIDE_VALUE * popcount(own & BESIDE[i]) + DIAGONAL_VALUE * popcount(own & DIAGONAL[i])
    freedom = MOBILITY_VALUE * popcount(own_moves) + FRONTIER_VALUE * popcount(around(other) & empty)
    return value + freedom * (CELLS + 2 * popcount(empty)) // (2 * CELLS)


def evaluate(s: State) -> int:
    """Return the difference between both sides; near the end also the disc count, and always the parity."""
    empty = BOARD & ~(s.own | s.other)
    left = popcount(empty)
    discs = popcount(s.own) - popcount(s.other)
    value = side(s.own, s.other, s.moves, empty) - side(s.other, s.own, mobility(s.other, s.own), empty)
    value += PARITY_VALUE if left & 1 else -PARITY_VALUE
    if 4 * left < CELLS:
        value += 100 * discs * (CELLS - 4 * left) // CELLS
    return value


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write corners first, then moves that leave the opponent the fewest replies; squares beside empty corners last."""
    end = legal(s, moves, k)
    if moves[k] == PASS:
        scores[k] = 0
        return end
    empty = BOARD & ~(s.own | s.other)
    for i in range(k, end):
        disc = ONE << moves[i]
        turned = flips(s.own, s.other, moves[i])
        replies = mobility(s.other & ~turned, s.own | disc | turned)
        score = -2 * popcount(replies) - 3 * popcount(replies & CORNERS)
        if disc & CORNERS:
            score += 20
        for corner in range(4):
            if empty & CORNER[corner]:
                if disc & DIAGONAL[corner]:
                    score -= 12
                elif disc & BESIDE[corner]:
                    score -= 6
        scores[i] = score
    return end


def sound(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that leave the opponent the fewest replies first, and among them those in odd quarters."""
    end = legal(s, moves, k)
    if moves[k] == PASS:
        scores[k] = 0
        return end
    empty = BOARD & ~(s.own | s.other)
    odd: int = ZERO
    for i in range(4):
        if popcount(empty & QUARTERS[i]) & 1:
            odd |= QUARTERS[i]
    for i in range(k, end):
        disc = ONE << moves[i]
        turned = flips(s.own, s.other, moves[i])
        replies = mobility(s.other & ~turned, s.own | disc | turned)
        score = -SQUARE_WEIGHT * popcount(replies) - CORNER_REPLY * popcount(replies & CORNERS)
        if disc & CORNERS:
            score += CORNER_MOVE
        if disc & odd:
            score += ODD_MOVE
        scores[i] = score
    return end


def key(s: State) -> int:
    """Return a hash of both sets of discs and the turn."""
    return mix(((s.own * GOLDEN) & ALL) ^ mix(s.other)) ^ u64(s.turn)


def owner(s: State, cell: int) -> int:
    """Return 0 for an empty square, 1 for Black, 2 for White."""
    if s.own >> cell & 1:
        return 1 + s.turn
    return 2 - s.turn if s.other >> cell & 1 else 0


def load(s: State, owners: list[int], turn: int) -> None:
    """Fill a state from the owner of each square and the turn."""
    for cell, who in enumerate(owners):
        if who == 1 + turn:
            s.own |= 1 << cell
        elif who:
            s.other |= 1 << cell
    s.turn = turn
    s.moves = mobility(s.own, s.other)


def points(s: State) -> tuple[int, ...]:
    """Return each side's discs; empty squares count for neither."""
    owners = [owner(s, cell) for cell in range(CELLS)]
    return (owners.count(1), owners.count(2))


def ending(s: State) -> str:
    """Return why the game is over."""
    return "full board" if sum(points(s)) == CELLS else "no moves left"


def move_text(_s: State, move: int) -> str:
    """Return the name of the square, or pass."""
    return "pass" if move == PASS else f"{LETTERS[move % SIZE]}{move // SIZE + 1}"


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the square; a pass touches none."""
    return () if move == PASS else (move,)


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a square that is occupied or flips nothing, or for a pass while there are moves."""
    if text == "pass":
        return "you may not pass while you can place a disc"
    for cell in range(CELLS):
        if move_text(s, cell) == text:
            who = owner(s, cell)
            return f"{text} is taken by {GAME.seats[who - 1]}" if who else f"{text} flips nothing"
    return None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return all squares row by row from a1, a blank, and the side to move (the OBF convention)."""
    return f"{''.join(rows)} {SYMBOLS[1 + s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, side_to_move = text.upper().partition(" ")
    if len(board) != CELLS or set(board) - set(SYMBOLS):
        raise ValueError(f"the board must be {CELLS} symbols X, O or -, row by row from a1 without breaks")
    if side_to_move not in ("X", "O"):
        raise ValueError("the side to move must be X (Black) or O (White), after a blank")
    middle = [y * SIZE + x for y in (SIZE // 2 - 1, SIZE // 2) for x in (SIZE // 2 - 1, SIZE // 2)]
    if any(board[cell] == "-" for cell in middle):
        raise ValueError("the four squares in the middle are never empty")
    load(s, [SYMBOLS.index(symbol) for symbol in board], "XO".index(side_to_move))


def board() -> Grid:
    """Return columns from a and rows from 1 at the top."""
    return Grid(
        column_labels=tuple(LETTERS[:SIZE]),
        row_labels=tuple(str(row + 1) for row in range(SIZE)),
        symbols={"-": "empty", "X": "black disc", "O": "white disc"},
        owners={"X": 0, "O": 1},
    )


def picture(s: State) -> Picture:
    """Return discs and empty squares, and the number of discs of each side."""
    rows = split_rows("".join(SYMBOLS[owner(s, cell)] for cell in range(CELLS)), SIZE)
    return Picture(rows, tuple(zip(GAME.seats, points(s), strict=True)))


def mobility_at_once(own: int, other: int) -> int:
    """Return the same as `mobility`. A direction ends where no disc is left to follow."""
    found = 0
    for step, inner in zip(STEPS, INNER, strict=True):
        enemy = inner & other
        at = own << step & enemy
        while at:
            at <<= step
            found |= at
            at &= enemy
        at = own >> step & enemy
        while at:
            at >>= step
            found |= at
            at &= enemy
    return found & BOARD & ~(own | other)


def flips_at_once(own: int, other: int, cell: int) -> int:
    """Return the same as `flips`. Most directions end at the first square."""
    found = 0
    disc = 1 << cell
    for step, inner in zip(STEPS, INNER, strict=True):
        enemy = inner & other
        at, line = disc << step, 0
        while at & enemy:
            line |= at
            at <<= step
        if at & own:
            found |= line
        at, line = disc >> step, 0
        while at & enemy:
            line |= at
            at >>= step
        if at & own:
            found |= line
    return found


def squares_to_play(s: State) -> list[int]:
    """Return the moves that `legal` writes."""
    found, left = [], s.moves
    while left:
        square = left & -left
        found.append(square.bit_length() - 1)
        left ^= square
    return found or [PASS]


def counted(s: State) -> tuple[int, ...]:
    """Return the same as `points`."""
    own, other = s.own.bit_count(), s.other.bit_count()
    return (own, other) if s.turn == 0 else (other, own)


def drawn(s: State) -> Picture:
    """Return the same as `picture`."""
    black, white = (s.own, s.other) if s.turn == 0 else (s.other, s.own)
    counters = ((GAME.seats[0], black.bit_count()), (GAME.seats[1], white.bit_count()))
    return Picture(split_rows(as_symbols(black, white, CELLS), SIZE), counters)


REFEREE = {
    "mobility": mobility_at_once,
    "flips": flips_at_once,
    "keys": squares_to_play,
    "points": counted,
    "picture": drawn,
}


def wide_referee(size: int) -> dict[str, Any]:
    """Return the rules of this module for a board that does not fit a machine word: Python's integers have no end."""
    names = "State setup legal play outcome ending owner load why_not position_text read_position".split()
    return {**{name: globals()[name] for name in names}, **sizes(size), **REFEREE}
