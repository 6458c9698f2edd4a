"""Engines of a server: the limits of a search, the search info that it reports, and what ends matches by it."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from kibitz_protocol.validation.bounds import (
    MAX_MOVES,
    Count,
    Line,
    Plies,
    Score,
    Seconds,
    ShortText,
    SignedPlies,
    Thousandths,
)
from kibitz_protocol.validation.durations import MILLISECOND
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.fields import exact


class Limit(ClientModel):
    """Limits of a search, which stops at the first one reached. Without any, the server sets a limit in seconds."""

    seconds: Annotated[float, Field(ge=MILLISECOND, le=300)] | None = None
    depth: Annotated[int, Field(ge=1, le=200, description="plies")] | None = None
    nodes: Annotated[int, Field(ge=1, le=10**12)] | None = None
    playouts: Annotated[int, Field(ge=1, le=10**12, description="random games of a Monte Carlo search")] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63, description="makes a randomized search reproducible")] | None = None


LEVEL = "level"
"""The name of the algorithm that plays at a level of strength. The server selects the search for each level."""


class EngineSpec(ClientModel):
    """An engine of the server: a search algorithm with its limit for each move, or a level of strength."""

    algorithm: Annotated[str, StringConstraints(min_length=1, max_length=32, strip_whitespace=True, to_lower=True)]
    level: Annotated[int, Field(ge=1, le=10, description="strength, only for the algorithm 'level'")] | None = None
    limit: Limit = Limit()

    @model_validator(mode="after")
    def _level_or_not(self) -> Self:
        if (self.algorithm == LEVEL) != (self.level is not None):
            raise ValueError("write an engine with a level as level:1 to level:10; no other engine has a level")
        return self

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an engine such as `alphabeta:seconds=1,depth=8`, `level:7` or `random`.

        Raises:
            ValueError: The text is not an engine. A value out of range raises pydantic's ValidationError.
        """
        algorithm, _, rest = text.strip().partition(":")
        limit: dict[str, str] = {}
        level: str | None = None
        for item in filter(None, (part.strip() for part in rest.split(","))):
            if algorithm.strip().lower() == LEVEL and item.isdecimal():
                level = item
                continue
            name, equals, value = item.partition("=")
            if not equals or name.strip() not in Limit.model_fields:
                known = ", ".join(f"{field}=" for field in Limit.model_fields)
                raise ValueError(
                    f"{item!r} in engine {text!r} is not one of {known}; write it like alphabeta:seconds=1"
                )
            limit[name.strip()] = value.strip()
        return cls.model_validate({"algorithm": algorithm, "level": level, "limit": limit})

    def __str__(self) -> str:
        spent = [f"{name}={exact(value)}" for name, value in self.limit.model_dump(exclude_none=True).items()]
        given = ",".join([str(self.level), *spent] if self.level else spent)
        return f"{self.algorithm}:{given}" if given else self.algorithm


DROP = 1.0
"""What a double that is dropped is worth, in units of the stake before it."""
CubeAdvice = Literal["", "take", "drop", "double, take", "double, drop", "no double, take", "too good to double"]


Equity = Annotated[float, Field(ge=-1000, le=1000)]


class CubeEquities(ServerModel):
    """What the actions with a cube are worth to the side that may double or has doubled, in units of the stake before.

    A double that is dropped is worth 1.
    """

    no_double: Equity | None = Field(description="without a double now; null once it is made")
    take: Equity = Field(description="a double that is taken")

    @property
    def double(self) -> float:
        """What a double is worth, whether the opponent takes or drops."""
        return min(self.take, DROP)


class Prospects(ServerModel):
    """Chances of the side that searches, after its move, as the evaluation of a game with gammons estimates them."""

    win: float = Field(ge=0, le=1, description="chance to win")
    gammon: float = Field(ge=0, le=1, description="chance to win a gammon or a backgammon")
    backgammon: float = Field(ge=0, le=1, description="chance to win a backgammon")
    lost_gammon: float = Field(ge=0, le=1, description="chance to lose a gammon or a backgammon")
    lost_backgammon: float = Field(ge=0, le=1, description="chance to lose a backgammon")
    cube: CubeAdvice = Field(
        default="",
        description="what both sides should do with a cube that may be turned now, such as `double, take`; empty"
        " otherwise",
    )
    equity: Equity | None = Field(
        default=None, description="the score in points; null where the score is something else, as in a match"
    )
    match: float | None = Field(
        default=None, ge=0, le=1, description="chance to win the match, where one of several games is played"
    )
    cube_equities: CubeEquities | None = Field(default=None, description="by how much `cube` is right")


class SearchReport(ServerModel):
    """Search info: the result of a finished or running search."""

    algorithm: ShortText
    score: Score = Field(description="score for the side to move, in the game's units (hundredths of a stone or disc)")
    wins_in: SignedPlies | None = Field(
        description="plies to a proven win; negative for a proven loss; null when unproven"
    )
    depth: Plies = Field(description="plies searched completely")
    nodes: Count
    seconds: Seconds = Field(description="how long the search took; the move may have taken longer")
    line: Line = Field(description="the principal variation")
    selective: Plies = Field(description="the deepest ply that was searched; 0 where that is the depth")
    fill: Thousandths = Field(description="used part of the transposition table, in thousandths")
    shares: list[tuple[ShortText, Thousandths]] = Field(
        max_length=MAX_MOVES,
        description="moves with their share of the visits of a Monte Carlo search, in thousandths, largest first",
    )
    exact: bool = Field(description="whether the score is the result under best play, in the game's own unit")
    distance: SignedPlies | None = Field(description="plies to that result")
    source: Literal["search", "book", "random"] = Field(
        default="search",
        description="where the move comes from: a search, the opening book, or a random choice, which has no score",
    )
    said: Line = Field(
        default=[],
        description="the principal variation as people write it, such as Nf3; empty where that is `line`",
    )
    prospects: Prospects | None = Field(
        default=None, description="chances in a game with gammons, where the search tells them"
    )
    win: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description="win probability of the side to move, from 0 to 1, in which a draw counts half; null when unknown",
    )

    @property
    def written(self) -> list[str]:
        """The principal variation as people write it."""
        return self.said or self.line


MOST_RULE_SCORE = 30_000
MOST_RULE_MOVES = 1_000

OwnMoves = Annotated[int, Field(ge=1, le=MOST_RULE_MOVES, description="number of own moves, one after the other")]


class ResignRule(ClientModel):
    """A side has lost when its last moves, and those of the other side, were searched with a decisive score."""

    score: Annotated[int, Field(ge=1, le=MOST_RULE_SCORE, description="the least score, in hundredths")]
    moves: OwnMoves
    both: Annotated[
        bool, Field(description="whether both sides must agree; false: the side that loses says so alone")
    ] = True

    def __str__(self) -> str:
        return f"{self.score}:{self.moves}{'' if self.both else ':one'}"


class DrawRule(ClientModel):
    """A match is drawn when the last moves of both sides were searched with a score near 0."""

    from_move: Annotated[
        int, Field(ge=1, le=MOST_RULE_MOVES, description="moves that each side has made before, where they take turns")
    ]
    score: Annotated[int, Field(ge=0, le=MOST_RULE_SCORE, description="the largest score, in hundredths")]
    moves: OwnMoves

    def __str__(self) -> str:
        return f"{self.from_move}:{self.score}:{self.moves}"


class AdjudicationSpec(ClientModel):
    """Rules by which a match ends before its end by the rules of the game, if all players are engines of the server.

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
