"""Up to four live matches at once. A board whose match is over goes on with what follows it, or with another."""

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
from kibitz_client.tui.widgets.match_tile import MatchTile
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.to_client import Next
from kibitz_protocol.values import MatchRow

PLACES = 4
SHOW_AFTER_S = 0.1
SHOW_END_S = 5.0
"""How long the end of a match is shown before another takes its place."""


class GridScreen(KibitzScreen):
    """`first` is on the first board, the lobby's live matches on the others."""

    AUTO_FOCUS = "#tile1"
    DEFAULT_CSS = """
    BoardsScreen Grid { grid-size: 2 2; grid-gutter: 0 1; height: 1fr; }
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
        self._told_at: dict[str, float] = {}
        self._passed: set[str] = set()
        """Matches that were over or may not be watched: the lobby may not know yet."""
        self._over: set[str] = set()
        self._pending: Timer | None = None

    def compose(self) -> ComposeResult:
        """Title, four places, keys."""
        yield TitleBar(f"{strings.TITLE}  {strings.BOARDS}")
        with Grid():
            for number in range(1, PLACES + 1):
                yield MatchTile(number, ascii_only=self.kibitz.prefs.ascii_only)
        yield TextLine(strings.BOARDS_KEYS, classes="keys")

    def on_mount(self) -> None:
        """Take up what is live, and let the clocks run."""
        if self.places[0]:
            self._take(0, self.places[0])
        self._fill()
        self.set_interval(0.1, self._tick)

    def followed(self) -> Collection[str]:
        """What the places show."""
        return [match for match in self.places if match]

    def prefs_changed(self) -> None:
        """The boards have other lines."""
        for tile in self.query(MatchTile):
            tile.draw_with(ascii_only=self.kibitz.prefs.ascii_only)

    def lobby_changed(self) -> None:
        """There may be something for a free place."""
        if self.is_mounted:
            self._fill()

    def on_screen_resume(self) -> None:
        """What has changed below another screen is drawn."""
        super().on_screen_resume()
        self._show()

    def match_told(self, match: str, message: Any, before: MatchState | None) -> None:
        """Take note; what comes close together is shown together."""
        if match not in self.places:
            return
        place = self.places.index(match)
        if isinstance(message, Next) and message.next is not None:
            # The server has let the old one go by itself.
            self.places[place] = "" if message.next in self.places else message.next
            self._told_at.pop(match, None)
            self._fill()
        state = self.session.states.get(match)
        if state is not None and (before is None or before.position is not state.position):
            self._told_at[match] = time.monotonic()
        if state is not None and state.over and not state.continues and match not in self._over:
            self._over.add(match)
            self._passed.add(match)
            self.set_timer(self.show_end_s, partial(self._replace, match))
        if self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self._show)

    def _replace(self, match: str) -> None:
        """The end of a match has been seen: another may have its place."""
        if match in self.places:
            self._over.discard(match)
            self._told_at.pop(match, None)
            self._fill()

    def _free(self, match: str) -> bool:
        state = self.session.states.get(match)
        return not match or (state is not None and state.over and not state.continues and match not in self._over)

    def _fill(self) -> None:
        """Give each free place one of the live matches that are nowhere yet."""
        live = iter(self._live())
        for place, match in enumerate(self.places):
            if self._free(match) and (found := next(live, None)) is not None:
                self._take(place, found.match)
        self._show()

    def _live(self) -> Iterable[MatchRow]:
        rows = self.session.rows
        self._passed &= rows.keys()
        shown = {*self.places, *self._passed}
        return [row for row in rows.values() if row.phase == "running" and row.watchable and row.match not in shown]

    def _take(self, place: int, match: str) -> None:
        """Follow a match at a place, where it is not followed already."""
        self._put(place, match)
        if match not in self.session.states:
            self.kibitz.follow(match, self._cannot)

    def _put(self, place: int, match: str) -> None:
        before, self.places[place] = self.places[place], match
        self._over.discard(before)
        self._told_at.pop(before, None)
        if before and before != match:
            self.kibitz.let_go(before)

    def _cannot(self, match: str) -> None:
        self._passed.add(match)
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
        return int(1000 * (now - self._told_at.setdefault(match, now)))

    @property
    def _chosen(self) -> int:
        """The place that has the focus."""
        return self.focused.number - 1 if isinstance(self.focused, MatchTile) else 0

    def action_choose(self, number: int) -> None:
        """Give a board the focus."""
        self.query_one(f"#tile{number}", MatchTile).focus()

    def action_move(self, dx: int, dy: int) -> None:
        """The focus to the board beside."""
        column, row = self._chosen % 2, self._chosen // 2
        self.action_choose(1 + max(0, min(1, column + dx)) + 2 * max(0, min(1, row + dy)))

    def action_open(self) -> None:
        """The board that has the focus, with all there is to a match; Esc comes back."""
        match = self.places[self._chosen]
        if match in self.session.states:
            self.kibitz.show_match(match)

    def on_tile_opened(self, event: MatchTile.Opened) -> None:
        """By mouse."""
        self.action_choose(event.tile.number)
        self.action_open()

    def action_next(self) -> None:
        """Another live match at the place that has the focus."""
        found = next(iter(self._live()), None)
        if found is not None:
            self._take(self._chosen, found.match)
            self._show()
