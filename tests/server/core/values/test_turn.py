"""A turn: how long it has been thought about, through pauses and excuses."""

from kibitz_server.core.values.turn import Turn


def test_a_pause_keeps_what_was_thought() -> None:
    """Thinking goes on from where it stood, and the turn has a new number so that an old search cannot answer it."""
    turn = Turn(3, began_at=100.0)
    later = turn.paused(turn.elapsed_s(107.0)).resumed().begun(500.0)
    assert (later.number, later.elapsed_s(502.0), later.time_at(10.0)) == (4, 9.0, 503.0)


def test_the_next_turn_begins_with_nothing_thought() -> None:
    """Each turn is counted, and thought about from its own beginning."""
    turn = Turn(3, spent_s=7.0).next().begun(200.0)
    assert (turn.number, turn.elapsed_s(201.0)) == (4, 1.0)


def test_an_excuse_reaches_no_further_than_now() -> None:
    """Nobody is given time that has not passed."""
    turn = Turn(began_at=100.0)
    assert turn.credited(5.0, 110.0).elapsed_s(110.0) == 5.0
    assert turn.credited(50.0, 110.0).elapsed_s(110.0) == 0.0


def test_when_a_turn_began_makes_no_other_turn() -> None:
    """The same turn may begin anew at another time."""
    assert Turn(3).begun(7.0) == Turn(3)
    assert Turn(3) != Turn(4)
