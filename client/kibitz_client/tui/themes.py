"""Colour themes and ASCII mode. Each state has a shape besides its colour, so themes without colours lose nothing."""

from typing import Any, ClassVar

from textual.app import App
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import Theme


def _theme(
    name: str,
    first: str,
    second: str,
    faint: str,
    mark: str,
    *,
    background: str,
    foreground: str,
    panel: str,
    points: tuple[str, str],
    dark: bool,
) -> Theme:
    return Theme(
        name=name,
        primary=mark,
        secondary=second,
        accent=mark,
        foreground=foreground,
        background=background,
        surface=background,
        panel=panel,
        warning="#ffb454" if dark else "#8a4b00",
        error="#ff6b6b" if dark else "#a4000f",
        success="#7fd962" if dark else "#1d6b00",
        dark=dark,
        variables={
            "seat-first": first,
            "seat-second": second,
            "faint": faint,
            "mark": mark,
            "mark-text": background,
            "point": points[0],
            "point-other": points[1],
            "footer-key-foreground": mark,
        },
    )


DARK = _theme(
    "kibitz-dark",
    "#ff7b72",
    "#6cb6ff",
    "#8a93a5",
    "#e3b341",
    background="#11151c",
    foreground="#d7dce5",
    panel="#1c2430",
    points=("#232d3b", "#3a475a"),
    dark=True,
)
LIGHT = _theme(
    "kibitz-light",
    "#b3261e",
    "#1f4fb3",
    "#5d6675",
    "#7a4f00",
    background="#fbfaf7",
    foreground="#1b1f27",
    panel="#e9e6df",
    points=("#ded9ce", "#c3bcad"),
    dark=False,
)
# Orange and sky blue of Okabe and Ito (2008): distinct in all common kinds of colour blindness.
SAFE = _theme(
    "kibitz-colour-blind-safe",
    "#e69f00",
    "#56b4e9",
    "#9aa0a6",
    "#f0e442",
    background="#101010",
    foreground="#e8e8e8",
    panel="#222222",
    points=("#262626", "#424242"),
    dark=True,
)
CONTRAST = _theme(
    "kibitz-high-contrast",
    "#ffff00",
    "#00ffff",
    "#ffffff",
    "#00ff00",
    background="#000000",
    foreground="#ffffff",
    panel="#000000",
    points=("#2a2a2a", "#4a4a4a"),
    dark=True,
)
# The terminal's own colours alone, for NO_COLOR and old terminals.
MONO = Theme(
    name="kibitz-mono",
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    ansi=True,
    variables={
        "seat-first": "ansi_default",
        "seat-second": "ansi_default",
        "faint": "ansi_default",
        "mark": "ansi_default",
        "mark-text": "ansi_default",
        "point": "ansi_default",
        "point-other": "ansi_default",
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "input-cursor-background": "ansi_default",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-text-style": "reverse",
        "input-selection-foreground": "ansi_default",
        "screen-selection-background": "ansi_default",
        "screen-selection-foreground": "ansi_default",
        "scrollbar": "ansi_default",
        "scrollbar-hover": "ansi_default",
        "scrollbar-active": "ansi_default",
        "scrollbar-background": "ansi_default",
        "scrollbar-background-hover": "ansi_default",
        "scrollbar-background-active": "ansi_default",
        "scrollbar-corner-color": "ansi_default",
        "block-cursor-foreground": "ansi_default",
        "block-cursor-background": "ansi_default",
        "block-cursor-text-style": "bold reverse",
        "block-cursor-blurred-text-style": "bold",
        "input-selection-background": "ansi_default",
        "border": "ansi_default",
        "border-blurred": "ansi_default",
        "footer-background": "ansi_default",
    },
)

THEMES = (DARK, LIGHT, SAFE, CONTRAST, MONO)
DEFAULT = DARK.name


class AsciiBar(ScrollBarRender):
    """A scroll bar whose ends are drawn with whole characters."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def ansi_color(theme: str) -> bool | None:
    """Return Textual's `ansi_color` for a theme: True keeps the terminal's own colours, None is Textual's default."""
    return True if theme == MONO.name else None


def use_ascii(app: App[Any], *, ascii_only: bool) -> None:
    """Draw borders and scroll bars in ASCII, or not.

    Textual keeps the scroll bar renderer on the class, so this holds for all apps of a process.
    """
    ScrollBar.renderer = AsciiBar if ascii_only else ScrollBarRender
    app.set_class(ascii_only, "-ascii")
