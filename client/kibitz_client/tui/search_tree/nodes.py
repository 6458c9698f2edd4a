"""The nodes of an explained tree with their places in it, and what is written about each. Pure.

| mark | meaning                                     |
|------|---------------------------------------------|
| `*`  | on the principal line                       |
| `x`  | left out, with the alpha and beta that cut  |
| `<=` `>=` | the value is a bound, after a cut-off  |
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_client.text.tree import BOUNDS
from kibitz_protocol.explain import Explained, TreeNode
from kibitz_protocol.values import exact

Run = tuple[str, str]
"""Characters that are painted alike, and their role."""
PRINCIPAL, LEFT_OUT = "*", "x"
SILENT = ("leaf", "depth reached, position evaluated")
"""Why a leaf has its value, where that goes without saying."""


@dataclass(frozen=True, slots=True, eq=False)
class NodeEntry:
    """A node in its place. `number` counts all nodes from 0, left out or not; `cuts` tells of a cut-off just below."""

    node: TreeNode
    number: int
    parent: "NodeEntry | None"
    path: tuple[str, ...]
    principal: bool

    @property
    def cuts(self) -> bool:
        """Whether some of the branches of this node were left out."""
        return any(child.pruned for child in self.node.children)

    @property
    def ancestors(self) -> "list[NodeEntry]":
        """From the root down, without the node itself."""
        found: list[NodeEntry] = []
        above = self.parent
        while above is not None:
            found.append(above)
            above = above.parent
        return found[::-1]


def node_entries(explained: Explained) -> list[NodeEntry]:
    """Every node, in the order of the search."""
    return list(_below(explained.root, None, (), count=iter(range(1 << 30)), principal=True))


def _below(
    node: TreeNode, parent: NodeEntry | None, path: tuple[str, ...], *, count: Iterator[int], principal: bool
) -> Iterator[NodeEntry]:
    spot = NodeEntry(node, next(count), parent, path, principal)
    yield spot
    # The first child that is worth as much is the one that the search took.
    best = next((child for child in node.children if child.value == node.value), None) if principal else None
    for child in node.children:
        yield from _below(child, spot, (*path, child.move or ""), count=count, principal=child is best)


def move_of(spot: NodeEntry) -> str:
    """What leads to a node."""
    return spot.node.move or "root"


def label(spot: NodeEntry) -> list[Run]:
    """The line of a node that has been searched: `* b2  min <= 3  alpha 3  cut after a1`."""
    node = spot.node
    if node.pruned or node.value is None:
        cut = left_out(node)
        return [(f"{LEFT_OUT} {move_of(spot)}  ", "left-out"), (f"left out: {cut}", "left-out")]
    runs = opening(spot)
    runs.append((f"{BOUNDS[node.bound]} {exact(node.value)}", "value"))
    runs += window(node.alpha, node.beta)
    if spot.cuts:
        last = [child for child in node.children if not child.pruned][-1]
        runs.append((f"  cut after {last.move}", "cut"))
    elif not node.children and node.why not in SILENT:
        runs.append((f"  {node.why}", "window"))
    return runs


def opening(spot: NodeEntry) -> list[Run]:
    """How the line of a node begins: its mark, its move, and who is to move there."""
    node = spot.node
    runs: list[Run] = [(f"{PRINCIPAL} " if spot.principal else "  ", "mark"), (f"{move_of(spot)}  ", "move")]
    if node.children:
        runs.append((f"{node.player} ", node.player))
    return runs


def left_out(node: TreeNode) -> str:
    """The condition that cut a branch off."""
    return f"alpha {told(node.alpha)} >= beta {told(node.beta)}"


def window(alpha: float | None, beta: float | None) -> list[Run]:
    """Alpha and beta, as far as there are any."""
    known = [f"{name} {exact(value)}" for name, value in (("alpha", alpha), ("beta", beta)) if value is not None]
    return [("  " + " ".join(known), "window")] if known else []


def told(limit: float | None) -> str:
    """A limit, or that there is none yet."""
    return "none" if limit is None else exact(limit)


def details(spot: NodeEntry, count: int) -> list[str]:
    """All that is known of a node, a sentence a line."""
    node = spot.node
    number = "left out" if node.node is None else f"node {node.node + 1} of {count}"
    lines = [f"{number}, ply {len(spot.path)}", "path  " + (" ".join(spot.path) or "none: the root")]
    if node.pruned or node.value is None:
        return [*lines, f"{node.player} to move", f"not looked at: {left_out(node)}", node.why]
    if node.children:
        lines.append(f"{node.player} to move")
    lines.append(f"value {BOUNDS[node.bound]} {exact(node.value)}")
    if node.alpha is not None or node.beta is not None:
        lines.append(f"came with alpha {told(node.alpha)}, beta {told(node.beta)}")
    lines.append(node.why)
    if spot.principal:
        lines.append("on the principal line")
    return lines
