"""Hex: Red joins the top and the bottom of a rhombus of hexagons, Blue the left and the right (Hein, 1942; Nash, 1948).

Each row lies half a cell further right than the row above, so a cell has six neighbours: two in its row, and two each
in the rows above and below. `a1` is the top left. The code of a move is the index of its cell in a board with a border
of stones around it: the edges, which belong to the sides. The corner of that board, code 0, stands for the swap.

A stone knows which edges its group reaches, so a position tells at once whether it is over. Playouts fill the board,
and then follow the line between both colours from a corner to the edge that one of them reaches (Gale, 1979).
"""

from typing import Annotated, Any

from kibitz_server.games.bits import next_random, random_below, u64, zobrist
from kibitz_server.games.board import LETTERS, Grid, Picture, marked, read_rows, split_rows
from kibitz_server.games.game import BY_CODE, LOSS, ONGOING, PLACED, Declaration, Move, Option
from kibitz_server.games.record import I64, U64, Array, Record

GUIDE = """\
Goal: join your two sides of the board by an unbroken chain of your stones. Red joins the top and the bottom, Blue the
left and the right. The corner cells belong to both sides that meet there.

Moves: Red begins. The players place one stone in turn on any empty cell. Stones never move, and there are no captures.

Swap: the first stone is a large advantage. So Blue may answer it with `swap`: the stone becomes Blue's and moves to the
mirror image of its cell, `b3` to `c2`. The sides keep their colours and edges, and Red is to move. Red thus does well
to begin with a stone that is neither strong nor weak.

End: the first chain wins. A full board always has a chain of one side, and never of both, so there are no draws.

Notation: a move is the letter of a column and the number of a row. `a1` is the top left cell. Each row begins half a
cell further right than the row above, so `b2` touches `a2`, `c2`, `b1`, `c1`, `a3` and `b3`.

Options: `size` sets the size of the board. Without `swap`, Blue cannot take over the first stone.
"""

GAME = Declaration(
    name="hex",
    title="Hex",
    summary="Place stones in turn; Red joins top and bottom by a chain, Blue left and right. There are no draws.",
    move_help="a move is an empty cell, such as f6 for the centre of the usual board, or swap as Blue's first answer",
    seats=("Red", "Blue"),
    options=(
        Option("size", 11, 3, 19, "cells on each side"),
        Option("swap", True, meaning="Blue may answer the first stone by taking it over"),
    ),
    guide=GUIDE,
)

SYMBOLS = "-RB"
SWAP = 0
"""Code of the swap: a corner of the border, which is no cell."""
RED, BLUE = 1, 2
COLOUR = 3
"""Bits of a number in `cells` that say whose stone is there; 0 is an empty cell."""
FIRST, SECOND = 4, 8
"""Bits that say that a stone reaches the edge of its side where that begins (top, left), or ends (bottom, right)."""


def steps(size: int) -> tuple[int, ...]:
    """Return the steps to the six neighbours of a cell, anticlockwise from the right, three times in a row.

    In this form an index may be one turn too large or too small.
    """
    wide = size + 2
    return (1, 1 - wide, -wide, -1, wide - 1, wide) * 3


def places(size: int) -> tuple[int, ...]:
    """Return the codes of the cells, row by row."""
    wide = size + 2
    return tuple(y * wide + x for y in range(1, size + 1) for x in range(1, size + 1))


def border(size: int) -> tuple[int, ...]:
    """Return the numbers of an empty board in its border of edges."""
    wide = size + 2
    cells = [0] * wide**2
    for i in range(1, size + 1):
        cells[i] = RED | FIRST
        cells[(wide - 1) * wide + i] = RED | SECOND
        cells[i * wide] = BLUE | FIRST
        cells[i * wide + wide - 1] = BLUE | SECOND
    # The cell at an obtuse corner touches a third cell of the border. A side that owns the cell has reached it anyway.
    cells[wide - 1] = BLUE | SECOND
    cells[(wide - 1) * wide] = RED | SECOND
    return tuple(cells)


