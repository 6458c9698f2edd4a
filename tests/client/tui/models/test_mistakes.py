"""Mistakes and the graph of the scores of a match."""

from kibitz_client.tui.models.mistakes import graph, mistakes
from tests.client.tui.recorded_match import record


def test_the_course_of_a_match() -> None:
    """The graph follows the first seat; a swing is a mistake of the side that lost value."""
    moves = [moved.event.move for moved in record()[1:5]]
    assert graph(moves) == "++%%"
    (found,) = mistakes(moves)
    assert (found.ply, found.better, found.score, found.before > found.after) == (1, "a1", "-0.3", True)
    assert mistakes([one.model_copy(update={"search": None}) for one in moves]) == []
