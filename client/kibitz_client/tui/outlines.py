"""Frames and scroll bars of the whole app: with line characters, or in ASCII alone."""

from typing import Any, ClassVar

from textual.app import App
from textual.scrollbar import ScrollBar, ScrollBarRender


class AsciiBar(ScrollBarRender):
    """A scroll bar whose ends are not drawn finer than a character."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def draw_with(app: App[Any], *, ascii_only: bool) -> None:
    """Draw them so from now on. Textual keeps what draws scroll bars with their class, for all apps of a process."""
    ScrollBar.renderer = AsciiBar if ascii_only else ScrollBarRender
    app.set_class(ascii_only, "-ascii")
