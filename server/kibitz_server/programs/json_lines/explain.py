"""Tree of a small search as data, for a position or for nested lists of leaf values."""

from kibitz_server.engine.algorithms import UnfitAlgorithm
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.engine.trees.tree import Nested, TreeTooLarge, check_fit, deepest, explain
from kibitz_server.games.game import Position
from kibitz_server.programs.json_lines.lines import (
    POSITION_FIELDS,
    Answer,
    BadLine,
    Request,
    position_of,
    text_of,
    whole,
)

FIELDS = (*POSITION_FIELDS, "tree", "algorithm", "depth", "first")
LIST_FIELDS = ("tree", "algorithm", "first")


def explained(request: Request) -> Answer:
    """Return the root of the tree with its children inside; `engine.trees.tree.TreeNode` has the fields of a node.

    The root of a game's tree also has its `depth`, which is the greatest that fits unless the line gives one.

    Raises:
        BadLine: A field is invalid, or the tree is too large.
    """
    algorithm = (text_of(request, "algorithm") or "textbook").replace("alphabeta", "textbook")
    first = text_of(request, "first", "max") or ""
    subject: Position | Nested
    depth = None
    if "tree" in request:
        for name in request:
            if name not in LIST_FIELDS:
                raise BadLine(
                    f"{name} does not apply to a tree of lists", f"a tree goes with {', '.join(LIST_FIELDS[1:])}"
                )
        subject = request["tree"]
    else:
        if "first" in request:
            raise BadLine("in a game the side to move is max", "leave first out, or give a tree")
        subject = position_of(request, study=True)
        if request.get("depth") is not None:
            depth = whole("depth", request["depth"], 0, MAX_DEPTH)
        try:
            check_fit(subject.game)
        except UnfitAlgorithm as error:
            raise BadLine(str(error), "choose a game without hidden information") from None
    try:
        if not isinstance(subject, Position):
            return explain(subject, algorithm, 0, first).as_data()
        if depth is None:
            depth, root, _ = deepest(subject, algorithm)
        else:
            root = explain(subject, algorithm, depth, first)
        return {"depth": depth, **root.as_data()}
    except TreeTooLarge as error:
        assert isinstance(subject, Position), "a tree of lists has an end"
        fits, _, _ = deepest(subject, algorithm, below=depth or 1)
        raise BadLine(str(error), f"depth {fits} fits here, and a greater one may later in the game") from None
    except ValueError as error:
        hint = 'write {"tree": [[3, 12, 8], [2, 4, 6]]}, or a game with a depth of 1 to 3 plies; '
        raise BadLine(str(error), f"{hint}the algorithms are minimax and textbook") from None
