"""Where the demo is shown: a picture that is redrawn in place on a terminal, and lines elsewhere."""

from typing import Any, Protocol

from kibitz_client.match.state import MatchState
from kibitz_client.parsing.move_list import moves_text
from kibitz_client.terminal.output import Output
from kibitz_client.terminal.viewer import Viewer
from kibitz_client.text.match_view import match_board
from kibitz_client.tui.demo.games import DemoChoice


class Stage(Protocol):
    """Shows the demo."""

    @property
    def state(self) -> MatchState | None:
        """The match so far."""

    def open(self) -> None:
        """Begin to show."""

    def close(self) -> None:
        """Leave the terminal as it was, with the last position on it. A second call does nothing."""

    def tell(self, remark: str, *, again: bool = False) -> None:
        """Show what the demo waits for. `again`: the same as before, but for the time so far."""

    def receive(self, message: Any) -> None:
        """Take a message of the match into account. None shows the time that has passed."""


class Lines:
    """Lines for each event, or messages under `--json`."""

    def __init__(self, output: Output, choice: DemoChoice) -> None:
        self._output = output
        self._opening = choice.opening
        self._viewer = Viewer(output, every_board=False)
        self._closed = False

    @property
    def state(self) -> MatchState | None:
        """The match so far."""
        return self._viewer.state

    def open(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Show the board of a match that was stopped: that of one that is over has been shown."""
        if self.state is not None and not (self._closed or self.state.over or self._output.plain or self._output.json):
            self._output.say(*match_board(self.state, self._output.style))
        self._closed = True

    def tell(self, remark: str, *, again: bool = False) -> None:
        """Show a remark once."""
        if remark and not again:
            self._output.warn(remark)

    def receive(self, message: Any) -> None:
        """Show a message of the match."""
        before = self.state
        if message is not None:
            self._viewer.receive(message)
        if before is None and self.state is not None and self._opening.moves and not self._output.json:
            self._output.say(f"{self._opening.title}: {moves_text(self._opening.moves)}")


def stage_for(output: Output, choice: DemoChoice, *, ascii_only: bool) -> Stage:
    """Return a picture on a terminal, and lines elsewhere."""
    if not output.in_place:
        return Lines(output, choice)
    # Imported here, because the colours of the app take Textual, and lines in CI should come soon.
    from kibitz_client.tui.demo.picture import DemoFrame

    return DemoFrame(output, choice, ascii_only=ascii_only)
