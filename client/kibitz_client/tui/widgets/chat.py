"""What was said and what happened in a match, the last lines of it."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from kibitz_client.tui.widgets.text_line import TextLine

KEPT = 200


class ChatLog(VerticalScroll, can_focus=False):
    """Lines, the newest at the bottom and in sight."""

    DEFAULT_CSS = """
    ChatLog { height: 1fr; min-height: 2; scrollbar-size-vertical: 1; }
    ChatLog TextLine { width: 1fr; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[str] = []

    def compose(self) -> ComposeResult:
        """One text."""
        yield TextLine(id="talk-text")

    def add(self, *lines: str) -> None:
        """More lines."""
        if lines:
            self._lines = [*self._lines, *lines][-KEPT:]
            self.query_one("#talk-text", TextLine).show("\n".join(self._lines))
            self.scroll_end(animate=False)

    @property
    def lines(self) -> Sequence[str]:
        """What is shown."""
        return self._lines
