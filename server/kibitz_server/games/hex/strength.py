"""What searches of Hex use: playouts, and moves that save joined stones.

Playouts fill the board, and then follow the line between both colours from a corner to the edge that one of them
reaches (Gale, 1979).
"""

from typing import Any

from kibitz_server.games.bits import next_random, random_below
from kibitz_server.games.hex.rules import (
    BLUE,
    CELLS,
    COLOUR,
    FIRST,
    PLACES,
    RED,
    ROUND,
    SECOND,
    STEPS,
    SWAP,
    WIDE,
    State,
    centrality,
    legal,
)

AMAF = 1000
RIPE = 10
EXPLORATION = 0.3
CENTRALITY = centrality(11)


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
