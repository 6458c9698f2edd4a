"""The first line of every screen: what is shown at the left, how the connection is at the right."""

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget


class TitleBar(Widget):
    """One line. Only what has changed is drawn again."""

    def __init__(self, text: str = "") -> None:
        super().__init__(classes="title")
        self._text = text
        self._link = ""

    def show(self, text: str) -> None:
        """What is shown."""
        if text != self._text:
            self._text = text
            self.refresh()

    def show_link(self, text: str) -> None:
        """How the connection is."""
        if text != self._link:
            self._link = text
            self.refresh()

    def render(self) -> RenderResult:
        """Both, the left one cut where there is no room."""
        width = self.content_size.width
        room = max(0, width - len(self._link) - 1)
        return Content(f"{self._text[:room]:<{room}} {self._link}")
