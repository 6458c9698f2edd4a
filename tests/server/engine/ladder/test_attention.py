"""Tests of what a level sees: moves that stand out more often than quiet ones, and those more than hidden ones."""

import random
from collections import Counter

import pytest

from kibitz_server.engine.ladder.attention import look
from kibitz_server.engine.ladder.rungs import Rung
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import random_positions, small_games

HALF = Rung(100, sees=0.4, glance=-1, reads=0.5)


def looked(position: Position, rung: Rung = HALF) -> tuple[Counter[str], Counter[str]]:
    """Return how often each move is seen in 200 looks, and to which depths they are read in sum."""
    seen, read = Counter[str](), Counter[str]()
    for seed in range(200):
        for move, glance in zip(
            position.legal, look(position, position.legal, rung, 6, random.Random(seed)), strict=True
        ):
            seen[move.text] += glance.seen
            read[move.text] += glance.depth
    return seen, read


def test_what_stands_out_in_chess_is_seen_first() -> None:
    """A capture, a check and an answer beside the last move are seen, a move back or across the board seldom."""
    position = load("chess").start("4k3/8/8/3p4/4P3/8/3B4/R3K2B w - - 0 1")
    seen, read = looked(position)
    for striking, quiet, hidden in [("e4d5", "d2c3", "d2h6"), ("a1a8", "e1e2", "d2c1")]:
        assert seen[striking] > seen[quiet] > seen[hidden]
        assert read[striking] > read[quiet] > read[hidden]
    for text in ("e1e2", "d5d4"):
        position = position.after(position.find(text))
    seen, _ = looked(position)
    assert seen["d2c3"] > seen["d2h6"]


@pytest.mark.parametrize("game", small_games(), ids=lambda game: game.name)
def test_each_game_can_be_looked_at(game: Game) -> None:
    """A look has an entry for each move, within its depths; a player who sees all reads all to the end."""
    for position in random_positions(game, 3, seed=4):
        found = look(position, position.legal, HALF, 3, random.Random(1))
        assert len(found) == len(position.legal)
        assert all(-1 <= glance.depth <= 3 for glance in found)
        assert all(glance == (True, 3) for glance in look(position, position.legal, Rung(1), 3, random.Random(1)))
