"""Command and result for the tree of a small search: the position to search, and the nodes of the search."""

from itertools import count
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import (
    MAX_CELLS,
    MAX_MOVES,
    MAX_STEPS,
    MAX_TRAYS,
    Cells,
    Count,
    LongText,
    Number,
    Plies,
    Rows,
    ShortText,
    Units,
)
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.boards import Board, Tray
from kibitz_protocol.values.consistency import position_fault
from kibitz_protocol.values.fields import MatchKey, MatchRef, MoveText, Ply, PositionText
from kibitz_protocol.values.games import GameName, GameOptions


class OfGame(ClientModel):
    """A position of a game: the given one, by default the initial one, after the given moves."""

    kind: Literal["game"] = "game"
    game: GameName
    options: GameOptions = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=500)] = []


class OfMatch(ClientModel):
    """A position of a match that you may see.

    A rated match is refused until it is over, and so is one between people who have not agreed on `help`.
    """

    kind: Literal["match"] = "match"
    match: MatchRef
    key: MatchKey = None
    ply: Annotated[
        Ply | None, Field(description="the position after this many moves; null for the current position")
    ] = None


class OfLeaves(ClientModel):
    """A tree of leaf values, as nested lists of numbers, or in short. MAX and MIN move alternately."""

    kind: Literal["leaves"] = "leaves"
    tree: Annotated[
        str,
        StringConstraints(max_length=20_000),
        Field(description="for example [[3, 12, 8], [2, 4, 6]], or 3 12 8 / 2 4 6"),
    ]
    first: Annotated[Literal["max", "min"], Field(description="the player to move at the root")] = "max"


class Explain(Command):
    """Search a small tree and return all of its nodes. A tree that is too large is refused."""

    t: Literal["explain"] = "explain"
    of: Annotated[OfGame | OfMatch | OfLeaves, Field(discriminator="kind")]
    algorithm: Annotated[
        Literal["textbook", "alphabeta", "minimax"],
        Field(description="textbook, or alphabeta, is alpha-beta, which prunes branches; minimax prunes none"),
    ] = "textbook"
    depth: Annotated[
        int | None,
        Field(ge=0, le=12, description="plies; null for as many as fit; ignored for a tree of leaf values"),
    ] = None


class Shown(ServerModel):
    """The position at a node, in the form of `State`. The fixed part of the board is in `Explained`."""

    rows: Rows = []
    counts: Units = []
    blocks: Annotated[str, StringConstraints(max_length=MAX_CELLS)] = ""
    shades: Annotated[str, StringConstraints(max_length=MAX_CELLS)] = ""
    trays: Annotated[list[Tray], Field(max_length=MAX_TRAYS)] = []
    last: Cells = []


class TreeNode(ServerModel):
    """A node of the tree. All values are from the point of view of MAX, who moves first unless `first` is min."""

    node: Annotated[Count | None, Field(description="its number in search order; null when pruned")]
    move: Annotated[
        ShortText | None, Field(description="the move that leads here, or the number of the branch; null at the root")
    ]
    player: Annotated[
        Literal["max", "min", "chance"], Field(description="the side to move; chance where a chance event is due")
    ]
    alpha: Annotated[
        Number | None, Field(description="the lower bound on entry, which MAX has secured; null when there is none yet")
    ]
    beta: Annotated[
        Number | None, Field(description="the upper bound on entry, which MIN has secured; null when there is none yet")
    ]
    value: Number | None
    bound: Annotated[
        Literal["exact", "at least", "at most"],
        Field(description="whether the value is exact or, after a cut-off, a bound"),
    ]
    pruned: Annotated[bool, Field(description="whether the branch was pruned, because of its alpha and beta")]
    why: Annotated[LongText, Field(description="explanation of the value or of the pruning, as a sentence")]
    children: "list[TreeNode]" = Field(max_length=MAX_MOVES)
    weight: Annotated[
        Count,
        Field(
            description="of a chance outcome: its weight, whose share of all weights is its probability; 0 after a move"
        ),
    ] = 0
    shown: Annotated[
        Shown | None, Field(description="the position; null without a board, and in large trees of large boards")
    ] = None


class SearchStep(ServerModel):
    """A step of a search: it enters a node, or comes back to it with the value of a child. It says only what changes.

    Nodes are numbered from 0 in the order of the tree, also pruned ones. A node is entered with its own alpha and beta.
    """

    to: Annotated[Count, Field(description="the node that is entered, or that the search comes back to")]
    child: Annotated[Count | None, Field(description="the child whose value came back; null on entering")] = None
    alpha: Annotated[Number | None, Field(description="the new alpha; null where it stays")] = None
    beta: Annotated[Number | None, Field(description="the new beta; null where it stays")] = None
    best: Annotated[
        Number | None,
        Field(description="the new best value of the node, or the mean of the outcomes so far; null where it stays"),
    ] = None
    cut: Annotated[bool, Field(description="whether the other children are pruned after this step")] = False


class Explained(ServerModel):
    """Result of `explain`."""

    kind: Literal["explained"] = "explained"
    algorithm: ShortText
    title: Annotated[LongText, Field(description="what was searched, as one line")]
    searched: Annotated[Count, Field(description="number of nodes searched")]
    pruned: Annotated[Count, Field(description="number of branches pruned")]
    root: TreeNode
    steps: Annotated[
        list[SearchStep],
        Field(max_length=MAX_STEPS, description="the steps of the search in their order; empty from an older server"),
    ] = []
    unpruned: Annotated[
        Count | None, Field(description="number of nodes that minimax searches; null when there are too many to count")
    ] = None
    depth: Annotated[
        Plies | None, Field(description="the plies searched; null for a tree of leaf values, and from an older server")
    ] = None
    board: Annotated[Board | None, Field(description="the board of the game; null for a tree of leaf values")] = None

    @model_validator(mode="after")
    def _positions_fit(self) -> Self:
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            waiting += node.children
            if node.shown is None:
                continue
            if self.board is None:
                raise ValueError("shows positions without a board")
            if (fault := position_fault(self.board, node.shown)) is not None:
                raise ValueError(f"has a node that {fault}")
        return self

    @model_validator(mode="after")
    def _steps_fit(self) -> Self:
        if not self.steps:
            return self
        found = [(step.to, step.child) for step in self.steps]
        if found != _order(self.root):
            raise ValueError("has steps that do not enter and leave the nodes in the order of its tree")
        return self


def _order(root: TreeNode) -> list[tuple[int, int | None]]:
    """Return the node and the child of each step of a search through a tree."""
    order: list[tuple[int, int | None]] = []
    numbers = count()

    def visit(node: TreeNode, parent: int | None) -> None:
        number, before = next(numbers), len(order)
        order.append((number, None))
        for child in node.children:
            visit(child, number)
        if parent is not None:
            order.append((parent, number))
        if node.pruned or node.value is None:
            del order[before:]

    visit(root, None)
    return order
