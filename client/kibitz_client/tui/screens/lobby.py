"""The first screen: which matches there are, and the ways to others. It shows before the protocol is loaded."""

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
    from kibitz_client.tui.screens.lobby_rows import Entry
    from kibitz_protocol.values import MatchRow

SHOW_AFTER_S = 0.25
QUICK = (
    ("quick-engine", strings.QUICK_ENGINE),
    ("quick-anyone", strings.QUICK_ANYONE),
    ("quick-demo", strings.QUICK_DEMO),
)


class LobbyScreen(KibitzScreen):
    """A list; what is chosen in it is opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", show=False),
        Binding("t", "app.tv", show=False),
        Binding("g", "boards", show=False),
        Binding("n", "app.new_match", show=False),
        Binding("j", "join", show=False),
        Binding("i", "app.invite", show=False),
        Binding("y", "app.copy", show=False),
        Binding("r", "app.archive", show=False),
        Binding("S", "series", show=False),
        Binding("x", "app.explain", show=False),
        Binding("comma", "app.prefs", show=False),
        Binding("slash", "filter", show=False),
        Binding("escape", "stop", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        *(Binding(str(place), f"quick('{id}')", show=False) for place, (id, _) in enumerate(QUICK, 1)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._wanted = ""
        self._pending: Timer | None = None
        self._shown: list[Entry] = []
        self._listed = False

    def compose(self) -> ComposeResult:
        """Title, list, keys."""
        yield TitleBar(strings.TITLE)
        yield OptionList(*self._quick(), markup=False, id="lobby")
        yield TextLine(id="say", classes="say")
        yield TextLine(strings.LOBBY_KEYS, classes="keys")

    def on_mount(self) -> None:
        """The link is not there yet."""
        self.connection_changed()

    def on_resize(self) -> None:
        """Lines as wide as the screen."""
        self._shown = []
        self.lobby_changed()

    def on_screen_resume(self) -> None:
        """Own matches may have changed."""
        super().on_screen_resume()
        self.lobby_changed()

    def connection_changed(self) -> None:
        """Also who we are, and where."""
        super().connection_changed()
        session = self.kibitz.session
        if session is not None and session.ready:
            place = strings.PRIVATE if session.private else session.link.url.partition("://")[2]
            self.query_one(TitleBar).show(f"{strings.TITLE}  {place}   {session.name}")

    def lobby_changed(self) -> None:
        """Changes that come together are shown together."""
        if self._pending is None:
            self._pending = self.set_timer(SHOW_AFTER_S, self.show_rows)

    def say(self, text: str) -> None:
        """Tell below the list."""
        self.query_one("#say", TextLine).show(text)

    def show_rows(self) -> None:
        """Show the lobby; what is highlighted stays so."""
        self._pending = None
        session = self.kibitz.session
        if session is None or not session.ready:
            return
        from kibitz_client.tui.screens.lobby_rows import lobby_entries, successor

        width = max(20, self.size.width - 2)
        mine = [state.match for state in session.own_matches()]
        entries = lobby_entries(session.listed(), mine, self._wanted, width)
        if entries == self._shown:
            return
        found = self.query_one(OptionList)
        # Nobody has chosen anything of the list that was there before the first matches came.
        chosen = found.highlighted_option.id if found.highlighted_option is not None and self._listed else None
        if chosen is not None and chosen not in {entry.id for entry in entries}:
            chosen = successor(chosen, self._shown, entries)
        self._shown = entries
        self._listed = True
        options = [Option(entry.text, entry.id or None, disabled=entry.heading) for entry in entries]
        found.set_options([*options, *self._quick()])
        ids = [option.id for option in found.options]
        found.highlighted = (
            ids.index(chosen)
            if chosen and chosen in ids
            else next(place for place, option in enumerate(found.options) if not option.disabled)
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it: play where there is a seat for us, else watch."""
        id = event.option.id or ""
        if id.startswith("quick-"):
            self.action_quick(id)
        elif self.session.ready:
            row = self.session.rows.get(id)
            free = row is not None and row.phase == "open"
            self.kibitz.open_match(id, join=free)

    def subject(self) -> str | None:
        """The match that is highlighted."""
        option = self.query_one(OptionList).highlighted_option
        return option.id if option is not None and option.id and not option.id.startswith("quick-") else None

    def _highlighted(self) -> "MatchRow | None":
        """Its row; None for other lines, and before there is a server."""
        session = self.kibitz.session
        return session.rows.get(self.subject() or "") if session is not None else None

    def action_watch(self) -> None:
        """Watch what is highlighted."""
        match = self.subject()
        if match is not None:
            self.kibitz.open_match(match, join=False)

    def action_boards(self) -> None:
        """Four live matches at once, the highlighted one first."""
        row = self._highlighted()
        self.kibitz.open_boards(row.match if row is not None and row.phase == "running" else None)

    def action_series(self) -> None:
        """The score of the series that is highlighted."""
        row = self._highlighted()
        if row is None or row.series is None:
            self.say(strings.NO_SERIES)
        else:
            self.kibitz.open_series(row.match)

    def action_join(self) -> None:
        """Go into a match by its code."""
        from kibitz_client.tui.screens.dialogs import Ask

        def given(code: str | None) -> None:
            if code:
                self.kibitz.open_match(code, join=True)

        self.app.push_screen(Ask(strings.CODE_PROMPT), given)

    def action_filter(self) -> None:
        """Show only some."""
        from kibitz_client.tui.screens.dialogs import Ask

        def given(text: str | None) -> None:
            if text is not None:
                self._wanted = text
                self.say(f"filter: {text}" if text else "")
                self.show_rows()

        self.app.push_screen(Ask(strings.FILTER_PROMPT, self._wanted), given)

    def action_quick(self, id: str) -> None:
        """Play or watch without further questions."""
        self.kibitz.quick(id)

    def action_stop(self) -> None:
        """Look for an opponent no longer."""
        self.kibitz.stop_seeking()

    def _quick(self) -> list[Option]:
        heading = Option(f"-- {strings.QUICK_PLAY} --", disabled=True)
        return [heading, *(Option(f" {place}  {text}", id) for place, (id, text) in enumerate(QUICK, 1))]
