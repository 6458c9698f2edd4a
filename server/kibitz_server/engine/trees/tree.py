"""Tree of a small search as data, to be drawn: the nodes searched, their windows, what was pruned and why.

It is minimax and alpha-beta as taught on a blackboard. MAX, the side to move at the root, wants high values, MIN low
ones, and all values and windows are MAX's. Nodes, values and cut-offs are those of the templates `minimax` and
`textbook`. The tree is that of a game, or given as nested lists of leaf values.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import DRAW, ONGOING, Position

Nested = int | float | Sequence["Nested"]
MAX_NODES = 20_000
LARGEST = 10**15
"""Largest value of a leaf, so that a sum or a drawing of values never overflows."""


class TooLarge(ValueError):
    """Tree with too many nodes to display, or that takes too long to build; the message is a sentence for users."""


def never() -> bool:
    """Return False: the default of `stop`, for a tree that is not stopped."""
    return False


@dataclass(slots=True)
class Node:
    """Node of the tree: one that was searched, or one that was left out (`pruned`, without a value).

    `node` numbers the searched nodes from 0 in search order. `alpha` and `beta` are the values that MAX and MIN could
    already enforce on entering (None: nothing yet). `bound` says whether the value is "exact", or, after a cut-off, "at
    least" or "at most" this.
    """

    node: int | None
    move: str | None
    player: str
    alpha: float | None
    beta: float | None
    value: float | None = None
    bound: str = "exact"
    pruned: bool = False
    why: str = ""
    children: "tuple[Node, ...]" = ()

    def as_data(self) -> dict[str, Any]:
        """Return the node as plain dictionaries and lists."""
        return asdict(self)

    def walk(self) -> "Iterator[Node]":
        """Yield this node and all nodes below it, in search order."""
        yield self
        for child in self.children:
            yield from child.walk()


class Tree(Protocol):
    """Tree that can be explained."""

    @property
    def maximising(self) -> bool:
        """Whether MAX is to move."""

    def leaf(self) -> tuple[float, str] | None:
        """Return the value and its origin at a leaf, or None elsewhere."""

    def branches(self) -> "Iterator[tuple[str, Tree]]":
        """Yield the moves in order, each with the tree below it."""


@dataclass(frozen=True, slots=True)
class ListTree:
    """Nested lists; MAX and MIN take turns. A branch is named by its number, from 1."""

    tree: Nested
    maximising: bool = True

    def leaf(self) -> tuple[float, str] | None:
        """Return the value of a number, or None for a list.

        Raises:
            ValueError: The item is neither a number nor a non-empty list, or the number is out of range.
        """
        if isinstance(self.tree, int | float) and not isinstance(self.tree, bool):
            if not abs(self.tree) <= LARGEST:  # also true for NaN
                raise ValueError(f"a leaf lies between {-LARGEST:.0e} and {LARGEST:.0e}")
            return self.tree, "leaf"
        if not isinstance(self.tree, list | tuple) or not self.tree:
            raise ValueError(f"a tree is a number or a list of trees that is not empty, not {self.tree!r}")
        return None

    def branches(self) -> "Iterator[tuple[str, ListTree]]":
        """Yield the items of the list."""
        assert isinstance(self.tree, list | tuple)
        for number, branch in enumerate(self.tree, 1):
            yield str(number), ListTree(branch, not self.maximising)


@dataclass(frozen=True, slots=True)
class GameTree:
    """Positions up to `depth` plies ahead. `side` is MAX's seat."""

    position: Position
    depth: int
    side: int
    ply: int = 0

    @property
    def maximising(self) -> bool:
        """Whether MAX is to move."""
        return bool(self.position.state.turn == self.side)

    def leaf(self) -> tuple[float, str] | None:
        """Return the result of a finished game, or the evaluation where the depth ends."""
        rules, state = self.position.game.rules, self.position.state
        sign = 1 if self.maximising else -1
        result = int(rules.outcome(state))
        if result != ONGOING:
            return sign * result * (WIN - self.ply), self._ending(result)
        if self.depth == 0:
            value = int(rules.evaluate(state)) if hasattr(rules, "evaluate") else 0
            return sign * max(1 - PROVEN, min(PROVEN - 1, value)), "depth reached, position evaluated"
        return None

    def _ending(self, result: int) -> str:
        outcome = self.position.outcome
        assert outcome is not None
        if result == DRAW or outcome.winner is None:
            return f"draw: {outcome.reason}"
        return f"{self.position.game.declaration.seats[outcome.winner]} wins: {outcome.reason}"

    def branches(self) -> "Iterator[tuple[str, GameTree]]":
        """Yield the legal moves."""
        for move in self.position.legal:
            yield move.text, GameTree(self.position.after(move), self.depth - 1, self.side, self.ply + 1)


