"""Chess programs as processes, by the Universal Chess Interface or by the protocol of xboard (CECP, version 2).

A program gets the moves of the game and the clocks, and answers with a move as in UCI. One that answers with nothing
legal, late or not at all loses the game: see `chess`.
"""

import queue
import shutil
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

START_S = 60.0
"""Longest wait for a program to be ready: ours may first compile its search."""
FEATURES_S = 1.0
"""How long an xboard program may be silent while it names its features."""
LATE_S = 60.0
"""How long an answer is waited for after the clock has run out."""


class Silent(RuntimeError):
    """Program that has ended or does not answer; the message says which."""


class Clocks(NamedTuple):
    """Seconds that White, Black and each move have."""

    white: float
    black: float
    increment: float

    def of(self, seat: int) -> float:
        """Return the seconds of a seat."""
        return self.black if seat else self.white


class Program(ABC):
    """Running program. Each starts with the game of chess, and plays one game at a time."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = Path(command[0]).name
        self._command = command
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> "Program":
        """Return the program; leaving the context ends it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.end()

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe
                pipe.close()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        """Write lines to the program.

        Raises:
            Silent: It has ended.
        """
        assert self._process.stdin
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except OSError as error:
            raise Silent(f"{self.name} has ended") from error

    def wait(self, wanted: Callable[[str], bool], seconds: float) -> str:
        """Return the next line of the program that is wanted.

        Raises:
            Silent: It has ended, or no such line came in time.
        """
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise Silent(f"{self.name} does not answer") from None
            if line is None:
                raise Silent(f"{self.name} has ended")
            if wanted(line):
                return line

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
    """Program that speaks UCI (Meyer-Kahlen, 2000). With `nodes`, it searches so many for a move at any time."""

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
        white, black, each = (max(1, round(1000 * seconds)) for seconds in clocks)
        clock = f"wtime {white} btime {black} winc {each} binc {each}"
        limit = f"nodes {self._nodes}" if self._nodes else clock
        self.send(f"position startpos moves {' '.join(moves)}", f"go {limit}")
        own = clocks.of(len(moves) % 2)
        return self.wait(lambda line: line.startswith("bestmove"), own + LATE_S).split()[1]


class Xboard(Program):
    """Program that speaks the protocol of xboard (Mann and Muller, 2009).

    It stays in force mode between its moves. The protocol has no increments of less than a second, so the program only
    hears what its clock shows before each move. Each game has a new process, because some programs do not begin a
    second one well after they have resigned.
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
