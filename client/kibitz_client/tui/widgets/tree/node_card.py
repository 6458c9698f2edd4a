"""The facts about one node of a search tree, and below them its position, if the game has a board."""

from textual.app import ComposeResult
from textual.containers import Vertical

from kibitz_client.match.shown import position_of
from kibitz_client.tui import strings
from kibitz_client.tui.search_tree.nodes import NodeEntry, details
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.values.boards import Board


class NodeCard(Vertical):
    """Card of a node: text above, board below."""

    DEFAULT_CSS = """
    NodeCard { width: 30; height: 1fr; padding: 0 1; }
    NodeCard.-wide { width: 44; }
    NodeCard TextLine { width: 1fr; height: auto; }
    NodeCard BoardWidget { margin: 1 0 0 0; }
    """

    def __init__(self, *, ascii_only: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ascii_only = ascii_only
        self.with_board = True

    def compose(self) -> ComposeResult:
        """Lay out text and board."""
        yield TextLine(strings.NO_TREE, id="details")
        board = BoardWidget(ascii_only=self._ascii_only, id="node-board")
        board.can_focus = False
        yield board

    def on_mount(self) -> None:
        """Hide the board until a node is shown."""
        self.query_one(BoardWidget).display = False

    def show(self, entry: NodeEntry, count: int, board: Board | None, text: str = "") -> None:
        """Show a node of a tree of `count` searched nodes; `text` replaces the facts."""
        self.query_one(TextLine).show(text or "\n".join(details(entry, count)))
        widget = self.query_one(BoardWidget)
        shown = entry.node.shown
        widget.display = self.with_board and board is not None and shown is not None
        if board is not None and shown is not None:
            widget.show(board, position_of(shown, f"node {entry.number}", len(entry.path)))

    def draw_with(self, *, ascii_only: bool) -> None:
        """Draw the board in ASCII, or not."""
        self.query_one(BoardWidget).draw_with(ascii_only=ascii_only)
