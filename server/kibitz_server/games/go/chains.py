"""Chains of stones in Go and their liberties: stones are placed and captured without a look at the whole board.

All stones of a colour that touch each other are a chain. Each cell of a stone has the `head` of its chain, the number
of one of its cells, and `next` leads through all of its cells in a ring. For a head, `size` counts the stones, `open`
counts the liberties, and LIBERTY_WORDS words from `liberties[head * LIBERTY_WORDS]` on have a bit for each liberty. So
the union of two sets of liberties is exact.

`around` has, for each cell, the contents of its eight neighbours in 16 bits, in the order of ROUND: those above, to the
left, to the right and below, then those diagonally above and below. `vacant` lists the empty cells, and `where` has
their places in that list.

A position that occurs again has a stone where the move was, which the opponent must have captured since. So only a
move to a cell where that side has lost a stone (`lost`) can repeat a position.

A compiler makes each function again for each kind of integer that it is called with: `+ 0` makes one of 64 bits of any.
"""

from typing import Any

from kibitz_server.games.bits import lowest, popcount, u64

SLOTS = ("WIDE", "CELLS", "PLACES", "KEYS", "PASS", "LIBERTY_WORDS", "STEPS", "ROUND")
WIDE = CELLS = PASS = LIBERTY_WORDS = 0
PLACES: tuple[int, ...] = ()
KEYS: tuple[u64, ...] = ()
STEPS: tuple[int, ...] = ()
ROUND: tuple[int, ...] = ()

BLACK, WHITE, BORDER = 1, 2, 3
"""Numbers in `cells` besides 0 for an empty cell; the colour of a seat is 1 + seat."""
BITS = tuple(u64(1 << i) for i in range(64))
NO_BITS = u64(0)
FILLED = 0x55
"""A bit for each of the four neighbours in `around`."""


def chain_constants(size: int) -> dict[str, Any]:
    """Return the constants of this module for a board size."""
    wide = size + 2
    return {
        "LIBERTY_WORDS": (wide**2 + 63) // 64,
        "STEPS": (-wide, -1, 1, wide),
        "ROUND": (-wide, -1, 1, wide, -wide - 1, 1 - wide, wide - 1, wide + 1),
    }


def begin(s: Any) -> None:
    """Set up the empty board in its border, in a state of zeros."""
    for cell in range(CELLS):
        s.cells[cell] = BORDER
    for cell in PLACES:
        s.cells[cell] = 0
        s.vacant[s.vacancies] = cell
        s.where[cell] = s.vacancies
        s.vacancies += 1
    for cell in PLACES:
        for i in range(8):
            s.around[cell] |= s.cells[cell + ROUND[i]] << 2 * i


def put(s: Any, cell: int, colour: int) -> None:
    """Place a stone on an empty cell, and join it with the chains of its colour. It captures nothing."""
    mark(s, cell, colour)
    last = s.vacant[s.vacancies - 1]
    s.vacancies -= 1
    s.vacant[s.where[cell]] = last
    s.where[last] = s.where[cell]
    s.stones += 1
    s.head[cell] = s.next[cell] = cell
    s.size[cell] = 1
    s.open[cell] = 0
    for i in range(LIBERTY_WORDS):
        s.liberties[cell * LIBERTY_WORDS + i] = NO_BITS
    for step in STEPS:
        near = cell + step
        other = s.cells[near]
        if other == 0:
            add_liberty(s, cell, near)
        elif other != BORDER:
            remove_liberty(s, s.head[near], cell)
    for step in STEPS:
        if s.cells[cell + step] == colour and s.head[cell + step] != s.head[cell]:
            join(s, s.head[cell + step], s.head[cell])


def mark(s: Any, cell: int, colour: int) -> None:
    """Write a stone into an empty cell, the hash and the surroundings of its neighbours; or take it out again."""
    s.cells[cell] ^= colour
    s.hash ^= KEYS[2 * cell + colour - 1]
    for i in range(4):
        s.around[cell + ROUND[i]] ^= colour << 2 * (3 - i)
        s.around[cell + ROUND[4 + i]] ^= colour << 2 * (7 - i)


def add_liberty(s: Any, head: int, cell: int) -> None:
    """Count a cell as a liberty of a chain, if it is not one yet."""
    at = head * LIBERTY_WORDS + (cell >> 6)
    if s.liberties[at] & BITS[cell & 63] == NO_BITS:
        s.liberties[at] |= BITS[cell & 63]
        s.open[head] += 1


def remove_liberty(s: Any, head: int, cell: int) -> None:
    """Count a cell no longer as a liberty of a chain."""
    at = head * LIBERTY_WORDS + (cell >> 6)
    if s.liberties[at] & BITS[cell & 63] != NO_BITS:
        s.liberties[at] ^= BITS[cell & 63]
        s.open[head] -= 1


