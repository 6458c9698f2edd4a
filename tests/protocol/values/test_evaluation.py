"""Win probabilities of searches, and the mistakes that follow from them."""

import random

import pytest

from kibitz_protocol.values.evaluation import (
    THRESHOLDS,
    Reason,
    evaluation_of,
    judged,
    mistakes,
    move_value,
    percent,
    reason_text,
    short_score,
    win_probability,
)
from kibitz_protocol.values.matches import MoveView
from kibitz_server.engine.analysis import judgement
from tests.client.samples import move, report
from tests.client.tui.recorded_match import analysed, record


def searched(ply: int, score: int, source: str = "search") -> MoveView:
    """Return a move with the score of its search."""
    return move(ply, ply).model_copy(update={"search": report(score=score, source=source)})


def test_a_swing_is_a_mistake_of_the_side_that_lost_value() -> None:
    """It names the line that the search before it expected; without searches there are no mistakes."""
    moves = [moved.event.move for moved in record()[1:5]]
    (found,) = evaluation_of(moves).mistakes
    assert (found.ply, found.seat, found.better, found.score) == (1, 1, "a1 b2", "-0.3")
    assert (found.before > found.after, found.judgement) == (True, "blunder")
    unsearched = [one.model_copy(update={"search": None}) for one in moves]
    assert (evaluation_of(unsearched).values, mistakes(unsearched)) == ([None] * 4, [])


def test_a_better_line_is_written_as_people_write_it() -> None:
    """The line of an analysis has the form that people write, where there is one."""
    found = analysed()
    mistake = next(move for move in found.moves if move.judgement != "good")
    said = mistake.model_copy(update={"said_line": ["Nf3", "d5", "g3", "c5"]})
    assert found.model_copy(update={"moves": [said]}).evaluated().mistakes[0].better == "Nf3 d5 g3"


def test_a_random_move_has_no_score_and_is_no_mistake() -> None:
    """A level that chooses a random move has lost nothing by its judgement, and the graph has a gap there."""
    moves = [searched(0, 0), searched(1, 0), searched(2, 60), searched(3, 0, "random"), searched(4, 3000)]
    assert move_value(moves[3]) is None
    assert mistakes(moves) == []
    assert [found.ply for found in mistakes([*moves[:3], searched(3, -100), moves[4]])] == [3]


def test_the_scale_of_the_server_is_used() -> None:
    """The win probability that the server sends counts, not the score, whose unit differs from game to game."""
    moves = [searched(0, 0), searched(1, 0)]
    search = moves[0].search
    assert search is not None
    moves[0] = moves[0].model_copy(update={"search": search.model_copy(update={"score": -900, "win": 0.8})})
    assert [move_value(one) for one in moves] == [0.8, 0.5]
    (found,) = mistakes(moves)
    assert (found.seat, found.before, found.after) == (0, 0.8, 0.5)


def test_an_analysis_has_a_value_for_each_ply() -> None:
    """The values are those of the first side, and every error is a mistake with a better line."""
    found = analysed()
    assert found.evaluated().values == [0.5, 0.5, 0.9, 0.9]
    (mistake,) = found.evaluated().mistakes
    assert (mistake.ply, mistake.seat, mistake.judgement, mistake.better) == (1, 1, "blunder", "a1 b2 c1")


def test_a_loss_is_shared_by_no_two_moves_and_is_never_a_gain() -> None:
    """In random matches each mistake is a move of its side, and lost what its judgement says."""
    chance = random.Random(3)
    for _ in range(50):
        moves = [
            searched(ply, chance.randint(-2_000, 2_000), chance.choice(["search", "book", "random"]))
            for ply in range(9)
        ]
        found = evaluation_of(moves)
        assert found.values == [move_value(one) for one in moves]
        assert [(one.ply, one.seat) for one in found.mistakes] == sorted(
            {(one.ply, moves[one.ply].seat) for one in found.mistakes}
        )
        assert all(judged(one.before - one.after) == one.judgement != "good" for one in found.mistakes)


def test_judgements_are_those_of_the_analysis() -> None:
    """The engine, which does not know the protocol, has the same limits."""
    assert THRESHOLDS == judgement.THRESHOLDS
    losses = (0.0, 0.05 - 1e-10, 0.0499, 0.1, 0.1999, 0.2, 1.0)
    assert [judged(loss) for loss in losses] == [
        "good", "inaccuracy", "good", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "win", "text"),
    [
        ({"score": 150, "win": 0.7}, 0.7, "+1.5"),
        ({"score": 300, "win": None}, 0.75, "+3.0"),
        ({"score": -1_200, "win": None}, pytest.approx(0.1), "-12"),
        ({"wins_in": 7, "win": None}, 1.0, "W7"),
        ({"wins_in": -4, "win": None}, 0.0, "L4"),
        ({"score": 0, "exact": True, "win": None}, 0.5, "+0"),
        ({"score": 3, "exact": True, "win": None}, 1.0, "+3"),
    ],
)
def test_scores_of_searches(fields: dict[str, object], win: float, text: str) -> None:
    """Old records have no win probability; a proven result and an exact score tell it, and a score estimates it."""
    search = report().model_copy(update=fields)
    assert (win_probability(search), short_score(search)) == (win, text)


def test_only_certain_results_are_none_or_all() -> None:
    """Half percents go to the even side."""
    assert [percent(share) for share in (0, 1e-6, 0.125, 0.345, 0.9999, 1)] == ["0%", "1%", "12%", "34%", "99%", "100%"]


@pytest.mark.parametrize(
    ("why", "text"),
    [
        (Reason(kind="allows_win", moves=3, what=["mate"]), "allows mate in 3"),
        (Reason(kind="allows_win", moves=1, at="4"), "lets the opponent win at once with 4"),
        (Reason(kind="misses_win", moves=7), "misses a win in 7"),
        (Reason(kind="loses", what=["knight"], at="g4"), "hangs the knight on g4"),
        (Reason(kind="loses", what=["knight"], price=["pawn"], at="g4"), "loses the knight on g4 for a pawn"),
        (Reason(kind="loses", what=["rook"], price=["bishop"], at="a1"), "loses the exchange"),
        (Reason(kind="loses", what=["man", "man"], price=["man"], at="17"), "loses 2 men for a man"),
        (Reason(kind="misses", what=["rook", "pawn"], at="a8"), "misses a rook and a pawn"),
        (Reason(kind="concedes", what=["box"], count=5), "gives the opponent 5 boxes"),
        (Reason(kind="corner", at="a1"), "gives the opponent the corner a1"),
        (Reason(kind="group", count=5, at="d4"), "loses the group of 5 stones at d4"),
        (Reason(kind="cube", what=["drop"]), "the right decision is to drop"),
        (Reason(kind="cube", what=["roll"]), "the right decision is to roll without a double"),
        (Reason(kind="shots", count=15, best=4), "can be hit by 15 rolls of 36, after the best move by 4"),
        (Reason(kind="wins", count=47, best=52), "wins 47% of the games, the best move 52%"),
        (Reason(kind="gammons_lost", count=30, best=9), "loses a gammon in 30% of the games, the best move in 9%"),
        (Reason(kind="newer"), ""),
    ],
)
def test_a_reason_is_a_clause(why: Reason, text: str) -> None:
    """Each kind of reason has a sentence; one of a newer server has none."""
    assert reason_text(why) == text
