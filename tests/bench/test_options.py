"""Matches of a game against itself with other constants: who wins a game, when it ends early, and what changes."""

import random
from typing import Any

from bench.strength import options
from bench.strength.options import SURE_PLIES, changed, openings, points
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from kibitz_server.openings.bundled import bundled
from tests.server.engine.helpers import PLAIN

GAME = load("tictactoe")


class Scripted:
    """Player that takes the first legal move and always says the same value."""

    def __init__(self, game: Game, value: int) -> None:
        self._game = game
        self._value = value
        self.moves = 0

    def forget(self) -> None:
        """Begin another game."""

    def move(self, state: Any) -> tuple[int, int]:
        """Return the first legal move and the value."""
        self.moves += 1
        return self._game.ruleset.codes(state)[0], self._value


def start(game: Game) -> Any:
    """Return the first position of a game."""
    state = game.new_state()
    game.rules.setup(state)
    return state


def test_points_are_those_of_the_first_side() -> None:
    """In both seats, the side that completes a row has the point."""
    sides = (Scripted(GAME, 0), Scripted(GAME, 0))
    assert [points(GAME, start(GAME), sides, seat) for seat in (0, 1)] == [1.0, 0.0]


def test_a_game_that_both_sides_judge_decided_ends_early() -> None:
    """The game ends once both have said so for some plies; one of them alone does not end it."""
    chess = load("chess")
    sides = (Scripted(chess, 2000), Scripted(chess, -2000))
    assert points(chess, start(chess), sides, 1) == 1.0
    assert sum(side.moves for side in sides) == SURE_PLIES
    sides = (Scripted(chess, 2000), Scripted(chess, 0))
    points(chess, start(chess), sides, 0)
    assert sum(side.moves for side in sides) > SURE_PLIES


def test_changes_replace_constants_of_the_rules() -> None:
    """A changed game has the new constant, and the given one keeps its own."""
    chess = load("chess")
    other = changed(chess, {"MARGIN": 1234})
    assert other.names["MARGIN"] == 1234 != chess.names["MARGIN"]
    assert other.name == "chess"


def test_openings_go_on_after_those_of_the_bundle() -> None:
    """Each opening of the bundle comes once, then each with a random move more."""
    found = openings(GAME, Scripted(GAME, 0), random.Random(1))
    lengths = [len(line.moves) for line in bundled(GAME).file.lines]
    assert sorted(stones(next(found)) for _ in lengths) == sorted(lengths)
    assert stones(next(found)) > min(lengths)


def stones(state: Any) -> int:
    """Return the number of stones on the board."""
    return int(state.own | state.other).bit_count()


def test_a_side_counts_what_it_searches() -> None:
    """Nodes and processor time of all moves give the speed, and the number of nodes can change."""
    side = options.Side(GAME, 50, PLAIN)
    side.forget()
    side.move(start(GAME))
    before = side.nodes
    assert before <= 50
    assert side.speed > 0
    side.allow(20)
    side.forget()
    side.move(start(GAME))
    assert side.nodes - before <= 20
