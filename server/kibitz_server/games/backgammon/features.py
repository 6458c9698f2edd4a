"""Inputs of the networks of backgammon: what a position looks like to the side that is about to roll.

A network reads a list of pairs, the number of an input and its value in units of 1/ONE; all other inputs are 0. The
list is in `memory.scratch` from LIST on. Each side has inputs of its own, first the side on roll, then the other, so
that a network sees the same position alike whichever seat is on roll.

The inputs for each point follow Tesauro, "Practical Issues in Temporal Difference Learning" (1992): one checker, two,
three, and how many more. The others describe what is hard to see from single points: shots, primes, contact, the race.

Points are numbered from 0 as each side counts them, and 24 is the bar. In a set of points, bit `p` is the point `p`.
"""

from typing import Any

from kibitz_server.games.backgammon.rolls import (
    ALL_POINTS,
    BAR_PLACE,
    free_rolls,
    highest_of,
    lowest_of,
    reached,
    reached_by_double,
    seen_from_other_side,
)

SLOTS = ()

ONE = 256
"""Value of an input that is 1."""
HIDDEN_ROOM = 256
"""Most hidden units of a network; `memory.scratch` has their sums first."""
LIST = HIDDEN_ROOM
MOST_INPUTS = 160
"""Most inputs of a position that are not 0."""
SCRATCH = LIST + 2 * MOST_INPUTS

OFF_AT = 100
"""First input for the checkers that are borne off; before it are four for each point and the bar."""
PIPS_AT = 103
RAW = 108
"""Inputs that the network for races reads, of each side."""
RACE_INPUTS = 2 * RAW + 2
SHOTS_AT = 108
REAR_AT = 112
BLOCK_AT = 118
HOME_AT = 132
LOOSE_AT = 142
SIDE = 154
"""Inputs of one side."""
LEAD_AT = 2 * SIDE
INPUTS = LEAD_AT + 2

CONTACT, LATE, RACE = 0, 1, 2
"""Phases of a game; each has its network."""
NEARLY_HOME = 4
"""Most checkers outside its home board of a side that is nearly home."""


def put(memory: Any, k: int, number: int, value: int) -> int:
    """Append an input to the list and return the length of the list."""
    memory.scratch[LIST + 2 * k] = number
    memory.scratch[LIST + 2 * k + 1] = value
    return k + 1


