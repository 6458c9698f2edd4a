"""Mistakes and the graph of the scores of a match."""

from kibitz_client.tui.models.mistakes import curves, graph, mistakes
from kibitz_protocol.values import MoveView
from tests.client.samples import move, report
from tests.client.tui.recorded_match import record


def test_the_course_of_a_match() -> None:
    """The graph follows the first seat; a swing is a mistake of the side that lost value."""
    moves = [moved.event.move for moved in record()[1:5]]
    assert graph(moves) == "++%%"
    (found,) = mistakes(moves)
    assert (found.ply, found.better, found.score, found.before > found.after) == (1, "a1", "-0.3", True)
    assert mistakes([one.model_copy(update={"search": None}) for one in moves]) == []


def searched(ply: int, score: int, source: str = "search") -> MoveView:
    """Return a move with the score of its search."""
    return move(ply, ply).model_copy(update={"search": report(score=score, source=source)})


def test_a_random_move_has_no_score_and_is_no_mistake() -> None:
    """A level that chooses a random move has lost nothing by its judgement, and the graph has a gap there."""
    moves = [searched(0, 0), searched(1, 0), searched(2, 100), searched(3, 0, "random"), searched(4, 3000)]
    assert graph(moves)[3] == " "
    assert mistakes(moves) == []
    assert [found.ply for found in mistakes([*moves[:3], searched(3, -100), moves[4]])] == [3]


def test_each_engine_has_its_own_curve() -> None:
    """The scores of two kinds of engines are not mixed. Between its searches an engine's last score goes on."""
    moves = [searched(0, 0), searched(1, -3000), searched(2, 0), searched(3, -3000)]
    assert curves(moves) == {0: "++++", 1: " @@@"}
    assert curves(moves[:1]) == {0: "+"}
