"""Analysis of whole games: searches in order, losses of moves, and what is not judged."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kibitz_server.engine import driver
from kibitz_server.engine.analysis import game_analysis
from kibitz_server.engine.analysis.game_analysis import CannotAnalyse, Effort, GameAnalysis, GameReview, PlayedMove
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import bind
from kibitz_server.games.registry import load
from tests.server.engine import bluff, dash


def played(game: str, moves: str, random: Sequence[int] = (), start: str | None = None) -> GameAnalysis:
    """Return the analysis of a game, with nothing searched yet; `random` are the plies of random moves."""
    at = first = load(game).start(start)
    found = []
    for ply, text in enumerate(moves.split()):
        found.append(PlayedMove(ply, at.state.turn, text, ply in random))
        at = at.after(at.find(text))
    return GameAnalysis(first, found, effort="quick")


def searched(analysis: GameAnalysis) -> GameReview:
    """Search all positions in plain Python, within few nodes, and return the result."""
    while (position := analysis.position) is not None:
        limit = analysis.limit
        control = SearchControl()
        control.reset(limit.nodes)
        analysis.add(driver.run(position, analysis.algorithm, limit, control))
    return analysis.result()


def report(score: int, move: str) -> SearchResult:
    """Return a report with a score for the side to move."""
    return SearchResult("alphabeta", move, score, None, 3, 10, 0.1, (move,))


def test_a_lost_win_is_a_blunder() -> None:
    """The move that gives a drawn game away is named with a better one; good moves are not."""
    review = searched(played("tictactoe", "b2 b1 a1 c3 a3 c1 a2"))
    assert [move.judgement for move in review.moves] == ["good", "blunder", "good", "good", "good", "good", "good"]
    blunder = review.moves[1]
    assert (blunder.before, blunder.after, blunder.loss) == (0.5, 0.0, 0.5)
    assert blunder.report.line[0] in ("a1", "a3", "c1", "c3")
    assert review.final == 1.0
    first, second = review.sides
    assert (first.accuracy, first.judged, first.blunders) == (100.0, 4, 0)
    assert second.blunders == 1
    assert second.accuracy is not None
    assert second.accuracy < 80


def test_random_and_forced_moves_are_not_judged() -> None:
    """A random move of a level and the only legal move are exempt, and count for no accuracy."""
    review = searched(played("tictactoe", "b2 b1 a1 c3 a3 c1 a2", random=[1]))
    assert (review.moves[1].judgement, review.moves[1].exempt, review.moves[1].loss) == ("good", "random", 0.5)
    assert (review.sides[1].judged, review.sides[1].accuracy) == (2, 100.0)
    full = searched(played("tictactoe", "b2 a1 c1 a3 a2 c2 b1 b3 c3"))
    assert (full.moves[8].exempt, full.sides[0].judged) == ("forced", 4)
    assert full.final == 0.5


def test_a_resigned_game_ends_with_a_search() -> None:
    """The last position of a game without a result by the rules is searched, too."""
    analysis = played("tictactoe", "b2 b1")
    assert (analysis.done, analysis.total) == (0, 3)
    review = searched(analysis)
    assert analysis.done == analysis.total
    assert review.final == 1.0


def tossed(start: str, *moves: tuple[str, str]) -> GameAnalysis:
    """Return the analysis of a game of dash; each move comes with the chance outcome after it, or an empty text."""
    at = first = bind(dash, {}).start(start)
    found = []
    for ply, (move, chance) in enumerate(moves):
        decided = (chance,) if chance else ()
        found.append(PlayedMove(ply, at.state.turn, move, chances=decided))
        for text in (move, *decided):
            at = at.after(at.find(text))
    return GameAnalysis(first, found, effort="quick")


def test_bad_luck_is_no_mistake() -> None:
    """A move is worth the average of the chance outcomes after it, whatever the chance outcome that came was."""
    analysis = tossed("1 3 X", ("dash", "tails"), ("walk", ""))
    assert analysis.total == 4
    lines = [analysis.moves_before]
    while (position := analysis.position) is not None:
        control = SearchControl()
        control.reset(2_000)
        analysis.add(driver.run(position, analysis.algorithm, Limit(depth=4), control))
        lines.append(analysis.moves_before)
    assert lines[:3] == [(), ("dash",), ("dash", "tails")]
    review = analysis.result()
    assert [move.judgement for move in review.moves] == ["good", "good"]
    assert review.moves[0].before == pytest.approx(review.moves[0].after, abs=0.01)
    assert review.moves[1].after == 1.0
    assert review.final == 0.0
    assert analysis.done == analysis.total == 4


def test_a_better_chance_is_searched_before_its_chance_event() -> None:
    """A move that seems to lose is compared with the average of the chance outcomes after the best move."""
    analysis = tossed("0 0 X", ("walk", ""), ("dash", "tails"))
    for score, move in ((300, "dash"), (300, "walk"), (300, "")):
        analysis.add(report(score, move))
    assert analysis.position is not None
    assert [chance.text for chance in analysis.position.chances] == ["heads", "tails"]
    assert analysis.moves_before == ("dash",)
    analysis.add(report(300, ""))
    review = analysis.result()
    assert review.moves[0].loss == pytest.approx(review.moves[0].before - review.moves[0].after)
    assert (review.moves[0].judgement, review.moves[0].report.line) == ("blunder", ("dash",))


@pytest.mark.parametrize(("chance", "final"), [("heads", 1.0), ("tails", None)])
def test_a_chance_event_may_be_the_end(chance: str, final: float | None) -> None:
    """A game may end by chance, or continue until it is resigned; its last move is worth the average."""
    review = searched(tossed("1 3 X", ("dash", chance)))
    assert 0.0 < review.moves[0].after < 0.5
    assert review.final == (review.moves[0].after if final is None else final)


def begun(*scores: tuple[int, str]) -> GameAnalysis:
    """Return the analysis of two moves, of which all positions are searched."""
    analysis = played("mnk", "a1 b2")
    for score, move in scores:
        assert analysis.limit.nodes == 10_000
        analysis.add(report(score, move))
    return analysis


def compare(analysis: GameAnalysis, nodes: int, *after: tuple[str, int]) -> None:
    """Add deeper searches of the position after each first move."""
    at = load("mnk").start()
    for move, score in after:
        assert analysis.moves_before == (move,)
        doubted = analysis.position
        assert doubted is not None
        assert doubted.text == at.after(at.find(move)).text
        assert analysis.limit.nodes == nodes
        analysis.add(report(score, "c4"))


def test_a_doubtful_loss_is_confirmed_by_deeper_searches_of_both_moves() -> None:
    """A move loses what deeper searches find it worse than the best move; a mark needs still deeper ones."""
    for after_best, twice, loses in ((-100, False, False), (-600, True, True), (-600, True, False)):
        analysis = begun((8000, "c3"), (1000, "b2"), (-1000, "c4"))
        compare(analysis, 40_000, ("c3", after_best), ("a1", -100))
        if twice:
            compare(analysis, 160_000, ("c3", -600 if loses else -100), ("a1", -100))
        assert analysis.position is None
        assert analysis.done == analysis.total == (7 if twice else 5)
        review = analysis.result().moves[0]
        assert (review.loss > 0.05) is loses
        # What it loses is a part of the probability that the same searches found before it.
        assert review.before == pytest.approx(review.after + review.loss)
        assert review.checked == (3 if loses else None)


def test_a_mark_of_a_deep_analysis_is_confirmed_once() -> None:
    """The searches of a deep analysis are long enough, and so is the proof of a result."""
    moves = [PlayedMove(0, 0, "a1"), PlayedMove(1, 1, "b2")]
    efforts: tuple[tuple[Effort, bool], ...] = (("deep", False), ("quick", True))
    for effort, won in efforts:
        analysis = GameAnalysis(load("mnk").start(), moves, effort=effort)
        for score, move in ((8000, "c3"), (1000, "b2"), (-1000, "c4")):
            analysis.add(report(score, move))
        for score in (-600, 1000):
            analysis.add(replace(report(score, "c4"), wins_in=5 if won and score > 0 else None))
        assert analysis.position is None


@pytest.mark.parametrize(("found", "loses"), [("a1", False), ("c3", True)])
def test_a_best_move_that_loses_later_is_searched_again(found: str, loses: bool) -> None:
    """Where later searches say that the best move lost, a deeper one looks for another move, and both are compared."""
    analysis = begun((100, "a1"), (5000, "b2"), (-5000, "c4"))
    assert (analysis.moves_before, analysis.limit.nodes) == ((), 40_000)
    analysis.add(report(0, found))
    if loses:
        compare(analysis, 40_000, ("c3", 0), ("a1", 5000))
        compare(analysis, 160_000, ("c3", 0), ("a1", 5000))
    assert analysis.position is None
    review = analysis.result().moves[0]
    assert (review.judgement != "good", review.report.move) == (loses, found)


def test_a_named_move_that_loses_by_force_is_a_mistake() -> None:
    """Fool's mate has a name, and the move that allows mate at once is a blunder all the same."""
    analysis = played("chess", "f2f3 e7e5 g2g4 d8h4")
    for move, wins_in in (("f2f3", None), ("e7e5", None), ("e2e4", None), ("d8h4", 1)):
        analysis.add(replace(report(0, move), wins_in=wins_in))
    assert analysis.moves_before == ("f2f3", "e7e5", "e2e4")
    analysis.add(report(0, "b8c6"))
    analysis.add(replace(report(0, "d8h4"), wins_in=1))
    moves = analysis.result().moves
    assert [(move.judgement, move.book) for move in moves][1:3] == [("good", True), ("blunder", False)]


