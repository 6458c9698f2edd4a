"""The course of a match as a graph of one character a ply, with a mark under the one that is shown."""

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

LABEL = "eval  "


class Timeline(Widget):
    """Two lines. A click goes to a ply."""

    DEFAULT_CSS = """
    Timeline { height: 2; width: 1fr; padding: 0 1; }
    """

    class Chosen(Message):
        """Somebody wants to see the position before this ply was played."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._graph = ""
        self._at = 0
        self._speed = ""

    def show(self, graph: str, at: int, speed: str = "") -> None:
        """The graph of the whole match, how many of its plies have been played, and how it runs."""
        self._graph, self._at, self._speed = graph, at, speed
        self.refresh()

    @property
    def _room(self) -> int:
        """How many plies are in sight."""
        return max(1, self.content_size.width - len(LABEL) - 18)

    @property
    def _from(self) -> int:
        """The first ply that is in sight."""
        room = self._room
        return max(0, min(self._at - room // 2, len(self._graph) - room))

    def render(self) -> RenderResult:
        """Unknown plies are dots at half height."""
        start, room = self._from, self._room
        shown = self._graph.replace(" ", "'")[start : start + room]
        mark = " " * (len(LABEL) + self._at - start) + "^"
        return Content(f"{LABEL}{shown:<{room}} {self._at:>4}/{len(self._graph)}  {self._speed}\n{mark}")

    def on_click(self, event: events.Click) -> None:
        """Go to the ply under the mouse."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.x >= len(LABEL):
            self.post_message(self.Chosen(min(len(self._graph), self._from + offset.x - len(LABEL))))
