"""Single fields that many messages have: seats and plies by number, names, lines of text, references to matches."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from kibitz_protocol.validation.bounds import MAX_PLIES, MAX_SEATS
from kibitz_protocol.validation.characters import check_legible, check_name
from kibitz_protocol.validation.durations import MILLISECOND, ZeroOr

Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS, description="a side of the match, from 0; seat 0 moves first")]
Ply = Annotated[int, Field(ge=0, le=MAX_PLIES, description="number of moves played")]
ChanceNumber = Annotated[
    int, Field(ge=1, le=10 * MAX_PLIES, description="number of a chance event in its match, from 1")
]
Seq = Annotated[int, Field(ge=0, le=10 * MAX_PLIES, description="number of an event in its match, from 1")]
MAX_PACE_S = 10.0
PaceSeconds = Annotated[float, Field(ge=0, le=MAX_PACE_S), ZeroOr(MILLISECOND)]
"""Shortest time in which an engine answers, in seconds."""
Seed = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A seed of 32 bytes, or its SHA-256, as hexadecimal digits."""
MatchRef = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
MatchKey = Annotated[Key | None, Field(description="key of a private match")]
PositionText = Annotated[str, StringConstraints(max_length=1000)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
ClientSeed = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,64}$")]
"""A client seed of a player. It has no character that a program would have to quote."""
# No control characters and no line separators, and format characters only where words and emoji need them: the text of
# one player is drawn on the terminal of another. A pattern cannot say what is needed where: schemas have a wider one.
IN_SCHEMA = Field(json_schema_extra={"pattern": r"^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$"})
Name = Annotated[
    str, StringConstraints(min_length=1, max_length=32, strip_whitespace=True), AfterValidator(check_name), IN_SCHEMA
]
Line = Annotated[
    str,
    StringConstraints(min_length=1, max_length=400, strip_whitespace=True),
    AfterValidator(check_legible),
    IN_SCHEMA,
]


def exact(number: float) -> str:
    """Return the shortest text of a number that parses back to the same number, without a final `.0`."""
    return repr(number).removesuffix(".0")
