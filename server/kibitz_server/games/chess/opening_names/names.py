"""Names of the openings of chess. `openings.tsv` has a line for each: its name, its moves and the position after them.

A position has its name however it came about. `python -m tests.generated openings` writes the positions of new lines.
"""

from functools import lru_cache
from pathlib import Path

FILE = Path(__file__).with_name("openings.tsv")
MOST_MOVES = 20
"""The number of the move after which no line of the table ends."""


def name_of(position: str) -> str:
    """Return the name of a position, given its pieces and the side to move as in FEN; empty if it has none."""
    return _names().get(position, "")


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Return the names by position."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {position: name for name, _, position in (line.split("\t") for line in lines)}
