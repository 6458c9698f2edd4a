"""A search tree as indented lines of text."""

import math
from collections.abc import Iterator

from kibitz_client.text.formatting import counted
from kibitz_client.text.style import Style
from kibitz_protocol.commands.explain import Explained, TreeNode
from kibitz_protocol.values.fields import exact

INDENT = "  "
BOUNDS = {"exact": "=", "at least": ">=", "at most": "<="}
CHANCE = "chance"
"""The player of a node at which a chance event is due."""
FINEST = 1e4
"""The values of leaves have at most four decimals. A mean over chance outcomes is shown with two."""


def tree_heading(explained: Explained) -> str:
    """Return a heading: `nim 1,2: textbook, 8 nodes searched, 1 branch left out`."""
    return f"{explained.title}: {explained.algorithm}, {counts_text(explained)}"


def counts_text(explained: Explained) -> str:
    """Return how many nodes were searched, and how many minimax would search: `minimax searches 11`."""
    branches = counted(explained.pruned, "branch", "branches")
    counts = f"{counted(explained.searched, 'node')} searched, {branches} left out"
    if explained.algorithm == "minimax" or explained.unpruned is None:
        return counts
    return f"{counts}; minimax searches {explained.unpruned}"


def tree_lines(node: TreeNode, style: Style, level: int = 0, share: str = "") -> Iterator[str]:
    """Yield a line for a node, and indented lines for the nodes below it. `share` is that of a chance event."""
    line = INDENT * level + node_text(node, share)
    yield style.paint(line, "faint") if node.pruned else line
    for child in node.children:
        yield from tree_lines(child, style, level + 1, share_text(child, node))


def node_text(node: TreeNode, share: str = "") -> str:
    """Return a node: `b2  min <= 3  alpha 3  cut off by a1: ...`. An `x` precedes a pruned node.

    Args:
        share: The chance of a chance event, such as `3/36`, which follows it.
    """
    move = f"{node.move}  " if node.move is not None else ""
    move += f"{share}  " if share else ""
    if node.pruned or node.value is None:
        return f"x {move}{node.why}"
    player = f"{node.player} " if node.children else ""
    return f"{move}{player}{BOUNDS[node.bound]} {value_text(node.value)}{_window_text(node)}  {node.why}"


def share_text(node: TreeNode, parent: TreeNode | None) -> str:
    """Return the chance of the chance event that leads to a node, such as `3/36`; empty after a move."""
    if parent is None or parent.player != CHANCE:
        return ""
    return f"{node.weight}/{sum(child.weight for child in parent.children)}"


def value_text(value: float) -> str:
    """Return a value without loss, but a mean over chance events with two decimals."""
    scaled = value * FINEST
    whole = math.floor(scaled + 0.5)
    if abs(scaled - whole) < 1e-6:
        return exact(whole / FINEST)
    return exact(math.floor(value * 100 + 0.5) / 100)


def _window_text(node: TreeNode) -> str:
    """Return alpha and beta before the node was searched, as far as they are finite."""
    known = (("alpha", node.alpha), ("beta", node.beta))
    return "".join(f"  {name} {value_text(value)}" for name, value in known if value is not None)
