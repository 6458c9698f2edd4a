"""The colours of the demo, as escape sequences: those of the app's boards, read from its style sheet."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from rich.color import ColorSystem
from rich.style import Style

from kibitz_client.board.canvas import Run
from kibitz_client.board.colours import styles_of
from kibitz_client.storage.preferences import BoardStyle
from kibitz_client.tui.themes import DARK
from kibitz_protocol.values.boards import Board

SHEET = Path(__file__).parent.parent / "app.tcss"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTOR = re.compile(r"BoardWidget(?:\.-(\w+))? > \.board--([\w-]+)")
TEXT = {
    "strong": Style(bold=True),
    "faint": Style(dim=True),
    "first": Style.parse("bold #ff7b72"),
    "second": Style.parse("bold #6cb6ff"),
    "white": Style.parse("bold #e8e8e8"),
    "black": Style.parse("bold #8a93a5"),
}
"""The roles of texts beside the board, which have the terminal's own background."""


class Palette:
    """The styles of roles for a board style and the colours that a terminal has; None for no colours."""

    def __init__(self, style: BoardStyle, colours: ColorSystem | None, board: Board | None = None) -> None:
        few = colours == ColorSystem.STANDARD
        self._board = board_styles(styles_of(style, board, few=few) if colours is not None else ("theme",))
        self._beside = {**self._board, **TEXT}
        self._colours = colours
        self._styles: dict[str, Style] = {}

    def painted(self, row: Sequence[Run]) -> str:
        """Return a row as text with escape sequences."""
        return "".join(self._paint(text, roles) for text, roles in row)

    def _paint(self, text: str, roles: str) -> str:
        style = self._styles.get(roles)
        if style is None:
            style = Style()
            # On the ground of a board, a role has the colours of the board; elsewhere those of a text.
            known = self._board if roles.startswith("square") else self._beside
            for role in roles.split():
                style += known.get(role, Style())
            if self._colours is None:
                style = style.without_color
            self._styles[roles] = style
        return style.render(text, color_system=self._colours or ColorSystem.STANDARD)


@lru_cache
def board_styles(names: tuple[str, ...]) -> Mapping[str, Style]:
    """Return the style of each role of a board, given the names of its rules."""
    found: dict[str, Style] = {}
    for selectors, body in RULE.findall(re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.DOTALL)):
        for selector in selectors.split(","):
            match = SELECTOR.fullmatch(selector.strip())
            if match is not None and match[1] in (None, *names):
                found[match[2]] = found.get(match[2], Style()) + _style(body)
    return found


def _style(body: str) -> Style:
    """Return the style of the declarations of a rule: colours and text styles."""
    given = dict(part.strip().split(": ", 1) for part in body.split(";") if part.strip())
    words = [given.get("text-style", "")]
    for name, before in (("color", ""), ("background", "on ")):
        if value := given.get(name):
            words.append(before + (_variable(value[1:]) if value.startswith("$") else value))
    return Style.parse(" ".join(filter(None, words)) or "none")


def _variable(name: str) -> str:
    """Return a colour of the app's default theme."""
    value = DARK.variables.get(name) or getattr(DARK, name)
    assert isinstance(value, str)
    return value
