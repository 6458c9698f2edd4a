"""Adjudication: rules by which a match between engines ends before its end by the rules of the game."""

from typing import Annotated

from pydantic import Field

from kibitz_protocol.values.base import ClientModel

MOST_SCORE = 30_000
MOST_MOVES = 1_000

Moves = Annotated[int, Field(ge=1, le=MOST_MOVES, description="number of own moves, one after the other")]


class ResignRule(ClientModel):
    """A side has lost when its last moves, and those of the other side, were searched with a decisive score."""

    score: Annotated[int, Field(ge=1, le=MOST_SCORE, description="the least score, in hundredths")]
    moves: Moves
    both: Annotated[
        bool, Field(description="whether both sides must agree; false: the side that loses says so alone")
    ] = True

    def __str__(self) -> str:
        return f"{self.score}:{self.moves}{'' if self.both else ':one'}"


class DrawRule(ClientModel):
    """A match is drawn when the last moves of both sides were searched with a score near 0."""

    from_move: Annotated[
        int, Field(ge=1, le=MOST_MOVES, description="moves that each side has made before, where they take turns")
    ]
    score: Annotated[int, Field(ge=0, le=MOST_SCORE, description="the largest score, in hundredths")]
    moves: Moves

    def __str__(self) -> str:
        return f"{self.from_move}:{self.score}:{self.moves}"


class AdjudicationSpec(ClientModel):
    """Rules of adjudication. They apply if all players of a match are engines of the server.

    What counts are searches. Random moves and those of a book say nothing. A proven win or loss is beyond every score.
    """

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    most_plies: Annotated[
        int | None, Field(ge=1, le=10_000, description="plies after which a match is drawn, without its opening")
    ] = None
    proved: Annotated[bool, Field(description="whether a match ends when both sides have proven the same result")] = (
        False
    )
