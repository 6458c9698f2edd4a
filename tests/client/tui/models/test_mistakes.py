"""Mistakes and the graph of the scores of a match."""

from kibitz_client.tui.models.mistakes import analysed_mistakes, analysed_values, curves, graph, mistakes, values
from kibitz_protocol.values.matches import MoveView
from tests.client.samples import move, report
from tests.client.tui.recorded_match import analysed, record


def test_the_course_of_a_match() -> None:
    """The graph follows the first seat; a swing is a mistake of the side that lost value."""
    moves = [moved.event.move for moved in record()[1:5]]
    assert graph(values(moves)) == "++%%"
    (found,) = mistakes(moves)
    assert (found.ply, found.seat, found.better, found.score) == (1, 1, "a1 b2", "-0.3")
    assert (found.before > found.after, found.judgement) == (True, "blunder")
    assert mistakes([one.model_copy(update={"search": None}) for one in moves]) == []


def test_a_better_line_is_written_as_people_write_it() -> None:
    """The line of an analysis has the form that people write, where there is one."""
    found = analysed()
    mistake = next(move for move in found.moves if move.judgement != "good")
    said = mistake.model_copy(update={"said_line": ["Nf3", "d5", "g3", "c5"]})
    assert analysed_mistakes(found.model_copy(update={"moves": [said]}))[0].better == "Nf3 d5 g3"


def searched(ply: int, score: int, source: str = "search") -> MoveView:
    """Return a move with the score of its search."""
    return move(ply, ply).model_copy(update={"search": report(score=score, source=source)})


def test_a_random_move_has_no_score_and_is_no_mistake() -> None:
    """A level that chooses a random move has lost nothing by its judgement, and the graph has a gap there."""
    moves = [searched(0, 0), searched(1, 0), searched(2, 60), searched(3, 0, "random"), searched(4, 3000)]
    assert graph(values(moves))[3] == " "
    assert mistakes(moves) == []
    assert [found.ply for found in mistakes([*moves[:3], searched(3, -100), moves[4]])] == [3]


def test_each_engine_has_its_own_curve() -> None:
    """The scores of two kinds of engines are not mixed. Between its searches an engine's last score goes on."""
    moves = [searched(0, 0), searched(1, -3000), searched(2, 0), searched(3, -3000)]
    assert curves(moves) == {0: "++++", 1: " @@@"}
    assert curves(moves[:1]) == {0: "+"}


def test_the_scale_of_the_server_is_used() -> None:
    """The win probability that the server sends counts, not the score, whose unit differs from game to game."""
    moves = [searched(0, 0), searched(1, 0)]
    search = moves[0].search
    assert search is not None
    moves[0] = moves[0].model_copy(update={"search": search.model_copy(update={"score": -900, "win": 0.8})})
    assert values(moves) == [0.8, 0.5]
    (found,) = mistakes(moves)
    assert (found.seat, found.before, found.after) == (0, 0.8, 0.5)


def test_an_analysis_has_a_value_for_each_ply() -> None:
    """The values are those of the first side, and every error is a mistake with a better line."""
    found = analysed()
    assert analysed_values(found) == [0.5, 0.5, 0.9, 0.9]
    (mistake,) = analysed_mistakes(found)
    assert (mistake.ply, mistake.seat, mistake.judgement, mistake.better) == (1, 1, "blunder", "a1 b2 c1")
