"""Colours and signs of line mode. Colours carry no information of their own: a character always shows the same."""

from collections.abc import Mapping
from dataclasses import dataclass

RESET = "\x1b[0m"
CODES = {
    "first": "\x1b[1;31m",
    "second": "\x1b[1;34m",
    # On a ground of their own, these are light and dark in every terminal.
    "white": "\x1b[1;97;100m",
    "black": "\x1b[30;100m",
    "faint": "\x1b[2m",
    "strong": "\x1b[1m",
    "paper": "\x1b[30;107m",
}


@dataclass(frozen=True, slots=True)
class Style:
    """Style of text: with or without colour, the width of a line, and whether only ASCII can be written."""

    colour: bool = False
    width: int = 80
    ascii_only: bool = False

    def paint(self, text: str, role: str) -> str:
        """Return the text in the colour of a role, which is a key of `CODES`."""
        return f"{CODES[role]}{text}{RESET}" if self.colour and role in CODES else text


def wants_colour(environ: Mapping[str, str], *, tty: bool) -> bool:
    """Return whether to use colours: NO_COLOR disables them, FORCE_COLOR enables them (no-color.org)."""
    if environ.get("NO_COLOR"):
        return False
    return bool(environ.get("FORCE_COLOR")) or (tty and environ.get("TERM") != "dumb")
