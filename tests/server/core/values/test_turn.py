"""Turns: thinking time across pauses and credits."""

from kibitz_server.core.values.turn import MatchTurn


def test_a_pause_keeps_the_thinking_time() -> None:
    """Thinking time continues after a pause; the turn has a new number, so that an old search cannot answer it."""
    turn = MatchTurn(3, began_at=100.0)
    later = turn.paused(turn.elapsed_s(107.0)).resumed().begun(500.0)
    assert (later.number, later.elapsed_s(502.0), later.time_at(10.0)) == (4, 9.0, 503.0)


def test_the_next_turn_begins_without_thinking_time() -> None:
    """Each turn has its own number and its own thinking time."""
    turn = MatchTurn(3, spent_s=7.0).next().begun(200.0)
    assert (turn.number, turn.elapsed_s(201.0)) == (4, 1.0)


def test_a_credit_is_bounded_by_now() -> None:
    """A credit is never more than the time that has passed."""
    turn = MatchTurn(began_at=100.0)
    assert turn.credited(5.0, 110.0).elapsed_s(110.0) == 5.0
    assert turn.credited(50.0, 110.0).elapsed_s(110.0) == 0.0


def test_turns_are_equal_whenever_they_began() -> None:
    """The time at which a turn began is not part of equality."""
    assert MatchTurn(3).begun(7.0) == MatchTurn(3)
    assert MatchTurn(3) != MatchTurn(4)
