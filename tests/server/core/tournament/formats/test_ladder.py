"""Rules of a ladder."""

from dataclasses import replace
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.tournament.formats.ladder import (
    ACCEPT_S,
    DAY_S,
    Challenge,
    Obstacle,
    after_challenge,
    entered,
    lost_unanswered,
    next_deadline,
    obstacle,
    without,
)

LADDER = tuple(range(1, 16))


@pytest.mark.parametrize(
    ("challenger", "challenged", "expected"),
    [
        (12, 2, None),
        (2, 1, None),
        (12, 1, Obstacle.OUT_OF_REACH),
        (3, 4, Obstacle.NOT_ABOVE),
        (3, 3, Obstacle.NOT_ABOVE),
        (16, 15, Obstacle.NOT_ON_LADDER),
        (15, 16, Obstacle.NOT_ON_LADDER),
    ],
)
def test_entrants_challenge_up_to_ten_places_above(challenger: int, challenged: int, expected: Obstacle | None) -> None:
    """A challenge goes up, by ten places at most, between entrants of the ladder."""
    assert obstacle(LADDER, [], {}, Challenge(challenger, challenged, 0.0)) is expected


def test_the_organiser_may_choose_the_reach() -> None:
    """With a reach of three places the fourth is too far."""
    assert obstacle(LADDER, [], {}, Challenge(5, 2, 0.0), reach=3) is None
    assert obstacle(LADDER, [], {}, Challenge(5, 1, 0.0), reach=3) is Obstacle.OUT_OF_REACH


def test_open_challenges_are_bounded() -> None:
    """An entrant has at most three outgoing and five incoming challenges, accepted ones included."""
    outgoing = [Challenge(9, challenged, 0.0, 1.0) for challenged in (1, 2, 3)]
    assert obstacle(LADDER, outgoing[:2], {}, Challenge(9, 4, 0.0)) is None
    assert obstacle(LADDER, outgoing, {}, Challenge(9, 4, 0.0)) is Obstacle.TOO_MANY_OUTGOING
    assert obstacle(LADDER, outgoing, {}, Challenge(10, 9, 0.0)) is None
    incoming = [Challenge(challenger, 1, 0.0) for challenger in (2, 3, 4, 5, 6)]
    assert obstacle(LADDER, incoming[:4], {}, Challenge(7, 1, 0.0)) is None
    assert obstacle(LADDER, incoming, {}, Challenge(7, 1, 0.0)) is Obstacle.TOO_MANY_INCOMING
    assert obstacle(LADDER, incoming[:1], {}, Challenge(2, 1, 0.0)) is Obstacle.ALREADY_OPEN


def test_two_entrants_wait_three_days_before_they_meet_again() -> None:
    """A rematch is allowed from the third day after the end of the last challenge, from either side."""
    ended_at = {frozenset((4, 2)): 100.0}
    early = Challenge(4, 2, 100.0 + 3 * DAY_S - 1)
    assert obstacle(LADDER, [], ended_at, early) is Obstacle.PLAYED_LATELY
    assert obstacle((4, 2), [], ended_at, replace(early, challenger=2, challenged=4)) is Obstacle.PLAYED_LATELY
    assert obstacle(LADDER, [], ended_at, replace(early, made_at=100.0 + 3 * DAY_S)) is None
    assert obstacle(LADDER, [], ended_at, replace(early, challenged=3)) is None


def test_a_winning_challenger_takes_the_place() -> None:
    """The winner takes the place of the challenged entrant, and those between move down one; else nothing moves."""
    assert after_challenge((1, 2, 3, 4, 5), 4, 2, won=True) == (1, 4, 2, 3, 5)
    assert after_challenge((1, 2, 3, 4, 5), 4, 2, won=False) == (1, 2, 3, 4, 5)
    assert after_challenge((1, 4, 2, 3, 5), 4, 3, won=True) == (1, 4, 2, 3, 5)


@given(st.data())
def test_challenges_move_only_the_entrants_between(data: st.DataObject) -> None:
    """No challenge loses an entrant, and only the places between the two change."""
    order = tuple(data.draw(st.permutations(range(1, 9))))
    challenger, challenged = data.draw(st.permutations(order))[:2]
    after = after_challenge(order, challenger, challenged, won=True)
    assert sorted(after) == sorted(order)
    assert after.index(challenger) < after.index(challenged)
    upper, lower = order.index(challenged), order.index(challenger)
    if upper < lower:
        assert after[:upper] == order[:upper]
        assert after[upper] == challenger
        assert after[lower + 1 :] == order[lower + 1 :]
        assert after[upper + 1 : lower + 1] == order[upper:lower]


def test_new_entrants_are_last() -> None:
    """An entrant joins at the last place, and one that leaves makes room."""
    assert entered((3, 1), 2) == (3, 1, 2)
    assert without((3, 1, 2), 1) == (3, 2)


def test_a_challenge_without_an_answer_is_lost() -> None:
    """A challenge that is not accepted within seven days is lost, an accepted one is not."""
    old, accepted, young = Challenge(4, 2, 5.0), Challenge(5, 3, 0.0, 10.0), Challenge(6, 1, 50.0)
    challenges = [young, old, accepted]
    assert next_deadline(challenges) == 5.0 + 7 * DAY_S
    assert lost_unanswered(challenges, 5.0 + ACCEPT_S - 0.1) == []
    assert lost_unanswered(challenges, 5.0 + ACCEPT_S) == [old]
    assert lost_unanswered(challenges, 50.0 + ACCEPT_S) == [old, young]
    assert next_deadline([accepted]) == inf
