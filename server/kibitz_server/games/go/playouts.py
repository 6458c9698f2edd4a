"""Playouts of Go: which moves are likely, and how good moves look before the first one.

A playout answers the last move near it if it can: it saves a chain from capture, captures the stone of that move, gives
a chain with two liberties more of them, or plays a good shape (Gelly, Wang, Munos and Teytaud, 2006; Enzenberger and
Müller, 2010). Otherwise it plays anywhere but in its own eyes, and passes when nothing is left. It captures dead stones
on the way, so the stones on the board in the end all live.
"""

from typing import Any

from kibitz_server.games.bits import lowest, next_random, popcount, random_below
from kibitz_server.games.go.chains import BITS, BLACK, BORDER, FILLED, NO_BITS, first_liberty
from kibitz_server.games.go.patterns import EYES, GOOD, shape

SLOTS = (
    "WIDE",
    "CELLS",
    "AREA",
    "PASS",
    "LIBERTY_WORDS",
    "STEPS",
    "PLACES",
    "ROUND",
    "first_liberty",
    "shape",
    "lead",
    "legal",
)
WIDE = CELLS = AREA = PASS = LIBERTY_WORDS = 0
STEPS: tuple[int, ...] = ()
PLACES: tuple[int, ...] = ()
ROUND: tuple[int, ...] = ()
lead: Any = None
legal: Any = None

CAPTURE, STONE, THREAT, LOSS_OF_STONES, FITTING = 30, 8, 8, 20, 15
"""Worth in hundredths of a capture or an escape, of each of its stones up to five, of an atari, of a move that leaves
its chain with one liberty, and of a good shape."""
CLOSE = (0, 0, 14, 14, 8, 6, 0)
"""Worth of a move by how far it is from the last one: columns and rows, and the larger number of these again."""
LARGE = 13
"""Smallest size of a board with an opening of its own."""
SMALL_LINES, LARGE_LINES, CORNER = (0, -40, -12, 6, 4, 0), (0, -80, -40, 8, 5, -10), 90
"""Worth of a move where all cells around are empty, by its line from the edge; the last one is for all others."""
EACH = 0x5555
"""A bit for each of the eight neighbours in `around`."""
LATE = 3
"""A pass may be a good move once stones are on one of this many points."""
SAFE = 100
"""Worth of a pass that would win: no other move looks as good, so a search soon knows if that is wrong."""
IDLE = 0
"""Code of the move that changes nothing: a pass."""
AMAF, RIPE, EXPLORATION, PRIOR = 1000, 5, 0.0, 10
"""Constants of Monte Carlo search: see docs/add-a-game.md."""
PRIOR_OF_LARGE = 60
"""PRIOR on large boards, where few of many moves are played later in the first playouts."""
AGREED = 40
"""Percent of the playouts by which one side must own a point more often than the other, so that it is sure."""
SACRIFICE = 3
"""Most stones that a playout leaves with a single liberty by its own move."""


