"""What every pairing of a Swiss round keeps."""

import pytest

from kibitz_server.core.tournament.pairings import pairing_fault
from tests.server.core.tournament.seven import PAIRINGS, TABLE, pairing, table_of

FOUR = table_of("2w1 3b1\n1b0 4w+\n4w0 1w0\n3b1 2b-")
FIVE = table_of("2w1\n1b0\n4w1\n3b0\nU")


@pytest.mark.parametrize("number", range(1, 8))
def test_pairings_by_the_rules_have_no_fault(number: int) -> None:
    """The pairs of a tournament that was paired by the rules are accepted."""
    pairs, bye = pairing(PAIRINGS.strip().splitlines()[number - 1])
    absent = [1] if number == 1 else []
    assert pairing_fault(TABLE.until(number - 1), pairs, bye, absent=absent) is None


@pytest.mark.parametrize(
    ("pairs", "bye", "absent", "said"),
    [
        ([(1, 4), (2, 3)], None, (), None),
        ([(1, 4)], None, (2, 3), None),
        ([(1, 4)], 3, (2,), None),
        ([(2, 4)], None, (1, 3), None),
        ([(2, 4), (1, 5)], None, (3,), "not every entrant is in one pair"),
        ([(1, 4), (2, 1)], None, (), "not every entrant is in one pair"),
        ([(1, 4)], None, (), "not every entrant is in one pair"),
        ([(1, 4), (2, 3)], 3, (), "not every entrant is in one pair"),
        ([(1, 4), (2, 2)], None, (), "not every entrant is in one pair"),
        ([(2, 1), (3, 4)], None, (), "entrants 2 and 1 have met before"),
        ([(1, 4)], 2, (3,), "entrant 2 has had the points of a win without a game before"),
        ([(1, 4)], 9, (), "not every entrant is in one pair"),
        ([(1, 4), (0, 3)], None, (2,), "not every entrant is in one pair"),
    ],
)
def test_faults(pairs: list[tuple[int, int]], bye: int | None, absent: tuple[int, ...], said: str | None) -> None:
    """Missing and double entrants, repeated games and a second bye are named; a forfeited game may be played."""
    assert pairing_fault(FOUR, pairs, bye, absent=absent) == said


def test_a_bye_is_given_once() -> None:
    """An entrant with an allocated bye gets no other one."""
    assert pairing_fault(FIVE, [(1, 3), (2, 4)], 5) == "entrant 5 has had the points of a win without a game before"
    assert pairing_fault(FIVE, [(1, 3), (2, 5)], 4) is None


def test_byes_are_for_odd_numbers() -> None:
    """With an even number of entrants, a bye leaves an entrant without a pair."""
    assert pairing_fault(FOUR, [(1, 4)], 3) == "not every entrant is in one pair"


def test_forbidden_pairs() -> None:
    """A pair that must not be made is named, whichever side moves first."""
    assert pairing_fault(FOUR, [(1, 4), (2, 3)], None, forbidden=[(3, 2)]) == "entrants 2 and 3 must not be paired"
