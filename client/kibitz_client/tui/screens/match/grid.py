"""Up to four live matches at once. After the end of a match its board shows the next match, or another one."""

import time
from collections.abc import Collection, Iterable
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid
from textual.timer import Timer

from kibitz_client.match.state import MatchState
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.match_tile import MatchTile
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.to_client import Next
from kibitz_protocol.values.matches import MatchRow

PLACES = 4
SHOW_AFTER_S = 0.1
SHOW_END_S = 5.0
"""How long the end of a match is shown before another match replaces it."""


class GridScreen(KibitzScreen):
    """Grid of four boards: `first` on the first one, live matches of the lobby on the others."""

    help_section = "Four boards"
    AUTO_FOCUS = "#tile1"
    DEFAULT_CSS = """
    GridScreen Grid { grid-size: 2 2; grid-gutter: 0 1; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, PLACES + 1)),
        Binding("left,h", "move(-1, 0)", show=False),
        Binding("right,l", "move(1, 0)", show=False),
        Binding("up,k", "move(0, -1)", show=False),
        Binding("down,j", "move(0, 1)", show=False),
        Binding("enter", "open", show=False),
        Binding("n", "next", show=False),
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self, first: str | None = None) -> None:
        super().__init__()
        self.places = [first or "", *[""] * (PLACES - 1)]
        self.show_end_s = SHOW_END_S
        self._updated_at: dict[str, float] = {}
        self._skipped: set[str] = set()
        """Matches that are over or may not be watched. The lobby may still list them as live."""
        self._ending: set[str] = set()
        self._pending: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out title, four boards and keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.BOARDS}")
        with Grid():
            for number in range(1, PLACES + 1):
                yield MatchTile(number, ascii_only=self.preferences.ascii_only, style=self.preferences.board_style)
        yield KeyLine(strings.BOARDS_KEYS)

    def on_mount(self) -> None:
        """Fill the boards with live matches and start the clocks."""
        if self.places[0]:
            self._assign(0, self.places[0])
        self._fill()
        self.set_interval(0.1, self._tick)

    def followed_matches(self) -> Collection[str]:
        """Return the matches on the boards."""
        return [match for match in self.places if match]

    def preferences_changed(self) -> None:
        """Redraw the boards."""
        for tile in self.query(MatchTile):
            tile.draw_with(ascii_only=self.preferences.ascii_only, style=self.preferences.board_style)

    def lobby_changed(self) -> None:
        """Fill free boards with new live matches."""
        if self.is_mounted:
            self._fill()

    def on_screen_resume(self) -> None:
        """Draw what changed while another screen was on top."""
        super().on_screen_resume()
        self._show()

    def match_changed(self, match: str, message: Any, before: MatchState | None) -> None:
        """Note a message of a shown match; draw it soon, together with those that follow."""
        if match not in self.places:
            return
        place = self.places.index(match)
        if isinstance(message, Next) and message.next is not None:
            # The server has already unsubscribed us from the old match.
            self.places[place] = "" if message.next in self.places else message.next
            self._updated_at.pop(match, None)
            self._fill()
        state = self.session.states.get(match)
        if state is not None and (before is None or before.position is not state.position):
            self._updated_at[match] = time.monotonic()
        if state is not None and state.over and not state.continues and match not in self._ending:
            self._ending.add(match)
            self._skipped.add(match)
            self.set_timer(self.show_end_s, partial(self._replace, match))
        if self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self._show)

    def _replace(self, match: str) -> None:
        """Replace a match whose end was shown long enough."""
        if match in self.places:
            self._ending.discard(match)
            self._updated_at.pop(match, None)
            self._fill()

    def _free(self, match: str) -> bool:
        state = self.session.states.get(match)
        return not match or (state is not None and state.over and not state.continues and match not in self._ending)

    def _fill(self) -> None:
        """Fill each free board with a live match that is on no board yet."""
        live = iter(self._live())
        for place, match in enumerate(self.places):
            if self._free(match) and (found := next(live, None)) is not None:
                self._assign(place, found.match)
        self._show()

    def _live(self) -> Iterable[MatchRow]:
        rows = self.session.rows
        self._skipped &= rows.keys()
        shown = {*self.places, *self._skipped}
        return [row for row in rows.values() if row.phase == "running" and row.watchable and row.match not in shown]

    def _assign(self, place: int, match: str) -> None:
        """Show a match on a board, and follow it unless it is followed already."""
        self._put(place, match)
        if not self.session.watches(match):
            self.services.matches.follow(match, self._refused)

    def _put(self, place: int, match: str) -> None:
        before, self.places[place] = self.places[place], match
        self._ending.discard(before)
        self._updated_at.pop(before, None)
        if before and before != match:
            self.services.matches.unfollow(before)

    def _refused(self, match: str) -> None:
        self._skipped.add(match)
        if match in self.places:
            self.places[self.places.index(match)] = ""
            if self.is_attached:
                self._fill()

    def _show(self) -> None:
        self._pending = None
        for tile, match in zip(self.query(MatchTile), self.places, strict=True):
            tile.show(self.session.states.get(match), self._elapsed_ms(match))

    def _tick(self) -> None:
        for tile, match in zip(self.query(MatchTile), self.places, strict=True):
            tile.tick(self._elapsed_ms(match))

    def _elapsed_ms(self, match: str) -> int:
        now = time.monotonic()
        return int(1000 * (now - self._updated_at.setdefault(match, now)))

    def on_board_widget_laid_out(self) -> None:
        """Show the players with the pieces that the board has at its new size."""
        self._tick()

    @property
    def _focused_place(self) -> int:
        """The number of the focused board, from 0."""
        return self.focused.number - 1 if isinstance(self.focused, MatchTile) else 0

    def action_choose(self, number: int) -> None:
        """Focus a board."""
        self.query_one(f"#tile{number}", MatchTile).focus()

    def action_move(self, dx: int, dy: int) -> None:
        """Focus the next board in a direction."""
        column, row = self._focused_place % 2, self._focused_place // 2
        self.action_choose(1 + max(0, min(1, column + dx)) + 2 * max(0, min(1, row + dy)))

    def action_open(self) -> None:
        """Open the screen of the focused match."""
        match = self.places[self._focused_place]
        if match in self.session.states:
            self.services.navigation.show_match(match)

    def on_match_tile_opened(self, event: MatchTile.Opened) -> None:
        """Open a match by a double click."""
        self.action_choose(event.tile.number)
        self.action_open()

    def action_next(self) -> None:
        """Show another live match on the focused board."""
        found = next(iter(self._live()), None)
        if found is not None:
            self._assign(self._focused_place, found.match)
            self._show()
