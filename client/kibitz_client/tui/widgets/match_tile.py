"""One of several matches on a screen: a title line, the board, and beside it the players and their clocks."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message

from kibitz_client.board.shapes import fitting
from kibitz_client.match.moves.numbering import numbered_last
from kibitz_client.match.state import MatchState
from kibitz_client.storage.preferences import BoardStyle
from kibitz_client.text.match_view import result_line
from kibitz_client.tui import strings
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.player_bar import seat_lines
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.values.seats import name_text

FACTS_WIDTH = 15


class MatchTile(Vertical, can_focus=True):
    """Tile of a match. The focused tile has a mark before its number; a double click opens it."""

    DEFAULT_CSS = """
    MatchTile { width: 1fr; height: 1fr; }
    MatchTile .about { height: 1; width: 1fr; color: $faint; background: $panel; }
    MatchTile:focus .about { color: $mark; text-style: bold; }
    MatchTile .facts { width: 1fr; height: 1fr; padding: 0 0 0 2; }
    MatchTile.-wide .facts { display: none; }
    """

    class Opened(Message):
        """The tile was double-clicked."""

        def __init__(self, tile: "MatchTile") -> None:
            super().__init__()
            self.tile = tile

    def __init__(self, number: int, *, ascii_only: bool, style: BoardStyle = "theme") -> None:
        super().__init__(id=f"tile{number}")
        self.number = number
        self._ascii_only = ascii_only
        self._style = style
        self._state: MatchState | None = None
        self._facts_width = FACTS_WIDTH

    def compose(self) -> ComposeResult:
        """Lay out title, board and facts."""
        yield TextLine(classes="about")
        with Horizontal():
            board = BoardWidget(ascii_only=self._ascii_only, style=self._style)
            board.can_focus = False
            yield board
            yield TextLine(strings.NO_LIVE, classes="facts")

    def show(self, state: MatchState | None, elapsed_ms: int) -> None:
        """Show a match, or an empty tile for None.

        Args:
            state: The match.
            elapsed_ms: The time since its position arrived.
        """
        self._state = state
        board = self.query_one(BoardWidget)
        board.display = state is not None
        if state is not None:
            board.show(state.board, state.position, sides=state.game.seats)
        self.fit()
        self.tick(elapsed_ms)

    def tick(self, elapsed_ms: int) -> None:
        """Update the clocks."""
        state = self._state
        self.query_one(".about", TextLine).show(self._about())
        facts = [strings.NO_LIVE] if state is None else self._facts(state, elapsed_ms)
        self.query_one(".facts", TextLine).show("\n".join(facts))

    def fit(self) -> None:
        """Fit the board beside the player names; if it leaves no room, the title line has the names."""
        state, available = self._state, self.size.width - FACTS_WIDTH
        if state is None or available <= 0:
            return
        width = fitting(state.board, available, self.size.height - 1).width
        self.set_class(width > available, "-wide")
        self._facts_width = self.size.width if width > available else self.size.width - width - 3
        self.query_one(BoardWidget).styles.width = self.size.width if width > available else width

    def draw_with(self, *, ascii_only: bool, style: BoardStyle) -> None:
        """Draw the board in ASCII, or not, and in the colours of a style."""
        self.query_one(BoardWidget).draw_with(ascii_only=ascii_only, style=style)

    def on_resize(self) -> None:
        self.fit()

    def on_focus(self, _event: events.Focus) -> None:
        self.query_one(".about", TextLine).show(self._about())

    def on_blur(self, _event: events.Blur) -> None:
        self.query_one(".about", TextLine).show(self._about())

    def on_click(self, event: events.Click) -> None:
        """Post `Opened` on a double click; the first click focuses the tile."""
        if event.chain == 2:
            self.post_message(self.Opened(self))

    def _about(self) -> str:
        mark = ">" if self.has_focus else " "
        state = self._state
        if state is None:
            return f"{mark}{self.number}"
        if state.over:
            status = result_line(state, short=True)
        elif self.has_class("-wide"):
            status = " v ".join(map(name_text, state.seats))
        else:
            status = f"ply {state.position.ply}"
        return f"{mark}{self.number} {state.game.title} {state.code}  {status}"

    def _facts(self, state: MatchState, elapsed_ms: int) -> list[str]:
        lines = []
        drawn = self.query_one(BoardWidget).draws_pieces
        for line in reversed(seat_lines(state, elapsed_ms, drawn=drawn)):
            turn = ("  ", ">" if self._ascii_only else "\u25b6")[line.turn].ljust(2)
            lines.append(turn + line.player[: self._facts_width - 2])
            if line.time:
                lines.append(f"  {'!' if line.low else ''}{line.time}")
            lines.append("")
        last = numbered_last(state) or "-"
        lines.append(strings.LAST_MOVE.format(move=last))
        return lines
