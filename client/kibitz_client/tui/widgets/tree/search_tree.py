"""The tree of a search: nodes that open and close, each with its value, window and cut-off."""

from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import Tree
from textual.widgets.tree import TreeNode as Branch

from kibitz_client.tui.search_tree.nodes import NodeEntry, Run, label

ROLES = ("mark", "move", "max", "min", "chance", "weight", "value", "window", "cut", "left-out")
ASCII_LINES = {
    "default": ("  ", "| ", "`-", "|-"),
    "bold": ("  ", "| ", "`-", "|-"),
    "double": ("  ", "| ", "`-", "|-"),
}
"""Guides of Textual's tree: blank, vertical line, last branch, branch."""
Labeller = Callable[[NodeEntry], list[Run]]


class SearchTree(Tree[NodeEntry]):
    """Tree of node entries. `relabel` changes the labels of the same entries."""

    DEFAULT_CSS = """
    SearchTree { background: $background; padding: 0 1; scrollbar-size-vertical: 1; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tree--{role}" for role in ROLES}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "open", show=False),
        Binding("left,h", "close", show=False),
    ]

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__("", id=id)
        self.show_root = False
        self.guide_depth = 3
        self._labeller: Labeller = label
        self._branches: dict[int, Branch[NodeEntry]] = {}
        self.entries: list[NodeEntry] = []
        self.draw_with(ascii_only=ascii_only)

    def draw_with(self, *, ascii_only: bool) -> None:
        """Draw the tree in ASCII, or not."""
        self.LINES = ASCII_LINES if ascii_only else Tree.LINES
        self.ICON_NODE, self.ICON_NODE_EXPANDED = ("+ ", "- ") if ascii_only else (Tree.ICON_NODE, "▼ ")
        self._invalidate()

    def show(self, entries: list[NodeEntry]) -> None:
        """Show entries, the root first, opened down to the children of the root."""
        self.clear()
        self.entries = entries
        self._branches = {}
        self._labeller = label
        for entry in entries:
            above = self._branches[entry.parent.number] if entry.parent is not None else self.root
            self._branches[entry.number] = above.add("", entry, allow_expand=bool(entry.node.children))
        self.root.expand()
        self.open_to(1)
        self.go_to(entries[0])

    def relabel(self, labeller: Labeller | None = None) -> None:
        """Write the labels by a labeller, or those of the finished search."""
        self._labeller = labeller or label
        self._invalidate()
        self.refresh()

    @property
    def here(self) -> NodeEntry | None:
        """The node under the cursor."""
        return self.cursor_node.data if self.cursor_node is not None else None

    def open_to(self, plies: int) -> None:
        """Open that many plies from the root, and close all nodes below."""
        for entry in self.entries:
            branch = self._branches[entry.number]
            if len(entry.path) < plies:
                branch.expand()
            else:
                branch.collapse()

    def go_to(self, entry: NodeEntry) -> None:
        """Move the cursor to a node, and open its ancestors."""
        for above in entry.ancestors:
            self._branches[above.number].expand()
        branch = self._branches[entry.number]
        # Reading `last_line` makes Textual lay out the lines, so that the cursor can move to one.
        _ = self.last_line
        self.move_cursor(branch)
        self.scroll_to_node(branch, animate=False)

    def next_cut(self, direction: int) -> bool:
        """Go to the next cut-off in search order, or with -1 to the previous one. Return whether there is one."""
        here = self.here
        at = here.number if here is not None else -1
        ahead = [entry for entry in self.entries if entry.cuts and (entry.number - at) * direction > 0]
        if not ahead:
            return False
        entry = ahead[0 if direction > 0 else -1]
        self.go_to(entry)
        self._branches[entry.number].expand()
        return True

    def action_open(self) -> None:
        """Open the node; from an open node, go to its first child."""
        branch = self.cursor_node
        if branch is None or not branch.allow_expand:
            return
        if branch.is_expanded:
            self.action_cursor_down()
        else:
            branch.expand()

    def action_close(self) -> None:
        """Close the node; from a closed node, go to its parent."""
        branch = self.cursor_node
        if branch is None:
            return
        if branch.allow_expand and branch.is_expanded:
            branch.collapse()
        elif branch.parent is not None and branch.parent.data is not None:
            self.move_cursor(branch.parent)
            self.scroll_to_node(branch.parent, animate=False)

    def render_label(self, node: Branch[NodeEntry], base_style: Style, style: Style) -> Text:
        """Render the line of a node, each part in the style of its role, or all in the style of the cursor."""
        text = Text(style=base_style)
        if node.allow_expand:
            icon = self.ICON_NODE_EXPANDED if node.is_expanded else self.ICON_NODE
            text.append(icon, base_style + Style(meta={"toggle": True}))
        if node.data is None:
            return text
        under_cursor = node is self.cursor_node
        for part, role in self._labeller(node.data):
            painted = self.get_component_rich_style(f"tree--{role}", partial=True)
            text.append(part, style if under_cursor else painted + style)
        return text
