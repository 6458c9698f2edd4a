"""Monte Carlo search: it proves certain results, and the same seed gives the same games."""

from kibitz_server.engine.compiler.specialise import Search
from kibitz_server.engine.control import Control
from kibitz_server.engine.driver import Report, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from tests.server.engine.helpers import PLAIN, native


def report(position: Position, playouts: int) -> Report:
    """Return the report of a search with a fixed seed."""
    control = Control()
    control.reset(None)
    return run(position, "mcts", Limit(playouts=playouts, seed=1), control)


def test_proves_a_win_at_once() -> None:
    """A winning move is proven, and the search ends."""
    found = report(load("connect4").start("-------/-------/-------/-------/OOO----/XXX---- X"), 5_000)
    assert (found.move, found.wins_in) == ("4", 1)
    assert found.nodes < 1_000


def test_proves_a_loss() -> None:
    """Every answer to a double threat loses, and the report says so."""
    found = report(load("connect4").start("-------/-------/-------/-------/--XX---/-OOO--X X"), 5_000)
    assert found.wins_in == -2


def test_shares_add_up() -> None:
    """The visit shares are sorted and cover all moves of a small game."""
    found = report(load("tictactoe").start(), 400)
    shares = [share for _, share in found.shares]
    assert shares == sorted(shares, reverse=True)
    assert 980 <= sum(shares) <= 1000
    assert found.shares[0][0] == found.move


def test_compiled_plays_the_same_games() -> None:
    """The same seed gives the same tree in machine code and in plain Python."""
    game = load("connect4")
    found = []
    for backend in (PLAIN, native()):
        search = Search("mcts", game, backend, {"TABLE_BITS": 12})
        control = Control()
        control.reset(None)
        workspace, view = search.workspace(game.start().state), search.attach(control)
        search.run.start(workspace, view, 7)
        search.run.search(workspace, view, 300)
        search.run.report(workspace, view)
        found.append(bytes(control))
    assert found[0] == found[1]
