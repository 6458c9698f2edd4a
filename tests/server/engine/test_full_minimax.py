"""`solve` and the values of all moves compared with a full minimax, without a table or a depth limit."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.per_move import run_per_move
from kibitz_server.games.game import ONGOING, Game, Position
from kibitz_server.games.registry import load
from tests.effort import cases
from tests.server.engine.helpers import compiled_cases, native, usual_games

POSITIONS = cases(8, 60)
"""Positions of each game."""
LARGEST = 1_000
"""Nodes of the largest tree of a position that is late enough."""
PLIES = 9
"""Most plies between a position and the end of the game that it is from."""
MORE_GAMES: dict[str, dict[str, object]] = {
    "mnk": {"columns": 5, "rows": 4, "connect": 4},
    "gomoku": {"size": 7},
    "connect4": {"columns": 10, "rows": 7},
    "reversi": {"size": 10},
    "kalah": {"houses": 4, "seeds": 3},
    "nim": {"heaps": "3,4,5", "misere": False},
}
"""Options with which a game has other rules or another table than with its default options."""


class TooLarge(Exception):
    """Tree with more nodes than the test wants to visit."""


def full_minimax(game: Game, state: Any, left: list[int]) -> int:
    """Return the result of a state for its side to move, in the game's unit, by trying every move to the end.

    Raises:
        TooLarge: There are more nodes than `left[0]`, which counts down.
    """
    left[0] -= 1
    if left[0] < 0:
        raise TooLarge
    rules = game.rules
    result = int(rules.outcome(state))
    if result != ONGOING:
        return int(rules.result(state)) if hasattr(rules, "result") else result
    values = []
    for code in game.ruleset.codes(state):
        after = state.copy()
        rules.play(after, code)
        value = full_minimax(game, after, left)
        values.append(value if after.turn == state.turn else -value)
    return max(values)


def random_game(game: Game, dice: random.Random) -> list[Position]:
    """Return the positions of a random game, which avoids moves that end it as long as it can."""
    walk = [game.start()]
    while walk[-1].legal:
        following = [walk[-1].after(move) for move in dice.sample(walk[-1].legal, len(walk[-1].legal))]
        walk.append(next((position for position in following if position.outcome is None), following[0]))
    return walk


def late_positions(game: Game, count: int) -> Iterator[tuple[Position, dict[str, int]]]:
    """Yield positions with small trees from the ends of random games, with the value of each move."""
    dice = random.Random(11)
    while count:
        walk = random_game(game, dice)
        for position in walk[-1 - PLIES : -1]:
            left, values = [LARGEST], {}
            try:
                for move in position.legal:
                    after = position.after(move)
                    value = full_minimax(game, after.state, left)
                    values[move.text] = value if after.state.turn == position.state.turn else -value
            except TooLarge:
                continue
            yield position, values
            count -= 1
            break


def cases_of_games() -> list[ParameterSet]:
    """Return every game without chance, with its default options, and, for long runs, some with others."""
    others = [load(name, options) for name, options in MORE_GAMES.items()]
    return [
        *compiled_cases(usual_games()),
        *(pytest.param(game, id=f"{game.name} {game.options}", marks=pytest.mark.long) for game in others),
    ]


@pytest.mark.io
@pytest.mark.property
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", cases_of_games())
@pytest.mark.compiled
def test_exact_values(game: Game) -> None:
    """Every exact value, of the position and of each of its moves, is that of the full minimax."""
    select.use(native())
    for position, values in late_positions(game, POSITIONS):
        control = SearchControl()
        control.reset(None)
        report = run(position, "solve", Limit(), control)
        assert (report.exact, report.score) == (True, max(values.values())), position.text
        assert values[report.move] == report.score, position.text
        _, found = run_per_move(position, "solve", Limit())
        assert found == values, position.text
