"""The line of a seat: player, remaining time, and whether it is the player's turn."""

from dataclasses import dataclass

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from kibitz_client.board.pieces import piece_shape
from kibitz_client.board.points.appearance import LETTERS, checker_shape
from kibitz_client.board.shapes import top_seat
from kibitz_client.columns import fit, width_of
from kibitz_client.match.owners import symbol_owners
from kibitz_client.match.state import MatchState, seat_remark
from kibitz_client.text.clock import deadline_text, seat_clock_text
from kibitz_protocol.values.boards import Grid, Points
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.seats import name_text, player_text, seat_text

LOW_MS = 20_000
STONES = "●", "○"
"""A filled disc for the first side, a ring for the second."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The texts of the line of a seat. `place` is `near` for the seat at the bottom and `far` for the other one.

    `short` is the player without rating and remarks, for a narrow line.
    """

    place: str
    player: str
    short: str
    time: str
    note: str
    turn: bool
    low: bool


def bottom_seat(state: MatchState) -> Seat:
    """Return the seat at the bottom: ours, otherwise the one whose side is drawn there, otherwise the last one."""
    top = top_seat(state.board)
    if state.you is not None or top is None:
        return state.you if state.you is not None else len(state.seats) - 1
    return next((view.seat for view in state.seats if view.seat != top), top)


def stone_mark(state: MatchState, seat: Seat, *, drawn: bool = False) -> str:
    """Return the name of a seat in its game, after its stone: the symbol unless that is the name, or a picture.

    Args:
        state: The match.
        seat: The seat.
        drawn: Whether the board has pictures of stones.
    """
    name = seat_text(state.game.seats, seat)
    if isinstance(state.board, Points):
        shape = checker_shape(state.board, seat % 2)
        return f"{STONES[shape == 'ring'] if drawn else LETTERS[seat % 2]} {name}"
    if not isinstance(state.board, Grid):
        return name
    stone = next((symbol for symbol, owner in symbol_owners(state.board).items() if owner == seat), name)
    if state.board.glyphs or state.board.ground == "dots":
        return name  # no discs are drawn there
    if drawn and state.board.symbols.get(stone) not in (None, "cross", "nought"):
        return f"{STONES[piece_shape(state.board, stone) == 'ring']} {name}"
    return name if stone == name else f"{stone} {name}"


def seat_lines(state: MatchState, elapsed_ms: int, *, flipped: bool = False, drawn: bool = False) -> list[SeatLine]:
    """Return the lines of both sides.

    Args:
        state: The match.
        elapsed_ms: The time since its position arrived.
        flipped: Whether the other side is at the bottom.
        drawn: Whether the board has pictures of stones.
    """
    bottom = bottom_seat(state)
    if flipped:
        bottom = next((view.seat for view in state.seats if view.seat != bottom), bottom)
    order = [view for view in state.seats if view.seat != bottom]
    lines = []
    for place, view in (("near", state.seats[bottom]), *((("far", order[0]),) if order else ())):
        turn = state.phase == "running" and state.position.to_move == view.seat
        mark = stone_mark(state, view.seat, drawn=drawn)
        you = seat_remark(state, view.seat)
        left = state.position.remaining_ms[view.seat] if state.position.remaining_ms else None
        spent = elapsed_ms if state.position.ticking == view.seat else 0
        low = left is not None and state.phase == "running" and left - spent < LOW_MS
        time = seat_clock_text(state, view.seat, elapsed_ms)
        note = deadline_text(state, view.seat, elapsed_ms)
        player = player_text(view)
        # In a narrow line, "you" is easier to recognize than the player's own name.
        short = you.strip() if view.seat == state.you else name_text(view) if view.name else player
        lines.append(SeatLine(place, f"{mark} {player}{you}", f"{mark} {short}", time, note, turn, low))
    return lines


def bar_text(line: SeatLine, width: int, *, ascii_only: bool) -> str:
    """Return the line of a seat in a number of columns: the turn, player, note and time, the last at the right.

    Where that does not fit, the clock goes that does not run during the note, then the remarks about the player, and at
    last the end of the name.
    """
    turn = (">" if ascii_only else "▶") + " " if line.turn else "  "
    time = f"{'!' if line.low else ''}{line.time}"
    rights = [f"{line.note}  {time}", line.note, line.note.replace(" within", "")] if line.note else [time]
    for player, right in [(line.player, rights[0]), *((line.player, one) for one in rights[1:-1])] + [
        (line.short, one) for one in rights
    ]:
        if width_of(turn + player) + bool(right) * 2 + width_of(right) <= width:
            return fit(turn + player, width - width_of(right)) + right
    right = rights[-1]
    room = max(0, width - width_of(right) - 1)
    cut = turn + line.short
    if width_of(cut) > room:
        cut = fit(cut, max(0, room - (3 if ascii_only else 1))) + ("..." if ascii_only else "…")
    return fit(f"{fit(cut, room)} {right}", width)


class PlayerBar(Widget):
    """Line of a seat, redrawn only when its text changes. The side to move has an arrow and a colour.

    A low clock has a `!` and a colour.
    """

    DEFAULT_CSS = """
    PlayerBar { height: 1; width: 1fr; }
    PlayerBar.-turn { background: $panel; color: $mark; text-style: bold; }
    PlayerBar.-low { color: $error; text-style: bold; }
    """

    def __init__(self, *, ascii_only: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ascii_only = ascii_only
        self._line = SeatLine("", "", "", "", "", turn=False, low=False)

    @property
    def wanted_width(self) -> int:
        """The number of columns in which nothing is left out."""
        line = self._line
        right = f"{'!' if line.low else ''}{line.time}" + (f"  {line.note}" if line.note else "")
        return width_of(line.player) + width_of(right) + 4

    def show(self, line: SeatLine) -> None:
        """Show the line of a seat."""
        if line != self._line:
            self._line = line
            self.set_class(line.low, "-low")
            self.set_class(line.turn, "-turn")
            self.refresh()

    def render(self) -> RenderResult:
        """Render the line."""
        return Content(bar_text(self._line, self.content_size.width, ascii_only=self.ascii_only))
