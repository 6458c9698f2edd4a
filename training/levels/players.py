"""Players of the measurements: a level, a random mover, a child that takes what stands there, and other programs.

A player is made for a game that it plays to the end. It gets a position and returns a move.
"""

import random
import shutil
from collections.abc import Callable
from functools import partial

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import LegalMove, Position
from training.programs import GNU_GO_RULES, START_S, Gtp, Process

TOP = LEVELS[-1]
RANDOM = LEVELS[0] - 1
"""Stands for a random mover, as the level below the lowest."""
VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
STOCKFISH_DEPTH = 10
"""Depth of Stockfish. With a UCI_Elo of up to 2300 it chooses its move at this depth or a smaller one."""
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


class Stockfish(Process):
    """Stockfish at a strength on its own scale."""

    def __init__(self, elo: int) -> None:
        super().__init__((found("stockfish"),))
        self.send("uci", "setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {elo}")

    def __call__(self, position: Position) -> LegalMove:
        """Return its move."""
        self.send(f"position fen {position.text}", f"go depth {STOCKFISH_DEPTH}")
        answer = self.wait(lambda line: line.startswith("bestmove"), START_S)
        return position.find(answer.split()[1])


class GnuGo(Gtp):
    """GNU Go at a level of its own, which follows a game of Go from the position of its first move."""

    def __init__(self, level: int, seed: int) -> None:
        options = ("--mode", "gtp", "--level", str(level), "--never-resign", "--seed", str(seed + 1))
        super().__init__((found("gnugo"), *options, *GNU_GO_RULES))
        self._names: dict[int, str] = {}

    def __call__(self, position: Position) -> LegalMove:
        """Return its move."""
        side = position.state.turn
        if self._names:
            self.play(1 - side, self._names[position.last[-1]] if position.last else "pass")
        else:
            self.begin(position.game)
            self._names = {move.path[-1]: move.text for move in position.game.start().legal if move.path}
            for cell, stone in enumerate("".join("".join(row) for row in position.picture.rows)):
                if stone in "BW":
                    self.play("BW".index(stone), self._names[cell])
        return position.find(self.move(side))


def found(program: str) -> str:
    """Return the path of an installed program."""
    path = shutil.which(program, path=PLACES)
    assert path
    return path


def outsider(name: str, seed: int) -> Player:
    """Return a player by its name, such as `greedy` or `stockfish 1350`."""
    kind, _, strength = name.partition(" ")
    if kind == "greedy":
        return partial(greedy, random.Random(seed))
    return Stockfish(int(strength)) if kind == "stockfish" else GnuGo(int(strength), seed)
