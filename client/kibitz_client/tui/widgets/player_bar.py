"""Who sits at a seat, the time they have left, and whose turn it is."""

from dataclasses import dataclass

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from kibitz_client.match.state import MatchState, is_disconnected
from kibitz_client.text.board import stone_roles
from kibitz_client.text.clock import first_move_text, seat_clock_text
from kibitz_client.text.formatting import player_text, seat_text
from kibitz_client.tui.board.layout import top_seat
from kibitz_protocol.values import Grid, Seat

LOW_MS = 20_000


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What stands in the line of a seat; `place` is `near` for ours, or the last one, and `far` for who is opposite."""

    place: str
    who: str
    time: str
    note: str
    turn: bool
    low: bool


def bottom_seat(state: MatchState) -> Seat:
    """Who sits at the bottom: who looks at it, else whose side of the board is drawn there, else the last seat."""
    top = top_seat(state.board)
    if state.you is not None or top is None:
        return state.you if state.you is not None else len(state.seats) - 1
    return next((view.seat for view in state.seats if view.seat != top), top)


def stone_mark(state: MatchState, seat: Seat) -> str:
    """What a seat is called in its game, behind the stones that it plays where these do not say so by themselves."""
    name = seat_text(state.game.seats, seat)
    if not isinstance(state.board, Grid):
        return name
    roles = stone_roles(state.board)
    stone = next((symbol for symbol, role in roles.items() if role == ("first", "second")[seat % 2]), name)
    return name if stone == name else f"{stone} {name}"


def seat_lines(state: MatchState, elapsed_ms: int, *, turned: bool = False) -> list[SeatLine]:
    """The lines of both sides so long after the position was told; `turned` as who sits opposite sees them."""
    bottom = bottom_seat(state)
    if turned:
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
    """One line, drawn again only when its text changes; a running clock shows `<`, a low one `!` beside its colour."""

    DEFAULT_CSS = """
    PlayerBar { height: 1; width: 1fr; }
    PlayerBar.-low { color: $error; text-style: bold; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[str, str, str, bool] = ("", "", "", False)

    def show(self, who: str, time: str, note: str, *, turn: bool, low: bool) -> None:
        """`who` with their mark, the time as text, and what else is to say."""
        self.set_class(low, "-low")
        shown = (who, f"{'!' if low else ''}{time}", note, turn)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def render(self) -> RenderResult:
        """The line."""
        who, time, note, turn = self._shown
        right = f"{time} {'<' if turn else ' '}"
        room = max(0, self.content_size.width - len(right) - 1)
        left = f"{who}  {note}" if note else who
        return Content(f"{left[:room]:<{room}} {right}")
