"""Chess programs as processes, by the Universal Chess Interface or by the protocol of xboard (CECP, version 2).

A program gets the moves of the game and the clocks, and answers with a move as in UCI. One that answers with nothing
legal, late or not at all loses the game: see `chess`.
"""

import queue
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from training.programs import Process, Silent

START_S = 60.0
"""Longest wait for a program to be ready: ours may first compile its search."""
FEATURES_S = 1.0
"""How long an xboard program may be silent while it names its features."""
LATE_S = 60.0
"""How long an answer is waited for after the clock has run out."""


class Clocks(NamedTuple):
    """Seconds that White, Black and each move have; with `exactly`, a move takes the increment and clocks stand."""

    white: float
    black: float
    increment: float
    exactly: bool = False

    def of(self, seat: int) -> float:
        """Return the seconds of a seat."""
        return self.black if seat else self.white


class Program(Process, ABC):
    """Running program. Each starts with the game of chess, and plays one game at a time."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a new game."""

    @abstractmethod
    def move(self, moves: Sequence[str], clocks: Clocks) -> str:
        """Return the program's move after some moves from the start, or a word if it resigns.

        Raises:
            Silent: It has ended, or has not moved long after its clock ran out.
        """


class Uci(Program):
    """Program that speaks UCI (Meyer-Kahlen, 2000). With `nodes`, it searches this many for a move at any time."""

    def __init__(self, command: Sequence[str], options: Mapping[str, str | int], nodes: int | None = None) -> None:
        super().__init__(command)
        self._nodes = nodes
        try:
            self.send("uci")
            self.wait(lambda line: line == "uciok", START_S)
        except Silent:
            self.end()
            raise
        self.send(*(f"setoption name {name} value {value}" for name, value in options.items()))

    def begin(self) -> None:
        """Begin a new game."""
        self.send("ucinewgame", "isready")
        self.wait(lambda line: line == "readyok", START_S)

    def move(self, moves: Sequence[str], clocks: Clocks) -> str:
        """Return the program's move."""
        white, black, each = (max(1, round(1000 * seconds)) for seconds in clocks[:3])
        clock = f"movetime {each}" if clocks.exactly else f"wtime {white} btime {black} winc {each} binc {each}"
        limit = f"nodes {self._nodes}" if self._nodes else clock
        self.send(f"position startpos moves {' '.join(moves)}", f"go {limit}")
        own = clocks.of(len(moves) % 2)
        return self.wait(lambda line: line.startswith("bestmove"), own + LATE_S).split()[1]


class Xboard(Program):
    """Program that speaks the protocol of xboard (Mann and Muller, 2009).

    It stays in force mode between its moves. The protocol has no increments of less than a second, so the program only
    hears what its clock shows before each move; it has no times for a single move either. Each game has a new process,
    because some programs do not begin a second one well after they have resigned.
    """

    def __init__(self, command: Sequence[str]) -> None:
        super().__init__(command)
        self._sent: tuple[str, ...] | None = None
        self._prefix = ""

    def begin(self) -> None:
        """Begin a new game."""
        if self._sent is not None:
            self.end()
            self._start()
        self._sent = ()
        self.send("xboard", "protover 2")
        if any("usermove=1" in line for line in self._features()):
            self._prefix = "usermove "
        self.send("new", "easy", "nopost", "force")

    def _features(self) -> Iterator[str]:
        """Yield the lines of a program up to the end of its features, which old programs do not send."""
        with suppress(queue.Empty):
            while (line := self._lines.get(timeout=FEATURES_S)) is not None and "done=1" not in line:
                yield line
            yield line or ""

    def move(self, moves: Sequence[str], clocks: Clocks) -> str:
        """Return the program's move."""
        seat = len(moves) % 2
        own, other = clocks.of(seat), clocks.of(1 - seat)
        if not self._sent:
            self.send(f"level 0 {int(own) // 60}:{int(own) % 60:02} 0")
        self.send(*(f"{self._prefix}{move}" for move in moves[len(self._sent or ()) :]))
        self.send(f"time {max(1, round(100 * own))}", f"otim {max(1, round(100 * other))}", "go")
        line = self.wait(answered, own + LATE_S)
        self.send("force")
        said = line.split()[-1] if line.startswith("move") else "resign"
        self._sent = (*moves, said)
        return said


def answered(line: str) -> bool:
    """Return whether a line of an xboard program is a move or the end of the game."""
    return line.startswith(("move ", "resign", "1-0", "0-1", "1/2-1/2"))


OURS = "kibitz"
GNUCHESS, STOCKFISH = "gnuchess", "stockfish"
XBOARD = ("fairymax", "phalanx", "sjeng")


def started(name: str, nodes: int | None = None) -> Program | None:
    """Return a running program by its name, with `stockfish:1800` for one of that Elo; None if it is not installed.

    Ours may have a number of nodes for a move in place of its clock.
    """
    program, _, strength = name.partition(":")
    if program == OURS:
        return Uci((sys.executable, "-m", "kibitz_server", "uci", "chess"), {}, nodes)
    path = shutil.which(program) or shutil.which(program, path="/usr/games")
    if path is None:
        return None
    if program in XBOARD:
        return Xboard((path,))
    if program == GNUCHESS:
        return Uci((path, "--uci"), {})
    limits = {"UCI_LimitStrength": "true", "UCI_Elo": strength} if strength else {}
    return Uci((path,), {"Threads": 1, "Hash": 16, **limits})
