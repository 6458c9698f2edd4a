"""The state of a match: a position with its legal moves and clocks."""

from typing import Self

from pydantic import Field, model_validator

from kibitz_protocol.validation.bounds import (
    MAX_CELLS,
    MAX_MOVES,
    MAX_SEATS,
    MAX_TRAYS,
    Cells,
    Count,
    IntegerOrHalf,
    Milliseconds,
    Moves,
    Path,
    Plies,
    Rows,
    ShortText,
    Units,
)
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.boards import Tray
from kibitz_protocol.values.fields import Ply, PositionText, Seat


class State(ServerModel):
    """A position, complete enough to draw it and to play from it without the rules of the game."""

    ply: Ply
    to_move: Seat | None
    position: ShortText = Field(description="id of the position; may be sent with a move")
    text: PositionText = Field(description="the position as one line")
    rows: Rows = Field(description="rows of a grid from the top, one character a cell; empty for other boards")
    counts: Units = Field(description="number of units in each pit, heap or point; empty for a grid")
    blocks: str = Field(
        max_length=MAX_CELLS, description="the owner of each block of a grid with blocks, row by row; otherwise empty"
    )
    shades: str = Field(
        default="",
        max_length=MAX_CELLS,
        description="the side that each cell of a grid belongs to, one character a cell: a symbol with an owner, or -;"
        " empty where no cell belongs to a side",
    )
    last: Cells = Field(description="the cells that the last move changed")
    attacked: Cells = Field(
        default=[], description="the cells of pieces that must be saved at once, such as a king in check"
    )
    legal: Moves = Field(description="the legal moves")
    paths: list[Path] = Field(
        max_length=MAX_MOVES, description="for each legal move, the cells from its origin to its target"
    )
    counters: dict[ShortText, IntegerOrHalf] = Field(
        max_length=100, description="what the game counts, by name: integers, or halves such as 45.5"
    )
    trays: list[Tray] = Field(default=[], max_length=MAX_TRAYS, description="what lies beside the cells of the board")
    chances: Moves = Field(
        default=[],
        description="the possible outcomes of the chance event that is due, such as rolls; empty while none is due",
    )
    weights: list[Count] = Field(
        default=[],
        max_length=MAX_MOVES,
        description="how likely each of the chances is, in relation to the others",
    )
    lines: list[Path] = Field(
        default=[],
        max_length=1000,
        description="the cells of each line that won; empty before the end and for other results",
    )
    attacks: list[Path] = Field(
        default=[],
        max_length=100,
        description="the cells of attacker and target of each attack that decided the game, such as those on a king"
        " that is checkmated and on the squares around it; empty before the end and for other results",
    )
    claim: ShortText = Field(
        default="",
        description="why the side to move may claim a draw: a draw offer of its player then ends the match at once;"
        " empty if it may not",
    )
    removable: list[Cells] = Field(
        default=[],
        max_length=MAX_CELLS,
        description="while players settle what is dead: the groups of cells that can be taken off, such as chains in"
        " Go; otherwise empty",
    )
    remaining_ms: list[Milliseconds] | None = Field(
        max_length=MAX_SEATS,
        description="clock of each seat when this was sent: the time left for the match, for the byo-yomi period or for"
        " the move; null without a clock",
    )
    flag_ms: list[Milliseconds] | None = Field(
        max_length=MAX_SEATS,
        description="how long each seat can think about one move, with delay and periods; null without a clock",
    )
    periods: list[Plies] | None = Field(
        max_length=MAX_SEATS,
        description="periods left for each seat, including the running one; null without byo-yomi",
    )
    ticking: Seat | None = Field(description="the seat whose clock runs; null when none runs")
    first_move_ms: Milliseconds | None = Field(
        default=None, description="time left for a first move that is free of clock time; null where it has no deadline"
    )
    settle_ms: Milliseconds | None = Field(
        default=None,
        description="while players settle what is dead: the time left until the board counts as it stands",
    )

    @model_validator(mode="after")
    def _moves_have_paths(self) -> Self:
        if len(self.paths) != len(self.legal):
            raise ValueError(f"has {len(self.legal)} legal moves and {len(self.paths)} paths")
        return self

    @model_validator(mode="after")
    def _chances_have_weights(self) -> Self:
        if len(self.weights) != len(self.chances):
            raise ValueError(f"has {len(self.chances)} chance outcomes and {len(self.weights)} weights")
        if self.chances and (self.legal or self.to_move is not None):
            raise ValueError("has a side to move while a chance event is due")
        return self
