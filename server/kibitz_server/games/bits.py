"""Bit helpers of the rules: integers as sets of squares, where bit `n` stands for square `n`.

These are the plain versions, on Python's unbounded integers. A compiler replaces them with machine words of 64 bits. A
shift or sum that could leave the board is therefore masked with the game's own board mask. A constant that is a set of
squares, or is shifted or joined with one, is written `u64(...)`, even in `squares & (squares - u64(1))`: a machine word
and a plain integer give a signed number.
"""

from collections.abc import MutableSequence


class u64(int):  # noqa: N801 - named after the machine type
    """Integer that becomes a machine word when compiled. `bind` turns such constants into plain integers."""


def popcount(squares: int) -> int:
    """Return the number of squares in the set."""
    return squares.bit_count()


def lowest(squares: int) -> int:
    """Return the lowest square of a non-empty set."""
    return (squares & -squares).bit_length() - 1


def highest(squares: int) -> int:
    """Return the highest square of a non-empty set."""
    return squares.bit_length() - 1


ALL = u64(0xFFFFFFFFFFFFFFFF)
GOLDEN = u64(0x9E3779B97F4A7C15)
FIRST_FACTOR = u64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = u64(0x94D049BB133111EB)


def mix(word: int) -> int:
    """Scramble a word of 64 bits, so that each input bit affects all output bits.

    This is the output function of SplitMix64 (Steele, Lea and Flood, 2014).
    """
    word = ((word ^ (word >> 30)) * FIRST_FACTOR) & ALL
    word = ((word ^ (word >> 27)) * SECOND_FACTOR) & ALL
    return word ^ (word >> 31)


def clear_single(past: MutableSequence[int], last: int) -> None:
    """Replace by 0 the hashes that `past` has only once before the one at `last`, and not there."""
    known = list(past[: last + 1])
    for place in range(last):
        if known.count(known[place]) == 1:
            past[place] = u64(0)


def next_random(word: int) -> int:
    """Return the random word after a word other than 0 (xorshift: Marsaglia, 2003)."""
    word ^= (word << u64(13)) & ALL
    word ^= word >> u64(7)
    word ^= (word << u64(17)) & ALL
    return word


def random_below(word: int, count: int) -> int:
    """Return an integer from 0 to count - 1, which the upper half of a random word selects."""
    return int(((word >> u64(32)) * u64(count)) >> u64(32))


def zobrist(count: int) -> tuple[u64, ...]:
    """Return `count` random words, the same on every call: one for each fact of a position, combined by `^`.

    This is the hashing of Zobrist (1970).
    """
    return tuple(u64(mix(((n + 1) * GOLDEN) & ALL)) for n in range(count))
