"""Lines of text that are redrawn only when they change."""

from textual.content import Content
from textual.visual import VisualType
from textual.widgets import Static


class TextLine(Static):
    """Text without markup, because chat may contain brackets."""

    def __init__(self, text: str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(Content(text), id=id, classes=classes)
        self._shown: str | Content = text

    @property
    def shown(self) -> str:
        """The text without its styles."""
        return self._shown if isinstance(self._shown, str) else self._shown.plain

    def show(self, text: str | Content) -> None:
        """Show a text."""
        if text != self._shown:
            self._shown = text
            visual: VisualType = Content(text) if isinstance(text, str) else text
            self.update(visual)
