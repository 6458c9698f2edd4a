"""Every game in machine code: the same searches as in plain Python, and the same values from all of them."""

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from tests.server.engine.helpers import (
    PLAIN,
    compiled_cases,
    games_of_chance,
    native,
    random_positions,
    searched,
    usual_games,
    without,
)

BITS = {"TABLE_BITS": 8}
"""A small table, so that positions replace each other. All tests of the engine use it and share what is compiled."""


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", compiled_cases(usual_games()))
def test_every_game_compiles_to_the_same_search(game: Game) -> None:
    """Machine code visits the same nodes as plain Python and reports the same results."""
    for template in ("textbook", "alphabeta"):
        plain, compiled = (SpecialisedSearch(template, game, backend, BITS) for backend in (PLAIN, native()))
        for position in random_positions(game, 5, seed=3):
            found = [searched(search, position, 3, nodes=3_000) for search in (plain, compiled)]
            assert found[0][0] == found[1][0]
            assert bytes(found[0][1]) == bytes(found[1][1])


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_wide_board_without_lines_compiles() -> None:
    """A table of lines without an entry would have no type."""
    wide = load("mnk", {"columns": 13, "rows": 5, "connect": 14})
    value, _, _ = searched(SpecialisedSearch("textbook", wide, native(), BITS), wide.start(), 2)
    assert value == 0


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", compiled_cases(games_of_chance()))
def test_every_game_of_chance_compiles_to_the_same_search(game: Game) -> None:
    """Machine code visits the same nodes as plain Python, and has the same values and lines."""
    plain, compiled = (SpecialisedSearch("expectiminimax", game, backend, BITS) for backend in (PLAIN, native()))
    for position in random_positions(game, 5, seed=3):
        found = [(search, *searched(search, position, 3, nodes=3_000)) for search in (plain, compiled)]
        values, nodes, lines = zip(*((value, c.nodes, s.line(ws)) for s, value, c, ws in found), strict=True)
        assert values[0] == pytest.approx(values[1])
        assert (nodes[0], lines[0]) == (nodes[1], lines[1])


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", compiled_cases([*usual_games(), *games_of_chance()]))
def test_every_game_compiles_to_the_same_playouts(game: Game) -> None:
    """The same seed gives the same tree of random games."""
    plain, compiled = (SpecialisedSearch("mcts", game, backend, BITS) for backend in (PLAIN, native()))
    for position in random_positions(game, 2, seed=3):
        found = []
        for search in (plain, compiled):
            control = SearchControl()
            control.reset(None)
            workspace, view = search.workspace(position.state), search.attach(control)
            search.run.start(workspace, view, 7)
            search.run.search(workspace, view, 30)
            search.run.report(workspace, view)
            found.append(bytes(control))
        assert found[0] == found[1]


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", compiled_cases(usual_games()))
def test_a_thousand_positions(game: Game) -> None:
    """Full and textbook alpha-beta have the value of minimax, on 1,000 random positions of every game."""
    if game.name in ("go", "gomoku", "hex"):  # with hundreds of moves, minimax would take minutes
        game = load(game.name, {"size": 5})
    # Only full alpha-beta uses these functions, which let it search deeper or leave out moves.
    fair = without(
        game,
        "unsettled",
        "weigh",
        "weights",
        "WEIGHT_COUNT",
        "PROBABLE",
        "forcing",
        "known",
        "recurring",
        "REDUCE",
        "MARGIN",
        "FUTILITY",
        "NULL",
        "CHECKS",
        "FUTILITY",
        "NULL",
        "CHECKS",
        "recurring",
        *(["ordered", "WIDTH"] if game.name in ("dots", "gomoku", "mnk") else []),
    )
    # The search of a changed game would replace that of the game itself in the cache, if it had the same table.
    bits = BITS if fair.names == game.names else {"TABLE_BITS": 9}
    minimax, textbook = (SpecialisedSearch(template, game, native(), BITS) for template in ("minimax", "textbook"))
    others = (textbook, SpecialisedSearch("alphabeta", fair, native(), bits))
    visited = [0, 0]
    for position in random_positions(game, 1_000, seed=9):
        value, control, _ = searched(minimax, position, 3)
        visited[0] += control.nodes
        for search in others:
            found, control, _ = searched(search, position, 3)
            assert found == value, (search.template, position.text)
            visited[1] += control.nodes if search.template == "textbook" else 0
    assert visited[1] < 0.8 * visited[0]
