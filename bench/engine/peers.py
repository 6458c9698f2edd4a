"""Public programs for comparison, from the `bench` extra. A program that is not installed is skipped."""

import contextlib
import importlib
import importlib.metadata
from collections.abc import Callable
from typing import Any

BITBULLY, OPEN_SPIEL, EASY_AI, PY_DRAUGHTS = "bitbully", "open_spiel", "easyAI", "py-draughts"
PEERS = (BITBULLY, OPEN_SPIEL, EASY_AI, PY_DRAUGHTS)


def missing(peer: str) -> str:
    """Return why a row is skipped."""
    return f"skipped: {peer} is not installed (pip install 'kibitz[bench]')"


def found(module: str) -> Any:
    """Return a module of a peer, or None if it is not installed."""
    with contextlib.suppress(ImportError):
        return importlib.import_module(module)
    return None


def versions() -> dict[str, str]:
    """Return the versions of the installed peers."""
    there: dict[str, str] = {}
    for peer in PEERS:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            there[peer] = importlib.metadata.version(peer)
    return there


class BitBully:
    """The Connect Four solver in C++ by Markus Thill. `mode` is one of its three algorithms."""

    MODES: dict[str, Callable[[Any, Any], int]] = {
        "mtdf": lambda solver, board: int(solver.mtdf(board, 0)),
        "negamax": lambda solver, board: int(solver.negamax(board, -1000, 1000, 0)),
        "null window": lambda solver, board: int(solver.nullWindow(board)),
    }

    def __init__(self, core: Any) -> None:
        self._core = core

    def prepared(self, columns: str, mode: str) -> Callable[[], int]:
        """Return a function that solves a position with an empty table.

        Raises:
            ValueError: bitbully refuses a move.
        """
        board = self._core.BoardCore()
        for column in columns:
            if not board.play(int(column) - 1):
                raise ValueError(f"bitbully refuses the moves {columns}")
        solver = self._core.BitBullyCore()
        return lambda: self.MODES[mode](solver, board)


def bitbully() -> BitBully | None:
    """Return the solver if it is installed."""
    core = found("bitbully.bitbully_core")
    return BitBully(core) if core else None


def open_spiel_playouts(spiel: Any, name: str, playouts: int) -> Callable[[], object]:
    """Return a function that runs playouts of OpenSpiel's Monte Carlo search, entirely in C++."""
    game = spiel.load_game(name)
    bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(1, 1), 1.0, playouts, 2000, True, 1, False)
    return lambda: bot.mcts_search(game.new_initial_state())


def easy_ai_tictactoe() -> Callable[[], object] | None:
    """Return a function that runs easyAI's alpha-beta over the whole of its own tic-tac-toe."""
    easy, games = found("easyAI"), found("easyAI.games.TicTacToe")
    if not easy or not games:
        return None
    game = games.TicTacToe([easy.AI_Player(None), easy.AI_Player(None)])
    return lambda: easy.Negamax(9, win_score=90)(game)