def join(s: Any, first: int, second: int) -> None:
    """Make one chain of two, given their heads: the head of the larger one is that of both."""
    if s.size[first] < s.size[second]:
        first, second = second, first
    cell = second
    for _ in range(s.size[second]):
        s.head[cell] = first
        cell = s.next[cell]
    after = s.next[first]
    s.next[first] = s.next[second]
    s.next[second] = after
    s.size[first] += s.size[second]
    count = 0
    for i in range(LIBERTY_WORDS):
        s.liberties[first * LIBERTY_WORDS + i] |= s.liberties[second * LIBERTY_WORDS + i]
        count += popcount(s.liberties[first * LIBERTY_WORDS + i])
    s.open[first] = count


def lift(s: Any, head: int) -> int:
    """Take the stones of a chain off the board. Return their number."""
    count = s.size[head]
    colour = s.cells[head] + 0
    cell = head + 0
    for _ in range(count):
        mark(s, cell, colour)
        s.vacant[s.vacancies] = cell
        s.where[cell] = s.vacancies
        s.vacancies += 1
        s.lost[cell] |= colour
        for step in STEPS:
            if s.cells[cell + step] == BORDER - colour:
                add_liberty(s, s.head[cell + step], cell)
        cell = s.next[cell]
    s.stones -= count
    return int(count)


def chain_of(s: Any, cell: int) -> list[int]:
    """Return the cells of the chain of a stone."""
    found = [cell]
    while s.next[found[-1]] != cell:
        found.append(s.next[found[-1]])
    return found


def first_liberty(s: Any, head: int) -> int:
    """Return the first liberty of a chain that has any."""
    for i in range(LIBERTY_WORDS):
        if s.liberties[head * LIBERTY_WORDS + i] != NO_BITS:
            return int(64 * i + lowest(s.liberties[head * LIBERTY_WORDS + i]))
    return 0


def play(s: Any, move: int) -> None:
    """Place a stone and capture what it leaves without liberties, or pass."""
    colour = 1 + s.turn
    s.ko = 0
    if move == PASS:
        s.passes += 1
    else:
        s.passes = 0
        put(s, move + 0, colour)
        taken = captured = 0
        for step in STEPS:
            near = move + step
            if s.cells[near] == BORDER - colour and s.open[s.head[near]] == 0:
                taken += lift(s, s.head[near])
                captured = near
        if taken > 0:
            s.captures[s.turn] += taken
            if taken == 1 and s.size[s.head[move]] == 1 and s.open[s.head[move]] == 1:
                s.ko = captured
    s.before_last = s.last
    s.last = move
    s.turn = 1 - s.turn
    s.plies += 1
    s.history[s.plies] = s.hash


def legal(s: Any, moves: list[int], k: int) -> int:
    """Write the empty cells where a stone has a liberty in the end and repeats no position; then the pass."""
    colour = 1 + s.turn
    for cell in PLACES:
        if s.cells[cell] == 0 and breathes(s, cell, colour):
            if s.lost[cell] & colour and repeats(s, cell, colour):
                continue
            moves[k] = cell
            k += 1
    moves[k] = PASS
    return k + 1


def breathes(s: Any, cell: int, colour: int) -> bool:
    """Return whether a stone on an empty cell would have a liberty after its captures; otherwise it is suicide."""
    around = s.around[cell]
    if (around | around >> 1) & FILLED != FILLED:
        return True
    for step in STEPS:
        near = s.cells[cell + step]
        if near != BORDER and (s.open[s.head[cell + step]] > 1) == (near == colour):
            return True
    return False


def repeats(s: Any, cell: int, colour: int) -> bool:
    """Return whether the stones would lie as at an earlier time of the game after a stone on an empty cell."""
    after = hash_after(s, cell, colour)
    i = s.plies
    while i >= 0 and s.history[i] != after:
        i -= 1
    return bool(i >= 0)


def hash_after(s: Any, cell: int, colour: int) -> int:
    """Return the hash of the stones after a move to an empty cell and its captures."""
    after: int = s.hash ^ KEYS[2 * cell + colour - 1]
    other = BORDER - colour
    for i in range(4):
        near = cell + STEPS[i]
        if s.cells[near] == other and s.open[s.head[near]] == 1:
            met = False
            for j in range(i):
                met |= s.cells[cell + STEPS[j]] == other and s.head[cell + STEPS[j]] == s.head[near]
            if not met:
                stone = near
                for _ in range(s.size[s.head[near]]):
                    after ^= KEYS[2 * stone + other - 1]
                    stone = s.next[stone]
    return after
