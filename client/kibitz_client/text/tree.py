"""A search tree as indented lines of text that a person can read."""

import math
from collections import Counter
from collections.abc import Callable, Iterator

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
WIN, PROVEN = 30_000, 28_000
"""The scale of scores in games: a win after n plies is WIN - n, and lower scores than PROVEN are evaluations."""
OBVIOUS = ("leaf", "depth reached, position evaluated")
"""Reasons of a leaf's value that are obvious and not shown."""
NAMES = {"textbook": "alpha-beta"}
"""Algorithms by the names that are shown, if these differ."""
MOST_LINES = 150
"""The most lines of a tree. Below the last ply that fits, the nodes are only counted."""

ValueText = Callable[[float], str]


def tree_heading(explained: Explained) -> str:
    """Return a heading: `nim 1,2: alpha-beta to depth 3, 8 nodes searched, 1 branch left out`."""
    depth = f" to depth {explained.depth}" if explained.depth is not None else ""
    return f"{explained.title}: {NAMES.get(explained.algorithm, explained.algorithm)}{depth}, {counts_text(explained)}"


def counts_text(explained: Explained) -> str:
    """Return how many nodes were searched, and how many minimax would search: `minimax searches 11`."""
    branches = counted(explained.pruned, "branch", "branches")
    counts = f"{counted(explained.searched, 'node')} searched, {branches} left out"
    if explained.algorithm == "minimax" or explained.unpruned is None:
        return counts
    return f"{counts}; minimax searches {explained.unpruned}"


def tree_lines(explained: Explained, style: Style, most: int = MOST_LINES) -> list[str]:
    """Return a line for each node, with the nodes below it indented, and one for all branches after a cut.

    Args:
        explained: The tree.
        style: How to write.
        most: The most lines. Nodes below the last ply that fits are counted at the end.
    """
    text = values_of(explained)
    plies = Counter(ply for ply, _ in _lines(explained.root, style, text))
    shown, lines = 0, 0
    while plies[shown] and (shown < 2 or lines + plies[shown] <= most):
        lines += plies[shown]
        shown += 1
    found = [line for ply, line in _lines(explained.root, style, text) if ply < shown]
    hidden = sum(count for ply, count in plies.items() if ply >= shown) + max(0, len(found) - most)
    if not hidden:
        return found
    return [*found[:most], f"{counted(hidden, 'line')} more below; for all, --json, or a smaller --depth"]


def _lines(node: TreeNode, style: Style, text: ValueText, ply: int = 0, share: str = "") -> Iterator[tuple[int, str]]:
    """Yield the lines of a node and of those below it, each with its ply. `share` is that of a chance event."""
    yield ply, INDENT * ply + node_text(node, text, share)
    searched = [child for child in node.children if not child.pruned]
    for child in searched:
        yield from _lines(child, style, text, ply + 1, share_text(child, node))
    if left := node.children[len(searched) :]:
        (first, *others), share = left, share_text(left[0], node)
        what = f"{1 + len(others)} more" if others else "  ".join(filter(None, (first.move, share)))
        line = f"{INDENT * (ply + 1)}x {what}  {first.why}"
        yield ply + 1, style.paint(line, "faint")


def node_text(node: TreeNode, text: ValueText, share: str = "") -> str:
    """Return a searched node: `b2  min <= 3  alpha 3  cut off by a1: ...`.

    Args:
        node: The node.
        text: Returns a value as it is shown.
        share: The chance of a chance event, such as `3/36`, which follows it.
    """
    move = f"{node.move}  " if node.move is not None else ""
    move += f"{share}  " if share else ""
    if node.value is None:
        return f"x {move}{node.why}"
    player = f"{node.player} " if node.children else ""
    why = "" if node.why in OBVIOUS else f"  {node.why}"
    return f"{move}{player}{BOUNDS[node.bound]} {text(node.value)}{_window_text(node, text)}{why}"


def share_text(node: TreeNode, parent: TreeNode | None) -> str:
    """Return the chance of the chance event that leads to a node, such as `3/36`; empty after a move."""
    if parent is None or parent.player != CHANCE:
        return ""
    return f"{node.weight}/{sum(child.weight for child in parent.children)}"


def values_of(explained: Explained) -> ValueText:
    """Return how the values of a tree are shown: those of a game as scores, leaf values without loss."""
    return score_text if explained.board is not None else value_text


def score_text(value: float) -> str:
    """Return a value of a game as hints show scores, for MAX: `+0.74`, or `W3` for a win after three plies."""
    if PROVEN <= abs(value) <= WIN:
        return f"{'W' if value > 0 else 'L'}{WIN - abs(value):g}"
    return f"{round(value / 100, 2) + 0.0:+.2f}"


def value_text(value: float) -> str:
    """Return a value without loss, but a mean over chance events with two decimals."""
    scaled = value * FINEST
    whole = math.floor(scaled + 0.5)
    if abs(scaled - whole) < 1e-6:
        return exact(whole / FINEST)
    return exact(math.floor(value * 100 + 0.5) / 100)


def _window_text(node: TreeNode, text: ValueText) -> str:
    """Return alpha and beta before the node was searched, as far as they are finite."""
    known = (("alpha", node.alpha), ("beta", node.beta))
    return "".join(f"  {name} {text(value)}" for name, value in known if value is not None)
