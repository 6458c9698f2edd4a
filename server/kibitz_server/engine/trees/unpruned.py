"""How many nodes a tree has when nothing is left out: what minimax looks at, to be compared with alpha-beta."""

from collections.abc import Callable

from kibitz_server.engine.trees.tree import GameTree, ListTree, Nested, Tree, never
from kibitz_server.games.game import Position

MOST_MADE = 5_000
"""So many positions are gone through for it; the last ply is counted by its legal moves alone."""


class _TooMany(Exception):
    """It would take too long to count."""


def unpruned(
    subject: Position | Nested, depth: int, most_made: int = MOST_MADE, stop: Callable[[], bool] = never
) -> int | None:
    """The nodes of the whole tree `depth` plies deep, or of nested lists; None when they are too many to be counted.

    Raises ValueError for lists that are no tree.
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
        """The node itself and all below it."""
        self._left -= 1
        if self._left < 0 or self._stop():
            raise _TooMany
        if tree.leaf() is not None:
            return 1
        if isinstance(tree, GameTree) and tree.depth == 1:
            return 1 + len(tree.position.legal)
        return 1 + sum(self.nodes(below) for _, below in tree.branches())
