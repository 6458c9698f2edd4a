"""The board between the lines of its players: as large as fits, centred, and the lines as wide as the board."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from kibitz_client.board.geometry import Layout
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.player_bar import PlayerBar
from kibitz_protocol.values.boards import Board

BARS = 2
"""The rows of the players."""
SMALL = 1
"""Up to this size of cells, a larger board is worth more than players above and below it."""
ASIDE = 24
"""The least columns for players at the right of the board."""


class BoardArea(Vertical):
    """Board with a player above and one below.

    Where the rows of the players would make the cells small, they move beside the board. If there is a panel,
    `bars_beside` is then true, and the screen shows them in it; otherwise they are at the right of the board.
    """

    DEFAULT_CSS = """
    BoardArea { width: 1fr; height: 1fr; align: center middle; padding: 0 0 0 1; }
    BoardArea BoardWidget { width: 1; height: 1; }
    BoardArea.-beside PlayerBar { display: none; }
    BoardArea.-aside BoardWidget { dock: left; }
    """

    class Resized(Message):
        """The free space changed."""

    def __init__(self, preferences: Preferences, *, playable: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self._preferences = preferences
        self._playable = playable
        self.bars_beside = False
        self._aside = False

    def compose(self) -> ComposeResult:
        """Lay out the board between two players."""
        ascii_only = self._preferences.ascii_only
        yield PlayerBar(ascii_only=ascii_only, id="far")
        yield BoardWidget(
            playable=self._playable, ascii_only=ascii_only, style=self._preferences.board_style, id="board"
        )
        yield PlayerBar(ascii_only=ascii_only, id="near")

    def on_resize(self) -> None:
        """Let the screen fit the board."""
        self.post_message(self.Resized())

    def fit(self, board: Board, width: int, height: int, *, beside: bool) -> Layout:
        """Choose the size of the board, and return its layout.

        Args:
            board: The board.
            width: The free columns.
            height: The free rows, with those of the players.
            beside: Whether there is a place for the players beside the board.
        """
        widget = self.query_one(BoardWidget)
        found = widget.fitting(board, width, max(1, height - BARS))
        moved = False
        if found.size <= SMALL:
            larger = widget.fitting(board, width if beside else width - ASIDE, height)
            named = larger.area.y > found.area.y
            if larger.size > found.size or found.height > height - BARS or named:
                found, moved = larger, True
        self.bars_beside = moved and beside
        self._aside = moved and not beside
        self.set_class(self.bars_beside, "-beside")
        self.set_class(self._aside, "-aside")
        widget.styles.width = max(1, min(found.width, width))
        widget.styles.height = max(1, min(found.height, height - (0 if moved else BARS)))
        self.fit_bars(width)
        return found

    def fit_bars(self, width: int) -> None:
        """Make both players as wide as the board, and wider if their texts need it."""
        bars = list(self.query(PlayerBar))
        board = self.query_one(BoardWidget)
        own = int(board.styles.width.value) if board.styles.width is not None else 1
        free = width - own - 1 if self._aside else width
        wanted = max(1, min(free, max(0 if self._aside else own, *(bar.wanted_width for bar in bars))))
        for bar in bars:
            bar.styles.width = wanted
        # The three are aligned as one block.
        board.styles.margin = (0, 0, 0, 0 if self.bars_beside or self._aside else max(0, wanted - own) // 2)
