"""Bit helpers of the rules: whole numbers read as sets of squares, bit `n` standing for square `n`.

These are the plain versions, on Python's unbounded integers. A compiler puts machine words of 64 bits in their place,
so a shift or sum that could leave the board is masked with the game's own board mask, and a constant that is a set of
squares (or is shifted or joined with one) is written `u64(...)`, even in `squares & (squares - u64(1))`: a machine word
and a plain number make a signed number.
"""


class u64(int):  # noqa: N801 - it stands for a machine type
    """A whole number that is a machine word when compiled. `bind` makes plain integers of such constants."""


def popcount(squares: int) -> int:
    """How many squares are in the set."""
    return squares.bit_count()


def lowest(squares: int) -> int:
    """The lowest square of a set that is not empty."""
    return (squares & -squares).bit_length() - 1


ALL = u64(0xFFFFFFFFFFFFFFFF)
GOLDEN = u64(0x9E3779B97F4A7C15)
FIRST_FACTOR = u64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = u64(0x94D049BB133111EB)


def mix(word: int) -> int:
    """A word of 64 bits scrambled: each bit of it tells on all bits of the result (Steele's SplitMix64, 2014)."""
    word = ((word ^ (word >> 30)) * FIRST_FACTOR) & ALL
    word = ((word ^ (word >> 27)) * SECOND_FACTOR) & ALL
    return word ^ (word >> 31)


def zobrist(count: int) -> tuple[u64, ...]:
    """That many random words, always the same ones: one for each fact of a position, joined by `^` (Zobrist, 1970)."""
    return tuple(u64(mix(((n + 1) * GOLDEN) & ALL)) for n in range(count))
