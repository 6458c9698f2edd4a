"""The tree of a search: nodes to be opened and closed, each with its value, its window and what was cut off there."""

from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import Tree
from textual.widgets.tree import TreeNode as Branch

from kibitz_client.tui.search_tree.nodes import NodeEntry, Run, label

ROLES = ("mark", "move", "max", "min", "value", "window", "cut", "left-out")
ASCII_LINES = {
    "default": ("  ", "| ", "`-", "|-"),
    "bold": ("  ", "| ", "`-", "|-"),
    "double": ("  ", "| ", "`-", "|-"),
}
"""Space, what goes on below, the last branch, a branch: each a character and what it is drawn out with."""
Labeller = Callable[[NodeEntry], list[Run]]


class SearchTree(Tree[NodeEntry]):
    """It is given spots, the root first; `relabel` writes other labels for the same ones."""

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
        self.spots: list[NodeEntry] = []
        self.draw_with(ascii_only=ascii_only)

    def draw_with(self, *, ascii_only: bool) -> None:
        """Draw with these lines from now on."""
        self.LINES = ASCII_LINES if ascii_only else Tree.LINES
        self.ICON_NODE, self.ICON_NODE_EXPANDED = ("+ ", "- ") if ascii_only else (Tree.ICON_NODE, "▼ ")
        self._invalidate()

    def show(self, spots: list[NodeEntry]) -> None:
        """Show a tree, opened down to the children of its root."""
        self.clear()
        self.spots = spots
        self._branches = {}
        self._labeller = label
        for spot in spots:
            above = self._branches[spot.parent.number] if spot.parent is not None else self.root
            self._branches[spot.number] = above.add("", spot, allow_expand=bool(spot.node.children))
        self.root.expand()
        self.open_to(1)
        self.go_to(spots[0])

    def relabel(self, labeller: Labeller | None = None) -> None:
        """Write the labels by another rule, or as they are when all has been searched."""
        self._labeller = labeller or label
        self._invalidate()
        self.refresh()

    @property
    def here(self) -> NodeEntry | None:
        """The node under the cursor."""
        return self.cursor_node.data if self.cursor_node is not None else None

    def open_to(self, plies: int) -> None:
        """Open so many plies from the root, and nothing below them; more than there are opens all."""
        for spot in self.spots:
            branch = self._branches[spot.number]
            if len(spot.path) < plies:
                branch.expand()
            else:
                branch.collapse()

    def go_to(self, spot: NodeEntry) -> None:
        """Put the cursor on a node, and open what it is in."""
        for above in spot.ancestors:
            self._branches[above.number].expand()
        branch = self._branches[spot.number]
        # Where the lines are is known when they have been laid out, which asking for the last one does.
        _ = self.last_line
        self.move_cursor(branch)
        self.scroll_to_node(branch, animate=False)

    def next_cut(self, way: int) -> bool:
        """Go to the next cut-off in the order of the search, or the one before; gives whether there is one."""
        here = self.here
        at = here.number if here is not None else -1
        ahead = [spot for spot in self.spots if spot.cuts and (spot.number - at) * way > 0]
        if not ahead:
            return False
        spot = ahead[0 if way > 0 else -1]
        self.go_to(spot)
        self._branches[spot.number].expand()
        return True

    def action_open(self) -> None:
        """Open the node; in one that is open, go to its first child."""
        branch = self.cursor_node
        if branch is None or not branch.allow_expand:
            return
        if branch.is_expanded:
            self.action_cursor_down()
        else:
            branch.expand()

    def action_close(self) -> None:
        """Close the node; from one that is closed, go to its parent."""
        branch = self.cursor_node
        if branch is None:
            return
        if branch.allow_expand and branch.is_expanded:
            branch.collapse()
        elif branch.parent is not None and branch.parent.data is not None:
            self.move_cursor(branch.parent)
            self.scroll_to_node(branch.parent, animate=False)

    def render_label(self, node: Branch[NodeEntry], base_style: Style, style: Style) -> Text:
        """The line of a node, each part in its colour; under the cursor the colours of the cursor hold."""
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
