"""Players of the measurements: a level, a random mover, a child that takes what stands there, and other programs.

A player is made for a game that it plays to the end. It gets a position and returns a move.
"""

import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Self

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.board import Grid
from kibitz_server.games.game import LegalMove, Position

TOP = LEVELS[-1]
RANDOM = LEVELS[0] - 1
"""Stands for a random mover, as the level below the lowest."""
VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
STOCKFISH_DEPTH = 10
"""Depth of Stockfish. With a UCI_Elo of up to 2300 it chooses its move at this depth or a smaller one."""
GO_RULES = ("--chinese-rules", "--positional-superko", "--capture-all-dead", "--never-resign")
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


class Program:
    """A program as a process that speaks in lines. Leaving its context ends it."""

    def __init__(self, name: str, *arguments: str) -> None:
        program = shutil.which(name, path=PLACES)
        assert program
        self._process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> Self:
        """Return the program; leaving the context ends it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def ask(self, lines: Sequence[str], answer: str) -> str:
        """Return the line that begins with a word, after lines to the program."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith(answer):
                return line.strip()
        raise RuntimeError(f"the program has ended: {lines}")


class Stockfish(Program):
    """Stockfish at a strength on its own scale."""

    def __init__(self, elo: int) -> None:
        super().__init__("stockfish")
        limit = "setoption name UCI_LimitStrength value true"
        self.ask(["uci", limit, f"setoption name UCI_Elo value {elo}", "isready"], "readyok")

    def __call__(self, position: Position) -> LegalMove:
        """Return its move."""
        answer = self.ask([f"position fen {position.text}", f"go depth {STOCKFISH_DEPTH}"], "bestmove")
        return position.find(answer.split()[1])


class GnuGo(Program):
    """GNU Go at a level of its own, on a board of Go that it follows move by move."""

    def __init__(self, level: int, seed: int) -> None:
        super().__init__("gnugo", "--mode", "gtp", "--level", str(level), *GO_RULES, "--seed", str(seed + 1))
        self._begun = False

    def _tell(self, *commands: str) -> str:
        return [self.ask([command], "=") for command in commands][-1][1:].strip()

    def __call__(self, position: Position) -> LegalMove:
        """Return its move."""
        side = position.state.turn
        if self._begun:
            self._tell(f"play {'bw'[1 - side]} {vertex(position, position.last[-1]) if position.last else 'pass'}")
        else:
            stones = "".join("".join(row) for row in position.picture.rows)
            placed = [f"play {stone} {vertex(position, cell)}" for cell, stone in enumerate(stones) if stone in "BW"]
            size = int(position.game.options["size"])
            self._tell(f"boardsize {size}", "clear_board", f"komi {position.game.options['komi']}", *placed)
            self._begun = True
        return position.find(self._tell(f"genmove {'bw'[side]}"))


def vertex(position: Position, cell: int) -> str:
    """Return the name of a cell of a grid."""
    board = position.game.board
    assert isinstance(board, Grid)
    row, column = divmod(cell, len(board.column_labels))
    return f"{board.column_labels[column]}{board.row_labels[row]}"


def outsider(name: str, seed: int) -> Player:
    """Return a player by its name, such as `greedy` or `stockfish 1350`."""
    kind, _, strength = name.partition(" ")
    if kind == "greedy":
        return partial(greedy, random.Random(seed))
    return Stockfish(int(strength)) if kind == "stockfish" else GnuGo(int(strength), seed)
