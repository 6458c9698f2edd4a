"""Placings by points and tie-breaks."""

import pytest

from kibitz_server.core.tournament.crosstable import crosstable, played, unfinished
from kibitz_server.core.tournament.tie_breaks.ranking import Placings
from kibitz_server.core.tournament.tie_breaks.table import default_tie_breaks, tie_breaks
from tests.server.core.tournament.seven import FIGURES, STANDINGS, TABLE, table_of

CIRCLE = """
4w1 2w1 3b0
3w1 1b0 4w1
2b0 4b0 1w1
1b0 3w1 2b0
"""
"""Round robin in which 1 and 2 have two points each, and 3 and 4 one."""


def test_swiss_with_unplayed_rounds() -> None:
    """Points, Buchholz, Sonneborn-Berger and places of a Swiss tournament with byes and a forfeit are right."""
    ranking = Placings(TABLE, tie_breaks("BH BH-C1 SB", "swiss"))
    assert {one.number: (one.points, *one.tie_breaks) for one in ranking.placings} == FIGURES


def test_standings() -> None:
    """The default tie-breaks of a Swiss tournament give its standings."""
    ranking = Placings(TABLE, default_tie_breaks("swiss"))
    assert [one.number for one in ranking.placings] == STANDINGS
    assert [one.rank for one in ranking.placings] == [1, 2, 3, 4, 5, 6, 7]


def test_entrants_that_no_tie_break_tells_apart_share_a_place() -> None:
    """Entrants that stay tied have the same rank, are listed by seed, and the next one's rank leaves room for them."""
    draws = table_of("2w= 3w=\n1b= 4w1\n4b0 1b=\n3w1 2b0")
    ranking = Placings(draws, ())
    assert [(one.rank, one.number) for one in ranking.placings] == [(1, 2), (2, 1), (2, 4), (4, 3)]


def test_direct_encounter_decides_within_the_tied_group() -> None:
    """Direct encounter ranks tied entrants by their games against each other."""
    ranking = Placings(table_of(CIRCLE, predetermined=True), tie_breaks("DE", "round-robin"))
    assert [(one.rank, one.number, one.tie_breaks) for one in ranking.placings] == [
        (1, 1, (1.0,)),
        (2, 2, (2.0,)),
        (3, 4, (1.0,)),
        (4, 3, (2.0,)),
    ]


def test_direct_encounter_looks_again_at_those_who_stay_tied() -> None:
    """Of four tied entrants, two with the same points against the others are ranked by their own game."""
    rows = CIRCLE.split("\n")[1:-1]
    table = table_of("\n".join(f"{row} {bye}" for row, bye in zip(rows, "ZZFF", strict=True)), predetermined=True)
    assert {table.points(number) for number in (1, 2, 3, 4)} == {2.0}
    ranking = Placings(table, tie_breaks("DE", "round-robin"))
    assert [(one.number, one.tie_breaks) for one in ranking.placings] == [
        (1, (1.0,)),
        (2, (2.0,)),
        (4, (3.0,)),
        (3, (4.0,)),
    ]


SURE = "2w1 3b1 Z\n1b0 F F\nF 1w0 F"
"""All have two points: 1 beat 2 and 3, which have not met."""
UNSURE = "2w1 F Z\n1b0 F F\nF F Z"
"""All have two points: 1 beat 2, and 3 has met neither."""


@pytest.mark.parametrize(("rows", "values"), [(SURE, [1.0, 2.0, 2.0]), (UNSURE, [None, None, None])])
def test_direct_encounter_waits_for_what_is_not_sure(rows: str, values: list[float | None]) -> None:
    """In a Swiss tournament, an entrant goes ahead only if no result of the games not played could change it."""
    ranking = Placings(table_of(rows), tie_breaks("DE", "swiss"))
    assert [ranking.of(number).tie_breaks[0] for number in (1, 2, 3)] == values


def test_a_forfeited_game_is_no_encounter_in_a_swiss_tournament() -> None:
    """A forfeit decides between tied entrants where all pairings were known, and does not in a Swiss tournament."""
    rows = "2w+ 3b0 Z\n1b- Z F\n4w1 1w1 Z\n3b0 Z Z"
    for predetermined, value in ((False, None), (True, 1.0)):
        table = table_of(rows, predetermined=predetermined)
        assert Placings(table, tie_breaks("DE", "round-robin")).of(1).tie_breaks == (value,)


def test_repeated_encounters_count_on_average() -> None:
    """Entrants that met more often have the average of these games against each other."""
    # Three with two points: 1 and 2 met twice (1, 1/2), 3 beat 1 and drew with 2.
    table = table_of("2w1 2b= 3w0 H\n1b0 1w= F 3b=\nZ H 1b1 2w=", predetermined=True)
    assert [table.points(number) for number in (1, 2, 3)] == [2.0, 2.0, 2.0]
    ranking = Placings(table, tie_breaks("DE", "round-robin"))
    assert [one.number for one in ranking.placings] == [3, 1, 2]


def test_the_first_seed_ranks_highest() -> None:
    """The value of `TPN` is the seed number, and the lower one is ahead."""
    ranking = Placings(table_of("2w= 3w=\n1b= 4w1\n4b0 1b=\n3w1 2b0"), tie_breaks("TPN", "swiss"))
    assert [(one.rank, one.number, *one.tie_breaks) for one in ranking.placings] == [
        (1, 2, 2.0),
        (2, 1, 1.0),
        (3, 4, 4.0),
        (4, 3, 3.0),
    ]


def test_points_may_come_from_elsewhere() -> None:
    """An arena ranks by its own points, then by fewer games, then by performance."""
    table = crosstable(
        [
            [played(2, 0, 1.0), played(3, 1, 0.0), unfinished(4, 0)],
            [played(1, 1, 0.0), played(4, 0, 1.0)],
            [played(4, 0, 0.0), played(1, 0, 1.0)],
            [played(3, 1, 1.0), played(2, 1, 0.0), unfinished(1, 1)],
        ],
        [1500, 1600, 1400, 1450],
    )
    ranking = Placings(table, default_tie_breaks("arena"), [4.0, 4.0, 4.0, 9.0])
    assert [one.number for one in ranking.placings] == [4, 2, 3, 1]
    assert [one.tie_breaks[0] for one in ranking.placings] == [3.0, 2.0, 2.0, 3.0]


def test_an_unknown_entrant_has_no_place() -> None:
    """A place of a number that no entrant has is an error."""
    with pytest.raises(KeyError):
        Placings(TABLE, ()).of(8)


def test_no_entrants() -> None:
    """A tournament without entrants has an empty ranking."""
    assert Placings(crosstable([]), default_tie_breaks("swiss")).placings == ()
