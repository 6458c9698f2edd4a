"""The match that is highlighted in the lobby: board, players with their clocks, and the last moves."""

import time

from textual.app import ComposeResult
from textual.containers import Vertical

from kibitz_client.board.shapes import top_seat
from kibitz_client.match.state import MatchState
from kibitz_client.match.stopwatch import Stopwatch
from kibitz_client.storage.preferences import BoardStyle
from kibitz_client.text.match_view import played_text, result_line
from kibitz_client.tui import strings
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.player_bar import PlayerBar, bottom_seat, seat_lines
from kibitz_client.tui.widgets.text_line import TextLine

LAST_MOVES = 6
OTHER_ROWS = 4
"""Heading, players and last moves."""


class MatchPreview(Vertical):
    """Preview of a followed match; it is drawn again with each change, and its clocks run."""

    DEFAULT_CSS = """
    MatchPreview { height: 1fr; }
    MatchPreview .last { height: 1; color: $faint; }
    """

    def __init__(self, *, ascii_only: bool, style: BoardStyle) -> None:
        super().__init__()
        self._ascii_only = ascii_only
        self._style = style
        self._state: MatchState | None = None
        self._stopwatch = Stopwatch(time.monotonic())

    def compose(self) -> ComposeResult:
        """Lay out heading, players, board and last moves."""
        yield TextLine(strings.PREVIEW, classes="heading", id="preview-title")
        yield PlayerBar(ascii_only=self._ascii_only, id="preview-far")
        board = BoardWidget(ascii_only=self._ascii_only, style=self._style)
        board.can_focus = False
        yield board
        yield PlayerBar(ascii_only=self._ascii_only, id="preview-near")
        yield TextLine(classes="last")

    def on_mount(self) -> None:
        """Begin without a match."""
        self.show(None)
        self.set_interval(0.5, self._tick)

    def show(self, state: MatchState | None, why: str = "") -> None:
        """Show a match; without one, `why` there is none."""
        if state is not None and (self._state is None or self._state.position is not state.position):
            self._stopwatch.begin(time.monotonic())
        self._state = state
        board = self.query_one(BoardWidget)
        for part in (board, *self.query(PlayerBar)):
            part.display = state is not None
        title, last = self.query_one("#preview-title", TextLine), self.query_one(".last", TextLine)
        if state is None:
            title.show(strings.PREVIEW)
            last.show(why)
            return
        title.show(strings.PREVIEW_OF.format(title=state.game.title, code=state.code))
        board.turn(flipped=top_seat(state.board) == bottom_seat(state))
        board.show(state.board, state.position, sides=state.game.seats)
        self._fit()
        moves = played_text(state, LAST_MOVES)
        last.show(result_line(state) if state.over else strings.LAST_MOVES.format(moves=moves) if moves else "")
        self._tick()

    def on_resize(self) -> None:
        """Fit the board to the space."""
        self._fit()

    def on_board_widget_laid_out(self) -> None:
        """Show the players with the pieces that the board has at its new size."""
        self._tick()

    def _fit(self) -> None:
        """Make the board as high as it is drawn, so that both players are next to it."""
        state, width, height = self._state, self.size.width, self.size.height - OTHER_ROWS
        if state is not None and width > 0 and height > 0:
            board = self.query_one(BoardWidget)
            board.styles.height = min(height, board.fitting(state.board, width, height).height)

    def draw_with(self, *, ascii_only: bool, style: BoardStyle) -> None:
        """Draw in ASCII, or not, and in the colours of a style."""
        self.query_one(BoardWidget).draw_with(ascii_only=ascii_only, style=style)
        self._fit()
        for bar in self.query(PlayerBar):
            bar.ascii_only = ascii_only

    def _tick(self) -> None:
        state = self._state
        if state is None or not self.display:
            return
        drawn = self.query_one(BoardWidget).draws_pieces
        for line in seat_lines(state, self._stopwatch.elapsed_ms(time.monotonic()), drawn=drawn):
            self.query_one(f"#preview-{line.place}", PlayerBar).show(line)
