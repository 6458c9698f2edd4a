"""All that is known of one node of a search tree, and below it the position there, where the game has a board."""

from textual.app import ComposeResult
from textual.containers import Vertical

from kibitz_client.tui import strings
from kibitz_client.tui.search_tree.nodes import NodeEntry, details
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.explain import Shown
from kibitz_protocol.values import Board, State


class NodeCard(Vertical):
    """The board is left out where it has no room."""

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
        """Text above, board below."""
        yield TextLine(strings.NO_TREE, id="details")
        board = BoardWidget(ascii_only=self._ascii_only, id="node-board")
        board.can_focus = False
        yield board

    def on_mount(self) -> None:
        """There is no board yet."""
        self.query_one(BoardWidget).display = False

    def show(self, spot: NodeEntry, count: int, board: Board | None, text: str = "") -> None:
        """A node of a tree in which `count` were searched; `text` stands in place of what is known of it."""
        self.query_one(TextLine).show(text or "\n".join(details(spot, count)))
        widget = self.query_one(BoardWidget)
        shown = spot.node.shown
        widget.display = self.with_board and board is not None and shown is not None
        if board is not None and shown is not None:
            widget.show(board, _position(shown, spot))

    def draw_with(self, *, ascii_only: bool) -> None:
        """Draw with these lines from now on."""
        self.query_one(BoardWidget).draw_with(ascii_only=ascii_only)


def _position(shown: Shown, spot: NodeEntry) -> State:
    """A position in which nobody is to move."""
    return State(
        ply=len(spot.path),
        to_move=None,
        position=f"node {spot.number}",
        text="",
        rows=shown.rows,
        counts=shown.counts,
        blocks=shown.blocks,
        last=shown.last,
        legal=[],
        paths=[],
        counters={},
        remaining_ms=None,
        flag_ms=None,
        periods=None,
        ticking=None,
    )
