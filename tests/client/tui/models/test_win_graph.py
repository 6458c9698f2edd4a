"""Mistakes and the graph of the scores of a match."""

from kibitz_client.tui.models.win_graph import curves, graph
from kibitz_protocol.values.evaluation import move_value
from kibitz_protocol.values.matches import MoveView
from tests.client.samples import move, report
from tests.client.tui.recorded_match import record


def test_the_course_of_a_match() -> None:
    """The graph follows the first seat; a swing is a mistake of the side that lost value."""
    moves = [moved.event.move for moved in record()[1:5]]
    assert graph([move_value(one) for one in moves]) == "++%%"


def searched(ply: int, score: int, source: str = "search") -> MoveView:
    """Return a move with the score of its search."""
    return move(ply, ply).model_copy(update={"search": report(score=score, source=source)})


def test_each_engine_has_its_own_curve() -> None:
    """The scores of two kinds of engines are not mixed. Between its searches an engine's last score goes on."""
    moves = [searched(0, 0), searched(1, -3000), searched(2, 0), searched(3, -3000)]
    assert curves(moves) == {0: "++++", 1: " @@@"}
    assert curves(moves[:1]) == {0: "+"}
