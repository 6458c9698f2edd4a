"""The screen of a spectator, with search info of the engines."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from kibitz_client.match.state import MatchState
from kibitz_client.requests import build
from kibitz_client.tui import strings
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.match.live import LiveScreen
from kibitz_client.tui.widgets.engine_panel import EnginePanel
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.to_server import Chat


class WatchScreen(LiveScreen):
    """Screen of a match for its spectators. It has no prompt, so single letters are keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "flip", show=False),
        Binding("e", "engines", show=False),
        Binding("p", "expected_line", show=False),
        Binding("c", "chat", show=False),
        Binding("n", "next", show=False),
        Binding("g", "grid", show=False),
        Binding("z", "zen", show=False),
        Binding("left_square_bracket", "history", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def compose_foot(self) -> ComposeResult:
        """Lay out the message line and the keys."""
        yield TextLine(id="say", classes="say foot")
        yield TextLine(strings.WATCH_KEYS, classes="keys foot", id="keys")

    def keys(self, state: MatchState | None) -> str:
        """Return the keys, with those for a series if the match is part of one."""
        return strings.WATCH_SERIES_KEYS if state is not None and state.series is not None else strings.WATCH_KEYS

    def action_engines(self) -> None:
        """Show or hide the engine panel."""
        panel = self.query_one(EnginePanel)
        panel.visible = not panel.visible
        self.show_state()

    def action_chat(self) -> None:
        """Ask for a chat message to the spectators and send it."""

        def send(text: str | None) -> None:
            if text:
                self.request(self.session.client.ask(build(Chat, match=self.match, text=text)))

        self.app.push_screen(Ask(strings.CHAT_PROMPT), send)

    def action_grid(self) -> None:
        """Show this match beside three others."""
        self.services.navigation.show_grid(self.match)

    def action_next(self) -> None:
        """Watch the next live match of the lobby."""
        live = [row.match for row in self.session.rows.values() if row.phase == "running" and row.watchable]
        if live and live != [self.match]:
            at = live.index(self.match) if self.match in live else -1
            self.request(self._change_match(live[(at + 1) % len(live)]))

    async def _change_match(self, match: str) -> None:
        entered = await self.session.watch(match)
        before, self.match = self.match, entered.match
        self.services.matches.unfollow(before)
        self.services.matches.unfollow(self.match)
        self.show_state()
