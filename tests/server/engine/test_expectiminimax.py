"""Chance nodes have the average of their outcomes, in a small game with a coin."""

from fractions import Fraction

import pytest

from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.compiler.specialise import Search
from kibitz_server.engine.control import Control
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import WIN
from kibitz_server.games.game import bind
from tests.server.engine import dash
from tests.server.engine.helpers import PLAIN, native, searched

GAME = bind(dash, {})


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
    value, _, _ = searched(Search("expectiminimax", GAME, PLAIN, {"TABLE_BITS": 4}), GAME.start(position), depth)
    mine, theirs = (int(word) for word in position.split())
    assert value == pytest.approx(float(expected(mine, theirs, False, depth, 0)))


def test_compiled_averages_are_the_same() -> None:
    """Machine code has the same values as plain Python."""
    slow, fast = (Search("expectiminimax", GAME, backend, {"TABLE_BITS": 4}) for backend in (PLAIN, native()))
    assert searched(slow, GAME.start(), 8)[0] == searched(fast, GAME.start(), 8)[0]


def test_a_last_chance_is_taken() -> None:
    """When the other side will win on its next move, only a dash can help."""
    control = Control()
    control.reset(None)
    report = run(GAME.start("1 3"), "expectiminimax", Limit(depth=4), control)
    assert (report.move, report.line) == ("dash", ("dash",))


@pytest.mark.parametrize("algorithm", ["alphabeta", "textbook", "minimax", "mcts", "solve"])
def test_others_refuse_chance(algorithm: str) -> None:
    """An algorithm without support for chance refuses such a game."""
    with pytest.raises(UnfitAlgorithm, match=f"{algorithm} needs a game without chance, which dash is not"):
        check(algorithm, GAME)
