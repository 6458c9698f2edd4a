"""Programs that play, as processes: lines to them, and lines of them within a time, such as those of GTP."""

import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from kibitz_server.games.game import Game

START_S = 300.0
"""Longest wait for an answer: ours may first compile its search."""
SIDES = "bw"
GNU_GO_RULES = ("--chinese-rules", "--positional-superko", "--capture-all-dead")
"""Options of GNU Go for the rules of Kibitz."""


class Silent(RuntimeError):
    """Program that has ended or does not answer; the message says which."""


class Process:
    """Running program, whose lines a thread reads. Leaving its context ends it."""

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

    def __enter__(self) -> Self:
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


class Refusal(RuntimeError):
    """Command that a program refuses; the message is its answer."""


class Gtp(Process):
    """Program that speaks GTP, version 2 (Farnebäck, 2002)."""

    def ask(self, command: str, seconds: float = START_S) -> str:
        """Return the answer to a command.

        Raises:
            Silent: The program has ended or does not answer.
            Refusal: The program refuses the command.
        """
        self.send(command)
        lines = [self.wait(lambda line: line.startswith(("=", "?")), seconds)]
        while line := self.wait(lambda _: True, seconds):
            lines.append(line)
        answer = "\n".join([lines[0][1:].strip(), *lines[1:]])
        if lines[0].startswith("?"):
            raise Refusal(f"{self.name} refuses {command!r}: {answer}")
        return answer

    def begin(self, game: Game) -> None:
        """Begin a game."""
        for command in (f"boardsize {game.options['size']}", "clear_board", f"komi {game.options['komi']}"):
            self.ask(command)

    def play(self, seat: int, vertex: str) -> None:
        """Take a move of a side."""
        self.ask(f"play {SIDES[seat]} {vertex}")

    def move(self, seat: int) -> str:
        """Return a move of its own, or `resign`."""
        return self.ask(f"genmove {SIDES[seat]}")

    def score(self) -> str:
        """Return the result as it judges the board."""
        return self.ask("final_score")
