"""Commands and results of studies: analysis boards with variations, notes, marks and arrows that a server keeps.

A study is a tree of positions, in which a parent comes before its children. The first child of a position goes on with
its line, and the others are variations.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from kibitz_protocol.commands.base import Command
from kibitz_protocol.commands.explain import OfGame, OfMatch
from kibitz_protocol.validation.bounds import Count, LongText, ShortText, Timestamp
from kibitz_protocol.validation.characters import check_legible
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.consistency import position_fault
from kibitz_protocol.values.fields import IN_SCHEMA, MoveText, PositionText, Seat
from kibitz_protocol.values.games import GameInfo, GameName, GivenOptions
from kibitz_protocol.values.state import State

MAX_NODES = 600
"""Positions of a study."""
MAX_PATH = 500
"""Moves from the first position of a study to its last one: the most that `explore` takes."""
MAX_NESTED = MAX_NODES // 2
"""Variations within each other: a study has no more, because each needs two positions."""
MAX_STUDIES = 100
"""Studies that one player may have."""
MAX_NOTE = 2000
MAX_SHAPES = 32
MAX_FILE = 4_000_000
"""Characters of an exported study."""


def _check_lines(text: str) -> str:
    """Return a text if all of its characters but the ends of lines can be shown."""
    for line in text.split("\n"):
        check_legible(line)
    return text


StudyCode = Annotated[str, StringConstraints(min_length=1, max_length=32, strip_whitespace=True)]
StudyTitle = Annotated[
    str,
    StringConstraints(min_length=1, max_length=120, strip_whitespace=True),
    AfterValidator(check_legible),
    IN_SCHEMA,
]
Note = Annotated[
    str,
    StringConstraints(max_length=MAX_NOTE),
    AfterValidator(_check_lines),
    Field(json_schema_extra={"pattern": r"^(?:[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|\n)*$"}),
]
Nag = Annotated[
    int,
    Field(ge=1, le=139, description="a sign of PGN: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!, 10 equal, 16 first side better"),
]
StudyForm = Literal["record", "pgn", "sgf"]


class StudyShape(NamedTuple):
    """An arrow between two cells, or a circle around one, where both are the same. `colour` is its first letter."""

    colour: str
    start: int
    end: int


ShapeText = Annotated[
    str,
    StringConstraints(pattern=r"^[gryb][0-9]{1,4}(?:-[0-9]{1,4})?$"),
    Field(description="g45-28: a green arrow between two cells; r28: a red circle; y is yellow, and b blue"),
]


def shape_of(text: str) -> StudyShape:
    """Return the shape that a text describes."""
    start, _, end = text[1:].partition("-")
    return StudyShape(text[:1], int(start), int(end or start))


class StudyTree(ClientModel):
    """The positions of a study. Node 0 is the first position, and node n has the n-th move.

    It has columns in place of nodes, so that a message has few fields. The last three are empty or have all nodes.
    """

    parents: Annotated[
        list[Annotated[int, Field(ge=0, lt=MAX_NODES)]],
        Field(max_length=MAX_NODES - 1, description="the node before each move"),
    ] = []
    moves: Annotated[list[MoveText], Field(max_length=MAX_NODES - 1)] = []
    texts: Annotated[list[Note], Field(max_length=MAX_NODES, description="a note for each node, mostly empty")] = []
    nags: Annotated[
        list[Annotated[list[Nag], Field(max_length=8)]],
        Field(max_length=MAX_NODES, description="signs of each node, as in PGN"),
    ] = []
    shapes: Annotated[
        list[Annotated[list[ShapeText], Field(max_length=MAX_SHAPES)]],
        Field(max_length=MAX_NODES, description="arrows and circles of each node"),
    ] = []

    @model_validator(mode="after")
    def _is_tree(self) -> Self:
        if (fault := self._fault()) is not None:
            raise ValueError(fault)
        return self

    def _fault(self) -> str | None:
        """Return why this is not a tree, as a sentence; None if it is one."""
        if len(self.parents) != len(self.moves):
            return f"has {len(self.parents)} parents and {len(self.moves)} moves"
        for name, column in (("texts", self.texts), ("nags", self.nags), ("shapes", self.shapes)):
            if column and len(column) != len(self.moves) + 1:
                return f"has {len(column)} {name} for {len(self.moves) + 1} nodes"
        depths, known = [0], set[tuple[int, str]]()
        for node, (parent, move) in enumerate(zip(self.parents, self.moves, strict=True), 1):
            if parent >= node:
                return f"has node {node} before its parent"
            if (parent, move) in known:
                return f"repeats a move in node {node}"
            known.add((parent, move))
            depths.append(depths[parent] + 1)
        return f"has a line of more than {MAX_PATH} moves" if max(depths) > MAX_PATH else None


class ToldNode(ServerModel):
    """A position of a study, with what the rules say of the move that leads to it."""

    parent: Count | None = Field(default=None, description="place of the position before it; null for the first one")
    move: ShortText | None = Field(default=None, description="null for the first position")
    said: ShortText | None = Field(default=None, description="how people write the move; null where that is `move`")
    seat: Seat | None = Field(default=None, description="who played the move; null for a chance event")
    chance: bool = Field(default=False, description="whether `move` is a chance outcome, such as a roll of dice")
    text: LongText = ""
    nags: list[Count] = Field(default=[], max_length=100, description="signs as in PGN")
    shapes: list[ShortText] = Field(default=[], max_length=1000, description="arrows and circles, such as g45-28")

    @property
    def written(self) -> str:
        """The move as people write it; empty for the first position."""
        return self.said or self.move or ""


def _nodes_fault(nodes: Sequence[ToldNode]) -> str | None:
    """Return why nodes are not a tree that clients can write, as a sentence; None if they are."""
    nested, begun = list[int](), set[int]()
    for place, node in enumerate(nodes):
        if place == 0:
            nested.append(0)
        elif node.parent is None or node.parent >= place:
            return f"has node {place} without a position before it"
        else:
            nested.append(nested[node.parent] + (node.parent in begun))
            begun.add(node.parent)
    return f"has more than {MAX_NESTED} variations within each other" if max(nested) > MAX_NESTED else None


class CreateStudy(Command):
    """Keep a new study: of a position and moves of a game, or of a match that is over."""

    t: Literal["create_study"] = "create_study"
    title: StudyTitle
    of: Annotated[OfGame | OfMatch, Field(discriminator="kind")]


class ShowStudy(Command):
    """Get a study by its code. Who has the code may read it."""

    t: Literal["show_study"] = "show_study"
    study: StudyCode


class SaveStudy(Command):
    """Save a study of yours. It is refused if the study has another version by now."""

    t: Literal["save_study"] = "save_study"
    study: StudyCode
    version: Annotated[int, Field(ge=1, le=1 << 31, description="the version that you have changed")]
    title: StudyTitle
    listed: Annotated[bool, Field(description="whether the list of the server shows it to everyone")] = False
    tree: StudyTree


class ListStudies(Command):
    """List your studies, or those that their owners have listed, the last changed first."""

    t: Literal["list_studies"] = "list_studies"
    whose: Literal["mine", "listed"] = "mine"
    game: GameName | None = None
    limit: Annotated[int, Field(ge=1, le=MAX_STUDIES)] = MAX_STUDIES


class DeleteStudy(Command):
    """Delete a study of yours. A moderator may delete any."""

    t: Literal["delete_study"] = "delete_study"
    study: StudyCode


class ExportStudy(Command):
    """Get a study as a file: PGN, SGF for Go, or a record, which has all of it."""

    t: Literal["export_study"] = "export_study"
    study: StudyCode
    form: StudyForm = "pgn"


class StudyRow(ServerModel):
    """A study in a list."""

    study: ShortText
    title: ShortText
    owner: ShortText = Field(description="the name under which its owner saved it last")
    yours: bool
    game: ShortText
    listed: bool
    moves: Count = Field(description="number of moves in all its lines")
    created_at: Timestamp
    changed_at: Timestamp


class Studies(ServerModel):
    """Result of `list_studies`."""

    kind: Literal["studies"] = "studies"
    studies: list[StudyRow] = Field(max_length=1000)
    most: Count = Field(description="number of studies that a player may have")


class StudySaved(ServerModel):
    """Result of `create_study` and `save_study`: the version that the server has now."""

    kind: Literal["study_saved"] = "study_saved"
    study: ShortText
    version: Count
    changed_at: Timestamp


class StudyShown(ServerModel):
    """Result of `show_study`."""

    kind: Literal["study"] = "study"
    study: ShortText
    version: Count
    title: ShortText
    owner: ShortText
    yours: bool = Field(description="whether you may change it")
    listed: bool
    created_at: Timestamp
    changed_at: Timestamp
    game: GameInfo
    options: GivenOptions
    board: Board
    start: PositionText | None = Field(description="the first position; null for that of the game")
    state: State = Field(description="the first position, as it is drawn")
    nodes: list[ToldNode] = Field(min_length=1, max_length=10_000)

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        if (fault := position_fault(self.board, self.state)) is not None:
            raise ValueError(f"state {fault}")
        if (fault := _nodes_fault(self.nodes)) is not None:
            raise ValueError(fault)
        return self


class StudyFile(ServerModel):
    """Result of `export_study`."""

    kind: Literal["study_file"] = "study_file"
    study: ShortText
    name: ShortText = Field(description="proposed name of the file")
    content: Annotated[str, StringConstraints(max_length=MAX_FILE)]


class RecordedStudy(ServerModel):
    """What the snapshot of a record has of a study."""

    title: ShortText
    owner: ShortText
    game: ShortText
    options: GivenOptions
    start: PositionText | None
    nodes: list[ToldNode] = Field(min_length=1, max_length=10_000)

    @model_validator(mode="after")
    def _parts_agree(self) -> Self:
        if (fault := _nodes_fault(self.nodes)) is not None:
            raise ValueError(fault)
        return self


StudyCommand = CreateStudy | ShowStudy | SaveStudy | ListStudies | DeleteStudy | ExportStudy
StudyOutcome = Studies | StudySaved | StudyShown | StudyFile
