"""Openings that come with Kibitz: enough of them, legal, different and not over; a sample is balanced."""

import random
import re

import pytest

from kibitz_server.engine.compiler import select
from kibitz_server.games.registry import declarations, load
from kibitz_server.openings.balance import advantage
from kibitz_server.openings.bundled import FOLDER, NoBundledOpenings, bundled
from kibitz_server.openings.check import problems, unbalanced
from kibitz_server.openings.read import GameOpenings, openings_of
from tests.server.engine.helpers import native

ALL = {"tictactoe": 147, "mnk": 147, "nim": 267}
"""Games of which there are all openings, and how many."""
LEAST = 200
KNOWN = {"connect4": 0, "tictactoe": 0, "mnk": 0}
"""Games whose openings are solved at once, in plain Python too."""
GAMES = [declared.name for declared in declarations() if not declared.chance]


def found(game: str) -> GameOpenings:
    """Return the bundled openings of a game."""
    return openings_of((FOLDER / f"{game}.openings").read_bytes())


@pytest.mark.parametrize("game", GAMES)
def test_openings_are_legal_different_and_not_over(game: str) -> None:
    """Each game without chance has at least 200 openings, or all."""
    openings = found(game)
    assert list(problems(openings)) == []
    assert openings.game is load(game)
    assert len(openings.openings) == ALL.get(game, max(LEAST, len(openings.openings)))
    assert bundled(load(game)).sha256 == openings.sha256
    assert openings.file.made.startswith(f"kibitz-server openings build {game} ")


@pytest.mark.parametrize("game", KNOWN)
def test_solved_openings_are_drawn(game: str) -> None:
    """Neither side can win after an opening of a game that is solved from there."""
    openings = found(game)
    judge = advantage(openings.game)
    assert list(unbalanced(openings, KNOWN[game], lambda position: judge(position, 100_000))) == []


@pytest.mark.compiled
@pytest.mark.nightly
@pytest.mark.parametrize("game", [game for game in GAMES if game not in {*KNOWN, "nim"}])
def test_a_sample_is_balanced(game: str) -> None:
    """The search by which openings were chosen finds the same again in machine code."""
    openings, before = found(game), select.chosen()
    margin, nodes = map(int, re.findall(r"--(?:margin|nodes) (\d+)", openings.file.made))
    select.use(native())
    try:
        judge = advantage(openings.game)
        for opening in random.Random(7).sample(openings.openings, 10):
            assert abs(judge(opening.position, nodes)) <= margin, opening.line
    finally:
        select.use(before)


def test_only_games_without_chance_have_some() -> None:
    """No file is left over, and a game with dice or cards is refused with the reason."""
    assert sorted(path.stem for path in FOLDER.iterdir()) == GAMES
    for declared in declarations():
        if declared.chance:
            with pytest.raises(NoBundledOpenings, match="make each game begin in another way"):
                bundled(load(declared.name))


def test_openings_are_for_the_default_options() -> None:
    """Another board has none, and the hint says how to build some."""
    with pytest.raises(NoBundledOpenings, match="are for its default options") as error:
        bundled(load("hex", {"size": 6}))
    assert error.value.hint == "build some for others: kibitz-server openings build hex --out FILE --option NAME=VALUE"
