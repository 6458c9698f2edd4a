"""Searches compared with one another: the value must not depend on the algorithm."""

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from tests.effort import pairs
from tests.server.engine.helpers import PLAIN, native, random_positions, searched, small_games, with_constants, without

BITS = {"TABLE_BITS": 8}
"""A small table, so that positions replace each other."""
DEPTHS = {"chess": 2}
"""Depth of searches that look at all moves, where it is not 3."""
APART = ("unsettled", "forcing", "known", "recurring", "REDUCE", "MARGIN", "FUTILITY", "NULL", "CHECKS")
"""What makes full alpha-beta search another tree than minimax to the same depth."""


@pytest.mark.parametrize("game", small_games(), ids=lambda game: game.name)
def test_all_depth_first_searches_agree(game: Game) -> None:
    """Minimax, textbook and full alpha-beta, and expectiminimax give a position the same value.

    Only full alpha-beta searches beyond its depth in unsettled positions, searches late moves less deep, and leaves out
    moves that m,n,k and gomoku call hopeless. It does none of this here.
    """
    fair = without(game, *APART, *(["ordered", "WIDTH"] if game.name in ("gomoku", "mnk") else []))
    templates = ("minimax", "textbook", "expectiminimax", "alphabeta")
    searches = [SpecialisedSearch(template, fair, PLAIN, BITS) for template in templates]
    for position in random_positions(game, 10, seed=1):
        values = {search.template: searched(search, position, DEPTHS.get(game.name, 3))[0] for search in searches}
        assert len(set(values.values())) == 1, (position.text, values)


@pytest.mark.parametrize("game", small_games(), ids=lambda game: game.name)
def test_alpha_beta_looks_at_less(game: Game) -> None:
    """Textbook alpha-beta never visits more nodes than minimax, and usually far fewer."""
    minimax, textbook = (SpecialisedSearch(template, game, PLAIN, BITS) for template in ("minimax", "textbook"))
    positions = list(random_positions(game, 8, seed=2))
    depth = DEPTHS.get(game.name, 3)
    pairs = [(searched(minimax, p, depth)[1].nodes, searched(textbook, p, depth)[1].nodes) for p in positions]
    assert all(pruned <= whole for whole, pruned in pairs)
    assert sum(pruned for _, pruned in pairs) < 0.8 * sum(whole for whole, _ in pairs)


def test_tic_tac_toe_has_549946_nodes() -> None:
    """Minimax visits each node of the whole tree of tic-tac-toe once, and finds a draw."""
    value, control, _ = searched(
        SpecialisedSearch("minimax", load("tictactoe"), PLAIN, BITS), load("tictactoe").start(), 9
    )
    assert (value, control.nodes) == (0, 549_946)


@pytest.mark.parametrize("template", ["minimax", "textbook", "alphabeta"])
def test_wins_soonest(template: str) -> None:
    """With two wins available a search takes the nearer one and reports its distance."""
    position = load("connect4").start("-------/-------/-------/-------/OOO----/XXX---- X")
    search = SpecialisedSearch(template, position.game, PLAIN, BITS)
    value, _, workspace = searched(search, position, 5)
    assert value == WIN - 1
    assert search.line(workspace) == [3]


@pytest.mark.parametrize("template", ["minimax", "textbook", "alphabeta"])
def test_loses_latest(template: str) -> None:
    """In a lost position a search takes the longest defence; most moves here lose two plies earlier."""
    position = load("connect4").start("-------/-------/--O----/X-X----/XOX-O--/OOXXX-O O")
    search = SpecialisedSearch(template, position.game, PLAIN, BITS)
    value, _, workspace = searched(search, position, 6)
    assert value == 4 - WIN
    assert search.line(workspace)[0] == 5


@pytest.mark.parametrize("template", ["minimax", "textbook", "alphabeta", "expectiminimax"])
def test_keeps_to_its_nodes(template: str) -> None:
    """A search stops at exactly its node limit."""
    game = load("connect4")
    _, control, _ = searched(SpecialisedSearch(template, game, PLAIN, BITS), game.start(), 20, nodes=500)
    assert (control.nodes, control.stop) == (500, 1)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("template", "game"),
    pairs(["minimax", "textbook", "alphabeta", "expectiminimax"], [load("tictactoe"), load("connect4")]),
)
def test_compiled_and_plain_search_the_same_tree(template: str, game: Game) -> None:
    """Machine code visits the same nodes as plain Python and finds the same value and line."""
    plain, compiled = (SpecialisedSearch(template, game, backend, BITS) for backend in (PLAIN, native()))
    for position in random_positions(game, 10, seed=3):
        slow_value, slow, slow_ws = searched(plain, position, 4)
        fast_value, fast, fast_ws = searched(compiled, position, 4)
        assert slow_value == fast_value
        assert bytes(slow) == bytes(fast)
        assert plain.line(slow_ws) == compiled.line(fast_ws)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [g for g in small_games() if g.name in ("connect4", "reversi")], ids=lambda g: g.name)
def test_what_reductions_prove_is_true(game: Game) -> None:
    """With moves searched less deep, a proven result has the sign that minimax finds within the same distance."""
    abridged = SpecialisedSearch("alphabeta", with_constants(game, REDUCE=200, MARGIN=50), PLAIN, BITS)
    minimax, proofs = SpecialisedSearch("minimax", game, native(), BITS), 0
    for position in random_positions(game, 120, seed=4):
        value, _, _ = searched(abridged, position, 7)
        if abs(value) >= PROVEN and WIN - abs(value) <= 6:
            exact, _, _ = searched(minimax, position, round(WIN - abs(value)))
            assert (exact > 0) == (value > 0), position.text
            assert abs(exact) >= abs(value), position.text
            proofs += 1
    assert proofs > 10


@pytest.mark.compiled
@pytest.mark.long
def test_reductions_save_nodes() -> None:
    """Late moves searched less deep, and positions far ahead not at all, leave a smaller tree."""
    game = without(load("reversi"), *APART)
    nodes = []
    for constants in ({}, {"REDUCE": 100}, {"REDUCE": 100, "MARGIN": 200}):
        search = SpecialisedSearch("alphabeta", with_constants(game, **constants), native(), {"TABLE_BITS": 16})
        nodes.append(sum(searched(search, at, 6)[1].nodes for at in random_positions(game, 10, seed=5)))
    assert nodes[0] > 1.2 * nodes[1] > 1.3 * nodes[2]
