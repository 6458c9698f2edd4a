"""The line of the tabs of a screen, each with its key; a click chooses one."""

from collections.abc import Sequence

from textual.app import RenderResult
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget


class TabLine(Widget):
    """The names of the tabs behind their numbers. The shown one is reversed and in brackets."""

    DEFAULT_CSS = """
    TabLine { height: 1; width: 1fr; padding: 0 1; background: $panel; }
    """

    class Chosen(Message):
        """The place of a tab that was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = names
        self._at = 0

    def show(self, at: int) -> None:
        """Mark a tab as shown."""
        self._at = at
        self.refresh()

    def _texts(self) -> list[str]:
        return [
            f"[{place} {name}]" if place - 1 == self._at else f" {place} {name} "
            for place, name in enumerate(self._names, 1)
        ]

    def render(self) -> RenderResult:
        """Render the names that fit."""
        parts = [
            Content(text).stylize("bold reverse") if place == self._at else Content(text).stylize("bold", 1, 2)
            for place, text in enumerate(self._texts())
        ]
        return Content("").join(parts)

    def on_click(self, event: Click) -> None:
        """Choose the tab at the mouse."""
        end = 1
        for place, text in enumerate(self._texts()):
            end += len(text)
            if event.x < end:
                self.post_message(self.Chosen(place))
                return
