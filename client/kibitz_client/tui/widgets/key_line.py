"""The last line of a screen: its keys in bold, each with what it does, and two blanks between them."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from kibitz_client.tui import strings

KEY = re.compile(
    r"\W+|\w|\d-\d|F\d+|\^\w|Ctrl-\w|/\w+|Enter|Esc|Tab|Space|PgUp|PgDn|Home|End|arrows|up|down|left|right|click"
)
"""Words that are keys or commands; other words say what the keys before them do."""


class KeyHint(NamedTuple):
    """Some keys or a command, and what they do, which may be empty."""

    keys: str
    label: str

    @property
    def text(self) -> str:
        """The hint as it is drawn."""
        return f"{self.keys} {self.label}".strip()


def key_hints(text: str) -> list[KeyHint]:
    """Return the hints of text such as `Enter open  w watch  m M mistake`."""
    hints = []
    for part in re.split(r" {2,}", text.strip()):
        words = part.split()
        keys = list(takewhile(KEY.fullmatch, words))
        hints.append(KeyHint(" ".join(keys), " ".join(words[len(keys) :])))
    return hints if text.strip() else []


def fitting(hints: Sequence[KeyHint], pinned: Sequence[KeyHint], width: int) -> list[KeyHint]:
    """Return the hints that fit before the `pinned` ones, which stay because they lead to every other key."""
    shown = list(hints)
    while shown and sum(len(hint.text) + 2 for hint in (*shown, *pinned)) - 2 > width:
        shown.pop()
    return [*shown, *pinned]


class KeyLine(Widget):
    """Line of the keys of a screen, then those that all screens have; redrawn only when it changes."""

    def __init__(
        self, text: str = "", tail: str = strings.SCREEN_KEYS, *, id: str | None = None, classes: str = ""
    ) -> None:
        super().__init__(id=id, classes=f"keys {classes}".strip())
        self._text = text
        self._tail = tail

    def show(self, text: str) -> None:
        """Show other keys of the screen."""
        if text != self._text:
            self._text = text
            self.refresh()

    def render(self) -> RenderResult:
        """Render the hints that fit."""
        hints = fitting(key_hints(self._text), key_hints(self._tail), self.content_size.width)
        return Content("  ").join(Content(hint.text).stylize("bold", 0, len(hint.keys)) for hint in hints)
