"""Tests of the errors of levels: what they never miss, how much they lose, and how often."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from kibitz_server.engine import levels
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.ladder.rungs import MOST, Rung
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.engine.per_move import run_per_move
from kibitz_server.engine.score import wins_in
from kibitz_server.engine.weaker_moves import Loss, choose, expected_points, lost_points, tried
from kibitz_server.games.game import Game, Position, bind
from kibitz_server.games.registry import load
from tests.server.engine import tug
from tests.server.engine.helpers import PLAIN, random_positions, small_games, with_names, without

GAMES = [
    load("nim", {"heaps": "1,2,3", "misere": False}) if game.name == "nim" else game
    for game in small_games()
    if game.name != "dots"
]
"""The small games; Nim in the form in which the last object wins, because a win in one exists only there.

A game of dots ends with its last line, to which there is no alternative.
"""
ERRING = [level for level in LEVELS if level < 8]


def played(position: Position, level: int, seed: int, nodes: int = 60) -> SearchResult:
    """Return a level's move within a few nodes."""
    control = SearchControl()
    control.reset(nodes)
    return run(position, "level", Limit(nodes=nodes, seed=seed, level=level), control)


def wins_at_once(position: Position) -> set[str]:
    """Return the moves that win the game at once."""
    ends = {move.text: position.after(move).outcome for move in position.legal}
    return {text for text, end in ends.items() if end is not None and end.winner == position.to_move}


def safe_moves(position: Position) -> set[str]:
    """Return the moves after which the opponent has no win in one."""
    afters = {move.text: position.after(move) for move in position.legal}
    return {text for text, at in afters.items() if at.to_move == position.to_move or not wins_at_once(at)}


def late_positions(game: Game) -> Iterator[Position]:
    """Yield the last positions before the ends of up to 150 games of random moves."""
    rng = random.Random(3)
    for _ in range(150):
        walk = [game.start()]
        while walk[-1].legal:
            walk.append(walk[-1].after(rng.choice(walk[-1].legal)))
        yield from walk[-4:-1]


def with_wins(game: Game) -> list[Position]:
    """Return some positions in which some moves win at once, and others do not."""
    found = (each for each in late_positions(game) if 0 < len(wins_at_once(each)) < len(each.legal))
    return list(islice(found, 5))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_win_in_one_is_not_missed(game: Game) -> None:
    """From level 3 on every level plays a win in one move, in every game."""
    found = with_wins(game)
    assert found
    for position in found:
        for level in LEVELS[MOST.wins_from - 1 :]:
            # A level that does not err plays the same each time. It sees the win once its search has finished one ply.
            errs = level in ERRING
            for seed in range(3 if errs else 1):
                assert played(position, level, seed, 60 if errs else 1000).move in wins_at_once(position)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_loss_in_one_is_prevented(game: Game) -> None:
    """Levels from 4 on never let the opponent win in one if they can prevent it."""
    threatened = (each for each in late_positions(game) if 0 < len(safe_moves(each)) < len(each.legal))
    found = list(islice((each for each in threatened if not wins_at_once(each)), 5))
    assert found
    for position in found:
        for level in ERRING[MOST.blocks_from - 1 :]:
            for seed in range(3):
                assert played(position, level, seed).move in safe_moves(position)


def test_games_without_an_evaluation_are_played_as_well() -> None:
    """Levels that choose among the moves of Monte Carlo search see the same wins."""
    game = without(next(game for game in small_games() if game.name == "connect4"), "evaluate")
    for position in with_wins(game):
        assert played(position, 3, seed=1).move in wins_at_once(position)


def chosen(text: str, temperature: float) -> Counter[str]:
    """Return how often each move of Tug is chosen after one search of a few playouts, with 40 seeds."""
    game = bind(tug, {})
    search, plan = (
        SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 12}),
        levels.LevelPlan("mcts", 120, Rung(120, temperature)),
    )
    position, count = game.start(text), Counter[str]()
    for seed in range(40):
        control = SearchControl()
        control.reset(120)
        choose(search, position, plan._replace(wins=False, blocks=False), random.Random(seed), control)
        count[next(move.text for move in position.legal if move.code == control.line[0])] += 1
        assert control.nodes <= 121
    return count


def test_moves_of_a_guided_search_err_by_their_means() -> None:
    """Where a game says how good moves look, one search values all moves, and a low temperature means few errors."""
    assert chosen("0 0 3 X", 0.002)["jerk"] > 35
    erring = chosen("0 0 3 X", 1.0)
    assert 0 < erring["jerk"] < 30
    assert set(erring) == {"jerk", "pull"}  # a rest would not be an error that human players make
    assert chosen("5 0 0 O", 0.3) == {"rest": 40}  # decided: the move IDLE ends the game


def test_a_guided_search_of_a_level_can_be_stopped() -> None:
    """A stop ends the search of a level within the playout that runs, whatever its number of playouts."""
    control, asked = SearchControl(), 0

    def likely(_s: tug.State, _last: int, _memory: object) -> int:
        nonlocal asked
        asked += 1
        control.stop = asked == 50
        return tug.PULL

    game = with_names(bind(tug, {}), likely=likely)
    control.reset(100_000)
    choose(
        SpecialisedSearch("mcts", game, PLAIN, {"TABLE_BITS": 12}),
        game.start("0 0 0 X"),
        levels.LevelPlan("mcts", 100_000, Rung(100_000, 0.3)),
        random.Random(1),
        control,
    )
    assert asked == 50
    assert control.length


