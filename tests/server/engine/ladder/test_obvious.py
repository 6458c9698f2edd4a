"""No level plays what a beginner laughs at: positions of each game in which anyone sees what to do.

`python -m training obvious` makes the positions and tells the kinds apart. FROM has the lowest level that must play a
good move in each of them, with any seed: level 1 may miss all.
"""

import json
from itertools import islice
from pathlib import Path

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import native

OBVIOUS: dict[str, dict[str, dict[str, list[str]]]] = json.loads(
    (Path(__file__).parent / "obvious.json").read_text(encoding="utf-8")
)
FROM = {"win": 2, "stop": 3, "gain": 4, "keep": 4}
"""The lowest level for each kind: a win in one move, an answer to one, the best move in sight, no gift."""
ERRING = range(LEVELS[0], 8)
"""The levels that may play another move than the best one they find."""


def move_of(position: Position, level: int, seed: int) -> str:
    """Return a level's move without its book."""
    control, limit = SearchControl(), Limit(seed=seed, level=level)
    control.reset(None)
    ALGORITHMS["level"].run(ALGORITHMS["level"].prepare(position.game), position, limit, control)
    return next(move.text for move in position.legal if move.code == control.line[0])


def played_wrong(name: str, kind: str, levels: range, seeds: int, number: int | None = None) -> list[str]:
    """Return what levels played wrong in the first positions of a kind, or in all."""
    game = load(name)
    return [
        f"{kind} {text}: level {level} plays {move}, not {' '.join(good)}"
        for text, good in islice(OBVIOUS[name].get(kind, {}).items(), number)
        for level in levels
        for seed in range(seeds)
        if (move := move_of(game.start(text), level, seed)) not in good
    ]


@pytest.mark.parametrize("name", OBVIOUS)
def test_a_win_in_one_is_played(name: str) -> None:
    """The lowest level that sees wins plays one in each game."""
    assert played_wrong(name, "win", range(FROM["win"], FROM["win"] + 1), seeds=1) == []


@pytest.mark.parametrize("name", ["connect4", "kalah"])
def test_a_win_of_the_opponent_is_stopped(name: str) -> None:
    """The lowest level that sees such threats answers them."""
    assert played_wrong(name, "stop", range(FROM["stop"], FROM["stop"] + 1), seeds=1, number=4) == []


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("name", OBVIOUS)
def test_no_level_plays_what_a_beginner_laughs_at(name: str) -> None:
    """Each level that errs plays a good move in each position of the kinds that it must see."""
    select.use(native())
    wrong = [
        text for kind, lowest in FROM.items() for text in played_wrong(name, kind, range(lowest, ERRING.stop), seeds=2)
    ]
    assert wrong == []
