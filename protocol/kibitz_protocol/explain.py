"""The tree of a small search, to be looked at: what is asked to be explained, and the nodes that were searched."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol.command import Command
from kibitz_protocol.values import Board, Given, Key, MatchRef, OptionValue, Ply, Told

GameName = Annotated[str, StringConstraints(min_length=1, max_length=32)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class OfGame(Given):
    """A position of a game: its first one, or another, after some moves."""

    kind: Literal["game"] = "game"
    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=16)] = {}
    position: Annotated[str, StringConstraints(max_length=1000)] | None = None
    moves: Annotated[list[MoveText], Field(max_length=500)] = []


class OfMatch(Given):
    """A match as it stands, as far as you may see it; not one that is rated and not over."""

    kind: Literal["match"] = "match"
    match: MatchRef
    key: Annotated[Key | None, Field(description="of a private match")] = None
    ply: Annotated[Ply | None, Field(description="as it stood after so many moves; null: as it stands")] = None


class OfLeaves(Given):
    """A tree of your own: lists in lists, and numbers for the leaves. MAX and MIN take turns."""

    kind: Literal["leaves"] = "leaves"
    tree: Annotated[str, StringConstraints(max_length=20_000), Field(description="such as [[3, 12, 8], [2, 4, 6]]")]
    first: Annotated[Literal["max", "min"], Field(description="who is to move at the root")] = "max"


class Explain(Command):
    """Search a tree as on a blackboard and tell every node of it; a tree too large to look at is refused."""

    t: Literal["explain"] = "explain"
    of: Annotated[OfGame | OfMatch | OfLeaves, Field(discriminator="kind")]
    algorithm: Annotated[
        Literal["textbook", "minimax"], Field(description="textbook is alpha-beta, which leaves branches out")
    ] = "textbook"
    depth: Annotated[int, Field(ge=0, le=12, description="plies; of no meaning for a tree of your own")] = 3


class Shown(Told):
    """What stands on the board at a node, as in `State`; the fixed part of the board is with the tree."""

    rows: list[str] = []
    counts: list[int] = []
    blocks: str = ""
    last: list[int] = []


class TreeNode(Told):
    """A node of the tree. All values are those of MAX, who is to move at the root unless the tree says otherwise."""

    node: Annotated[int | None, Field(description="its number in the order of the search; null when left out")]
    move: Annotated[str | None, Field(description="what leads here, or the number of the branch; null at the root")]
    player: Literal["max", "min"]
    alpha: Annotated[float | None, Field(description="what MAX was sure of on coming here; null: nothing yet")]
    beta: Annotated[float | None, Field(description="what MIN was sure of on coming here; null: nothing yet")]
    value: float | None
    bound: Annotated[
        Literal["exact", "at least", "at most"], Field(description="how the value is meant, after a cut-off")
    ]
    pruned: Annotated[bool, Field(description="left out, because of the alpha and beta that it names")]
    why: Annotated[str, Field(description="in a sentence")]
    children: "list[TreeNode]"
    shown: Annotated[
        Shown | None, Field(description="the position there; null without a board, and in large trees of large boards")
    ] = None


class Explained(Told):
    """Result of `explain`."""

    kind: Literal["explained"] = "explained"
    algorithm: str
    title: Annotated[str, Field(description="what was explained, in a line")]
    searched: Annotated[int, Field(description="nodes that were looked at")]
    pruned: Annotated[int, Field(description="branches that were left out")]
    root: TreeNode
    unpruned: Annotated[
        int | None, Field(description="nodes that minimax looks at; null when they are too many to be counted")
    ] = None
    board: Annotated[Board | None, Field(description="the board of the game; null for a tree of your own")] = None
