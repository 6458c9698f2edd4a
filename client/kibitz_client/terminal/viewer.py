"""View of a watched match: a picture redrawn in place on a terminal, lines elsewhere, messages under `--json`."""

import time
from collections.abc import Callable
from typing import Any

from kibitz_client.match.state import MatchState, advance
from kibitz_client.match.stopwatch import Stopwatch
from kibitz_client.terminal.output import Output
from kibitz_client.text.events import message_lines, pending_lines, replay_hint
from kibitz_client.text.formatting import series_result
from kibitz_client.text.match_view import match_board, player_lines, result_line, title_line, view_lines
from kibitz_protocol.to_client import ChanceDecided, Event, Moved, Notice, SeedRevealed, Snapshot, TakenBack

CHAT_SHOWN = 4


class Viewer:
    """Shows a match as it changes. `every_board`: lines have a board after each move, not only at the end."""

    def __init__(
        self, output: Output, *, every_board: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.state: MatchState | None = None
        self._output = output
        self._every_board = every_board
        self._clock = clock
        self._stopwatch = Stopwatch(clock())

    def receive(self, message: Any) -> None:
        """Update the state, and show the message unless a picture is drawn."""
        before, self.state = self.state, advance(self.state, message)
        if message is not None:
            self._output.emit(message)
        if isinstance(message, Snapshot | Event):
            self._output.status_text = ""
            if before is None or self.state is None or before.position is not self.state.position:
                self._stopwatch.begin(self._clock())
        if isinstance(message, Notice) and message.halted is not None:
            self._stopwatch.halt(self._clock(), halted=message.halted)
        if self.state is not None and not self._output.in_place and not self._output.json:
            self._output.say(*self._lines(message, self.state, before))

    def next_match(self) -> None:
        """Prepare for another match; the last picture of this one stays."""
        self.conclude()
        self._output.say("")
        self.state = None

    def conclude(self) -> None:
        """Draw the last picture, and print the result if the terminal is too small for the whole picture."""
        state = self.state
        if state is None or not self._output.in_place:
            return
        if not self.draw():
            self._output.say(result_line(state))
        if state.series is not None and state.series_over:
            self._output.say(f"the series is over: {series_result(state.series, state.seats)}")

    def draw(self) -> bool:
        """Redraw the picture, and return whether all of it fits."""
        if self.state is None:
            return True
        lines = view_lines(self.state, self._output.style, self._stopwatch.elapsed_ms(self._clock()))
        lines += pending_lines(self.state)
        lines += [f"{said.name}: {said.text}" for said in self.state.chat[-CHAT_SHOWN:]]
        return self._output.draw(lines)

    def _lines(self, message: Any, state: MatchState, before: MatchState | None) -> list[str]:
        style = self._output.style
        board = [] if self._output.plain else match_board(state, style)
        lines = message_lines(message, state, before)
        match message:
            case Snapshot():
                lines = [title_line(state), *player_lines(state, style), *board]
                return [*lines, result_line(state)] if state.over else lines
            case Event(event=Moved() | ChanceDecided() | TakenBack()) if self._every_board:
                # While a chance event is due, the board is about to change.
                return lines if state.position.chances else [*lines, *board]
            case Event(event=SeedRevealed()):
                return [*lines, *replay_hint(state)]
            case Event() if state.over and not self._every_board:
                return [*board, *lines]
        return lines
