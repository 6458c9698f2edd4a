"""What a run measures, and how much."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple


class BoardSize(NamedTuple):
    """A board on which moves are measured, and the plies that were played on it before."""

    name: str
    game: str
    options: tuple[str, ...]
    played: int


EIGHT = BoardSize("8x8", "mnk", ("columns=8", "rows=8", "connect=19"), 16)
FIFTEEN = BoardSize("15x15", "mnk", ("columns=15", "rows=15", "connect=19"), 100)
NINETEEN = BoardSize("19x19", "mnk", ("columns=19", "rows=19", "connect=19"), 160)


@dataclass(frozen=True)
class Scale:
    """Numbers of a run, and the folder of the page that the server has."""

    page: Path
    slow_downs: tuple[int, ...] = (1, 4)
    """How many times slower the processor of the page is."""
    visits: int = 5
    boards: tuple[BoardSize, ...] = (EIGHT, FIFTEEN, NINETEEN)
    moves: int = 15
    matches: int = 100
    moves_per_s: float = 50.0
    seconds: float = 5.0
    plies: int = 600
    memory_moves: int = 1000


SMALL = partial(
    Scale,
    slow_downs=(1,),
    visits=1,
    boards=(EIGHT,),
    moves=2,
    matches=4,
    moves_per_s=8.0,
    seconds=0.5,
    plies=80,
    memory_moves=60,
)
