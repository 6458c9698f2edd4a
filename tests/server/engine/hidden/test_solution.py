"""Moves by best play: drawn by probability, the same for the same seed, and shown in the report."""

from collections import Counter
from typing import Any

import pytest

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, UnfitAlgorithm, run
from kibitz_server.engine.hidden import solution
from kibitz_server.engine.hidden.best_response import exploitability
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import ONGOING, Game, Position, bind
from tests.server.engine import bluff
from tests.server.engine.helpers import with_names

BLUFF: Game = bind(bluff, {})


def played(position: Position, limit: Limit, algorithm: str = "cfr") -> SearchResult:
    """Return the report of a search."""
    control = SearchControl()
    control.reset(limit.nodes)
    return run(position, algorithm, limit, control)


def test_a_queen_calls_a_bet_in_one_of_three_hands() -> None:
    """The report has the probabilities of the moves, and the moves are drawn by them."""
    reports = [played(BLUFF.start("JQ b"), Limit(playouts=500, seed=seed)) for seed in range(300)]
    assert {report.shares[0][0] for report in reports} == {"pass"}
    assert dict(reports[0].shares)["bet"] == pytest.approx(333, abs=5)
    assert Counter(report.move for report in reports)["bet"] == pytest.approx(100, abs=25)
    assert all(report.line == (report.move,) for report in reports)


def test_the_score_is_what_the_move_wins() -> None:
    """A king that calls wins two antes, a jack that folds loses one."""
    king, jack = (played(BLUFF.start(f"{cards} b"), Limit(playouts=500, seed=1)) for cards in ("JK", "QJ"))
    assert (king.move, king.score, jack.move, jack.score) == ("bet", 200, "pass", -100)


def test_the_choice_knows_nothing_hidden() -> None:
    """The report of a position is that of what the side to move has seen of it."""
    reports = [played(BLUFF.start(f"{other}Q p"), Limit(playouts=100, seed=4)) for other in "JK"]
    seen = played(BLUFF.start("JQ p").seen_by(1), Limit(playouts=100, seed=4))
    for report in reports:
        assert (report.move, report.shares, report.score) == (seen.move, seen.shares, seen.score)


def test_a_number_of_iterations_gives_the_same_strategy_each_time() -> None:
    """A search bounded by iterations or nodes does not use what longer searches have found."""
    position = BLUFF.start("KQ -")
    first = played(position, Limit(playouts=40, seed=1))
    long = played(position, Limit(playouts=2_000, seed=1))
    assert (played(position, Limit(nodes=40, seed=1)).shares, first.nodes) == (first.shares, 40)
    assert long.shares != first.shares
    assert 1_000 <= long.nodes <= 2_000


def test_time_ends_once_the_strategy_is_good() -> None:
    """A search that only time bounds goes on where the last one stopped, and needs no time in the end."""
    solver = solution.kept(BLUFF)
    first = played(BLUFF.start("KQ -"), Limit(seconds=60, seed=1))
    second = played(BLUFF.start("KQ -"), Limit(seconds=60, seed=1))
    assert solution.kept(BLUFF) is solver
    assert (second.nodes, second.shares) == (first.nodes, first.shares)
    assert exploitability(solver.cfr.tree, solver.cfr.average()) <= solution.ENOUGH


def test_a_table_of_best_play_comes_first() -> None:
    """A game with `strategy` is played by its weights; without an answer there, by the tree."""

    def strategy(s: Any) -> list[int]:
        return [1, 3] if s.line == 1 else []

    known = with_names(BLUFF, strategy=strategy)
    report = played(known.start("KQ -"), Limit(seed=1))
    assert (report.shares, report.source) == ((("bet", 750), ("pass", 250)), "book")
    assert played(known.start("JK b"), Limit(playouts=100, seed=1)).source == "search"


def test_a_game_with_too_many_positions_is_refused() -> None:
    """A game that says it is small and is not ends with an error message."""

    def play(s: Any, move: int) -> None:
        bluff.play(s, move)
        s.line = min(s.line, 3) if s.line not in bluff.SHOWN else 3

    def chance(s: Any, moves: list[int], weights: list[int], k: int) -> int:
        return bluff.chance(s, moves, weights, k)

    def outcome(_s: Any) -> int:
        return ONGOING

    endless = with_names(BLUFF, play=play, chance=chance, outcome=outcome)
    with pytest.raises(UnfitAlgorithm, match="bluff has too many positions for cfr; choose ismcts"):
        played(endless.start("KQ -"), Limit(playouts=1))
    with pytest.raises(UnfitAlgorithm, match="cfr evaluates no positions in which a chance event is due"):
        played(BLUFF.start(), Limit(playouts=1))
