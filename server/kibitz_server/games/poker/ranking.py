"""Value of the best five of five to seven poker cards.

A card is the number 13 * suit + rank, with rank 0 for a two and 12 for an ace. A set of cards is a mask of 52 bits, and
a set of ranks one of 13 bits. Everything is arithmetic of masks: a set of ranks of fixed size compares like its ranks
from the highest one on. So neither tables nor sorting are needed, and plain Python takes a few microseconds for a hand.
"""

SLOTS = ()
RANKS = 13
ALL_RANKS = (1 << RANKS) - 1
KINDS = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""Kinds of hands in ascending order, as `kind_of` numbers them."""
PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(1, 9)
KIND_AT, MAIN_AT = 26, 13
"""Lowest bits of the kind, and of the ranks that matter first. The kickers have the lowest 13 bits."""


def highest(ranks: int) -> int:
    """Return the set of the highest rank alone; the empty set if there is none."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ (ranks >> 1)


def size_of(ranks: int) -> int:
    """Return the number of ranks of a set."""
    ranks -= (ranks >> 1) & 0x5555
    ranks = (ranks & 0x3333) + ((ranks >> 2) & 0x3333)
    ranks = (ranks + (ranks >> 4)) & 0x0F0F
    return (ranks + (ranks >> 8)) & 31


def top(ranks: int, count: int) -> int:
    """Return the set of the highest `count` ranks, or all if there are fewer."""
    for _ in range(size_of(ranks) - count):
        ranks &= ranks - 1
    return ranks


def straight_of(ranks: int) -> int:
    """Return the highest rank of the best straight, as a set, or the empty set. An ace may be the lowest card."""
    places = (ranks << 1) | (ranks >> 12)
    return highest((places & (places >> 1) & (places >> 2) & (places >> 3) & (places >> 4)) << 3)


def suited_value(ranks: int) -> int:
    """Return the value of five or more cards of one suit."""
    straight = straight_of(ranks)
    if straight:
        return (STRAIGHT_FLUSH << KIND_AT) | straight
    return (FLUSH << KIND_AT) | top(ranks, 5)


def hand_value(cards: int) -> int:
    """Return the value of the best five cards of a set of five to seven: the greater value wins, equal ones split."""
    a = cards & ALL_RANKS
    b = (cards >> 13) & ALL_RANKS
    c = (cards >> 26) & ALL_RANKS
    d = (cards >> 39) & ALL_RANKS
    # With five cards of a suit among seven, there is neither a full house nor four of a kind.
    if size_of(a) >= 5:
        return suited_value(a)
    if size_of(b) >= 5:
        return suited_value(b)
    if size_of(c) >= 5:
        return suited_value(c)
    if size_of(d) >= 5:
        return suited_value(d)
    ranks = a | b | c | d
    twice = (a & b) | (c & d) | ((a | b) & (c | d))
    straight = straight_of(ranks)
    if twice == 0:
        return (STRAIGHT << KIND_AT) | straight if straight else top(ranks, 5)
    thrice = (a & b & (c | d)) | (c & d & (a | b))
    four = a & b & c & d
    if four:
        return (FOUR << KIND_AT) | (four << MAIN_AT) | highest(ranks ^ four)
    if thrice:
        three = highest(thrice)
        if twice ^ three:
            return (FULL_HOUSE << KIND_AT) | (three << MAIN_AT) | highest(twice ^ three)
    if straight:
        return (STRAIGHT << KIND_AT) | straight
    if thrice:
        return (THREE << KIND_AT) | (thrice << MAIN_AT) | top(ranks ^ thrice, 2)
    pairs = top(twice, 2)
    if pairs & (pairs - 1):
        return (TWO_PAIR << KIND_AT) | (pairs << MAIN_AT) | highest(ranks ^ pairs)
    return (PAIR << KIND_AT) | (pairs << MAIN_AT) | top(ranks ^ pairs, 3)


def kind_of(value: int) -> int:
    """Return the kind of a hand of this value, an index of KINDS."""
    return value >> KIND_AT
