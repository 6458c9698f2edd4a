"""Types of bounded values that a server sends. A client reads no text, number or list without a bound.

The bounds leave room for larger games and longer texts than this version has: a newer server stays readable.
"""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

LARGEST = 2**53 - 1
"""The largest integer that every JSON library reads exactly."""
MAX_SIDE = 50
"""The largest number of rows or columns of a grid."""
MAX_CELLS = MAX_SIDE * MAX_SIDE
MAX_HOUSES = 50
MAX_HEAPS = 50
MAX_UNITS = 1000
"""The largest number of units in a pit or heap. A line client draws a mark for each unit of a heap."""
MAX_CHECKERS = 50
"""The largest number of checkers on one point. A line client draws five of them and the number of the others."""
MAX_FACES = 1000
"""The largest number of faces that the dice, cards and cubes of a board may show."""
MAX_TRAYS = 50
MAX_SEATS = 8
MAX_MOVES = 10_000
"""The largest number of legal moves in a position."""
MAX_PATH = 200
"""The largest number of cells of one move or line."""
MAX_PLIES = 100_000
MAX_NOTES = 1000
"""The largest number of notes of reading a file."""
MAX_STEPS = 100_000
"""The largest number of steps of a search tree, two for most of its nodes."""
MAX_ROWS = 10_000
"""The largest number of rows of a list, such as the matches of the lobby."""
MAX_CONNECTIONS = 100_000

Count = Annotated[int, Field(ge=0, le=LARGEST)]
Integer = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Plies = Annotated[int, Field(ge=0, le=MAX_PLIES)]
SignedPlies = Annotated[int, Field(ge=-MAX_PLIES, le=MAX_PLIES)]
Milliseconds = Annotated[int, Field(ge=-(10**12), le=10**12)]
Score = Annotated[int, Field(ge=-(10**12), le=10**12)]
Rating = Annotated[int, Field(ge=-100_000, le=100_000)]
Thousandths = Annotated[int, Field(ge=0, le=1000)]
Cell = Annotated[int, Field(ge=0, lt=MAX_CELLS)]
Seconds = Annotated[float, Field(ge=0, le=1e9)]
Timestamp = Annotated[float, Field(ge=0, le=3e10)]
"""Seconds since 1970. The bound is the largest time that the C library of Windows converts to a date."""
Number = Annotated[float, Field(ge=-1e15, le=1e15)]
Accuracy = Annotated[float, Field(ge=0, le=100)]


def _plain(number: float) -> float:
    """Return a number as an integer where it is one, so that clients write 36 and not 36.0."""
    return int(number) if number == int(number) else number


IntegerOrNumber = Annotated[Integer | Number, AfterValidator(_plain)]
IntegerOrHalf = Annotated[
    Integer | Annotated[float, Field(ge=-LARGEST, le=LARGEST, multiple_of=0.5)], AfterValidator(_plain)
]
"""An integer, or a half such as 45.5."""

ShortText = Annotated[str, StringConstraints(max_length=200)]
"""A name, an id, a word or a move."""
LongText = Annotated[str, StringConstraints(max_length=10_000)]
"""One or more sentences, or a list of words."""
Label = Annotated[str, StringConstraints(max_length=40)]
"""A text beside a board or in a cell."""
Glyph = Annotated[str, StringConstraints(min_length=1, max_length=8)]
"""A character to show, perhaps with a variation selector."""
Character = Annotated[str, StringConstraints(min_length=1, max_length=1)]

Cells = Annotated[list[Cell], Field(max_length=MAX_CELLS)]
Path = Annotated[list[Cell], Field(max_length=MAX_PATH)]
Units = Annotated[list[Annotated[int, Field(ge=-MAX_UNITS, le=MAX_UNITS)]], Field(max_length=2 * MAX_HOUSES + 2)]
"""Numbers of units by cell. Only a board of points has negative ones, which `values/consistency` checks."""
Rows = Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=MAX_SIDE)]], Field(max_length=MAX_SIDE)]
Moves = Annotated[list[ShortText], Field(max_length=MAX_MOVES)]
Line = Annotated[list[ShortText], Field(max_length=1000)]
"""A line of moves that a search expects."""
Names = Annotated[list[ShortText], Field(max_length=1000)]
EachSeat = Field(max_length=MAX_SEATS)
"""A list with an entry for each seat of a match."""
