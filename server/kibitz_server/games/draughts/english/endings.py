"""Numbering of draughts endings, for a table with one byte for each position of few pieces.

The position is seen from the side to move, so that each ending is stored once for both colours. Positions with the same
numbers of men and kings of each side form a block. Within it, each set of pieces is numbered among all sets of its size
(combinatorial number system: Lehmer, 1964), with kings counted on the squares that are left to them.

A byte is 1 for a draw, or 2 and the number of plies to the end, which is even where the side to move loses. Positions
in which the side to move must capture have no meaningful byte: the capture leads to a smaller ending.
"""

from math import comb

from kibitz_server.games.bits import lowest, popcount, u64

SLOTS = ()

ENDING_PIECES = 4
"""Largest number of pieces for which there is a table."""
LONGEST_WAIT = 39
"""Most plies without a capture or a man's move when the winner plays the soonest win; the script finds it."""
MOST_PIECES = 5
"""Largest number of pieces that can be numbered."""
GROUP = MOST_PIECES + 1
MEN_SQUARES = 28
CHOOSE = tuple(tuple(comb(n, k) for n in range(33)) for k in range(GROUP))
"""`CHOOSE[k][n]` is the number of sets of `k` among `n` squares."""
UNIT = u64(1)
MEN_FROM = 4
"""Lowest square of the opponent's men, because a man before it would be a king."""


def block_size(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return the number of places of a block, which allows for two men on one square."""
    left = 32 - men - other_men
    sets = comb(MEN_SQUARES, men) * comb(MEN_SQUARES, other_men)
    return sets * comb(left, kings) * comb(left - kings, other_kings)


BLOCKS = [
    (men, kings, other_men, pieces - men - kings - other_men)
    for pieces in range(2, MOST_PIECES + 1)
    for men in range(pieces)
    for kings in range(pieces - men)
    if men + kings
    for other_men in range(pieces - men - kings + 1)
]
"""Men and kings of the side to move, and of the other side: all blocks in their order, the smallest endings first."""


def block_number(men: int, kings: int, other_men: int, other_kings: int) -> int:
    """Return the index of a block in BLOCK_STARTS."""
    return ((men * GROUP + kings) * GROUP + other_men) * GROUP + other_kings


def block_starts() -> tuple[int, ...]:
    """Return where each block begins, by its number; 0 for numbers without a block."""
    starts = [0] * GROUP**4
    start = 0
    for block in BLOCKS:
        starts[block_number(*block)] = start
        start += block_size(*block)
    return tuple(starts)


BLOCK_STARTS = block_starts()


def places(pieces: int) -> int:
    """Return the number of places for all endings of up to this many pieces."""
    return sum(block_size(*block) for block in BLOCKS if sum(block) <= pieces)


FLIPS = (u64(0x55555555), u64(0x33333333), u64(0x0F0F0F0F), u64(0x00FF00FF), u64(0x0000FFFF))


def flipped(squares: int) -> int:
    """Return squares as the player on the other side of the board sees them: square n becomes 31 - n."""
    for step in range(5):
        width = 1 << step
        squares = ((squares >> width) & FLIPS[step]) | ((squares & FLIPS[step]) << width)
    return squares


def rank(pieces: int, taken: int) -> int:
    """Return the number of a set of squares among the sets of its size that use only squares which are not `taken`."""
    number = 0
    count = 0
    while pieces:
        piece = pieces & ~(pieces - UNIT)
        count += 1
        number += CHOOSE[count][lowest(piece) - popcount(taken & (piece - UNIT))]
        pieces ^= piece
    return number


def ending_place(own: int, other: int, kings: int) -> int:
    """Return the place of a position in the table. The side to move must be the one that moves down the board."""
    men = own & ~kings
    other_men = other & ~kings
    crowned = own & kings
    other_crowned = other & kings
    a, b, c, d = popcount(men), popcount(crowned), popcount(other_men), popcount(other_crowned)
    left = 32 - a - c
    place = rank(men, men ^ men) * CHOOSE[c][MEN_SQUARES] + rank(other_men >> MEN_FROM, men ^ men)
    place = place * CHOOSE[b][left] + rank(crowned, men | other_men)
    place = place * CHOOSE[d][left - b] + rank(other_crowned, men | other_men | crowned)
    return BLOCK_STARTS[((a * GROUP + b) * GROUP + c) * GROUP + d] + place
