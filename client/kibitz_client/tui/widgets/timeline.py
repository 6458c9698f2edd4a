"""The win probabilities of a match as a graph of one character a ply, with a mark under the shown ply."""

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

LABEL = "eval  "


class Timeline(Widget):
    """Graph and mark, a line each. A click chooses a ply."""

    DEFAULT_CSS = """
    Timeline { height: 2; width: 1fr; padding: 0 1; }
    """

    class Chosen(Message):
        """A ply was clicked: show the position before it."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._graph = ""
        self._at = 0
        self._speed = ""
        self._win = ""

    def show(self, graph: str, at: int, speed: str = "", win: str = "") -> None:
        """Show the graph of the whole match, how many plies have been played, and the speed of the replay.

        `win` is the win probability of the shown ply with the side that has it, such as `X 62%`.
        """
        self._graph, self._at, self._speed, self._win = graph, at, speed, win
        self.refresh()

    @property
    def _visible(self) -> int:
        """The number of visible plies."""
        return max(1, self.content_size.width - len(LABEL) - 18 - len(self._win))

    @property
    def _start(self) -> int:
        """The first visible ply."""
        return max(0, min(self._at - self._visible // 2, len(self._graph) - self._visible))

    def render(self) -> RenderResult:
        """Render graph and mark; a ply without a search is an apostrophe."""
        start, count = self._start, self._visible
        shown = self._graph.replace(" ", "'")[start : start + count]
        mark = " " * (len(LABEL) + self._at - start) + "^"
        return Content(f"{LABEL}{shown:<{count}} {self._win}{self._at:>5}/{len(self._graph)}  {self._speed}\n{mark}")

    def on_click(self, event: events.Click) -> None:
        """Post the clicked ply."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.x >= len(LABEL):
            self.post_message(self.Chosen(min(len(self._graph), self._start + offset.x - len(LABEL))))