@pytest.mark.parametrize("level", [level for level in ERRING if level >= 4])
@pytest.mark.parametrize("name", ["connect4", "reversi", "draughts", "kalah"])
def test_no_chosen_move_loses_too_much(name: str, level: int) -> None:
    """A level from 4 on chooses no move that its own search finds worse than the best one by its bound."""
    game = next(game for game in small_games() if game.name == name)
    plan = levels.plan(game, level)._replace(blocks=False)
    search = specialise("alphabeta", game)
    for number, position in enumerate(random_positions(game, 6, seed=level)):
        control = SearchControl()
        control.reset(300)
        choose(search, position, plan, random.Random(number), control)
        # The same nodes give the same depth, at which each move is searched again without bounds.
        chosen, depth = control.line[0], control.depth
        _, values = run_per_move(position, "alphabeta", Limit(depth=depth))
        text = next(move.text for move in position.legal if move.code == chosen)
        best = max(value or 0 for value in values.values())
        assert lost_points(best, values[text] or 0, "alphabeta", plan.even) <= plan.rung.worst


def test_the_choice_follows_the_temperature() -> None:
    """A move that loses the temperature is 1/e times as likely as the best, and one beyond the bound comes last."""
    rng, first = random.Random(1), Counter[int]()
    for _ in range(20_000):
        order = tried([Loss(lost, lost) for lost in (0.0, 0.1, 0.4, 0.5)], Rung(1, 0.1, 0.3), rng)
        assert order[2:] == [2, 3]
        first[order[0]] += 1
    assert first[1] / first[0] == pytest.approx(1 / math.e, rel=0.05)


def test_a_level_judges_by_what_it_sees() -> None:
    """A move that seems better comes first, one that is not seen later, and one beyond the bound last."""
    losses = [Loss(0.0, 0.4), Loss(0.1, 0.3), Loss(0.05, 0.2, seen=False), Loss(0.4, 0.0)]
    assert tried(losses, Rung(1, worst=0.3), random.Random(1)) == [1, 0, 2, 3]


def test_a_level_that_reads_answers_makes_no_plain_mistake() -> None:
    """A move comes last that loses much by the answers alone and by the whole search, not one that seems to."""
    losses = [Loss(0.2, 0.0, answered=0.2), Loss(0.2, 0.1, answered=0.0), Loss(0.0, 0.2, answered=0.2)]
    assert tried(losses, Rung(1, worst=0.3, glance=0), random.Random(1)) == [1, 2, 0]
    assert tried(losses, Rung(1, worst=0.3), random.Random(1)) == [0, 1, 2]


@pytest.mark.parametrize(("best", "score", "lost"), [(0, -300, 0.25), (900, 600, 0.25), (29_999, 29_997, 0.1)])
def test_a_piece_counts_in_a_won_game_too(best: int, score: int, lost: float) -> None:
    """A loss in score is worth as much with a lead; of two wins the sooner is better."""
    assert lost_points(best, score, "alphabeta") == pytest.approx(lost)


@pytest.mark.parametrize(
    ("score", "template", "points"),
    [
        (0, "alphabeta", 0.5),
        (300, "alphabeta", 0.75),
        (-300, "alphabeta", 0.25),
        (29_980, "alphabeta", 0.95),
        (-29_980, "alphabeta", 0.05),
        (50, "mcts", 0.75),
        (-100, "mcts", 0.0),
    ],
)
def test_scores_are_worth_points(score: int, template: str, points: float) -> None:
    """Proven results are near 0 and 1, and sooner wins are worth more."""
    assert expected_points(score, template) == pytest.approx(points)


def test_a_stopped_level_still_moves() -> None:
    """A level without time for a node has a legal move."""
    game = next(game for game in small_games() if game.name == "reversi")
    for position in random_positions(game, 3, seed=9):
        control = SearchControl()
        control.reset(None)
        control.stop = 1
        plan = levels.plan(game, 5)
        choose(specialise("alphabeta", game), position, plan, random.Random(1), control)
        assert control.line[0] in {move.code for move in position.legal}


def test_a_level_knows_the_way_in_an_ending_of_a_table() -> None:
    """With a rook against a lone king, each move of level 3 has the distance that the table tells."""
    scores = []
    for seed in range(5):
        result = played(load("chess").start("8/8/3k4/8/4K3/8/7R/8 w - - 0 1"), 3, seed, 60)
        scores.append(wins_in(result.score))
    assert all(plies in (21, 23, 25, 27) for plies in scores)


@pytest.mark.parametrize("level", [1, 4, 7])
def test_a_senseless_move_is_never_played(level: int) -> None:
    """Every move that the game does not call senseless may be played."""
    game = load("tictactoe")
    sensible = ("b2", "a1")
    codes = [move.code for move in game.start().legal if move.text not in sensible]
    barred = with_names(game, senseless=lambda _state: codes)
    assert {played(barred.start(), level, seed).move for seed in range(20)} <= set(sensible)
