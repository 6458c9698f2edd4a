"""The log of chat and events of a match."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from kibitz_client.tui.widgets.text_line import TextLine

MAX_LINES = 200


class ChatLog(VerticalScroll, can_focus=False):
    """Lines of text; it scrolls to the newest one at the bottom."""

    DEFAULT_CSS = """
    ChatLog { height: 1fr; min-height: 2; scrollbar-size-vertical: 1; }
    ChatLog TextLine { width: 1fr; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[str] = []

    def compose(self) -> ComposeResult:
        """Lay out one text."""
        yield TextLine(id="chat-text")

    def add(self, *lines: str) -> None:
        """Add lines and scroll to them."""
        if lines:
            self._lines = [*self._lines, *lines][-MAX_LINES:]
            self.query_one("#chat-text", TextLine).show("\n".join(self._lines))
            self.scroll_end(animate=False)

    def clear(self) -> None:
        """Remove all lines: another match is shown."""
        self._lines = []
        self.query_one("#chat-text", TextLine).show("")

    @property
    def lines(self) -> Sequence[str]:
        """The lines of the log."""
        return self._lines
