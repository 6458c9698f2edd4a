"""The picture of the demo: frames on the second screen of the terminal, and the last position on the first one."""

import contextlib
import shutil
import time
from collections.abc import Callable
from typing import Any

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console

from kibitz_client.match.state import MatchState, advance
from kibitz_client.terminal.output import Output, printable
from kibitz_client.tui.demo.frame import Drawing, Row, Scene, frame, last_rows
from kibitz_client.tui.demo.games import DemoChoice
from kibitz_client.tui.demo.palette import Palette
from kibitz_client.tui.demo.screen import Screen, silent_keyboard
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.state import State

STOP = "Ctrl-C ends the demo"
BELOW_LAST = 7
"""Rows that the lines after the last picture take, with the prompt of the shell."""


class DemoFrame:
    """A frame on the second screen of the terminal. `clock` returns seconds."""

    def __init__(
        self,
        output: Output,
        choice: DemoChoice,
        *,
        ascii_only: bool,
        clock: Callable[[], float] = time.monotonic,
        size: Callable[[], tuple[int, int]] = shutil.get_terminal_size,
    ) -> None:
        colours = colour_system() if output.style.colour else None
        self.state: MatchState | None = None
        self._output = output
        self._choice = choice
        self._clock = clock
        self._before: State | None = None
        self._began_at: float | None = None
        self._remark = ""
        self._drawing = Drawing(ascii_only or output.style.ascii_only, pictures=colours is not None)
        self._colours = colours
        self._board: Board | None = None
        self._palette = Palette(choice.plan.style, colours)
        self._screen = Screen(output.write, size)
        self._held = contextlib.ExitStack()
        self._open = False

    def open(self) -> None:
        """Go to the second screen."""
        self._held.enter_context(silent_keyboard(self._screen.close, self._reopen))
        self._held.callback(self._screen.close)
        self._screen.open()
        self._open = True
        self._draw()

    def _reopen(self) -> None:
        self._screen.open()
        self._draw()

    def close(self) -> None:
        """Go back to the first screen, and leave the last position on it."""
        if not self._open:
            return
        self._open = False
        self._held.close()
        if self.state is not None:
            columns, rows = self._screen.size()
            last = last_rows(self._scene(), columns, rows - BELOW_LAST, self._drawing)
            self._output.write("".join(f"{self._painted(row)}\n" for row in last))

    def tell(self, remark: str, *, again: bool = False) -> None:  # noqa: ARG002
        """Show a remark at the bottom."""
        self._remark = remark
        self._draw()

    def receive(self, message: Any) -> None:
        """Draw the match after a message."""
        state = advance(self.state, message)
        if self.state is not None and state is not None and state.position is not self.state.position:
            self._before = self.state.position
        if self._began_at is None and state is not None and state.phase == "running":
            self._began_at = self._clock()
        self.state = state
        self._draw()

    def _scene(self) -> Scene:
        choice, state = self._choice, self.state
        return Scene(
            opening=choice.opening.title,
            remark=self._remark or STOP,
            right="" if self._remark else f"--seed {choice.seed}",
            state=state,
            before=self._before,
            seconds=self._clock() - self._began_at if self._began_at is not None else 0.0,
        )

    def _draw(self) -> None:
        columns, rows = self._screen.size()
        self._screen.show([self._painted(row) for row in frame(self._scene(), columns, rows, self._drawing)])

    def _painted(self, row: Row) -> str:
        board = self.state.board if self.state is not None else None
        if board is not self._board:
            self._board, self._palette = board, Palette(self._choice.plan.style, self._colours, board)
        return self._palette.painted([(printable(text, colour=False), role) for text, role in row])


def colour_system() -> ColorSystem:
    """Return how many colours the terminal has, by its environment."""
    return COLOR_SYSTEMS.get(Console(force_terminal=True).color_system or "standard", ColorSystem.STANDARD)