def centrality(size: int) -> tuple[int, ...]:
    """Return, for each code, minus the distance of its cell from the centre."""
    wide = size + 2
    found = []
    for code in range(wide**2):
        x, y = 2 * (code % wide) - size - 1, 2 * (code // wide) - size - 1
        found.append(-max(abs(x), abs(y), abs(x + y)))
    return tuple(found)


def constants(size: int, swap: bool) -> dict[str, Any]:
    """Return the constants of a board size."""
    wide = size + 2
    return {
        "SIZE": size,
        "WIDE": wide,
        "SWAPS": int(swap),
        "CELLS": wide**2,
        "MAX_MOVES": size**2,
        "MAX_PLIES": size**2 + int(swap),
        "STEPS": steps(size)[:6],
        "ROUND": steps(size),
        "PLACES": places(size),
        "BORDER": border(size),
        "KEYS": zobrist(2 * wide**2),
        "CENTRALITY": centrality(size),
        "CODES": wide**2,
        "MOVES": BY_CODE if swap else PLACED,
    }


SIZE, SWAPS = 11, 1
WIDE = 13
CELLS = 169
"""Cells of the board with its border."""
MAX_MOVES, MAX_PLIES = 121, 122
CODES = 169
AMAF = 1000
RIPE = 10
EXPLORATION = 0.3
MOVES = BY_CODE
STEPS = steps(11)[:6]
ROUND = steps(11)
PLACES = places(11)
BORDER = border(11)
KEYS = zobrist(2 * 169)
CENTRALITY = centrality(11)
TURN = u64(0xD6E8FEB86659FD93)
"""Part of a key while Blue is to move."""


class State(Record):
    """Board with its border: `cells` has colours with the edges that stones reach, `won` the winner's colour."""

    turn: I64
    stones: I64
    won: I64
    hash: U64
    cells: Annotated[list[int], Array("i1", "CELLS")]


def setup(s: State) -> None:
    """Set up an empty board, Red to move."""
    for cell in range(CELLS):
        s.cells[cell] = BORDER[cell]


def may_swap(s: State) -> bool:
    """Return whether Blue is to answer the first stone, and may take it over."""
    return SWAPS == 1 and s.stones == 1 and s.turn == 1


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the swap, where it is allowed, and every empty cell."""
    if may_swap(s):
        moves[k] = SWAP
        k += 1
    for cell in PLACES:
        if s.cells[cell] == 0:
            moves[k] = cell
            k += 1
    return k


def put(s: State, cell: int, colour: int) -> None:
    """Place a stone, and note which edges its group reaches now."""
    reach = colour
    behind = 0
    for step in STEPS:
        near = s.cells[cell + step]
        if near & COLOUR == colour:
            reach |= near
            behind |= ~near
    s.cells[cell] = reach
    s.hash ^= KEYS[2 * cell + colour - 1]
    s.stones += 1
    if reach == colour | FIRST | SECOND:
        s.won = colour
    elif reach != colour and reach & behind:
        spread(s, colour, reach)


def spread(s: State, colour: int, reach: int) -> None:
    """Note in all stones of the group of a stone with that reach which edge they reach."""
    found = True
    while found:
        found = False
        for cell in PLACES:
            if s.cells[cell] == colour:
                for step in STEPS:
                    if s.cells[cell + step] == reach:
                        s.cells[cell] = reach
                        found = True


def play(s: State, move: int) -> None:
    """Place a stone, or swap."""
    if move == SWAP:
        swap(s)
    else:
        put(s, move, 1 + s.turn)
    s.turn = 1 - s.turn
    s.hash ^= TURN


def swap(s: State) -> None:
    """Take the only stone off, and place one of Blue on the mirror image of its cell."""
    for cell in PLACES:
        if s.cells[cell] != 0:
            s.cells[cell] = 0
            s.stones = 0
            s.hash ^= KEYS[2 * cell]
            put(s, mirrored(cell), BLUE)
            return


def mirrored(cell: int) -> int:
    """Return the mirror image of a cell, which exchanges the edges of both sides."""
    return cell % WIDE * WIDE + cell // WIDE


def outcome(s: State) -> int:
    """Return LOSS once the other side has a chain, else ONGOING."""
    return LOSS if s.won else ONGOING


def bounds(s: State) -> tuple[int, int]:
    """Return the range of results still possible: exact if a side can join its edges at once, or in two ways."""
    if s.won:
        return -1, -1
    if joining(s, 1 + s.turn) > 0:
        return 1, 1
    if joining(s, 2 - s.turn) >= CELLS:
        return -1, -1
    return -1, 1


def joining(s: State, colour: int) -> int:
    """Return 0 if no move of a side joins its edges, else the first such move, plus CELLS if there is another one."""
    found = 0
    for cell in PLACES:
        if s.cells[cell] == 0 and joins(s, cell, colour):
            if found > 0:
                return found + CELLS
            found = cell
    return found


def joins(s: State, cell: int, colour: int) -> bool:
    """Return whether a stone on an empty cell would join the edges of its side."""
    reach = 0
    for step in STEPS:
        near = s.cells[cell + step]
        if near & COLOUR == colour:
            reach |= near
    return reach & FIRST != 0 and reach & SECOND != 0


def result(_s: State) -> int:
    """Return the result of a finished game, which the side to move has lost."""
    return -1


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "chain"


def winning_lines(s: State) -> tuple[tuple[int, ...], ...]:
    """Return the cells of one of the shortest chains that join both edges."""
    begun = [cell for cell in PLACES if s.cells[cell] & COLOUR == s.won and at_edge(cell, s.won, -1)]
    came = dict.fromkeys(begun, 0)
    for cell in begun:  # grows on the way: a search in breadth
        if at_edge(cell, s.won, 1):
            chain = []
            while cell:
                chain.append(number(cell))
                cell = came[cell]
            return (tuple(reversed(chain)),)
        for step in STEPS:
            if cell + step in PLACES and s.cells[cell + step] & COLOUR == s.won and cell + step not in came:
                came[cell + step] = cell
                begun.append(cell + step)
    return ()


def at_edge(cell: int, colour: int, way: int) -> bool:
    """Return whether a cell is at the first edge of a side (`way` -1), or at the second one (1)."""
    line = cell // WIDE if colour == RED else cell % WIDE
    return line == (1 if way < 0 else SIZE)


def completing(s: State, seat: int, moves: list[int], k: int) -> int:
    """Write the empty cells that would join both edges of a seat."""
    for cell in PLACES:
        if s.cells[cell] == 0 and joins(s, cell, 1 + seat):
            moves[k] = cell
            k += 1
    return k


def rollout(s: State, last: int, memory: Any) -> int:
    """Fill the board at random, but keep bridges, and return the result for Red.

    A side that has a bridge answers a move into it at once, as in MoHex (Arneson, Hayward and Henderson, 2010).
    """
    count = 0
    for cell in PLACES:
        if s.cells[cell] == 0:
            memory.moves[count] = cell
            count += 1
    seat = s.turn
    for _ in range(count):
        move = saving(s, last, 1 + seat) if last > 0 else 0
        while move == 0:
            memory.random = next_random(memory.random)
            pick = random_below(memory.random, count)
            move = memory.moves[pick]
            count -= 1
            memory.moves[pick] = memory.moves[count]
            if s.cells[move] != 0:
                move = 0
        s.cells[move] = 1 + seat
        memory.played[move] = 1 + seat
        seat = 1 - seat
        last = move
    return 1 if joined(s) == RED else -1


def saving(s: State, last: int, colour: int) -> int:
    """Return the cell that keeps a bridge of a colour after a move of the other side into it; 0 for none.

    Two stones or edges with two empty neighbours in common make a bridge. Around the move there is then a stone, the
    other of these cells, and the second stone.
    """
    for way in range(6):
        between = last + ROUND[way + 1]
        before, behind = s.cells[last + ROUND[way]] & COLOUR, s.cells[last + ROUND[way + 2]] & COLOUR
        if s.cells[between] == 0 and before == colour and behind == colour:
            return between
    return 0


def joined(s: State) -> int:
    """Return the colour that joins its edges on a full board.

    The line between both colours begins between the edges that meet at `a1`. It has Red on one side, where all stones
    are joined to the top, and Blue on the other, joined to the left.
    """
    blue = WIDE
    way = 1
    while True:
        ahead = blue + ROUND[way + 5]
        stone = s.cells[ahead]
        if stone & COLOUR == RED:
            if ahead >= CELLS - WIDE:
                return RED
            way = (way + 5) % 6
        else:
            if ahead % WIDE == WIDE - 1:
                return BLUE
            blue = ahead
            way = (way + 1) % 6


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves: the swap, then the centre first."""
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = CENTRALITY[moves[i]]
        if moves[i] == SWAP:
            scores[i] = 1
    return end


def sound(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that do not surely lose: those that stop the other side from joining its edges at once."""
    threat = joining(s, 2 - s.turn)
    if threat > 0 and joining(s, 1 + s.turn) == 0:
        moves[k] = threat % CELLS
        scores[k] = 0
        return k + 1
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = worth(s, moves[i])
    return end


def worth(s: State, move: int) -> int:
    """Return how good a move looks: near the centre, and beside stones of both sides."""
    if move == SWAP:
        return 100
    sides = 0
    for step in STEPS:
        sides |= s.cells[move + step]
    return CENTRALITY[move] + (3 if sides & COLOUR == COLOUR else 0)


def key(s: State) -> int:
    """Return the hash of the stones and of the side to move."""
    return s.hash


def number(cell: int) -> int:
    """Return the number of a cell on the board without a border."""
    return (cell // WIDE - 1) * SIZE + cell % WIDE - 1


def move_text(_s: State, move: int) -> str:
    """Return the name of the cell, or `swap`."""
    return f"{LETTERS[move % WIDE - 1]}{move // WIDE}" if move else "swap"


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cell; a swap has none."""
    return (number(move),) if move else ()


def alias(_s: State, text: str) -> str:
    """Accept the word that other programs use for the swap."""
    return "swap" if text == "swap-pieces" else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for an occupied cell, and for a swap that is not allowed."""
    if text == "swap":
        return "only Blue's first answer may be a swap" if SWAPS else "this match is played without a swap"
    for cell in PLACES:
        if s.cells[cell] and move_text(s, cell) == text:
            return f"{text} is taken by {GAME.seats[s.cells[cell] % FIRST - 1]}"
    return None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows from the top joined by '/', a blank, and the side to move."""
    return f"{'/'.join(rows)} {'RB'[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    The number of stones tells whether there was a swap: Blue then has one stone more than without it.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, SIZE, SIZE, SYMBOLS)
    side = side.upper()
    if side not in ("R", "B"):
        raise ValueError("the side to move must be R or B, after a blank")
    turn = "RB".index(side)
    red, blue = flat.count("R"), flat.count("B")
    swapped = SWAPS and red + 1 == blue + turn and blue > 0
    if red != blue + turn and not swapped:
        raise ValueError(f"with {red} stones of Red and {blue} of Blue it cannot be {GAME.seats[turn]}'s turn")
    setup(s)
    for cell, symbol in zip(PLACES, flat, strict=True):
        if symbol != "-":
            put(s, cell, SYMBOLS.index(symbol))
    s.turn = turn
    if turn:
        s.hash ^= TURN
    if s.won == 1 + turn:
        raise ValueError(f"{GAME.seats[turn]} has a chain already and could not be to move")


def board() -> Grid:
    """Return columns from a and rows from 1 at the top."""
    return Grid(
        column_labels=tuple(LETTERS[:SIZE]),
        row_labels=tuple(str(row) for row in range(1, SIZE + 1)),
        symbols={"-": "empty", "R": "red stone", "B": "blue stone"},
        every_empty_cell=True,
        owners={"R": 0, "B": 1},
        ground="hexes",
        edges=(0, 1, 0, 1),
    )


def picture(s: State) -> Picture:
    """Return R, B and empty cells."""
    cells = s.cells
    return Picture(split_rows("".join([SYMBOLS[cells[cell] & COLOUR] for cell in PLACES]), SIZE))


def picture_after(s: State, before: Picture, move: Move) -> Picture:
    """Return the picture after a move, from the one before it."""
    return marked(before, move.path[0], SYMBOLS[2 - s.turn]) if move.path else picture(s)
