"""The lobby, the first screen: matches and quick play. It is drawn before the protocol's models load."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from kibitz_client.tui.screens.lobby_rows import LobbyEntry
    from kibitz_protocol.values import MatchRow

SHOW_AFTER_S = 0.25
QUICK = (
    ("quick-engine", strings.QUICK_ENGINE),
    ("quick-anyone", strings.QUICK_ANYONE),
    ("quick-demo", strings.QUICK_DEMO),
)


class LobbyScreen(KibitzScreen):
    """List of matches and quick-play entries; Enter opens one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", show=False),
        Binding("t", "app.tv", show=False),
        Binding("g", "grid", show=False),
        Binding("n", "app.new_match", show=False),
        Binding("j", "join", show=False),
        Binding("i", "app.invite", show=False),
        Binding("y", "app.copy", show=False),
        Binding("r", "app.archive", show=False),
        Binding("S", "series", show=False),
        Binding("x", "app.explain", show=False),
        Binding("a", "app.analysis_board", show=False),
        Binding("comma", "app.preferences", show=False),
        Binding("slash", "filter", show=False),
        Binding("escape", "stop", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        *(Binding(str(place), f"quick('{id}')", show=False) for place, (id, _) in enumerate(QUICK, 1)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._filter = ""
        self._pending: Timer | None = None
        self._shown: list[LobbyEntry] = []
        self._loaded = False

    def compose(self) -> ComposeResult:
        """Lay out title, list and keys."""
        yield TitleBar(strings.TITLE)
        yield OptionList(*self._quick(), markup=False, id="lobby")
        yield TextLine(id="say", classes="say")
        yield TextLine(strings.LOBBY_KEYS, classes="keys")

    def on_mount(self) -> None:
        """Show that the session is not connected yet."""
        self.connection_changed()

    def on_resize(self) -> None:
        """Redraw the rows at the new width."""
        self._shown = []
        self.lobby_changed()

    def on_screen_resume(self) -> None:
        """Redraw the rows: our own matches may have changed."""
        super().on_screen_resume()
        self.lobby_changed()

    def connection_changed(self) -> None:
        """Show the connection, our name and the server."""
        super().connection_changed()
        session = self.services.session
        if session is not None and session.ready:
            place = strings.PRIVATE if session.private else session.client.url.partition("://")[2]
            self.query_one(TitleBar).show(f"{strings.TITLE}  {place}   {session.name}")

    def lobby_changed(self) -> None:
        """Redraw soon; changes that arrive together are drawn once."""
        if self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self.show_rows)

    def show_rows(self) -> None:
        """Show the lobby, and keep the highlighted match."""
        self._pending = None
        session = self.services.session
        if session is None or not session.listing_received:
            return
        from kibitz_client.tui.screens.lobby_rows import lobby_entries, successor

        width = max(20, self.size.width - 2)
        mine = [state.match for state in session.own_matches()]
        entries = lobby_entries(session.listed(), mine, self._filter, width)
        if entries == self._shown:
            return
        listing = self.query_one(OptionList)
        # The highlight of the list before the first matches arrived was not the user's choice.
        chosen = listing.highlighted_option.id if listing.highlighted_option is not None and self._loaded else None
        if chosen is not None and chosen not in {entry.id for entry in entries}:
            chosen = successor(chosen, self._shown, entries)
        self._shown = entries
        self._loaded = True
        options = [Option(entry.text, entry.id or None, disabled=entry.heading) for entry in entries]
        listing.set_options([*options, *self._quick()])
        ids = [option.id for option in listing.options]
        listing.highlighted = (
            ids.index(chosen)
            if chosen and chosen in ids
            else next(place for place, option in enumerate(listing.options) if not option.disabled)
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open a match: join it while it is open, else watch it."""
        id = event.option.id or ""
        if id.startswith("quick-"):
            self.action_quick(id)
        elif self.session.ready:
            row = self.session.rows.get(id)
            joinable = row is not None and row.phase == "open"
            self.services.matches.open(id, join=joinable)

    def selected_match(self) -> str | None:
        """Return the highlighted match."""
        option = self.query_one(OptionList).highlighted_option
        return option.id if option is not None and option.id and not option.id.startswith("quick-") else None

    def _highlighted(self) -> "MatchRow | None":
        """Return the row of the highlighted match; None for other entries and before the session connects."""
        session = self.services.session
        return session.rows.get(self.selected_match() or "") if session is not None else None

    def action_watch(self) -> None:
        """Watch the highlighted match."""
        match = self.selected_match()
        if match is not None:
            self.services.matches.open(match, join=False)

    def action_grid(self) -> None:
        """Show four live matches at once, the highlighted one first."""
        row = self._highlighted()
        self.services.navigation.show_grid(row.match if row is not None and row.phase == "running" else None)

    def action_series(self) -> None:
        """Show the series of the highlighted match."""
        row = self._highlighted()
        if row is None or row.series is None:
            self.say(strings.NO_SERIES)
        else:
            self.services.navigation.show_series(row.match)

    def action_join(self) -> None:
        """Ask for a code and join that match."""
        from kibitz_client.tui.screens.dialogs import Ask

        def join(code: str | None) -> None:
            if code:
                self.services.matches.open(code, join=True)

        self.app.push_screen(Ask(strings.CODE_PROMPT), join)

    def action_filter(self) -> None:
        """Ask for a filter and apply it."""
        from kibitz_client.tui.screens.dialogs import Ask

        def apply(text: str | None) -> None:
            if text is not None:
                self._filter = text
                self.say(f"filter: {text}" if text else "")
                self.show_rows()

        self.app.push_screen(Ask(strings.FILTER_PROMPT, self._filter), apply)

    def action_quick(self, id: str) -> None:
        """Run a quick-play entry."""
        self.services.matches.quick_play(id)

    def action_stop(self) -> None:
        """Stop looking for an opponent."""
        self.services.matches.stop_seeking()

    def _quick(self) -> list[Option]:
        heading = Option(f"-- {strings.QUICK_PLAY} --", disabled=True)
        return [heading, *(Option(f" {place}  {text}", id) for place, (id, text) in enumerate(QUICK, 1))]
