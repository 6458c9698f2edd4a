"""What can be done where, on one page."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.line import Line
from kibitz_client.tui.widgets.title_bar import TitleBar


class HelpScreen(KibitzScreen):
    """The page, below it what the game says of its moves, where one is played."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,f1,enter", "app.pop_screen", show=False)]

    def __init__(self, about: str = "") -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        """A text that scrolls."""
        yield TitleBar(strings.HELP_TITLE)
        with VerticalScroll():
            yield Line(f"{self._about}\n\n{strings.HELP}" if self._about else strings.HELP)
        yield Line(strings.HELP_KEYS, classes="keys")
