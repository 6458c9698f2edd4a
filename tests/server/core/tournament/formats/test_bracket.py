"""Bracket of a knockout."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.tournament.formats.bracket import (
    EMPTY,
    Meeting,
    bracket,
    leader,
    places,
    round_name,
    seeded,
)


def test_seeds_have_their_places() -> None:
    """The first seed meets the last, and the two best of each part can meet only at its end."""
    assert seeded(2) == [1, 2]
    assert seeded(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_the_first_seeds_have_byes() -> None:
    """Of five entrants the first three have no opponent in the first round, and wait for those that play."""
    first, second, final = bracket(5, {})
    assert [(meeting.one, meeting.two, meeting.winner) for meeting in first] == [
        (1, EMPTY, 1),
        (4, 5, None),
        (2, EMPTY, 2),
        (3, EMPTY, 3),
    ]
    assert second == [Meeting(2, 1, 1, None, None), Meeting(2, 2, 2, 3, None)]
    assert final == [Meeting(3, 1, None, None, None)]
    assert [meeting.board for meeting in (*first, *second, *final) if meeting.playable] == [2, 2]


def test_rounds_have_names() -> None:
    """The last rounds have their usual names, earlier ones the number of their places."""
    assert [round_name(5, number) for number in range(1, 6)] == [
        "round of 32",
        "round of 16",
        "quarter-final",
        "semi-final",
        "final",
    ]
    assert round_name(1, 1) == "final"


@pytest.mark.parametrize(
    ("pairs", "winner"),
    [
        ([], None),
        ([(1.5, 0.5)], 3),
        ([(0.5, 1.5)], 2),
        ([(1, 1)], None),
        ([(1, 1), (1, 1)], None),
        ([(1, 1), (0, 2)], 2),
        ([(1, 1), (1, 1), (1, 1)], 2),
        ([(1, 1), (1, 1), (2, 0)], 3),
    ],
)
def test_pairs_are_played_until_one_leads(pairs: list[tuple[float, float]], winner: int | None) -> None:
    """The entrant that leads after a pair wins, and the better seed if none leads after the last pair."""
    assert leader(3, 2, pairs, most_pairs=3) == winner


@given(st.integers(2, 40), st.data())
def test_a_knockout_of_n_entrants_has_one_meeting_fewer(count: int, data: st.DataObject) -> None:
    """All but one entrant lose once, byes go to the first seeds, and each entrant gets its place."""
    winners: dict[tuple[int, int], int] = {}
    while ready := [each for meetings in bracket(count, winners) for each in meetings if each.playable]:
        meeting = data.draw(st.sampled_from(ready))
        winners[meeting.round, meeting.board] = data.draw(st.sampled_from((meeting.one or 0, meeting.two or 0)))
    rounds = bracket(count, winners)
    assert len(winners) == count - 1
    byes = {meeting.winner for meeting in rounds[0] if EMPTY in (meeting.one, meeting.two)}
    assert byes == set(range(1, 2 ** len(rounds) - count + 1))
    assert all(meeting.winner for meetings in rounds for meeting in meetings)
    found = places(rounds)
    assert sorted(found) == list(range(1, count + 1))
    for entrant, place in found.items():
        losses = [len(meetings) for meetings in rounds for each in meetings if entrant in (each.one, each.two)]
        assert place == (1 if rounds[-1][0].winner == entrant else losses[-1] + 1)


@given(st.integers(2, 64))
def test_the_best_seeds_meet_last(count: int) -> None:
    """If the better seed always wins, seeds 1 and 2 meet in the final, and 1 to 4 in the semi-finals."""
    winners: dict[tuple[int, int], int] = {}
    while ready := [each for meetings in bracket(count, winners) for each in meetings if each.playable]:
        winners |= {(each.round, each.board): min(each.one or 0, each.two or 0) for each in ready}
    rounds = bracket(count, winners)
    assert {rounds[-1][0].one, rounds[-1][0].two} == {1, 2}
    if count >= 4:
        assert {entrant for each in rounds[-2] for entrant in (each.one, each.two)} == {1, 2, 3, 4}
