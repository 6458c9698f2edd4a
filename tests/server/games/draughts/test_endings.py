"""Numbering of draughts endings."""

from itertools import combinations
from math import comb

import pytest

from kibitz_server.games.draughts.english import endings as endings
from tests.server.games.helpers import game_of

RULES = game_of("draughts").rules
PUBLISHED = {2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232}
"""Positions with this many pieces, of both sides or of one (Schaeffer and others, 2007, "Checkers is solved")."""


def one_sided(pieces: int) -> int:
    """Return the number of positions in which one side has all the pieces."""
    return 2 * sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))


def two_men_on_one_square(men: int, other_men: int) -> int:
    """Return how many pairs of sets of men share a square. The two sides' men have 24 squares in common."""
    apart = sum(comb(24, n) * comb(4, men - n) * comb(28 - n, other_men) for n in range(men + 1) if men - n <= 4)
    return comb(28, men) * comb(28, other_men) - apart


@pytest.mark.parametrize("pieces", PUBLISHED)
def test_all_positions_have_places(pieces: int) -> None:
    """Places that are positions, and the positions of one side alone, make up the published number."""
    count = one_sided(pieces)
    for men, kings, other_men, other_kings in endings.BLOCKS:
        if men + kings + other_men + other_kings == pieces:
            left = 32 - men - other_men
            sets = comb(left, kings) * comb(left - kings, other_kings)
            apart = comb(28, men) * comb(28, other_men) - two_men_on_one_square(men, other_men)
            count += apart * sets
    assert count == PUBLISHED[pieces]


def test_each_position_has_a_place_of_its_own() -> None:
    """All positions of two pieces have different places, which lie within their blocks."""
    found = set()
    for first, second in combinations(range(32), 2):
        for own, other in ((first, second), (second, first)):
            for kings in range(4):
                crowned = (kings & 1) << own | (kings >> 1) << other
                if (own < 28 or kings & 1) and (other >= 4 or kings & 2):
                    found.add(RULES.ending_place(1 << own, 1 << other, crowned))
    assert len(found) == PUBLISHED[2] - one_sided(2)
    assert min(found) >= 0
    assert max(found) < endings.places(2)


def test_the_board_from_the_other_side() -> None:
    """The first square becomes the last one."""
    for square in range(32):
        assert RULES.flipped(1 << square) == 1 << (31 - square)
    assert RULES.flipped(0x00000FFF) == 0xFFF00000