def test_theory_is_never_a_mistake() -> None:
    """Moves on the way to a position with a name, and moves of the book, lose nothing and are not searched again."""
    spanish = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7"
    for game, moves, theory in (("chess", spanish, 10), ("chess", "e2e4 h7h5 a2a3", 1), ("reversi", "d3 c3", 1)):
        analysis = played(game, moves)
        count = len(moves.split())
        for ply in range(count + 1):
            position = analysis.position
            assert position is not None
            worst = next(move.text for move in position.legal if move.text not in moves)
            analysis.add(report(8000 if ply % 2 == 0 else 0, worst))
        while analysis.position is not None:
            analysis.add(report(0, ""))
        review = analysis.result()
        assert [move.book for move in review.moves] == [ply < theory for ply in range(count)]
        assert all(move.loss == 0.0 for move in review.moves if move.book)


def test_a_best_move_that_ends_the_game_needs_no_search() -> None:
    """A missed win in one is confirmed by the rules."""
    analysis = played("tictactoe", "a1 b2 a2 b1 c1")
    review = searched(analysis)
    assert (review.moves[4].judgement, review.moves[4].report.move) == ("blunder", "a3")
    assert analysis.done == analysis.total


def test_extra_turns_keep_the_side() -> None:
    """In Kalah a side may move twice; the win probability is of the side that moved."""
    review = searched(played("kalah", "3 6 1"))
    assert [move.played.seat for move in review.moves] == [0, 0, 1]
    assert review.moves[0].after == review.moves[1].before


@pytest.mark.parametrize(
    ("moves", "why"), [([], "no move"), ([PlayedMove(0, 0, "a1")] * (game_analysis.MAX_MOVES + 1), "at most 600")]
)
def test_what_cannot_be_analysed_is_refused(moves: list[PlayedMove], why: str) -> None:
    """A game without moves, or with too many, is refused with a reason."""
    with pytest.raises(CannotAnalyse, match=why):
        GameAnalysis(load("tictactoe").start(), moves)


def test_a_game_with_hidden_information_is_refused() -> None:
    """A bluff is not an error because it was called, so that such games have no analysis."""
    start = bind(bluff, {}).start()
    with pytest.raises(CannotAnalyse, match="bluff hides something from each player, so no move can be judged alone"):
        GameAnalysis(start, [PlayedMove(0, 0, "bet")], ["J", "K"])
