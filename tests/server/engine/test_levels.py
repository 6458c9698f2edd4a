"""Levels: legal moves, repeatable by seed, different in nodes and errors."""

import itertools
import random

import pytest

from kibitz_server.engine import levels
from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.ladder.rungs import Rung
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.engine.per_move import run_per_move
from kibitz_server.games.game import Game, Position, bind
from kibitz_server.games.registry import load
from tests.server.engine import bluff, race
from tests.server.engine.helpers import (
    games_of_chance,
    hidden_games,
    random_positions,
    small_games,
    usual_games,
    with_constants,
    without,
)


def played(position: Position, level: int, seed: int, nodes: int = 200) -> SearchResult:
    """Return a level's move within a few nodes."""
    control = SearchControl()
    control.reset(nodes)
    return run(position, "level", Limit(nodes=nodes, seed=seed, level=level), control)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", [*usual_games(), *games_of_chance(), *hidden_games()], ids=lambda game: game.name)
def test_every_level_moves(game: Game, level: int) -> None:
    """Each level of each game has a legal move and reports its name."""
    for position in random_positions(game, 2, seed=level):
        report = played(position, level, seed=1, nodes=60)
        assert report.algorithm in (f"level {level}", "book")
        assert report.move in {move.text for move in position.legal}


def test_higher_levels_lose_less_by_chance() -> None:
    """In a game with dice too, low levels err more often than high ones, and level 8 has a best move."""
    lost = dict.fromkeys((1, 5, 8), 0)
    for position in random_positions(bind(race, {}), 20, seed=6):
        _, scores = run_per_move(position, "expectiminimax", Limit(depth=3))
        values = {move: score for move, score in scores.items() if score is not None}
        for level in lost:
            lost[level] += max(values.values()) - values[played(position, level, seed=3, nodes=2_000).move]
    assert lost[1] > 2 * lost[5]
    assert lost[5] > lost[8]
    assert lost[8] <= 20


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["connect4", "reversi"])
def test_a_seed_repeats_a_move(name: str, level: int) -> None:
    """The same seed, position and nodes give the same move; errors vary by position."""
    for position in random_positions(load(name), 4, seed=2):
        first, second = (played(position, level, seed=7) for _ in range(2))
        assert (first.move, first.score, first.nodes) == (second.move, second.score, second.nodes)


@pytest.mark.parametrize("game", [*small_games(), *games_of_chance(), *hidden_games()], ids=lambda game: game.name)
def test_each_level_has_more_than_the_one_below(game: Game) -> None:
    """From one level to the next a plan errs less, has more nodes or sees more, and never has less of these."""
    plans = [levels.plan(game, level) for level in LEVELS]
    for below, above in itertools.pairwise(plans):
        assert below.nodes is not None
        assert above.nodes is None or above.nodes >= below.nodes
        assert (above.wins, above.blocks) >= (below.wins, below.blocks)
        low, high = below.rung, above.rung
        assert high.temperature <= low.temperature or above.blocks > below.blocks
        assert (-high.worst if high.errs else 0, high.sees, high.glance, high.reads) >= (
            -low.worst,
            low.sees,
            low.glance,
            low.reads,
        )
        assert above != below


def test_the_best_level_plays_the_strongest_there_is() -> None:
    """Level 10 makes no errors, is bounded by its time alone, and proves results where possible."""
    best = Rung(None)
    assert levels.plan(load("reversi"), 10)[:3] == ("alphabeta", None, best)
    assert [levels.plan(load(name), 10).proves for name in ("reversi", "connect4")] == [False, True]
    assert levels.plan(without(load("kalah"), "evaluate"), 10)[:3] == ("mcts", None, best)
    assert levels.within(Limit(level=10)).seconds == levels.within(Limit(seconds=60, level=10)).seconds == 5
    assert levels.within(Limit(seconds=0.2, level=3)).seconds == 0.2


def test_the_best_level_knows_the_end() -> None:
    """Where the solver finishes, level 10 reports an exact result; out of nodes, it falls back on a search."""
    position = load("connect4").start()
    for move in "2252576253462244111563365343671351441":
        position = position.after(position.find(move))
    assert played(position, 10, seed=1, nodes=20_000).exact
    early = next(random_positions(load("connect4", {"columns": 8}), 1, seed=1))
    assert not played(early, 10, seed=1, nodes=500).exact


