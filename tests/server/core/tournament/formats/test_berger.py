"""Berger tables."""

from collections import Counter

import pytest
from gacrux.berger import bergertables

from kibitz_server.core.tournament.formats.berger import berger_rounds


def test_table_for_six() -> None:
    """Rounds, boards and sides for six entrants are those of FIDE's table."""
    lines = [" ".join(f"{first}-{second}" for first, second in each.pairs) for each in berger_rounds(6)]
    assert lines == [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ]


def test_table_for_eight() -> None:
    """Rounds for eight entrants are those of FIDE's table."""
    rounds = berger_rounds(8)
    assert rounds[0].pairs == ((1, 8), (2, 7), (3, 6), (4, 5))
    assert rounds[1].pairs == ((8, 5), (6, 4), (7, 3), (1, 2))
    assert rounds[6].pairs == ((4, 8), (5, 3), (6, 2), (7, 1))


@pytest.mark.parametrize("entrants", [4, 6, 12, 64])
def test_tables_are_those_of_gacrux(entrants: int) -> None:
    """FIDE's program has the same rounds, boards and sides."""
    table = bergertables(entrants)["pairing"]
    assert [list(each.pairs) for each in berger_rounds(entrants)] == [
        [(pair["white"], pair["black"]) for _, pair in sorted(table[number].items())] for number in sorted(table)
    ]


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 7, 10, 13, 64])
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_all_meet_once_a_cycle(entrants: int, cycles: int) -> None:
    """All meet once in each cycle, one of an odd number is free in each round, and sides differ by at most one."""
    rounds = berger_rounds(entrants, cycles)
    assert len(rounds) == cycles * (entrants - 1 + entrants % 2)
    met = Counter(frozenset(pair) for each in rounds for pair in each.pairs)
    assert met == dict.fromkeys(met, cycles)
    assert len(met) == entrants * (entrants - 1) // 2
    everyone = set(range(1, entrants + 1))
    for each in rounds:
        free = [each.bye] if each.bye else []
        assert sorted([*(number for pair in each.pairs for number in pair), *free]) == sorted(everyone)
        assert bool(free) == bool(entrants % 2)
    for number in everyone:
        sides = Counter(pair.index(number) for each in rounds for pair in each.pairs if number in pair)
        assert abs(sides[0] - sides[1]) <= cycles % 2


def test_second_cycle_swaps_sides() -> None:
    """In the second cycle the same pairs meet in the same rounds with sides swapped."""
    rounds = berger_rounds(5, 2)
    assert [tuple(reversed(pair)) for each in rounds[:5] for pair in each.pairs] == [
        pair for each in rounds[5:] for pair in each.pairs
    ]
    assert [each.bye for each in rounds[:5]] == [each.bye for each in rounds[5:]]


@pytest.mark.parametrize(("entrants", "cycles"), [(1, 1), (0, 1), (4, 0)])
def test_no_table_without_games(entrants: int, cycles: int) -> None:
    """There is no table for fewer than two entrants, and none without a cycle."""
    with pytest.raises(ValueError, match="no round robin"):
        berger_rounds(entrants, cycles)
