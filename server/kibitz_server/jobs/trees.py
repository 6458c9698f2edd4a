"""Trees of small searches, as answers to `explain`."""

import time
from collections.abc import Callable

from kibitz_protocol.commands.explain import Explain, OfLeaves
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.engine.algorithms import UnfitAlgorithm
from kibitz_server.engine.trees import leaves
from kibitz_server.engine.trees import tree as trees
from kibitz_server.engine.trees.steps import SearchStep
from kibitz_server.engine.trees.tree import Nested, TreeNode, TreeTooLarge
from kibitz_server.engine.trees.unpruned import unpruned
from kibitz_server.games.game import Position
from kibitz_server.jobs.lines import AnalysisLine, last_position
from kibitz_server.messages import games
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data

MAX_NODES = 2_000
"""This many nodes with their steps make an answer of about 650 kB, two thirds of the bytes that an outbox may hold."""
MAX_S = 2.0
"""Processor time for a tree, in seconds."""
MAX_CELLS = 150_000
"""A tree whose boards have more cells in total is sent without the boards."""
EXAMPLE = "write it like [[3, 12, 8], [2, 4, 6]], or in short 3 12 8 / 2 4 6"


def tree_of_line(message: Explain, title: str | None, line: AnalysisLine) -> bytes:
    """Return an encoded `Explained` for the position after all moves of a line.

    Args:
        message: The command.
        title: A name for the position; by default its game and its text.
        line: The moves.

    Raises:
        CommandRefused: A move is not valid, or the position cannot be explained.
    """
    position = last_position(line)
    return encode(explained(message, title or f"{line.game.name} {position.text}", position))


def tree_of_leaves(message: Explain, text: str) -> bytes:
    """Return an encoded `Explained` for nested lists of leaf values.

    Raises:
        CommandRefused: The text is not a tree, or it is too large.
    """
    try:
        tree = leaves.read(text)
    except leaves.BadLeaves as error:
        raise CommandRefused(Code.BAD_TREE, str(error), EXAMPLE) from None
    return encode(explained(message, "leaf values", tree))


def explained(message: Explain, title: str, subject: Position | Nested, stop: Callable[[], bool] | None = None) -> Data:
    """Return an `Explained` result.

    Args:
        message: the command.
        title: a name for the subject.
        subject: a position, or leaf values.
        stop: called at each node, and returns whether to give up; by default after `MAX_S` of processor time.

    Raises:
        CommandRefused: the algorithm cannot search the game, or the tree is too large or takes too long.
    """
    stop = stop or _in_time(time.thread_time() + MAX_S)
    algorithm = "textbook" if message.algorithm == "alphabeta" else message.algorithm
    try:
        if isinstance(subject, Position):
            trees.check_fit(subject.game)
        depth, root, steps = _searched(message, algorithm, subject, stop)
    except UnfitAlgorithm as error:
        raise CommandRefused(Code.UNFIT_ENGINE, str(error), "choose a game without hidden information") from None
    except TreeTooLarge as error:
        raise CommandRefused(Code.TREE_TOO_LARGE, str(error), _smaller(message, algorithm, subject)) from None
    nodes = list(root.walk())
    pruned = sum(node.pruned for node in nodes)
    counts = {
        "searched": len(nodes) - pruned,
        "pruned": pruned,
        "unpruned": unpruned(subject, depth or 0, stop=stop),
    }
    data = _trimmed(root.as_data())
    board = None
    if isinstance(subject, Position):
        board = games.board_data(subject.game.board)
        cells = sum(map(len, subject.picture.rows)) + len(subject.picture.counts)
        if len(nodes) * cells <= MAX_CELLS:
            _show(data, subject)
    tree = {"root": data, "steps": [step.as_data() for step in steps], "board": board}
    return {"kind": "explained", "algorithm": algorithm, "title": title, "depth": depth, **counts, **tree}


def _searched(
    message: Explain, algorithm: str, subject: Position | Nested, stop: Callable[[], bool]
) -> tuple[int | None, TreeNode, list[SearchStep]]:
    """Return the depth of the tree, the tree and its steps. Raises TreeTooLarge."""
    steps: list[SearchStep] = []
    if isinstance(message.of, OfLeaves):
        return None, trees.explain(subject, algorithm, 0, message.of.first, MAX_NODES, stop, steps), steps
    assert isinstance(subject, Position), "only leaf values are lists"
    if message.depth is None:
        return trees.deepest(subject, algorithm, MAX_NODES, stop)
    return message.depth, trees.explain(subject, algorithm, message.depth, "max", MAX_NODES, stop, steps), steps


def _smaller(message: Explain, algorithm: str, subject: Position | Nested) -> str:
    """Return what fits in place of a tree that is too large."""
    if not isinstance(subject, Position):
        return "give a smaller tree"
    if not message.depth:
        return "ask again in a moment"
    try:
        stop = _in_time(time.thread_time() + MAX_S)
        fits, _, _ = trees.deepest(subject, algorithm, MAX_NODES, stop, message.depth)
    except TreeTooLarge:
        return "ask again in a moment"
    other = "" if algorithm == "textbook" else "; alphabeta prunes branches that minimax searches"
    return f"depth {fits} fits here, and a greater one may later in the game{other}"


def _in_time(until: float) -> Callable[[], bool]:
    return lambda: time.thread_time() >= until


def _trimmed(node: Data) -> Data:
    """Leave out the weights of moves, which are the default: most nodes have no other."""
    if not node["weight"]:
        del node["weight"]
    for child in node["children"]:
        _trimmed(child)
    return node


def _show(node: Data, position: Position) -> None:
    """Add the board to the data of a node and of all nodes below it."""
    picture = position.picture
    texts = {"blocks": picture.blocks, "shades": picture.shades}
    trays = games.trays_data(picture)
    lists = {"rows": picture.rows, "counts": picture.counts, "trays": trays, "last": position.last}
    shown = texts | {name: list(value) for name, value in lists.items()}
    node["shown"] = {name: value for name, value in shown.items() if value}
    for child in node["children"]:
        _show(child, position.after(position.find(child["move"])))
