"""Chains of dots and boxes: which moves can matter, and what the rest of a game promises.

A chain is a row of boxes with two open sides each, joined by these. A player who draws a line of it gives it away, so
players draw other lines while they can. The rules are by Berlekamp (2000). Barker and Korf (2012) prove which moves a
search need not try.
"""

from typing import Any

SLOTS = ("BOXES", "LINES", "SIDES", "BESIDE", "ROWS")
BOXES = LINES = ROWS = 0
SIDES: tuple[int, ...] = ()
BESIDE: tuple[int, ...] = ()

TAKE, SAFE = 100_000, 10_000
"""Scores of moves that close a box, and of moves after which the opponent can close none."""
VISITED = 16
"""Added to the sides of boxes that were visited."""
DRAWN_LATER = 2
"""Mark of lines that are drawn for a moment only."""
LOOP = 32
"""What a ring of boxes adds to a tally; a chain adds one."""
LONG = 3
"""Fewest boxes of a chain whose taker can leave two of them."""
SURE = 4
NEAR, FAR_OFF = 80, 40
"""Hundredths of the value of the chains that count while up to SURE safe lines are left, and while more are."""


def across(line: int, box: int) -> int:
    """Return the box on the other side of a line, or -1."""
    return BESIDE[2 * line] + BESIDE[2 * line + 1] - box


def open_side(s: Any, box: int, but: int) -> int:
    """Return the first open side of a box other than the line `but`; -1 if there is none."""
    for i in range(4):
        line = SIDES[4 * box + i]
        if line != but and s.lines[line] == 0:
            return line
    return -1


def captures(s: Any, moves: list[int], scores: list[int], k: int) -> int:
    """Write one or two moves where a box can be closed; one of them is best.

    Closing boxes is best until two boxes of a chain that is open at one end are left, or four of one that is open at
    both ends. Then the alternative is to draw the line that leaves these to the opponent, who must move after them.
    """
    pairs, quads = 0, 0
    take, leave = 0, 0
    for box in range(BOXES):
        if s.sides[box] == 3:
            line = open_side(s, box, -1)
            size, before, last = 1, line, line
            end = across(line, box)
            while end >= 0 and s.sides[end] == 2:
                size += 1
                before = last
                last = open_side(s, end, last)
                end = across(last, end)
            if end >= 0 and s.sides[end] == 3:
                size += 1
                if size != 4:
                    moves[k], scores[k] = line, TAKE
                    return k + 1
                # It is met again from its other end. Of two shapes, the one with fewer boxes is left.
                quads += 1
                take, leave = line, before
            else:
                if size != 2:
                    moves[k], scores[k] = line, TAKE
                    return k + 1
                pairs += 1
                if quads == 0:
                    take, leave = line, last
    moves[k], scores[k] = take, TAKE
    k += 1
    if 2 * pairs + quads == 2:
        moves[k], scores[k] = leave, TAKE - 1
        k += 1
    return k


def openings(s: Any, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves that can matter where no box can be closed: those that give nothing away, and one for each chain.

    All lines of a chain give it away alike. In a chain of two boxes, the line between them is best: its taker cannot
    leave them.
    """
    for line in range(LINES):
        if s.lines[line] == 0 and is_safe(s, line):
            moves[k], scores[k] = line, SAFE
            k += 1
    for box in range(BOXES):
        if s.sides[box] == 2:
            line = inner_side(s, box)
            moves[k], scores[k] = line, SAFE - abs(visit_chain(s, box))
            k += 1
    for box in range(BOXES):
        s.sides[box] &= VISITED - 1
    return k


def is_safe(s: Any, line: int) -> bool:
    """Return whether no box has three sides after a line is drawn."""
    first, second = BESIDE[2 * line], BESIDE[2 * line + 1]
    return (first < 0 or s.sides[first] < 2) and (second < 0 or s.sides[second] < 2)


def inner_side(s: Any, box: int) -> int:
    """Return an open side of a box of a chain: one to the next box of the chain if there is one."""
    line = open_side(s, box, -1)
    beside = across(line, box)
    return line if beside >= 0 and s.sides[beside] == 2 else open_side(s, box, line)


def visit_chain(s: Any, box: int) -> int:
    """Mark the boxes of a chain as visited. Return their number, below zero if they are a ring."""
    size = 1
    first = open_side(s, box, -1)
    for way in range(2):
        line = first if way == 0 else open_side(s, box, first)
        beside = across(line, box)
        while beside >= 0 and s.sides[beside] == 2 and beside != box:
            s.sides[beside] += VISITED
            size += 1
            line = open_side(s, beside, line)
            beside = across(line, beside)
        if way == 0 and beside == box:
            s.sides[box] += VISITED
            return -size
    s.sides[box] += VISITED
    return size


def future(s: Any) -> int:
    """Return by how much the side to move may gain in the rest of the game, in hundredths of a box.

    It draws the safe lines in their order. Their number says who has to give the first chain away. The chains that are
    left then go to the players as `value_of_chains` says. Everything that it changes is put back.
    """
    safe = 0
    for line in range(LINES):
        if s.lines[line] == 0 and is_safe(s, line):
            s.lines[line] = DRAWN_LATER
            safe += 1
            for i in range(2):
                box = BESIDE[2 * line + i]
                if box >= 0:
                    s.sides[box] += 1
    loose = 0
    for box in range(BOXES):
        if s.sides[box] == 2:
            size = visit_chain(s, box)
            if size < 0:
                s.tally[-size] += LOOP
            else:
                s.tally[size] += 1
        elif s.sides[box] < 2:
            loose += 1
    value = value_of_chains(s, loose)
    for line in range(LINES):
        if s.lines[line] == DRAWN_LATER:
            s.lines[line] = 0
            for i in range(2):
                box = BESIDE[2 * line + i]
                if box >= 0:
                    s.sides[box] -= 1
    for box in range(BOXES):
        s.sides[box] &= VISITED - 1
    if safe % 2 == 1:
        value = -value
    share = 100 if safe == 0 else NEAR if safe <= SURE else FAR_OFF
    return int(100 * s.ripe + share * value)


def value_of_chains(s: Any, loose: int) -> int:
    """Return by how many boxes the side that has to give chains away leads in the end. Sets the tallies to zero.

    It gives them away by size. The other side takes each as a whole and gives the next, or leaves two boxes of a chain
    or four of a ring, and keeps control. The longest one has the `loose` boxes, in which chains meet, too.
    """
    value = 0
    for step in range(BOXES):
        size = BOXES - step
        while s.tally[size] > 0:
            ring = s.tally[size] >= LOOP
            s.tally[size] -= LOOP if ring else 1
            taken = size + loose
            loose = 0
            value = -max(taken + value, taken - 8 - value if ring else taken - 4 - value if size >= LONG else -BOXES)
    return value
