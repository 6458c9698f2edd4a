"""Pairing of an arena."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.tournament.formats.arena_pairing import (
    CROWD,
    FreeEntrant,
    SideBalance,
    allowed,
    due_at,
    expected_game_s,
    in_order,
    longest_wait_s,
    next_tick,
    pair_cost,
    pairings,
)
from kibitz_server.core.values.clock import Fischer

NUMBERS = {name: number for number, name in enumerate("abcdefxy", start=1)}


def entrant(row: str) -> FreeEntrant:
    """Return an entrant from its name, rank, rating, previous opponent and first sides in a row."""
    name, rank, rating, previous, in_a_row = row.split()
    return FreeEntrant(NUMBERS[name], int(rank), int(rating), NUMBERS[previous], SideBalance(int(in_a_row)))


WAITING = [
    entrant(row)
    for row in ("a 1 1900 b 0", "b 2 1840 a 1", "c 3 1850 x -1", "d 5 1700 e 3", "e 6 1720 d 0", "f 9 1500 y 3")
]


def named(pairs: Sequence[tuple[int, int]]) -> set[str]:
    """Return pairs as names in the order of the alphabet, without the order of their sides."""
    names = {number: name for name, number in NUMBERS.items()}
    return {"-".join(sorted((names[one], names[two]))) for one, two in pairs}


def cost(waiting: Sequence[FreeEntrant], pairs: Sequence[tuple[int, int]]) -> int:
    """Return what pairs cost together."""
    by_number = {each.number: each for each in waiting}
    bottom = max(each.rank for each in waiting)
    return sum(pair_cost(by_number[one], by_number[two], bottom) for one, two in pairs)


@pytest.mark.parametrize(
    ("waiting", "expected", "total"), [(WAITING, {"a-c", "b-d", "e-f"}, 11_496), (WAITING[:5], {"a-c", "b-d"}, 7_921)]
)
def test_the_cheapest_pairs_are_found(waiting: Sequence[FreeEntrant], expected: set[str], total: int) -> None:
    """As many entrants as possible are paired, at the least cost, without forbidden pairs."""
    (pairs,) = pairings(waiting)
    assert named(pairs) == expected
    assert cost(waiting, pairs) == total


def test_only_lone_entrants_may_meet_again() -> None:
    """Two entrants that wait do not meet twice in a row, except when no other entrant plays or pauses."""
    both = [entrant("a 1 1900 b 1"), entrant("b 2 1840 a -1")]
    assert list(pairings(both)) == [[]]
    assert list(pairings(both, others=False)) == [[(2, 1)]]
    three = [*both, entrant("c 3 1850 x 0")]
    assert len(next(pairings(three, others=False))) == 1


def test_forbidden_pairs_never_meet() -> None:
    """Pairs that the organiser forbids are not made, also of lone entrants."""
    a, c = WAITING[0], WAITING[2]
    (pairs,) = pairings(WAITING, forbidden=[(a.number, c.number)])
    assert len(pairs) == 3
    assert "a-c" not in named(pairs)
    assert list(pairings([a, c], others=False, forbidden=[(c.number, a.number)])) == [[]]


@pytest.mark.parametrize(
    ("one", "two", "first"),
    [
        (SideBalance(1, 1), SideBalance(-1, -1), 2),
        (SideBalance(-1, 1), SideBalance(2, 0), 2),
        (SideBalance(3, 1), SideBalance(1, 2), 2),
        (SideBalance(-3, -1), SideBalance(-1, -2), 1),
        (SideBalance(1, 0), SideBalance(-1, 0), 2),
        (SideBalance(), SideBalance(), 1),
        (SideBalance(-1, 3), SideBalance(2, 2), 2),
    ],
)
def test_sides_are_balanced(one: SideBalance, two: SideBalance, first: int) -> None:
    """The entrant that moved first less often, then less lately, moves first, unless one of them must not."""
    entrants = FreeEntrant(1, 1, 1500, sides=one), FreeEntrant(2, 2, 1500, sides=two)
    assert allowed(*entrants)
    assert in_order(*entrants) == in_order(*entrants[::-1]) == (first, 3 - first)


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (SideBalance(3, 3), SideBalance(3, 1), False),
        (SideBalance(-3, -1), SideBalance(-3, -3), False),
        (SideBalance(1, 3), SideBalance(1, 3), False),
        (SideBalance(-1, -3), SideBalance(-3, -1), False),
        (SideBalance(3, 1), SideBalance(2, 2), True),
        (SideBalance(3, 3), SideBalance(-3, -3), True),
    ],
)
def test_two_that_need_the_same_side_do_not_meet(one: SideBalance, two: SideBalance, expected: bool) -> None:
    """After three games with one side in a row, or three more with it than with the other, the other must follow."""
    entrants = FreeEntrant(1, 1, 1500, sides=one), FreeEntrant(2, 2, 1500, sides=two)
    assert allowed(*entrants) is expected
    assert [len(pairs) for pairs in pairings(entrants)] == [expected]


def test_a_new_arena_does_not_favour_strong_entrants() -> None:
    """In the first games of an arena about half of the better entrants move first."""
    (pairs,) = pairings(FreeEntrant(number, number, 3000 - number) for number in range(1, 41))
    assert sum(one < two for one, two in pairs) == 10


def _balance(firsts: Sequence[bool]) -> SideBalance:
    """Return the balance after games of which some were played as the first."""
    balance = SideBalance()
    for first in firsts:
        balance = balance.after(first)
    return balance


balances = st.lists(st.booleans(), max_size=8).map(_balance)


@st.composite
def crowds(draw: st.DrawFn) -> list[FreeEntrant]:
    """Draw up to eight entrants that wait."""
    size = draw(st.integers(0, 8))
    ranks = draw(st.permutations(range(1, 13)))
    return [
        FreeEntrant(
            number,
            ranks[number - 1],
            draw(st.integers(100, 3000)),
            draw(st.none() | st.integers(1, 10)),
            draw(balances),
        )
        for number in range(1, size + 1)
    ]


def _best(waiting: Sequence[FreeEntrant], bottom: int) -> tuple[int, int]:
    """Return the largest number of pairs, and the least cost of that number, negative, by trying all."""
    if len(waiting) < 2:
        return 0, 0
    one, *rest = waiting
    found = [_best(rest, bottom)]
    for two in rest:
        if allowed(one, two):
            pairs, value = _best([each for each in rest if each is not two], bottom)
            found.append((pairs + 1, value - pair_cost(one, two, bottom)))
    return max(found)


@given(crowds())
def test_no_other_pairs_are_more_or_cheaper(waiting: list[FreeEntrant]) -> None:
    """The pairs are as many and as cheap as the best of all possibilities, and each is allowed."""
    pairs = [pair for group in pairings(waiting) for pair in group]
    by_number = {each.number: each for each in waiting}
    assert len({number for pair in pairs for number in pair}) == 2 * len(pairs)
    for first, second in pairs:
        assert allowed(by_number[first], by_number[second])
        assert by_number[first].sides.may_be_first
        assert by_number[second].sides.may_be_second
    if waiting:
        assert (len(pairs), -cost(waiting, pairs)) == _best(waiting, max(each.rank for each in waiting))


@given(st.integers(2, 12), st.integers(0, 2**32))
def test_no_arena_breaks_the_rules_of_its_pairs(size: int, seed: int) -> None:
    """Over a whole arena no pair repeats at once, and no entrant is on one side four times more, or in a row."""
    random = Random(seed)
    previous: dict[int, int] = {}
    sides: dict[int, list[bool]] = {number: [] for number in range(1, size + 1)}
    for _ in range(20):
        ranks = random.sample(sorted(sides), size)
        free = random.sample(sorted(sides), random.randint(0, size))
        waiting = [
            FreeEntrant(number, ranks.index(number) + 1, 1500, previous.get(number), _balance(sides[number]))
            for number in free
        ]
        for first, second in next(pairings(waiting), []):
            assert previous.get(first) != second
            assert previous.get(second) != first
            previous[first], previous[second] = second, first
            sides[first].append(True)
            sides[second].append(False)
    for played in sides.values():
        assert abs(2 * sum(played) - len(played)) <= 3
        assert all(len(set(played[start : start + 4])) == 2 for start in range(len(played) - 3))


def test_a_crowd_is_paired_in_groups() -> None:
    """Groups have 100 entrants by rank, and an entrant that a group leaves over finds an opponent in the next."""
    waiting = [FreeEntrant(number, number, 1500) for number in range(1, 252)]
    waiting[0] = FreeEntrant(1, 1, 1500, sides=SideBalance(3, 3))
    groups = list(pairings(reversed(waiting)))
    assert [len(group) for group in groups] == [50, 50, 25]
    for group, (start, end) in zip(groups, pairwise([1, CROWD + 1, 2 * CROWD + 1, 252]), strict=True):
        assert all(start <= number < end for pair in group for number in pair)
    must_be_second = SideBalance(3, 1)
    waiting[:CROWD] = [FreeEntrant(number, number, 1500, sides=must_be_second) for number in range(1, CROWD + 1)]
    assert [len(group) for group in pairings(waiting)] == [0, 60, 25]


@pytest.mark.parametrize(
    ("control", "seconds"),
    [(Fischer(60, 0), 12), (Fischer(180, 2), 32), (Fischer(15, 0), 8), (Fischer(600, 5), 50)],
)
def test_long_games_are_worth_a_longer_wait(control: Fischer, seconds: float) -> None:
    """Two entrants wait for a tenth of a game and six seconds, at least 8 and at most 50 seconds."""
    assert longest_wait_s(expected_game_s(control)) == seconds


@pytest.mark.parametrize(
    ("since", "next_free_at", "due"),
    [
        ([], None, inf),
        ([5.0], None, inf),
        ([7.0, 5.0], None, 7.0),
        ([7.0, 5.0], 10.0, 39.0),
        ([7.0, 5.0, 30.0], 10.0, 39.0),
        ([7.0, 5.0], 38.9, 39.0),
        ([7.0, 5.0], 39.0, 7.0),
        ([float(second) for second in range(100)], 20.0, 33.0),
        ([float(second) for second in range(100)], 50.0, 1.0),
        ([0.5 * second for second in range(101)], 0.0, 32.5),
        ([0.01 * second for second in range(101)], 0.0, 1.0),
    ],
)
def test_it_is_time_to_pair(since: list[float], next_free_at: float | None, due: float) -> None:
    """It is time when two have waited long enough, when none can join them sooner, or when over 100 wait."""
    assert due_at(since, 260.0, next_free_at) == due


def test_arenas_look_for_pairs_every_three_seconds() -> None:
    """The next look is at the next multiple of three seconds after the start."""
    assert [next_tick(10.0, now) for now in (10.0, 12.9, 13.0, 17.5)] == [13.0, 13.0, 16.0, 19.0]
