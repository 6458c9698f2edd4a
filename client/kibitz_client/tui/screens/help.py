"""The help: all keys and commands on one page."""

import re
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar


class HelpScreen(KibitzScreen):
    """The help page; above it `about`, the rules and move notation of the game on the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,f1,enter", "app.pop_screen", show=False)]

    def __init__(self, about: str = "") -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        """Lay out a text that scrolls."""
        yield TitleBar(strings.HELP_TITLE)
        with VerticalScroll():
            yield TextLine(id="text")
        yield TextLine(strings.HELP_KEYS, classes="keys")

    def on_resize(self) -> None:
        """Wrap the text at the width of the screen."""
        text = f"{self._about}\n\n{strings.HELP}" if self._about else strings.HELP
        self.query_one("#text", TextLine).show(fitted(text, max(40, self.size.width - 3)))


def fitted(text: str, width: int) -> str:
    """Wrap long lines. A continuation is indented to the description of a key."""
    wrapped: list[str] = []
    for line in text.splitlines():
        key = re.match(r" *(\S+( \S+)*  +)?", line)
        under = " " * min(key.end() if key else 0, width // 2)
        wrapped += wrap(line, width, subsequent_indent=under, break_long_words=False) or [""]
    return "\n".join(wrapped)
