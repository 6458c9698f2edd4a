"""Lists of moves as one typed text: `b2 a1`, or `8/5 6/5, 31, 24/23` where moves contain blanks. No I/O."""

import re
from collections.abc import Iterable

SEPARATOR = re.compile(r"[,;]")


def split_moves(text: str) -> list[str]:
    """Return the moves of a text. If it has a comma or semicolon, only these separate moves; otherwise blanks do."""
    if SEPARATOR.search(text):
        return [" ".join(part.split()) for part in SEPARATOR.split(text) if part.strip()]
    return text.split()


def join_moves(moves: Iterable[str]) -> str:
    """Return moves as text that `split_moves` reads back: with commas if a move contains a blank."""
    found = list(moves)
    # A comma after a single move keeps its parts together.
    return moves_text(found) + ("," if len(found) == 1 and " " in found[0] else "")


def moves_text(moves: Iterable[str]) -> str:
    """Return moves as text to read: with commas between them if a move contains a blank."""
    found = list(moves)
    return (", " if any(" " in move for move in found) else " ").join(found)
