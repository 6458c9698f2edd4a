"""No level plays what a beginner laughs at: positions of each game in which anyone sees what to do.

`python -m training obvious` makes the positions, and `training.levels.facts` tells the kinds apart. FROM has the lowest
level that must play a good move in each of them, with any seed: level 1 may miss all.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import Position
from tests.server.engine.helpers import native
from training.levels.obvious import game_of

OBVIOUS: dict[str, dict[str, dict[str, str]]] = json.loads(
    (Path(__file__).parent / "obvious.json").read_text(encoding="utf-8")
)
"""Good moves by position, kind and game, or `not` with the mistakes."""
FROM = {
    "win": 2,
    "nuts": 2,
    "worst": 2,
    "aces": 2,
    "shove": 2,
    "eye": 2,
    "bear off": 2,
    "border": 2,
    "stop": 3,
    "stalemate": 3,
}
"""The lowest level for a kind that the rules alone decide: a win in one, an answer to one, no stalemate far ahead."""
OTHERS_FROM = 4
"""That for other kinds: the piece that stands there, no gift, two ways to win."""
COUNTED = range(LEVELS[0], LEVELS[-1])
"""The levels whose moves do not depend on time."""
SLOW = ("go", "hex")
"""Games whose levels play out thousands of games for a move."""
MISLED = {"dots": (6, 7)}
"""Levels whose searches of some plies an evaluation misleads that changes with each move: here they still err."""
TOGETHER = 2
"""Levels that are tried in each position in the long tests; the next position has others."""


def move_of(position: Position, level: int, seed: int) -> str:
    """Return a level's move without its book."""
    control, limit = SearchControl(), Limit(seed=seed, level=level)
    control.reset(None)
    ALGORITHMS["level"].run(ALGORITHMS["level"].prepare(position.game), position, limit, control)
    return next(move.text for move in position.legal if move.code == control.line[0])


def wrong(name: str, kind: str, text: str, level: int, seed: int = 0) -> list[str]:
    """Return what a level played wrong in a position, if it did."""
    answer = OBVIOUS[name][kind][text]
    named, move = answer.removeprefix("not ").split(", "), move_of(game_of(name).start(text), level, seed)
    right = (move in named) != answer.startswith("not ")
    return [] if right else [f"{kind} {text}: level {level} plays {move}, right is {answer}"]


def levels_of(name: str, kind: str) -> list[int]:
    """Return the levels that must not err in a kind, and whose moves do not depend on time."""
    return [each for each in range(FROM.get(kind, OTHERS_FROM), COUNTED.stop) if each not in MISLED.get(name, ())]


def samples(name: str, together: int) -> Iterator[tuple[str, str, int]]:
    """Yield the kinds and positions of a game, each with some of the levels that must not err there, in turn."""
    number = 0
    for kind, texts in OBVIOUS[name].items():
        levels = levels_of(name, kind)
        for text in texts:
            for _ in range(together):
                yield kind, text, levels[number % len(levels)]
                number += 1


@pytest.mark.parametrize("name", [name for name in OBVIOUS if "win" in OBVIOUS[name]])
def test_a_win_in_one_is_played(name: str) -> None:
    """The lowest level that sees wins plays one in each game."""
    assert [each for text in islice(OBVIOUS[name]["win"], 8) for each in wrong(name, "win", text, FROM["win"])] == []


@pytest.mark.parametrize(("name", "kind"), [("connect4", "stop"), ("kuhn", "nuts"), ("kuhn", "worst")])
def test_the_lowest_level_that_must_not_err_does_not(name: str, kind: str) -> None:
    """It answers a win of the opponent, calls with the best card and folds the worst one."""
    assert [each for text in islice(OBVIOUS[name][kind], 4) for each in wrong(name, kind, text, FROM[kind])] == []


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in OBVIOUS if name not in SLOW])
def test_no_level_plays_what_a_beginner_laughs_at(name: str) -> None:
    """Levels in turn play a good move in each position of the kinds that they must see."""
    select.use(native())
    assert [each for sample in samples(name, TOGETHER) for each in wrong(name, *sample)] == []


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in SLOW if name in OBVIOUS])
def test_no_level_that_plays_out_games_plays_so_either(name: str) -> None:
    """One level each, in turn, plays a good move in each position."""
    select.use(native())
    assert [each for sample in samples(name, 1) for each in wrong(name, *sample)] == []


@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in OBVIOUS if name not in SLOW])
def test_all_levels_play_good_moves_in_all_positions(name: str) -> None:
    """Each level does in each position of the kinds that it must see, with two seeds where it errs by chance."""
    select.use(native())
    found = [
        each
        for kind, texts in OBVIOUS[name].items()
        for text in texts
        for level in levels_of(name, kind)
        for seed in range(2)
        for each in wrong(name, kind, text, level, seed)
    ]
    assert found == []
