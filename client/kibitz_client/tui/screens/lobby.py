"""The lobby, the first screen: matches and quick play. It is drawn before the protocol's models load."""

import time
from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.columns import shorten
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.chat import ChatLog
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from kibitz_client.tui.models.lobby_rows import LobbyEntry
    from kibitz_client.tui.session import AppSession
    from kibitz_client.tui.widgets.match_preview import MatchPreview
    from kibitz_protocol.to_client import LobbySaid
    from kibitz_protocol.values.matches import MatchRow

SHOW_AFTER_S = 0.25
PREVIEW_AFTER_S = 0.3
"""How long a match is highlighted before it is followed for its preview, so that scrolling follows none."""
AGE_EVERY_S = 20.0
"""How often the rows say how long players have been away."""
CHAT_SHOWN = 6
"""How many messages of the lobby chat are above the line for a new one."""
PREVIEW_SIZE = (110, 30)
"""The smallest screen with a preview."""
QUICK = (
    ("quick-engine", strings.QUICK_ENGINE),
    ("quick-anyone", strings.QUICK_ANYONE),
    ("quick-demo", strings.QUICK_DEMO),
)


class LobbyScreen(KibitzScreen):
    """List of matches and quick-play entries; Enter opens one."""

    help_section = "Lobby"
    DEFAULT_CSS = """
    LobbyScreen Horizontal { height: 1fr; }
    LobbyScreen #lobby { width: 1fr; }
    LobbyScreen #side { display: none; width: 36%; max-width: 60; }
    LobbyScreen #side.-shown { display: block; }
    LobbyScreen #chat { height: 9; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", show=False),
        Binding("t", "app.tv", show=False),
        Binding("g", "grid", show=False),
        Binding("n", "app.new_match", show=False),
        Binding("T", "app.tournaments", show=False),
        Binding("j", "join", show=False),
        Binding("i", "app.invite", show=False),
        Binding("y", "app.copy", show=False),
        Binding("r", "app.archive", show=False),
        Binding("S", "series", show=False),
        Binding("x", "app.explain", show=False),
        Binding("z", "app.puzzles", show=False),
        Binding("a", "app.account", show=False),
        Binding("b", "app.analysis_board", show=False),
        Binding("R", "app.ratings", show=False),
        Binding("p", "profile", show=False),
        Binding("h", "rules", show=False),
        Binding("c", "lobby_chat", show=False),
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
        self._preview: MatchPreview | None = None
        self._previewed: str | None = None
        self._choosing: Timer | None = None
        """What the game of the highlighted match hides, as the message line says it."""
        self._said: LobbySaid | None = None
        """The last message of the lobby chat that is shown."""

    def compose(self) -> ComposeResult:
        """Lay out title, list and keys."""
        yield TitleBar(strings.TITLE)
        with Horizontal():
            yield OptionList(*self._quick(), markup=False, id="lobby")
            with Vertical(id="side", classes="panel"):
                yield TextLine(strings.LOBBY_CHAT, classes="heading")
                yield ChatLog(id="chat")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.LOBBY_KEYS)

    def on_mount(self) -> None:
        """Show that the session is not connected yet."""
        self.connection_changed()
        self.set_interval(AGE_EVERY_S, self.lobby_changed)

    def on_resize(self) -> None:
        """Redraw the rows at the new width, with a preview if there is room."""
        self._shown = []
        roomy = self.size.width >= PREVIEW_SIZE[0] and self.size.height >= PREVIEW_SIZE[1]
        self.query_one("#side").set_class(roomy, "-shown")
        self._choose_preview()
        self.lobby_changed()

    def on_screen_resume(self) -> None:
        """Redraw the rows and the preview: our own matches may have changed."""
        super().on_screen_resume()
        self.lobby_changed()
        self._choose_preview()

    def on_screen_suspend(self) -> None:
        """Stop following the previewed match, unless only a dialog is above the lobby."""
        if not self.is_current:
            self._set_preview(None)

    def preferences_changed(self) -> None:
        """Redraw the board of the preview."""
        if self._preview is not None:
            self._preview.draw_with(ascii_only=self.preferences.ascii_only, style=self.preferences.board_style)

    def followed_matches(self) -> Collection[str]:
        """Return the previewed match."""
        return (self._previewed,) if self._previewed is not None else ()

    def match_changed(self, match: str, _message: object, _before: object) -> None:
        """Redraw the preview, and the rows of our own matches."""
        session = self.services.session
        if session is None or not self.is_current:
            return
        if match == self._previewed and self._preview is not None:
            self._preview.show(session.states.get(match))
        state = session.states.get(match)
        if state is not None and state.you is not None:
            self.lobby_changed()

    def on_option_list_option_highlighted(self) -> None:
        """Preview the highlighted match when the highlight has come to rest."""
        self._choose_preview()

    def _choose_preview(self) -> None:
        if self._choosing is not None:
            self._choosing.stop()
        self._choosing = self.set_timer(PREVIEW_AFTER_S, self.show_preview)

    async def show_preview(self) -> None:
        """Follow the highlighted match and show it, if there is room for a preview."""
        self._choosing = None
        side, session = self.query_one("#side"), self.services.session
        if session is None or not session.ready or not self.is_current or not side.has_class("-shown"):
            self._set_preview(None)
            return
        self.request(session.follow_lobby_chat())
        if self._preview is None:
            from kibitz_client.tui.widgets.match_preview import MatchPreview

            preview = MatchPreview(ascii_only=self.preferences.ascii_only, style=self.preferences.board_style)
            await side.mount(preview, before=0)
            self._preview = preview
        row = self._highlighted()
        if row is None:
            self._set_preview(None, strings.PREVIEW_NONE)
        elif not row.watchable and row.you is None:
            self._set_preview(None, strings.PREVIEW_CLOSED)
        elif row.phase == "open" and row.match not in session.states:
            self._set_preview(None, strings.PREVIEW_OPEN)
        else:
            self._set_preview(row.match)

    def _set_preview(self, match: str | None, why: str = "") -> None:
        before, self._previewed = self._previewed, match
        session = self.services.session
        if before is not None and before != match:
            self.services.matches.unfollow(before)
        if session is not None and match is not None and match not in session.states:
            self.services.matches.follow(match, self._preview_refused, preview=True)
        if self._preview is not None:
            shown = session.states.get(match) if session is not None and match is not None else None
            self._preview.show(shown, why)

    def _preview_refused(self, match: str) -> None:
        if match == self._previewed:
            self._set_preview(None, strings.PREVIEW_CLOSED)

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
        self._show_chat(session)
        from kibitz_client.tui.models.lobby_rows import lobby_entries, seek_entries, successor

        width = max(20, (self.query_one(OptionList).size.width or self.size.width) - 2)
        mine = [state.match for state in session.own_matches()]
        seeks = seek_entries(session.seeks, session.games, width)
        listed = lobby_entries(session.listed(), mine, self._filter, width, time.time(), session.games)
        entries = [*seeks, *listed]
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
        """Open a match: join it while it is open, else watch it. End a seek."""
        from kibitz_client.tui.models.lobby_rows import SEEK

        id = event.option.id or ""
        if id.startswith(SEEK):
            self.services.matches.stop_seeking(id.removeprefix(SEEK))
        elif id.startswith("quick-"):
            self.action_quick(id)
        elif not self.session.ready:
            self.say(strings.NOT_CONNECTED)
        else:
            row = self.session.rows.get(id)
            joinable = row is not None and row.phase == "open"
            self.services.matches.open(id, join=joinable)

    def selected_match(self) -> str | None:
        """Return the highlighted match."""
        from kibitz_client.tui.models.lobby_rows import SEEK

        option = self.query_one(OptionList).highlighted_option
        id = option.id if option is not None else None
        return id if id and not id.startswith(("quick-", SEEK)) else None

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

    def _show_chat(self, session: "AppSession") -> None:
        """Add new messages of the lobby chat to the panel; without a panel, show the last one in the message line."""
        known = self._said
        at = session.lobby_chat.index(known) + 1 if known is not None and known in session.lobby_chat else 0
        fresh = [f"{said.name}: {said.text}" for said in session.lobby_chat[at:]]
        if fresh:
            self._said = session.lobby_chat[-1]
            self.query_one(ChatLog).add(*fresh)
            if not self.query_one("#side").has_class("-shown"):
                self.say(shorten(fresh[-1], max(20, self.size.width - 2)))

    def action_lobby_chat(self) -> None:
        """Write to everyone in the lobby, below the last messages."""
        session = self.services.session
        if session is None or not session.ready:
            self.say(strings.NOT_CONNECTED)
        elif "lobby_chat" not in session.client.welcome.capabilities:
            self.say(strings.LOBBY_CHAT_NONE)
        else:
            self._ask_for_chat(session)

    def _ask_for_chat(self, session: "AppSession") -> None:
        from kibitz_client.requests import build
        from kibitz_client.tui.screens.dialogs import Ask
        from kibitz_protocol.to_server import SayInLobby

        def question() -> str:
            last = [f"{said.name}: {said.text}" for said in session.lobby_chat[-CHAT_SHOWN:]]
            return "\n".join([*last, strings.LOBBY_CHAT_ASK])

        def send(text: str | None) -> None:
            if text:
                self.request(session.client.ask(build(SayInLobby, text=text)))

        async def follow() -> None:
            await session.follow_lobby_chat()
            dialog.ask(question())

        # The dialog opens before the server answers, because text that is typed meanwhile belongs to it.
        dialog = Ask(question())
        self.app.push_screen(dialog, send)
        self.request(follow())

    def action_rules(self) -> None:
        """Show the rules of the highlighted game, otherwise of the game that was played last."""
        session = self.services.session
        if session is None or not session.ready:
            self.say(strings.NOT_CONNECTED)
            return
        row = self._highlighted()
        name = row.game if row is not None else self.preferences.game
        game = next((each for each in session.games if each.name == name), None)
        if game is not None:
            self.services.navigation.rules(game, row.options if row is not None else None)

    def action_profile(self) -> None:
        """Show the profile of the user, or of a player of the highlighted match."""
        row, session = self._highlighted(), self.services.session
        named = [view.name for view in row.seats if view.kind == "human" and view.name] if row is not None else []
        if session is None or not session.ready or not set(named) - {session.name}:
            self.services.navigation.profile(None)
            return
        from kibitz_client.tui.screens.dialogs import Pick
        from kibitz_protocol.values.seats import reference

        names = [session.name, *(name for name in named if name != session.name)]

        def show(name: str | None) -> None:
            if name is not None:
                self.services.navigation.profile(reference(name, engine=False))

        self.app.push_screen(Pick(strings.WHOSE_PROFILE, names), show)

    def action_quick(self, id: str) -> None:
        """Run a quick-play entry."""
        self.services.matches.quick_play(id)

    def action_stop(self) -> None:
        """Stop looking for an opponent."""
        self.services.matches.stop_seeking()

    def _quick(self) -> list[Option]:
        heading = Option(f"-- {strings.QUICK_PLAY} --", disabled=True)
        return [heading, *(Option(f" {place}  {text}", id) for place, (id, text) in enumerate(QUICK, 1))]
