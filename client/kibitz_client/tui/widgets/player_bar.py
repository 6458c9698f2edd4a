"""Who sits at a seat, the time they have left, and whose turn it is."""

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

LOW_MS = 20_000


class PlayerBar(Widget):
    """One line, drawn again only when its text changes; a running clock shows `<`, a low one `!` beside its colour."""

    DEFAULT_CSS = """
    PlayerBar { height: 1; width: 1fr; }
    PlayerBar.-low { color: $error; text-style: bold; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[str, str, str, bool] = ("", "", "", False)

    def show(self, who: str, time: str, note: str, *, turn: bool, low: bool) -> None:
        """`who` with their mark, the time as text, and what else is to say."""
        self.set_class(low, "-low")
        shown = (who, f"{'!' if low else ''}{time}", note, turn)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def render(self) -> RenderResult:
        """The line."""
        who, time, note, turn = self._shown
        right = f"{time} {'<' if turn else ' '}"
        room = max(0, self.content_size.width - len(right) - 1)
        left = f"{who}  {note}" if note else who
        return Content(f"{left[:room]:<{room}} {right}")
