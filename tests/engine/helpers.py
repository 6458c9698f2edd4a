"""What the engine's tests share: random positions, bare searches, and the games they go over."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz_server.engine.backend import Backend, Plain
from kibitz_server.engine.control import Control
from kibitz_server.engine.score import INFINITE
from kibitz_server.engine.select import can_compile
from kibitz_server.engine.specialise import Search
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import declarations, load

PLAIN: Backend = Plain()
SMALL: dict[str, dict[str, object]] = {
    "mnk": {"columns": 4, "rows": 3},
    "connect4": {"columns": 5, "rows": 4},
    "gomoku": {"size": 5},
    "reversi": {"size": 6},
    "nim": {"heaps": "1,2,3"},
}
"""Options under which a game is small enough for what a test does with it; others are taken as they are."""


def usual_games() -> list[Game]:
    """Every game with its usual options."""
    return [load(declaration.name) for declaration in declarations()]


def small_games() -> list[Game]:
    """Every game, the big ones with small options."""
    return [load(declaration.name, SMALL.get(declaration.name)) for declaration in declarations()]


def without(game: Game, *hooks: str) -> Game:
    """The same game with some of its help to searches taken away."""
    return Game(game.declaration, game.options, {name: at for name, at in game.names.items() if name not in hooks})


def native() -> Backend:
    """The compiled backend; a test that asks for it is left out where nothing compiles."""
    if not can_compile():
        pytest.skip("there is no compiler, or it is switched off")
    from kibitz_server.engine.native import Native

    return Native()


def random_positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Positions that are not over, met in games of random moves, with how far into the game they lie varying."""
    dice = random.Random(seed)
    while count:
        walk = [game.start()]
        while walk[-1].legal:
            walk.append(walk[-1].after(dice.choice(walk[-1].legal)))
        if len(walk) > 1:
            yield dice.choice(walk[:-1])
            count -= 1


def searched(search: Search, position: Position, depth: int, nodes: int | None = None) -> tuple[float, Control, Any]:
    """The value of a position at a depth, the control block after the search, and its workspace."""
    control = Control()
    control.reset(nodes)
    workspace = search.workspace(position.state)
    window = (-INFINITE, INFINITE) if search.template in ("alphabeta", "textbook") else ()
    value = search.run.search(workspace, search.attach(control), depth, *window, 0, 0)
    return float(value), control, workspace