def openings(size: int) -> tuple[int, ...]:
    """Return how good a move looks on each cell while all cells around it are empty.

    On large boards, players begin in the corners and go on along the sides, on the third and the fourth line.
    """
    wide = size + 2
    found = []
    for cell in range(wide**2):
        lines = sorted(min(at, size + 1 - at) for at in (cell % wide, cell // wide))
        if size < LARGE:
            found.append(SMALL_LINES[min(lines[0], 5)])
        elif lines[0] in (3, 4) and lines[1] in (3, 4):
            found.append(CORNER)
        else:
            found.append(LARGE_LINES[min(lines[0], 5)])
    return tuple(found)


def longest(size: int) -> int:
    """Return the plies after which a playout ends."""
    return 3 * size**2


def playout_constants(size: int) -> dict[str, Any]:
    """Return the constants of this module for a board size."""
    prior = PRIOR_OF_LARGE if size >= LARGE else PRIOR
    return {"OPENING": openings(size), "PLAYOUT_PLIES": longest(size), "PRIOR": prior, "NOTES": (size + 2) ** 2}


OPENING, PLAYOUT_PLIES, NOTES = openings(9), longest(9), 121
CALLED = tuple(
    """
    add_liberty answer anywhere at_rest breathes completing estimate fight first_liberty freedom hash_after is_sound
    join lead legal liberties_after lift likely mark near note_end outcome play prior put reached remove_liberty
    repeats save stretch take worth
    """.split()
)
"""All long functions: with their code in each place that uses it, searches would take twice as long to compile."""


def likely(s: Any, _last: int, memory: Any) -> int:
    """Return a move of a playout."""
    colour = 1 + s.turn
    move = 0
    if s.last != PASS:
        move = answer(s, colour, memory)
    if move == 0:
        move = anywhere(s, colour, memory)
    if move == PASS:
        # Playouts end with passes, which say nothing of a pass now: no side learns from them.
        memory.played[PASS] = BORDER
    return int(move)


def one_of(memory: Any, count: int) -> int:
    """Return a random one of the first moves in memory."""
    if count == 1:
        return int(memory.moves[0])
    memory.random = next_random(memory.random)
    return int(memory.moves[random_below(memory.random, count)])


def answer(s: Any, colour: int, memory: Any) -> int:
    """Return a random one of the best kind of answers near the last move; 0 for none."""
    at = s.last
    count = 0
    if s.open[s.head[at]] == 1:
        count = take(s, s.head[at], memory, count)
    for step in STEPS:
        near = at + step
        if s.cells[near] == colour and s.open[s.head[near]] == 1:
            count = save(s, s.head[near], colour, memory, count)
    if count == 0:
        for step in STEPS:
            near = at + step
            if s.cells[near] == colour and s.open[s.head[near]] == 2:
                count = stretch(s, s.head[near], colour, memory, count)
    if count == 0:
        for step in ROUND:
            near = at + step
            if s.cells[near] == 0 and shape(s.around[near]) & GOOD and is_sound(s, near, colour):
                memory.moves[count] = near
                count += 1
    return one_of(memory, count) if count > 0 else 0


def take(s: Any, head: int, memory: Any, count: int) -> int:
    """Write the move that captures a chain with a single liberty, unless the ko forbids it. Return the new count."""
    cell = first_liberty(s, head)
    if cell != s.ko:
        memory.moves[count] = cell
        count += 1
    return count


def save(s: Any, head: int, colour: int, memory: Any, count: int) -> int:
    """Write the moves that save a chain with a single liberty: more liberties, or captures beside it."""
    cell = first_liberty(s, head)
    if freedom(s, cell, colour) > 1:
        memory.moves[count] = cell
        count += 1
    stone = head
    for _ in range(s.size[head]):
        for step in STEPS:
            near = stone + step
            if s.cells[near] == BORDER - colour and s.open[s.head[near]] == 1:
                count = take(s, s.head[near], memory, count)
        stone = s.next[stone]
    return count


def stretch(s: Any, head: int, colour: int, memory: Any, count: int) -> int:
    """Write the moves that give a chain with two liberties more of them. Return the new count."""
    for i in range(LIBERTY_WORDS):
        bits = s.liberties[head * LIBERTY_WORDS + i]
        while bits != NO_BITS:
            cell = 64 * i + lowest(bits)
            bits ^= BITS[cell & 63]
            if cell != s.ko and liberties_after(s, cell, colour) > 2:
                memory.moves[count] = cell
                count += 1
    return count


def liberties_after(s: Any, cell: int, colour: int) -> int:
    """Return the number of liberties of a chain after a stone on an empty cell beside it, without captures."""
    count = 0
    for i in range(LIBERTY_WORDS):
        bits: int = NO_BITS
        for step in STEPS:
            near = cell + step
            if s.cells[near] == colour:
                bits |= s.liberties[s.head[near] * LIBERTY_WORDS + i]
            elif s.cells[near] == 0 and near >> 6 == i:
                bits |= BITS[near & 63]
        count += popcount(bits)
    return count - 1


def freedom(s: Any, cell: int, colour: int) -> int:
    """Return the number of liberties of a chain after a stone on an empty cell: exact up to 1, else at least 2.

    A capture counts as two.
    """
    free = chains = 0
    for step in STEPS:
        near = cell + step
        if s.cells[near] == 0:
            free += 1
        elif s.cells[near] == colour:
            chains += 1
            if s.open[s.head[near]] > 2:
                return 2
        elif s.cells[near] != BORDER and s.open[s.head[near]] == 1:
            return 2
    if free > 1 or chains == 0:
        return free
    return liberties_after(s, cell, colour)


def is_sound(s: Any, cell: int, colour: int) -> bool:
    """Return whether a move to an empty cell is legal in a playout, and does not leave many stones with one liberty."""
    if cell == s.ko:
        return False
    around = s.around[cell]
    full = (around | around >> 1) & FILLED ^ FILLED
    if full & (full - 1):
        return True
    liberties = freedom(s, cell, colour)
    if liberties > 1:
        return True
    if liberties == 0:
        return False
    count = 1
    for step in STEPS:
        if s.cells[cell + step] == colour:
            count += s.size[s.head[cell + step]]
    return count <= SACRIFICE


def anywhere(s: Any, colour: int, memory: Any) -> int:
    """Return a random move that is sound and in no own eye; PASS if there is none."""
    if s.vacancies == 0:
        return PASS
    memory.random = next_random(memory.random)
    first = random_below(memory.random, s.vacancies)
    for i in range(s.vacancies):
        at = first + i
        if at >= s.vacancies:
            at -= s.vacancies
        cell = s.vacant[at]
        if shape(s.around[cell]) & EYES << colour == 0 and is_sound(s, cell, colour):
            return int(cell)
    return PASS


def estimate(s: Any) -> int:
    """Return the result for Black if the game ended here."""
    margin = lead(s)
    return 1 if margin > 0 else -1 if margin < 0 else 0


def note_end(s: Any, memory: Any) -> None:
    """Note the owner of each point at the end of a playout: 1 more for Black, 1 less for White.

    An empty point then is an eye, so any stone beside it tells. The first number counts the playouts.
    """
    memory.noted[0] += 1
    for cell in PLACES:
        colour = s.cells[cell] + 0
        for step in STEPS:
            if colour == 0 and s.cells[cell + step] != BORDER:
                colour = s.cells[cell + step] + 0
        if colour == BLACK:
            memory.noted[cell] += 1
        elif colour != 0:
            memory.noted[cell] -= 1


def at_rest(s: Any, memory: Any) -> bool:
    """Return whether a pass gives nothing away: the points on which playouts do not agree cannot change the result.

    After a pass of the other side the stones are counted as they lie, which `completing` looks at.
    """
    if s.passes > 0:
        return True
    sure = AGREED * memory.noted[0]
    ahead, doubtful = -s.komi2, 0
    for cell in PLACES:
        if 100 * abs(memory.noted[cell]) < sure:
            doubtful += 2
        else:
            ahead += 2 if memory.noted[cell] > 0 else -2
    return bool(abs(ahead) > doubtful)


def completing(s: Any, seat: int, moves: list[int], k: int) -> int:
    """Write the pass that wins at once: after a pass of the other side, by the area as it stands."""
    if s.passes == 1 and seat == s.turn:
        ahead = lead(s)
        if (ahead > 0) if seat == 0 else (ahead < 0):
            moves[k] = PASS
            return k + 1
    return k


def prior(s: Any, _last: int, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves but own eyes, and how good they look; a pass only late, or if it is the only move.

    A pass that would win, if the other side passed too, is tried first, to know whether the other side can do better.
    """
    colour = 1 + s.turn
    end = legal(s, moves, k) - 1
    kept = k
    for i in range(k, end):
        cell = moves[i]
        if shape(s.around[cell]) & EYES << colour == 0:
            moves[kept] = cell
            scores[kept] = max(-95, min(95, worth(s, cell, colour)))
            kept += 1
    if kept == k or LATE * s.stones > AREA:
        ahead = lead(s) > 0 if colour == BLACK else lead(s) < 0
        moves[kept] = PASS
        scores[kept] = SAFE if ahead else -95
        kept += 1
    return kept


def worth(s: Any, cell: int, colour: int) -> int:
    """Return how good a move to an empty cell looks, in hundredths."""
    around = s.around[cell]
    found = near(cell, s.last) + near(cell, s.before_last) // 2 + fight(s, cell, colour)
    if (around ^ around >> 1) & EACH == 0:
        found += OPENING[cell]
    elif shape(around) & GOOD:
        found += FITTING
    return found


def near(cell: int, other: int) -> int:
    """Return the worth of a move for being close to an earlier one."""
    if other == PASS:
        return 0
    across, down = abs(cell % WIDE - other % WIDE), abs(cell // WIDE - other // WIDE)
    return CLOSE[min(across + down + max(across, down), 6)]


def fight(s: Any, cell: int, colour: int) -> int:
    """Return the worth of what a move does to the chains beside it: captures, escapes, threats, and losses."""
    found = most = 0
    for step in STEPS:
        head = s.head[cell + step]
        if s.cells[cell + step] == BORDER - colour:
            if s.open[head] == 1:
                found += CAPTURE + STONE * min(s.size[head], 5)
            elif s.open[head] == 2:
                found += THREAT
        elif s.cells[cell + step] == colour:
            most = max(most, s.size[head])
            if s.open[head] == 1:
                found += CAPTURE + STONE * min(s.size[head], 5)
    if freedom(s, cell, colour) < 2:
        found = -LOSS_OF_STONES - STONE * min(most, 5)
    return found
