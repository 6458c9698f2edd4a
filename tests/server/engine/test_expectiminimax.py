"""Chance nodes have the average of their outcomes, in a small game with a coin."""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.compiler.backend import Backend
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import Game, Position, bind
from tests.server.engine import dash, race
from tests.server.engine.helpers import PLAIN, native, random_step, searched, without

GAME = bind(dash, {})
RACE = bind(race, {})
NO_PAYOFF = without(RACE, "payoff")


def expected(mine: int, theirs: int, tossed: bool, depth: int, ply: int) -> Fraction:
    """Return the value for the side to move, computed directly from the rules."""
    if theirs >= dash.GOAL:
        return Fraction(ply - WIN)
    if depth == 0:
        return Fraction(100 * (mine - theirs))
    if tossed:
        heads = -expected(theirs, mine + 3, False, depth - 1, ply + 1)
        tails = -expected(theirs, mine, False, depth - 1, ply + 1)
        return (heads + 2 * tails) / 3
    walk = -expected(theirs, mine + 1, False, depth - 1, ply + 1)
    return max(walk, expected(mine, theirs, True, depth - 1, ply + 1))


@pytest.mark.parametrize("depth", range(1, 8))
@pytest.mark.parametrize("position", ["0 0", "1 3", "2 2", "0 3"])
def test_the_average_of_chance(position: str, depth: int) -> None:
    """Values are the exact expectations, apart from rounding."""
    value, _, _ = searched(
        SpecialisedSearch("expectiminimax", GAME, PLAIN, {"TABLE_BITS": 4}), GAME.start(position), depth
    )
    mine, theirs = (int(word) for word in position.split())
    assert value == pytest.approx(float(expected(mine, theirs, False, depth, 0)))


def made(game: Game, star: int, backend: Backend = PLAIN) -> SpecialisedSearch:
    """Return the search of a game that leaves out nothing (0), or what Star1 (1) or Star2 (2) can."""
    return SpecialisedSearch("expectiminimax", game, backend, {"TABLE_BITS": 4, "STAR": star})


def positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Yield positions that are not over from random games, some of them with a draw that is due."""
    rng = random.Random(seed)
    while count:
        walk = [game.start()]
        while walk[-1].outcome is None:
            walk.append(walk[-1].after(random_step(walk[-1], rng)))
        yield from rng.sample(walk[:-1], 1)
        count -= 1


@pytest.mark.parametrize(("game", "deepest", "seed"), [(GAME, 10, 1), (RACE, 4, 2), (NO_PAYOFF, 4, 3)])
def test_pruning_keeps_the_average(game: Game, deepest: int, seed: int) -> None:
    """Star1 and Star2 find the values and the moves of a search that leaves nothing out."""
    whole, *pruned = (made(game, star) for star in range(3))
    for position in positions(game, 20, seed):
        for depth in range(1, deepest + 1):
            value, _, workspace = searched(whole, position, depth)
            for search in pruned:
                found, _, ended = searched(search, position, depth)
                assert found == pytest.approx(value, abs=1e-6), (position.text, depth)
                assert search.line(ended) == whole.line(workspace), (position.text, depth)


@pytest.mark.parametrize(("low", "high"), [(-40.0, 0.0), (-5.0, 5.0), (30.0, 90.0)])
def test_outside_the_window_a_value_is_a_bound(low: float, high: float) -> None:
    """In a narrow window a value inside is exact, and one outside is a bound on that side."""
    whole, pruned = made(RACE, 0), made(RACE, 2)
    for position in positions(RACE, 30, seed=4):
        exact, control = searched(whole, position, 4)[0], SearchControl()
        control.reset(None)
        bound = pruned.run.search(pruned.workspace(position.state), control, 4, low, high, 0, 0)
        if low < bound < high:
            assert exact == pytest.approx(bound)
        else:
            assert exact <= bound + 1e-6 if bound <= low else exact >= bound - 1e-6


def test_pruning_saves_nodes() -> None:
    """Star1 visits at most 0.9, and Star2 at most 0.7 of the nodes of a whole search: 53,522 and 40,614 of 62,948."""
    nodes = [sum(searched(made(RACE, star), at, 5)[1].nodes for at in positions(RACE, 20, seed=5)) for star in range(3)]
    assert nodes[1] < 0.9 * nodes[0]
    assert nodes[2] < 0.7 * nodes[0]


@pytest.mark.compiled
@pytest.mark.parametrize("game", [GAME, RACE], ids=lambda game: game.name)
def test_compiled_averages_are_the_same(game: Game) -> None:
    """Machine code visits the same nodes as plain Python, and has the same values and lines."""
    slow, fast = made(game, 2), made(game, 2, native())
    for position in positions(game, 10, seed=6):
        slow_value, slow_control, slow_ws = searched(slow, position, 4)
        fast_value, fast_control, fast_ws = searched(fast, position, 4)
        assert slow_value == fast_value
        assert slow_control.nodes == fast_control.nodes
        assert slow.line(slow_ws) == fast.line(fast_ws)


def test_a_finished_game_has_its_payoff() -> None:
    """A game won twice over is worth twice as much, and no score of such a game is a proven result."""
    texts = ("99000000 O 0 9", "99009000 O 0 9")
    assert [searched(made(RACE, 2), RACE.start(text), 3)[0] for text in texts] == [-200.0, -100.0]
    report = run(RACE.start("98888000 X 1 9"), "expectiminimax", Limit(depth=2), fresh())
    assert (report.move, report.score, report.wins_in) == ("b", 200, None)


def test_a_likely_win_is_not_a_proven_one() -> None:
    """A win after each draw is proven; the average of a likely win and a loss is an evaluation."""
    sure = run(GAME.start("3 0"), "expectiminimax", Limit(depth=4), fresh())
    assert (sure.move, sure.wins_in) == ("walk", 1)
    likely = Game(GAME.declaration, {}, GAME.names | {"chance": loaded_coin})
    assert searched(made(likely, 2), likely.start("1 3"), 4)[0] > PROVEN
    report = run(likely.start("1 3"), "expectiminimax", Limit(depth=4), fresh())
    assert (report.move, report.score, report.wins_in) == ("dash", PROVEN - 1, None)


def loaded_coin(s: dash.State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the results of a coin that nearly always shows heads."""
    if s.due == 0:
        return k
    moves[k], moves[k + 1] = 2, 3
    weights[k], weights[k + 1] = 5_000, 1
    return k + 2


def test_a_deeper_pass_begins_with_the_best_move() -> None:
    """A pass that is stopped keeps the move of the pass before, unless it has found a better one."""
    position = RACE.start("40506000 X 3 4")
    for nodes in (1, 20, 300, 2_000):
        report = run(position, "expectiminimax", Limit(nodes=nodes), fresh(nodes))
        assert report.nodes <= nodes
        assert report.move in {move.text for move in position.legal}
    exact = run(position, "expectiminimax", Limit(depth=report.depth), fresh())
    assert report.move == exact.move


def fresh(nodes: int | None = None) -> SearchControl:
    """Return a control block of a search that is about to begin."""
    control = SearchControl()
    control.reset(nodes)
    return control


def test_a_last_chance_is_taken() -> None:
    """When the other side will win on its next move, only a dash can help."""
    control = SearchControl()
    control.reset(None)
    report = run(GAME.start("1 3"), "expectiminimax", Limit(depth=4), control)
    assert (report.move, report.line) == ("dash", ("dash",))


@pytest.mark.parametrize("algorithm", ["alphabeta", "textbook", "minimax", "solve"])
def test_others_refuse_chance(algorithm: str) -> None:
    """An algorithm without support for chance refuses such a game."""
    with pytest.raises(UnfitAlgorithm, match=f"{algorithm} needs a game without chance, which dash is not"):
        check(algorithm, GAME)
