"""Helpers of the engine's tests: random positions, bare searches, and the games under test."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from kibitz_server.engine.compiler.backend import Backend, PlainBackend
from kibitz_server.engine.compiler.select import can_compile
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE
from kibitz_server.games.game import Declaration, Game, LegalMove, Position, bind
from kibitz_server.games.registry import declarations, load
from tests.server.engine import bluff, dash, race

PLAIN: Backend = PlainBackend()
SMALL: dict[str, dict[str, object]] = {
    "mnk": {"columns": 4, "rows": 3},
    "connect4": {"columns": 5, "rows": 4},
    "go": {"size": 4},
    "gomoku": {"size": 5},
    "hex": {"size": 4},
    "reversi": {"size": 6},
    "nim": {"heaps": "1,2,3"},
}
"""Options that make a game small enough for the tests; other games have their default options."""
SOON_COMPILED = ("bluff", "dash", "nim", "tictactoe")
"""Games whose searches compile in two or three seconds each. Those of others take up to 25."""


def usual_games() -> list[Game]:
    """Return every game without chance and hidden information, with its default options."""
    return [load(declaration.name) for declaration in declarations() if _is_open(declaration, chance=False)]


def games_of_chance() -> list[Game]:
    """Return every game with chance that hides nothing, and two small ones that no server offers."""
    registered = [load(found.name) for found in declarations() if _is_open(found, chance=True)]
    return [bind(dash, {}), bind(race, {}), *registered]


def hidden_games() -> list[Game]:
    """Return every game with hidden information, and a small one that no server offers."""
    return [bind(bluff, {}), *(load(found.name) for found in declarations() if found.hidden)]


def _is_open(declared: Declaration, chance: bool) -> bool:
    return declared.chance == chance and not declared.hidden


def small_games() -> list[Game]:
    """Return every game without chance and hidden information, the big ones with small options."""
    return [load(found.name, SMALL.get(found.name)) for found in declarations() if _is_open(found, chance=False)]


def without(game: Game, *hooks: str) -> Game:
    """Return the same game without some of its functions for searches."""
    return Game(game.declaration, game.options, {name: at for name, at in game.names.items() if name not in hooks})


def with_constants(game: Game, **constants: int) -> Game:
    """Return the same game with other constants for searches."""
    return with_names(game, **constants)


def with_names(game: Game, **names: Any) -> Game:
    """Return the same game with other functions or constants."""
    return Game(game.declaration, game.options, game.names | names)


def compiled_cases(games: list[Game]) -> list[ParameterSet]:
    """Return games as parameters of a test that compiles them. All but small ones are marked `long`."""
    marks = {True: (), False: (pytest.mark.long,)}
    return [pytest.param(game, id=game.name, marks=marks[game.name in SOON_COMPILED]) for game in games]


def native() -> Backend:
    """Return the compiled backend, in a test with the mark `compiled`."""
    assert can_compile()
    from kibitz_server.engine.compiler.native import Native

    return Native()


def random_positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Yield positions with legal moves, from random places in at most 200 games of random moves and chance outcomes."""
    rng = random.Random(seed)
    share = -(-count // 200)
    while count:
        walk = [game.start()]
        while walk[-1].outcome is None:
            walk.append(walk[-1].after(random_step(walk[-1], rng)))
        open_ones = [position for position in walk if position.legal]
        found = rng.sample(open_ones, min(share, count, len(open_ones)))
        yield from found
        count -= len(found)


def random_step(position: Position, rng: random.Random) -> LegalMove:
    """Return a random move of a position that is not over, or a chance outcome by its weight."""
    if position.chances:
        (chance,) = rng.choices(position.chances, [chance.weight for chance in position.chances])
        return chance.move
    return rng.choice(position.legal)


def compiled_perft(game: Game, depth: int) -> list[int]:
    """Return the numbers of sequences of 1, 2, ... `depth` plies, counted in machine code."""
    search, control = SpecialisedSearch("perft", game, native(), {"TABLE_BITS": 8}), SearchControl()
    control.reset(None)
    view, workspace = search.attach(control), search.workspace(game.start().state)
    return [int(search.run.perft(workspace, view, plies, 0, 0)) for plies in range(1, depth + 1)]


def searched(
    search: SpecialisedSearch, position: Position, depth: int, nodes: int | None = None
) -> tuple[float, SearchControl, Any]:
    """Return the value of a position at a depth, the control block after the search, and its workspace."""
    control = SearchControl()
    control.reset(nodes)
    workspace = search.workspace(position.state)
    window = (-INFINITE, INFINITE) if search.template in ("alphabeta", "expectiminimax", "textbook") else ()
    value = search.run.search(workspace, search.attach(control), depth, *window, 0, 0)
    return float(value), control, workspace
