"""Public programs to run beside, each from the `bench` extra; what is not installed is left out."""

import contextlib
import importlib
import importlib.metadata
from collections.abc import Callable
from typing import Any

BITBULLY, OPEN_SPIEL, EASY_AI = "bitbully", "open_spiel", "easyAI"
PEERS = (BITBULLY, OPEN_SPIEL, EASY_AI)


def missing(peer: str) -> str:
    """Why a row is left out."""
    return f"skipped: {peer} is not installed (pip install 'kibitz[bench]')"


def found(module: str) -> Any:
    """A module of a peer, or None."""
    with contextlib.suppress(ImportError):
        return importlib.import_module(module)
    return None


def versions() -> dict[str, str]:
    """The installed peers."""
    there: dict[str, str] = {}
    for peer in PEERS:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            there[peer] = importlib.metadata.version(peer)
    return there


class BitBully:
    """The Connect Four solver in C++ of Markus Thill. `mode` is one of its three algorithms."""

    MODES: dict[str, Callable[[Any, Any], int]] = {
        "mtdf": lambda solver, board: int(solver.mtdf(board, 0)),
        "negamax": lambda solver, board: int(solver.negamax(board, -1000, 1000, 0)),
        "null window": lambda solver, board: int(solver.nullWindow(board)),
    }

    def __init__(self, core: Any) -> None:
        self._core = core

    def prepared(self, columns: str, mode: str) -> Callable[[], int]:
        """A solver with an empty table before a position: what is left is to solve it."""
        board = self._core.BoardCore()
        for column in columns:
            if not board.play(int(column) - 1):
                raise ValueError(f"bitbully refuses the moves {columns}")
        solver = self._core.BitBullyCore()
        return lambda: self.MODES[mode](solver, board)


def bitbully() -> BitBully | None:
    """The solver, where it is installed."""
    core = found("bitbully.bitbully_core")
    return BitBully(core) if core else None


def open_spiel_playouts(spiel: Any, name: str, playouts: int) -> Callable[[], object]:
    """That many playouts of OpenSpiel's own Monte Carlo search, all of it in C++."""
    game = spiel.load_game(name)
    bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(1, 1), 1.0, playouts, 2000, True, 1, False)
    return lambda: bot.mcts_search(game.new_initial_state())


def easy_ai_tictactoe() -> Callable[[], object] | None:
    """easyAI's alpha-beta over the whole of its own tic-tac-toe."""
    easy, games = found("easyAI"), found("easyAI.games.TicTacToe")
    if not easy or not games:
        return None
    game = games.TicTacToe([easy.AI_Player(None), easy.AI_Player(None)])
    return lambda: easy.Negamax(9, win_score=90)(game)
