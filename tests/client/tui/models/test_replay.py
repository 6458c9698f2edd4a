"""The states of a replay and the text about each ply."""

from kibitz_client.tui.models.replay import ply_states, ply_summary
from kibitz_protocol.to_client import TakenBack
from kibitz_protocol.values.evaluation import mistakes
from tests.client.samples import event, position
from tests.client.tui.recorded_match import record


def test_a_stop_for_each_ply() -> None:
    """There is a state for each ply; the last one is the end, and plies taken back are left out."""
    assert [state.position.ply for state in ply_states(record())] == [0, 1, 2, 3, 4]
    assert ply_states(record())[-1].over
    messages = [*record()[:3], event(6, TakenBack(seat=1, plies=1), position("4"))]
    assert [state.position.ply for state in ply_states(messages)] == [0, 1]


def test_mistakes_are_counted_as_people_do() -> None:
    """The summary counts no, one or several mistakes, and one or several moves."""
    moves = [moved.event.move for moved in record()[1:5]]
    found = mistakes(moves)
    assert ply_summary(moves, found, 0) == "4 moves, 1 mistake found, n goes there; g goes to a ply"
    assert ply_summary(moves[:1], [], 0) == "1 move, no mistakes known; g goes to a ply"
    assert ply_summary(moves, found * 2, 0) == "4 moves, 2 mistakes found, n goes to the next; g goes to a ply"
