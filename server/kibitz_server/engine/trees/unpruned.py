"""Size of a tree without pruning: the nodes that minimax visits, for comparison with alpha-beta."""

from collections.abc import Callable

from kibitz_server.engine.trees.tree import GameTree, ListTree, Nested, Tree, never
from kibitz_server.games.game import Position

MAX_MADE = 5_000
"""Largest number of positions that a count makes; the last ply is counted by its moves or chance outcomes alone."""


class _TooMany(Exception):
    """Count that would take too long."""


def unpruned(
    subject: Position | Nested, depth: int, most_made: int = MAX_MADE, stop: Callable[[], bool] = never
) -> int | None:
    """Return the nodes of the whole tree `depth` plies deep, or of nested lists; None if there are too many to count.

    Args:
        subject: A position, or nested lists of leaf values.
        depth: Plies below a position; ignored for lists.
        most_made: The largest number of positions to make.
        stop: Called before each position in the caller's thread; the count ends with None when it returns True.

    Raises:
        ValueError: The lists are not a tree.
    """
    tree: Tree = GameTree(subject, depth, subject.state.turn) if isinstance(subject, Position) else ListTree(subject)
    try:
        return _Count(most_made, stop).nodes(tree)
    except _TooMany:
        return None


class _Count:
    def __init__(self, most: int, stop: Callable[[], bool]) -> None:
        self._left = most
        self._stop = stop

    def nodes(self, tree: Tree) -> int:
        """Return the number of nodes of a tree, the root included.

        Raises:
            _TooMany: The limit is reached, or `stop` returned True.
        """
        self._left -= 1
        if self._left < 0 or self._stop():
            raise _TooMany
        if tree.leaf() is not None:
            return 1
        if isinstance(tree, GameTree) and tree.depth == 1:
            return 1 + len(tree.position.steps)
        return 1 + sum(self.nodes(branch.tree) for branch in tree.branches())