def explain(
    subject: Position | Nested,
    algorithm: str = "textbook",
    depth: int = 3,
    first: str = "max",
    most_nodes: int = MAX_NODES,
    stop: Callable[[], bool] = never,
) -> Node:
    """Return the tree that `minimax` or `textbook` searches in a position or in nested lists.

    Args:
        subject: A position, or nested lists of leaf values.
        algorithm: "minimax" or "textbook" (alpha-beta).
        depth: Plies to search below a position; ignored for lists.
        first: The player at the root of lists, "max" or "min".
        most_nodes: The largest number of nodes, pruned ones included.
        stop: Called before each node in the caller's thread; the search ends with TooLarge when it returns True.

    Raises:
        ValueError: An argument has another value, or the lists are not a tree.
        TooLarge: The tree has more than `most_nodes` nodes, or `stop` returned True.
    """
    if algorithm not in ("minimax", "textbook"):
        raise ValueError(f"minimax and textbook can be explained, not {algorithm!r}")
    if first not in ("max", "min"):
        raise ValueError(f"max or min moves first, not {first!r}")
    if depth < 0:
        raise ValueError(f"depth must be 0 or more plies, not {depth}")
    tree: Tree
    if isinstance(subject, Position):
        tree = GameTree(subject, depth, subject.state.turn)
    else:
        tree = ListTree(subject, first == "max")
    return _Search(algorithm == "textbook", most_nodes, stop).visit(tree, None, -math.inf, math.inf)


class _Search:
    """Search that builds and counts the nodes."""

    def __init__(self, pruning: bool, most: int, stop: Callable[[], bool]) -> None:
        self._pruning = pruning
        self._most = most
        self._stop = stop
        self._nodes = 0
        self._pruned = 0

    def visit(self, tree: Tree, move: str | None, alpha: float, beta: float) -> Node:
        """Search below one node."""
        self._check_size()
        node = Node(self._nodes, move, "max" if tree.maximising else "min", _known(alpha), _known(beta))
        self._nodes += 1
        leaf = tree.leaf()
        if leaf is not None:
            node.value, node.why = leaf
        else:
            self._expand(tree, node, alpha, beta)
        return node

    def _check_size(self) -> None:
        """Raise TooLarge before a node beyond the largest number is made."""
        if self._nodes + self._pruned >= self._most:
            raise TooLarge(f"the tree has more than {self._most} nodes; explain it to a smaller depth")
        if self._stop():
            raise TooLarge(f"the tree takes too long: {self._nodes} nodes were made; explain it to a smaller depth")

    def _expand(self, tree: Tree, node: Node, alpha: float, beta: float) -> None:
        sign = 1 if tree.maximising else -1
        best, best_move, children = -math.inf, "", []
        branches = tree.branches()
        for move, below in branches:
            child = self.visit(below, move, alpha, beta)
            children.append(child)
            assert child.value is not None
            if sign * child.value > best:
                best, best_move = sign * child.value, move
            if not self._pruning:
                continue
            if tree.maximising:
                alpha = max(alpha, child.value)
            else:
                beta = min(beta, child.value)
            if alpha >= beta:
                for rest, unseen in branches:
                    self._check_size()
                    self._pruned += 1
                    children.append(_pruned_node(rest, unseen, node, move, alpha, beta))
                break
        node.value = sign * best
        node.children = tuple(children)
        self._judge(node, best_move)

    def _judge(self, node: Node, best_move: str) -> None:
        """Set the bound and the explanation of a node whose children are known."""
        wants = "highest" if node.player == "max" else "lowest"
        node.why = f"{node.player} takes the {wants}: {best_move}"
        # A cut-off at the last branch leaves nothing out.
        enough = f"cut off by {best_move}:" if node.children[-1].pruned else f"{node.why};"
        if not self._pruning or node.value is None:
            return
        if node.beta is not None and node.value >= node.beta and node.player == "max":
            node.bound = "at least"
            node.why = f"{enough} min is sure of {node.beta:g} elsewhere and will not come here"
        elif node.alpha is not None and node.value <= node.alpha and node.player == "min":
            node.bound = "at most"
            node.why = f"{enough} max is sure of {node.alpha:g} elsewhere and will not come here"
        elif node.alpha is not None and node.value <= node.alpha:
            node.bound = "at most"
            node.why = f"nothing here gives max more than the {node.alpha:g} it is sure of elsewhere"
        elif node.beta is not None and node.value >= node.beta:
            node.bound = "at least"
            node.why = f"nothing here holds max below the {node.beta:g} that min is sure of elsewhere"


def _pruned_node(move: str, below: Tree, parent: Node, by: str, alpha: float, beta: float) -> Node:
    player = "max" if below.maximising else "min"
    why = f"left out: after {by} {parent.player} has enough here (alpha {alpha:g}, beta {beta:g})"
    return Node(None, move, player, alpha, beta, pruned=True, why=why)


def _known(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None
