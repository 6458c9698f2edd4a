"""The help: the keys and commands of every screen, opened at those of the screen below."""

import re
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from kibitz_client.tui import strings
from kibitz_client.tui.help_pages import SECTIONS
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar


class HelpScreen(KibitzScreen):
    """The help, scrolled to a section; above the sections `about`, a text of the screen below."""

    DEFAULT_CSS = """
    HelpScreen VerticalScroll { padding: 0 1; }
    HelpScreen .section { text-style: bold; color: $mark; height: 2; padding: 1 0 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "app.pop_screen", show=False),
        Binding("n", "section(1)", show=False),
        Binding("p", "section(-1)", show=False),
    ]

    def __init__(self, section: str = "", about: str = "") -> None:
        super().__init__()
        self._about = about
        self._section = section if section in SECTIONS else ""

    def compose(self) -> ComposeResult:
        """Lay out the sections."""
        yield TitleBar(strings.HELP_TITLE)
        with VerticalScroll():
            if self._about:
                yield TextLine(id="about")
            for place, name in enumerate(SECTIONS):
                yield TextLine(name, id=f"heading-{place}", classes="section")
                yield TextLine(id=f"section-{place}")
        yield KeyLine(strings.HELP_KEYS, strings.HELP_TAIL)

    def on_mount(self) -> None:
        """Scroll to the section of the screen below."""
        if self._section and not self._about:
            self.call_after_refresh(self._scroll)

    def on_resize(self) -> None:
        """Wrap the text at the width of the screen."""
        width = max(30, self.size.width - 4)
        for place, text in enumerate(SECTIONS.values()):
            self.query_one(f"#section-{place}", TextLine).show(fitted(text, width))
        for about in self.query("#about").results(TextLine):
            about.show(fitted(self._about, width))

    def action_section(self, by: int) -> None:
        """Scroll to the next section, or with -1 to the previous one."""
        names = list(SECTIONS)
        at = names.index(self._section) if self._section else -1 if by > 0 else 0
        self._section = names[max(0, min(at + by, len(names) - 1))]
        self._scroll()

    def _scroll(self) -> None:
        heading = self.query_one(f"#heading-{list(SECTIONS).index(self._section)}")
        self.query_one(VerticalScroll).scroll_to_widget(heading, animate=False, top=True)


def fitted(text: str, width: int) -> str:
    """Wrap long lines. A continuation is indented to the description of a key."""
    wrapped: list[str] = []
    for line in text.splitlines():
        key = re.match(r" *(\S+( \S+)*  +)?", line)
        under = " " * min(key.end() if key else 0, width // 2)
        wrapped += wrap(line, width, subsequent_indent=under, break_long_words=False) or [""]
    return "\n".join(wrapped)
