"""The first line of every screen: its title at the left, the state of the connection at the right."""

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from kibitz_client.columns import shorten


class TitleBar(Widget):
    """Line of title and connection, redrawn only when it changes. It is reversed while no live position is shown."""

    DEFAULT_CSS = """
    TitleBar.-viewing { text-style: bold reverse; }
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(classes="title")
        self._text = text
        self._connection = ""

    def show(self, text: str) -> None:
        """Show a title."""
        if text != self._text:
            self._text = text
            self.refresh()

    def show_connection(self, text: str) -> None:
        """Show the state of the connection."""
        if text != self._connection:
            self._connection = text
            self.refresh()

    def render(self) -> RenderResult:
        """Render both; a title that does not fit ends with `..`."""
        width = self.content_size.width
        available = max(0, width - len(self._connection) - 1)
        return Content(f"{shorten(self._text, available)} {self._connection}")