def put_points(s: Any, memory: Any, k: int, seat: int, at: int) -> int:
    """Append the inputs for the checkers of a seat on each point, on the bar and off the board."""
    base = 25 * seat
    off = 15
    pips = 0
    for p in range(25):
        n = s.checkers[base + p]
        if n > 0:
            off -= n
            pips += n * (p + 1)
            k = put(memory, k, at + 4 * p + min(n, 3) - 1, ONE)
            if n > 3:
                k = put(memory, k, at + 4 * p + 3, (n - 3) * (ONE // 2))
    if off > 0:
        k = put(memory, k, at + OFF_AT, min(off, 5) * 51)
        if off > 5:
            k = put(memory, k, at + OFF_AT + 1, min(off - 5, 5) * 51)
        if off > 10:
            k = put(memory, k, at + OFF_AT + 2, (off - 10) * 51)
    k = put(memory, k, at + PIPS_AT, pips * ONE // 100)
    k = put(memory, k, at + PIPS_AT + 1, max(0, 60 - pips) * ONE // 30)
    k = put(memory, k, at + PIPS_AT + 2, max(0, 25 - pips) * ONE // 12)
    if off == 0:
        k = put(memory, k, at + PIPS_AT + 3, ONE)
        k = put(memory, k, at + PIPS_AT + 4, pips_to_home(s, seat) * ONE // 20)
    return k


def pips_to_home(s: Any, seat: int) -> int:
    """Return the pips that a seat needs to bring all its checkers home."""
    pips = 0
    for p in range(6, 25):
        pips += s.checkers[25 * seat + p] * (p - 5)
    return pips


def pip_lead(s: Any) -> int:
    """Return how many pips the side to move needs less than the other to bear all its checkers off."""
    own, other = 25 * s.turn, 25 - 25 * s.turn
    lead = 0
    for p in range(25):
        lead += (s.checkers[other + p] - s.checkers[own + p]) * (p + 1)
    return lead


def at_least(s: Any, seat: int, least: int) -> int:
    """Return the points, without the bar, on which a seat has `least` checkers or more, as it counts them."""
    found = 0
    for p in range(24):
        if s.checkers[25 * seat + p] >= least:
            found |= 1 << p
    return found


def put_shots(memory: Any, k: int, at: int, points: int, bar: int, blocks: int, blots: int) -> int:
    """Append the rolls of 36 by which a side would hit, the pips that it gains on average, and whether it has a shot.

    Blocks and blots are the opponent's, as the side counts points.
    """
    if blots == 0:
        return k
    open_to = ALL_POINTS & ~blocks
    rolls = 0
    pips = 0
    for a in range(1, 7):
        hit = reached_by_double(points, bar, a, open_to) & blots
        if hit:
            rolls += 1
            pips += highest_of(hit) + 1
        for b in range(1, a):
            hit = (reached(points, bar, a, b, open_to) | reached(points, bar, b, a, open_to)) & blots
            if hit:
                rolls += 2
                pips += 2 * highest_of(hit) + 2
    if rolls:
        k = put(memory, k, at, rolls * ONE // 36)
        k = put(memory, k, at + 1, pips * ONE // 288)
        k = put(memory, k, at + 2, ONE)
        k = put(memory, k, at + 3, max(0, 12 - rolls) * ONE // 12)
    return k


def put_rear(s: Any, memory: Any, k: int, seat: int, at: int, blocked: int, theirs: int) -> int:
    """Append how far a side's last checkers are back, how freely they move, and how many have contact."""
    base = 25 * seat
    first_enemy = lowest_of(theirs)
    last = -1
    second = -1
    stuck = 0
    behind = 0
    for p in range(24, -1, -1):
        n = s.checkers[base + p]
        if n > 0:
            if last < 0:
                last = p
            elif second < 0:
                second = p
            if p > first_enemy:
                behind += n
            if p > 5:
                stuck += n * (36 - free_rolls(blocked, p))
    k = put(memory, k, at, last * ONE // 24)
    k = put(memory, k, at + 1, free_rolls(blocked, last) * ONE // 36)
    if second >= 0:
        k = put(memory, k, at + 2, second * ONE // 24)
        k = put(memory, k, at + 3, free_rolls(blocked, second) * ONE // 36)
    k = put(memory, k, at + 4, stuck * ONE // 144)
    return put(memory, k, at + 5, behind * ONE // 8)


def put_blocks(memory: Any, k: int, at: int, blocks: int, theirs: int, their_bar: int) -> int:
    """Append the longest prime, what it holds behind it, and how a checker that enters would be contained."""
    longest = 0
    top = 0
    run = 0
    for p in range(18):
        run = run + 1 if blocks >> p & 1 else 0
        if run > longest:
            longest = run
            top = p
    for n in range(2, 7):
        if longest >= n:
            k = put(memory, k, at + n - 2, ONE)
    if longest >= 3:
        held = theirs & ((1 << (top + 1 - longest)) - 1)
        if held or their_bar:
            k = put(memory, k, at + 5, ONE)
            if longest >= 4:
                k = put(memory, k, at + 6, ONE)
            if longest >= 5:
                k = put(memory, k, at + 7, ONE)
    turned = seen_from_other_side(blocks)
    least = 36
    total = 0
    for p in range(18, 24):
        free = free_rolls(turned, p)
        total += free
        least = min(least, free)
    k = put(memory, k, at + 8, (36 - least) * ONE // 36)
    k = put(memory, k, at + 9, (216 - total) * ONE // 108)
    ahead = least
    for p in range(14, 18):
        ahead = min(ahead, free_rolls(turned, p))
    k = put(memory, k, at + 10, (36 - ahead) * ONE // 36)
    if their_bar:
        k = put(memory, k, at + 11, (36 - least) * ONE // 36)
    return k


def put_home(memory: Any, k: int, at: int, blocks: int, points: int, their_bar: int) -> int:
    """Append the points made in the home board, and the rolls by which the opponent would not enter."""
    made = 0
    for p in range(6):
        made += blocks >> p & 1
    for n in range(1, 7):
        if made >= n:
            k = put(memory, k, at + n - 1, ONE)
    if their_bar:
        k = put(memory, k, at + 6, made * made * ONE // 36)
        loose = 0
        for p in range(6):
            loose += (points & ~blocks) >> p & 1
        if loose:
            k = put(memory, k, at + 7, loose * ONE // 2)
    return k


def put_loose(s: Any, memory: Any, k: int, seat: int, at: int, theirs: int) -> int:
    """Append the blots, the spare checkers, those beyond use, and those in the opponent's home board."""
    base = 25 * seat
    blots = 0
    exposed = 0
    spare = 0
    dead = 0
    back = s.checkers[base + BAR_PLACE]
    first_enemy = lowest_of(theirs)
    last_enemy = highest_of(theirs)
    for p in range(24):
        n = s.checkers[base + p]
        if n == 1:
            blots += 1
            if p < last_enemy:
                exposed += 1
        elif n > 2 and p > 2:
            spare += (n - 2) * (p - 2)
        if p < 3 and n > 2:
            dead += n - 2
        if p >= 18:
            back += n
    k = put(memory, k, at, blots * ONE // 4)
    k = put(memory, k, at + 1, exposed * ONE // 4)
    k = put(memory, k, at + 2, spare * ONE // 32)
    k = put(memory, k, at + 3, dead * ONE // 4)
    if back > 2:
        k = put(memory, k, at + 4, (back - 2) * ONE // 2)
    elif back < 2:
        k = put(memory, k, at + 5 + back, ONE)
    if first_enemy < 6:
        k = put(memory, k, at + 7, ONE)
    return k


def in_contact(s: Any) -> int:
    """Return 1 while checkers of both sides still have to pass each other."""
    own = 25 * s.turn
    other = 25 - own
    last = 24
    while last >= 0 and s.checkers[own + last] == 0:
        last -= 1
    last_other = 24
    while last_other >= 0 and s.checkers[other + last_other] == 0:
        last_other -= 1
    return 1 if last + last_other > 23 else 0


def phase(s: Any) -> int:
    """Return which network evaluates a position: RACE without contact, LATE if a side is nearly home, or CONTACT."""
    if in_contact(s) == 0:
        return RACE
    outside = 0
    other_outside = 0
    for p in range(6, 25):
        outside += s.checkers[p]
        other_outside += s.checkers[25 + p]
    return LATE if min(outside, other_outside) <= NEARLY_HOME else CONTACT


def put_lead(s: Any, memory: Any, k: int, at: int) -> int:
    """Append the lead in the race of the side on roll."""
    lead = pip_lead(s)
    k = put(memory, k, at, max(-100, min(100, lead)) * ONE // 50)
    return put(memory, k, at + 1, max(-20, min(20, lead)) * ONE // 10)


def race_inputs(s: Any, memory: Any) -> int:
    """Write the inputs of a race and return their number."""
    k = 0
    for i in range(2):
        k = put_points(s, memory, k, s.turn ^ i, i * RAW)
    return put_lead(s, memory, k, 2 * RAW)


def put_side(s: Any, memory: Any, k: int, seat: int, at: int) -> int:
    """Append all inputs of a side in a position with contact."""
    other = 1 - seat
    points = at_least(s, seat, 1)
    blocks = at_least(s, seat, 2)
    theirs = seen_from_other_side(at_least(s, other, 1))
    their_blocks = seen_from_other_side(at_least(s, other, 2))
    bar = s.checkers[25 * seat + BAR_PLACE]
    their_bar = s.checkers[25 * other + BAR_PLACE]
    k = put_points(s, memory, k, seat, at)
    k = put_shots(memory, k, at + SHOTS_AT, points, bar, their_blocks, theirs & ~their_blocks)
    k = put_rear(s, memory, k, seat, at + REAR_AT, their_blocks, theirs)
    k = put_blocks(memory, k, at + BLOCK_AT, blocks, theirs, their_bar)
    k = put_home(memory, k, at + HOME_AT, blocks, points, their_bar)
    return put_loose(s, memory, k, seat, at + LOOSE_AT, theirs)


def contact_inputs(s: Any, memory: Any) -> int:
    """Write the inputs of a position with contact and return their number."""
    k = 0
    # A function that is called from one place only is compiled into that place, which doubles the speed here.
    for i in range(2):
        k = put_side(s, memory, k, s.turn ^ i, i * SIDE)
    return put_lead(s, memory, k, LEAD_AT)
