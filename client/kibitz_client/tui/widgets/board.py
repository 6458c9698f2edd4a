"""The board of any game, drawn by Textual's line API: one `refresh(Region)` for the changed part of a row."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.colours import ALL_STYLES, styles_of
from kibitz_client.board.engine_line import NOTHING, EngineLine
from kibitz_client.board.geometry import Layout
from kibitz_client.board.marks import BoardView
from kibitz_client.board.move_picker import marked, pick, targets, with_steps
from kibitz_client.board.shapes import fitting, in_play
from kibitz_client.storage.preferences import BoardStyle
from kibitz_client.text.match_view import move_question
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.state import State

ROLES = (
    *(
        "square",
        "light",
        "dark",
        "half-light",
        "half-dark",
        "shade",
        "solid",
        "edge-first",
        "edge-second",
        "first",
        "second",
        "on",
        "inside",
        "empty",
        "label",
        "note",
        "line",
        "target",
        "expected",
    ),
    *("spike", "spike-other", "tip", "tip-other", "die"),
    *("card", "red", "back", "chips"),
    *("last", "won", "check", "dead", "hint", "cursor", "picked", "premove"),
)


class BoardWidget(Widget, can_focus=True):
    """A board drawn from the server's description. It posts the moves that the user picks."""

    DEFAULT_CSS = """
    BoardWidget { width: 1fr; height: 1fr; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{role}" for role in ROLES}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("enter,space", "pick", show=False),
    ]

    class LaidOut(Message):
        """The layout changed, and with it perhaps whether pieces are drawn or written as letters."""

    class Marked(Message):
        """A cell was picked whose piece may be dead."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    class Picked(Message):
        """A move was picked, or several moves with the same path."""

        def __init__(self, moves: tuple[str, ...], question: str) -> None:
            super().__init__()
            self.moves = moves
            self.question = question
            """What to ask the user if there are several moves."""

    def __init__(
        self,
        *,
        playable: bool = False,
        ascii_only: bool = False,
        style: BoardStyle = "theme",
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.playable = playable
        self.ascii_only = ascii_only
        self._style_name: BoardStyle = style
        self.flipped = False
        self.board: Board | None = None
        self.position: State | None = None
        self._before: State | None = None
        self._sides: Sequence[str] = ()
        self._canvas: Canvas | None = None
        self._cursor: int | None = None
        self._picked: tuple[int, ...] = ()
        self._premove: frozenset[int] = frozenset()
        self._hint: frozenset[int] = frozenset()
        self._dead: frozenset[int] = frozenset()
        self.expected = NOTHING
        self._movable = False
        self._drawn_coloured = False
        self._styles: dict[str, Style] = {}

    @property
    def cursor_cell(self) -> int | None:
        """The cell under the cursor, which is drawn while the board is focused."""
        return self._cursor

    def show(
        self,
        board: Board,
        position: State,
        *,
        movable: bool = False,
        premove: frozenset[int] = frozenset(),
        hint: frozenset[int] = frozenset(),
        dead: frozenset[int] = frozenset(),
        expected: EngineLine = NOTHING,
        before: State | None = None,
        sides: Sequence[str] = (),
    ) -> None:
        """Show a position.

        Args:
            board: The board of the game.
            position: The position to show.
            movable: Whether the user may move now.
            premove: The cells of premoves.
            hint: The cells of a hint's move.
            dead: The cells whose pieces are held to be dead.
            expected: The result of a search of the position.
            before: The position of the previous ply, if known.
            sides: The name of each seat, which a table of cards needs.
        """
        shown = self.position if board == self.board else None
        if board != self.board:
            # A hidden widget has no size to lay the new board out in, and the old layout does not fit it.
            self.board, self._cursor, self._canvas = board, None, None
            self.position, self._before = position, None
            self._lay_out()
        if shown is None or shown.position != position.position:
            self._picked = ()
            known = before or shown
            self._before = known if known is not None and known.ply + 1 == position.ply else None
        self.position, self._movable, self._premove, self.expected = position, movable, premove, expected
        self._hint, self._dead, self._sides = hint, dead, sides
        self._redraw()

    def turn(self, *, flipped: bool) -> None:
        """Show the board as described, or from the opposite side."""
        if flipped != self.flipped:
            self.flipped = flipped
            self._lay_out()

    def draw_with(self, *, ascii_only: bool, style: BoardStyle | None = None) -> None:
        """Draw in ASCII, or with line characters and pieces, and in the colours of a style."""
        style = style or self._style_name
        drawn = self.ascii_only, self._style_name, self._drawn_coloured
        self.ascii_only, self._style_name = ascii_only, style
        if drawn != (ascii_only, style, self._coloured):
            self._lay_out()
        self._apply_style()

    @property
    def draws_pieces(self) -> bool:
        """Whether pieces are drawn and not written as letters."""
        return self._canvas is not None and self._canvas.layout.discs

    def fitting(self, board: Board, width: int, height: int) -> Layout:
        """Return the largest layout of a board that fits."""
        return fitting(board, width, height, flipped=self.flipped, ascii_only=self.ascii_only)

    @property
    def _coloured(self) -> bool:
        """Whether colours tell squares and sides apart."""
        return self._style_name != "outline" and not (self.app.current_theme.ansi or self.app.no_color)

    def on_mount(self) -> None:
        """Apply the colours of the style."""
        self._apply_style()

    def _apply_style(self) -> None:
        # A theme without colours keeps the terminal's own.
        coloured = not self.app.current_theme.ansi
        shown = styles_of(self._style_name, self.board, few=self.app.console.color_system == "standard")
        for name in ALL_STYLES:
            self.set_class(coloured and name in shown, f"-{name}")

    def render_line(self, y: int) -> Strip:
        """Render a row of the board."""
        width = self.size.width
        if self._canvas is None:
            return Strip.blank(width, self.rich_style)
        segments = [Segment(text, self._style(role)) for text, role in self._canvas.runs(y + self._shift)]
        return Strip(spaces_joined(segments)).adjust_cell_length(width, self.rich_style)

    def on_resize(self, _event: events.Resize) -> None:
        self._lay_out()

    def on_focus(self, _event: events.Focus) -> None:
        self._redraw()

    def on_blur(self, _event: events.Blur) -> None:
        self._redraw()

    def on_click(self, event: events.Click) -> None:
        """Pick the clicked cell."""
        offset = event.get_content_offset(self)
        if offset is None or self._canvas is None or not self.can_focus:
            return
        cell = self._canvas.layout.cell_at(offset.x, offset.y + self._shift)
        if cell is not None:
            self._cursor = cell
            self._pick(cell)

    def notify_style_update(self) -> None:
        self._styles.clear()
        super().notify_style_update()

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor to the next cell in a direction."""
        board, position = self.board, self.position
        if self._canvas is None or board is None or position is None or not self._canvas.layout.boxes:
            return
        if self._cursor is None:
            self._cursor = self._first_cell()
        else:
            able = lambda cell: in_play(board, position, cell)  # noqa: E731
            self._cursor = self._canvas.layout.neighbour(self._cursor, dx, dy, able)
        self._redraw()

    def action_pick(self) -> None:
        """Pick the cell under the cursor. On a board without cells, list all moves."""
        if self._canvas is not None and not self._canvas.layout.boxes:
            self._pick_any()
        elif self._cursor is None:
            self.action_move(0, 0)
        elif self._canvas is not None:
            self._pick(self._cursor)

    @property
    def _shift(self) -> int:
        """The number of rows above the visible part of a board that is too tall."""
        if self._canvas is None or self._canvas.layout.height <= self.size.height or not self._canvas.layout.boxes:
            return 0
        last = self.position.last[0] if self.position is not None and self.position.last else 0
        box = self._canvas.layout.boxes[self._cursor if self._cursor is not None else last]
        largest = self._canvas.layout.height - self.size.height
        return max(0, min(largest, box.y - self.size.height // 2))

    def _first_cell(self) -> int:
        """Return where the cursor appears: on a playable cell, else in the middle."""
        assert self.board is not None
        assert self.position is not None
        assert self._canvas is not None
        playable = sorted(targets(self.board, self.position, ()))
        able = [cell for cell in range(len(self._canvas.layout.boxes)) if in_play(self.board, self.position, cell)]
        found = playable or able
        return found[len(found) // 2] if found else 0

    def _pick(self, cell: int) -> None:
        if self.playable and self.position is not None and self.position.removable:
            self.post_message(self.Marked(cell))
        if self.board is None or self.position is None or not (self.playable and self._movable):
            self._redraw()
            return
        choice = pick(self.board, self.position, self._picked, cell)
        self._picked = () if choice.moves else choice.picked
        if choice.moves:
            self.post_message(self.Picked(choice.moves, move_question(self.board, self.position, choice.moves)))
        self._redraw()

    def _pick_any(self) -> None:
        if self.board is not None and self.position is not None and self.playable and self._movable:
            moves = tuple(self.position.legal)
            self.post_message(self.Picked(moves, move_question(self.board, self.position, moves)))

    def _lay_out(self) -> None:
        if self.board is not None and self.size.width and self.size.height:
            found = self.fitting(self.board, self.size.width, self.size.height)
            self._drawn_coloured = self._coloured
            self._canvas = Canvas(self.board, found, shades=self._drawn_coloured)
            self._apply_style()
            self.post_message(self.LaidOut())
            self._redraw()
            self.refresh()

    def _redraw(self) -> None:
        if self._canvas is None or self.board is None or self.position is None:
            return
        view = BoardView(
            with_steps(self.board, self.position, self._picked),
            cursor=self._cursor if self.has_focus else None,
            picked=self._picked,
            premove=self._premove,
            hint=self._hint,
            dead=self._dead,
            outline=self._style_name == "outline",
            pictures=self._coloured,
            targets=marked(self.board, self.position, self._picked) if self._movable else frozenset(),
            before=self._before,
            numbers=self.expected.numbers,
            notes=self.expected.notes,
            sides=self._sides,
        )
        shift = self._shift
        pieces = self._canvas.show(view)
        if self._canvas.layout.height > self.size.height:
            self.refresh()
            return
        for piece in pieces:
            self.refresh(Region(piece.x, piece.y - shift, piece.width, piece.height))

    def _style(self, roles: str) -> Style:
        """Return the combined style of some roles."""
        found = self._styles.get(roles)
        if found is None:
            found = self.rich_style
            for role in roles.split():
                found += self.get_component_rich_style(f"board--{role}", partial=True)
            self._styles[roles] = found
        return found


def spaces_joined(segments: Iterable[Segment]) -> list[Segment]:
    """Return segments in which a space on the same ground belongs to the text before it.

    Textual sends colours and a reset with each segment, which takes 40 bytes or more.
    """
    joined: list[Segment] = []
    for text, style, _ in segments:
        before = joined[-1] if joined else None
        if before is not None and (style == before.style or (text.isspace() and _same_ground(style, before.style))):
            joined[-1] = Segment(before.text + text, before.style)
        else:
            joined.append(Segment(text, style))
    return joined


def _same_ground(style: Style | None, other: Style | None) -> bool:
    """Return whether a space looks the same in both styles."""
    if style is None or other is None:
        return style is other
    drawn = (style.underline, style.reverse, style.strike, other.underline, other.reverse, other.strike)
    return style.bgcolor == other.bgcolor and not any(drawn)
