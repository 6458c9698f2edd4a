"""Players of the measurements: a level, a random mover, a child that takes what stands there, and Stockfish.

A player is made for a game that it plays to the end. It gets a position and returns a move.
"""

import random
import shutil
import subprocess
from collections.abc import Callable
from functools import partial

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import LegalMove, Position

TOP = LEVELS[-1]
RANDOM = LEVELS[0] - 1
"""Stands for a random mover, as the level below the lowest."""
VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
STOCKFISH_NODES = 50_000
"""Nodes of Stockfish for a move. At a low UCI_Elo it chooses its move at a small depth, long before these are spent."""
PLACES = "/usr/local/bin:/usr/bin:/usr/games"
Player = Callable[[Position], LegalMove]


def level_player(level: int, seed: int, top_nodes: int) -> Player:
    """Return a player of a level, or a random mover for the level RANDOM. Level TOP has so many nodes a move."""
    if level == RANDOM:
        return partial(_random, random.Random(seed))
    return lambda position: level_move(position, level, seed, top_nodes)


def level_move(position: Position, level: int, seed: int, top_nodes: int) -> LegalMove:
    """Return the move of a level."""
    nodes = top_nodes if level == TOP else None
    control = SearchControl()
    control.reset(nodes)
    report = run(position, "level", Limit(nodes=nodes, seed=seed, level=level), control)
    return position.find(report.move)


def _random(dice: random.Random, position: Position) -> LegalMove:
    return dice.choice(position.legal)


def greedy(dice: random.Random, position: Position) -> LegalMove:
    """Return a move of chess that mates, or takes the dearest piece that can be taken, or a random one."""
    board, moves = "".join("".join(row) for row in position.picture.rows), list(position.legal)
    dice.shuffle(moves)
    for move in moves:
        outcome = position.after(move).outcome
        if outcome is not None and outcome.winner == position.to_move:
            return move
    return max(moves, key=lambda move: VALUES.get(board[move.path[-1]].lower(), 0))


class Stockfish:
    """Stockfish as a process, at a strength on its own scale."""

    def __init__(self, elo: int) -> None:
        program = shutil.which("stockfish", path=PLACES)
        assert program
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._send("uci", "setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {elo}")

    def _send(self, *lines: str) -> None:
        assert self._process.stdin
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def __call__(self, position: Position) -> LegalMove:
        """Return its move."""
        self._send(f"position fen {position.text}", f"go nodes {STOCKFISH_NODES}")
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("bestmove"):
                return position.find(line.split()[1])
        raise RuntimeError("Stockfish has ended")

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def outsider(name: str, seed: int) -> Player | None:
    """Return a player by its name, such as `greedy` or `stockfish 1350`; None if it is not installed."""
    if name == "greedy":
        return partial(greedy, random.Random(seed))
    return Stockfish(int(name.split()[1])) if shutil.which("stockfish", path=PLACES) else None
