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
from kibitz_server.engine.trees.tree import Nested, TreeTooLarge
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
EXAMPLE = "write it like [[3, 12, 8], [2, 4, 6]]"


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
    try:
        if isinstance(subject, Position):
            trees.check_fit(subject.game)
        first = message.of.first if isinstance(message.of, OfLeaves) else "max"
        root = trees.explain(
            subject, message.algorithm, message.depth, first, MAX_NODES, stop, steps := list[SearchStep]()
        )
    except UnfitAlgorithm as error:
        raise CommandRefused(Code.UNFIT_ENGINE, str(error), "choose a game without hidden information") from None
    except TreeTooLarge as error:
        hint = "choose a smaller depth, or a position later in the game; textbook prunes branches that minimax searches"
        raise CommandRefused(Code.TREE_TOO_LARGE, str(error), hint) from None
    nodes = list(root.walk())
    pruned = sum(node.pruned for node in nodes)
    counts = {
        "searched": len(nodes) - pruned,
        "pruned": pruned,
        "unpruned": unpruned(subject, message.depth, stop=stop),
    }
    data = _trimmed(root.as_data())
    board = None
    if isinstance(subject, Position):
        board = games.board_data(subject.game.board)
        cells = sum(map(len, subject.picture.rows)) + len(subject.picture.counts)
        if len(nodes) * cells <= MAX_CELLS:
            _show(data, subject)
    tree = {"root": data, "steps": [step.as_data() for step in steps], "board": board}
    return {"kind": "explained", "algorithm": message.algorithm, "title": title, **counts, **tree}


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
