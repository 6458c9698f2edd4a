"""The line of a seat: player, remaining time, and whether it is their turn."""

from dataclasses import dataclass

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from kibitz_client.match.state import MatchState, is_disconnected
from kibitz_client.text.board import stone_roles
from kibitz_client.text.clock import first_move_text, seat_clock_text
from kibitz_client.text.columns import fit
from kibitz_client.text.formatting import player_text, seat_text
from kibitz_client.tui.board.layout import top_seat
from kibitz_protocol.values import Grid, Seat

LOW_MS = 20_000


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The texts of the line of a seat. `place` is `near` for the seat at the bottom and `far` for the other one."""

    place: str
    player: str
    time: str
    note: str
    turn: bool
    low: bool


def bottom_seat(state: MatchState) -> Seat:
    """Return the seat at the bottom: ours, else the one whose side of the board is drawn there, else the last one."""
    top = top_seat(state.board)
    if state.you is not None or top is None:
        return state.you if state.you is not None else len(state.seats) - 1
    return next((view.seat for view in state.seats if view.seat != top), top)


def stone_mark(state: MatchState, seat: Seat) -> str:
    """Return the name of a seat in its game, after the symbol of its stones unless the name is that symbol."""
    name = seat_text(state.game.seats, seat)
    if not isinstance(state.board, Grid):
        return name
    roles = stone_roles(state.board)
    stone = next((symbol for symbol, role in roles.items() if role == ("first", "second")[seat % 2]), name)
    return name if stone == name else f"{stone} {name}"


def seat_lines(state: MatchState, elapsed_ms: int, *, flipped: bool = False) -> list[SeatLine]:
    """Return the lines of both sides.

    Args:
        state: The match.
        elapsed_ms: The time since its position arrived.
        flipped: Whether the other side is at the bottom.
    """
    bottom = bottom_seat(state)
    if flipped:
        bottom = next((view.seat for view in state.seats if view.seat != bottom), bottom)
    order = [view for view in state.seats if view.seat != bottom]
    lines = []
    for place, view in (("near", state.seats[bottom]), *((("far", order[0]),) if order else ())):
        turn = state.phase == "running" and state.position.to_move == view.seat
        mark = stone_mark(state, view.seat)
        you = " (you)" if view.seat == state.you else " (gone)" if is_disconnected(state, view.seat) else ""
        left = state.position.remaining_ms[view.seat] if state.position.remaining_ms else None
        spent = elapsed_ms if state.position.ticking == view.seat else 0
        low = left is not None and state.phase == "running" and left - spent < LOW_MS
        time = seat_clock_text(state, view.seat, elapsed_ms)
        note = first_move_text(state, elapsed_ms) if turn else ""
        lines.append(SeatLine(place, f"{mark} {player_text(view)}{you}", time, note, turn, low))
    return lines


class PlayerBar(Widget):
    """Line of a seat, redrawn only when its text changes. A running clock shows `<`, a low one `!` and a colour."""

    DEFAULT_CSS = """
    PlayerBar { height: 1; width: 1fr; }
    PlayerBar.-low { color: $error; text-style: bold; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[str, str, str, bool] = ("", "", "", False)

    def show(self, player: str, time: str, note: str, *, turn: bool, low: bool) -> None:
        """Show a player with their stone, the time as text, and a note."""
        self.set_class(low, "-low")
        shown = (player, f"{'!' if low else ''}{time}", note, turn)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def render(self) -> RenderResult:
        """Render the line."""
        player, time, note, turn = self._shown
        right = f"{time} {'<' if turn else ' '}"
        width = max(0, self.content_size.width - len(right) - 1)
        left = f"{player}  {note}" if note else player
        return Content(f"{fit(left, width)} {right}")
