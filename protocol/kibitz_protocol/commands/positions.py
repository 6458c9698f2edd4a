"""Commands and results of an analysis board: positions after any moves, and an engine's opinion about them.

The server keeps nothing between two commands. The client has the lines, and the server the rules.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.commands.explain import OfGame, OfMatch
from kibitz_protocol.validation.bounds import MAX_PLIES, MAX_SEATS, ShortText
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.consistency import position_fault
from kibitz_protocol.values.engines import EngineSpec, SearchReport
from kibitz_protocol.values.fields import MoveText, Ply, PositionText, Seat
from kibitz_protocol.values.games import GameInfo, GivenOptions
from kibitz_protocol.values.matches import Result
from kibitz_protocol.values.seats import SeatView
from kibitz_protocol.values.state import State


class Explore(Command):
    """Get the position after moves of a game, or the moves of a match. A match is refused until it is over."""

    t: Literal["explore"] = "explore"
    of: Annotated[OfGame | OfMatch, Field(discriminator="kind")]
    since: Annotated[Ply, Field(description="the first ply of the line to send; ignored for a match")] = 0


class Evaluate(Command):
    """Let an engine search a position. A later `evaluate` of the same connection stops the search."""

    t: Literal["evaluate"] = "evaluate"
    of: OfGame
    engine: EngineSpec | None = None


class Reached(ServerModel):
    """A position of a line, with the move that leads to it from the position before it."""

    move: MoveText | None = Field(
        description="the move or chance outcome in the notation of the game; null for the first one sent"
    )
    seat: Seat | None = Field(description="who played the move; null for the first one sent and for a chance event")
    position: PositionText = Field(description="the position as one line")
    said: ShortText | None = Field(default=None, description="how people write the move; null where that is `move`")
    opening: ShortText | None = Field(
        default=None, description="the name of the opening that the move leads to; null where it leads to none"
    )
    chance: bool = Field(default=False, description="whether `move` is a chance outcome, such as a roll of dice")

    @property
    def written(self) -> str:
        """The move as people write it; empty for the first position."""
        return self.said or self.move or ""


class Explored(ServerModel):
    """Result of `explore`: the line from `since` on, and the state at its end, or at the given ply of a match."""

    kind: Literal["explored"] = "explored"
    game: GameInfo
    options: GivenOptions
    board: Board
    start: PositionText | None = Field(description="the first position of the line; null for that of the game")
    since: Ply
    line: list[Reached] = Field(max_length=MAX_PLIES)
    ply: Ply = Field(description="the ply of `state` in the line")
    state: State
    seats: list[SeatView] = Field(
        default=[], max_length=MAX_SEATS, description="the players of a match; empty for a game"
    )
    result: Result | None = Field(description="the result of the game in that position; null while it goes on")

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        if (fault := position_fault(self.board, self.state)) is not None:
            raise ValueError(f"state {fault}")
        return self


class Evaluated(ServerModel):
    """Result of `evaluate`: the best move, and the search info behind it."""

    kind: Literal["evaluated"] = "evaluated"
    position: ShortText = Field(description="id of the position that was searched")
    move: ShortText
    search: SearchReport


PositionCommand = Explore | Evaluate
PositionOutcome = Explored | Evaluated
