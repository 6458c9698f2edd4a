"""Colour, where it is wanted. It is for the eye alone: whatever it says is also said by a character."""

from collections.abc import Mapping
from dataclasses import dataclass

RESET = "\x1b[0m"
CODES = {
    "first": "\x1b[1;31m",
    "second": "\x1b[1;34m",
    "faint": "\x1b[2m",
    "strong": "\x1b[1m",
    "paper": "\x1b[30;107m",
}


@dataclass(frozen=True, slots=True)
class Style:
    """Whether to paint, and how wide the lines may be."""

    colour: bool = False
    width: int = 80

    def paint(self, text: str, role: str) -> str:
        """The text in the colour of its role, one of `CODES`."""
        return f"{CODES[role]}{text}{RESET}" if self.colour and role in CODES else text


def wants_colour(environ: Mapping[str, str], *, tty: bool) -> bool:
    """Whether to paint: NO_COLOR says no, FORCE_COLOR yes, and otherwise a terminal that can (no-color.org)."""
    if environ.get("NO_COLOR"):
        return False
    return bool(environ.get("FORCE_COLOR")) or (tty and environ.get("TERM") != "dumb")
