"""The nodes of an explained tree with their position in it, and the text about each. Pure.

| mark | meaning                                     |
|------|---------------------------------------------|
| `*`  | on the principal variation                  |
| `x`  | pruned, with the alpha and beta that cut    |
| `<=` `>=` | the value is a bound, after a cut-off  |
| `3/36` | the probability of a chance outcome              |
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_client.text.tree import BOUNDS, CHANCE, OBVIOUS, ValueText, share_text, value_text, values_of
from kibitz_protocol.commands.explain import Explained, TreeNode

Run = tuple[str, str]
"""Text and the role that decides its style."""
PRINCIPAL, LEFT_OUT = "*", "x"


@dataclass(frozen=True, slots=True, eq=False)
class NodeEntry:
    """A node and its position. `number` counts all nodes from 0, pruned ones too, and `text` shows values."""

    node: TreeNode
    number: int
    parent: "NodeEntry | None"
    path: tuple[str, ...]
    principal: bool
    text: ValueText = value_text

    @property
    def cuts(self) -> bool:
        """Whether some children of this node were pruned."""
        return any(child.pruned for child in self.node.children)

    @property
    def ancestors(self) -> "list[NodeEntry]":
        """The nodes from the root to the parent."""
        found: list[NodeEntry] = []
        above = self.parent
        while above is not None:
            found.append(above)
            above = above.parent
        return found[::-1]


def node_entries(explained: Explained) -> list[NodeEntry]:
    """Return every node, in the order of the search."""
    numbers, text = iter(range(1 << 30)), values_of(explained)
    return list(_below(explained.root, None, (), text, count=numbers, principal=True))


def _below(
    node: TreeNode,
    parent: NodeEntry | None,
    path: tuple[str, ...],
    text: ValueText,
    *,
    count: Iterator[int],
    principal: bool,
) -> Iterator[NodeEntry]:
    entry = NodeEntry(node, next(count), parent, path, principal, text)
    yield entry
    # The first child with the value of its parent is the one that the search chose. No search chooses a chance event.
    chosen = principal and node.player != CHANCE
    best = next((child for child in node.children if child.value == node.value), None) if chosen else None
    for child in node.children:
        yield from _below(child, entry, (*path, child.move or ""), text, count=count, principal=child is best)


def move_of(entry: NodeEntry) -> str:
    """Return the move that leads to a node."""
    return entry.node.move or "root"


def label(entry: NodeEntry) -> list[Run]:
    """Return the line of a searched node: `* b2  min <= 3  alpha 3  cut after a1`."""
    node = entry.node
    if node.pruned or node.value is None:
        cut = node.why.removeprefix("left out: ") if _share(entry) else left_out(entry)
        return [(f"{LEFT_OUT} {move_of(entry)}  ", "left-out"), (f"left out: {cut}", "left-out")]
    runs = opening(entry)
    runs.append((f"{BOUNDS[node.bound]} {entry.text(node.value)}", "value"))
    runs += window(entry, node.alpha, node.beta)
    if entry.cuts:
        last = [child for child in node.children if not child.pruned][-1]
        runs.append((f"  cut after {last.move}", "cut"))
    elif not node.children and node.why not in OBVIOUS:
        runs.append((f"  {node.why}", "window"))
    return runs


def opening(entry: NodeEntry) -> list[Run]:
    """Return the start of the line of a node: mark, move or chance outcome with its probability, and player."""
    node = entry.node
    runs: list[Run] = [(f"{PRINCIPAL} " if entry.principal else "  ", "mark"), (f"{move_of(entry)}  ", "move")]
    if share := _share(entry):
        runs.append((f"{share}  ", "weight"))
    if node.children:
        runs.append((f"{node.player} ", node.player))
    return runs


def _share(entry: NodeEntry) -> str:
    """Return the chance of the chance event that leads to a node, such as `3/36`; empty after a move."""
    return share_text(entry.node, entry.parent.node if entry.parent is not None else None)


def turn_text(node: TreeNode) -> str:
    """Return what happens at an inner node: `max to move`, or `chance decides`."""
    return "chance decides" if node.player == CHANCE else f"{node.player} to move"


def left_out(entry: NodeEntry) -> str:
    """Return the condition that cut off a branch."""
    return f"alpha {limit_text(entry, entry.node.alpha)} >= beta {limit_text(entry, entry.node.beta)}"


def window(entry: NodeEntry, alpha: float | None, beta: float | None) -> list[Run]:
    """Return alpha and beta, if they are finite."""
    known = [f"{name} {entry.text(value)}" for name, value in (("alpha", alpha), ("beta", beta)) if value is not None]
    return [("  " + " ".join(known), "window")] if known else []


def limit_text(entry: NodeEntry, limit: float | None) -> str:
    """Return a limit, or `none`."""
    return "none" if limit is None else entry.text(limit)


def details(entry: NodeEntry, count: int) -> list[str]:
    """Return the facts about a node, one a line."""
    node = entry.node
    number = "left out" if node.node is None else f"node {node.node + 1} of {count}"
    lines = [f"{number}, ply {len(entry.path)}", "path  " + (" ".join(entry.path) or "none: the root")]
    if share := _share(entry):
        lines.append(f"chosen with weight {share.replace('/', ' of ')}")
    if node.pruned or node.value is None:
        cut = [] if share else [f"not searched: {left_out(entry)}"]
        return [*lines, turn_text(node), *cut, node.why]
    if node.children:
        lines.append(turn_text(node))
    lines.append(f"value {BOUNDS[node.bound]} {entry.text(node.value)}")
    if node.alpha is not None or node.beta is not None:
        lines.append(f"searched with alpha {limit_text(entry, node.alpha)}, beta {limit_text(entry, node.beta)}")
    lines.append(node.why)
    if entry.principal:
        lines.append("on the principal variation")
    return lines