def test_level_1_is_about_as_weak_as_random_moves() -> None:
    """Level 1 of tic-tac-toe is hardly better than random moves, while level 10 never loses."""
    assert sum(result(level=1, seed=seed, nodes=300) for seed in range(40)) <= 15
    assert min(result(level=10, seed=seed, nodes=5_000) for seed in range(6)) >= 0


def test_a_level_reports_the_score_of_its_own_move() -> None:
    """A move that is not the best one comes from the search, with its own score and line."""
    position = load("tictactoe").start("XX-/OO-/--- X")
    reports = {report.move: report for report in (played(position, 1, seed, nodes=20_000) for seed in range(60))}
    assert len(reports) == len(position.legal)
    assert reports["c3"].wins_in == 1
    for move, report in reports.items():
        after = position.after(position.find(move))
        lost = any((end := after.after(answer).outcome) and end.winner == 1 for answer in after.legal)
        assert (report.source, report.line[0], report.wins_in == -2) == ("search", move, lost)
    assert {played(load("connect4").start(), 10, seed, nodes=50).source for seed in range(3)} == {"book"}


def test_low_levels_bluff_too_often() -> None:
    """In a game with hidden information, levels come closer to best play, in which a queen calls one bet in three."""
    calls = []
    for level in (1, 4, 7, 10):
        report = played(bind(bluff, {}).start("JQ b"), level, seed=1, nodes=500)
        calls.append(dict(report.shares)["bet"])
    assert calls == sorted(calls, reverse=True)
    assert calls[0] == pytest.approx(500, abs=5)
    assert calls[-1] == pytest.approx(333, abs=5)


def test_levels_of_large_hidden_games_err_by_the_visits() -> None:
    """Where nothing is solved, a level plays each move as often as the search visits it, and the other ones too."""
    wide = with_constants(bind(bluff, {}), MAX_MOVES=52)
    low, high = (played(wide.start("JK b"), level, seed=1, nodes=500) for level in (1, 9))
    assert dict(low.shares)["bet"] < 550 < 800 < dict(high.shares)["bet"]
    assert {played(wide.start("JK b"), 1, seed).move for seed in range(20)} == {"bet", "pass"}


@pytest.mark.parametrize("limit", [True, False])
def test_a_level_of_holdem_errs_like_a_beginner(limit: bool) -> None:
    """With the worst hand, no level calls a bet of all chips, and with aces none folds."""
    for cards, move, never in (("2c 7d As Ah", "", "fold"), ("As Ad 7c 2d", "raise 200", "call")):
        moves = [move] if move and not limit else ["raise", "raise"] if move else ["call"]
        position = load("holdem", {"limit": limit, "hands": 1}).start()
        for text in (*cards.split(), *moves):
            position = position.after(position.find(text))
        for level in (1, 5, 9):
            shares = dict(played(position, level, seed=1).shares)
            assert sum(shares.values()) == 1000
            assert limit or shares.get(never, 0) == 0


def result(level: int, seed: int, nodes: int) -> int:
    """Return the result of a level against random moves: 1, 0 or -1. It moves first in games of an even seed."""
    rng, position, seat = random.Random(seed), load("tictactoe").start(), seed % 2
    while position.outcome is None:
        if position.to_move == seat:
            move = position.find(played(position, level, seed, nodes).move)
        else:
            move = rng.choice(position.legal)
        position = position.after(move)
    return 0 if position.outcome.winner is None else 1 if position.outcome.winner == seat else -1


def test_a_level_must_be_named() -> None:
    """A missing or invalid level is refused with a reason."""
    with pytest.raises(UnfitAlgorithm, match="level needs a number from 1 to 10"):
        run(load("connect4").start(), "level", Limit(nodes=10), SearchControl())
    with pytest.raises(ValueError, match="a level is a number from 1 to 10, not 11"):
        Limit(level=11)


def test_levels_are_an_algorithm_like_others() -> None:
    """The list of algorithms includes levels."""
    assert "level" in ALGORITHMS
