"""Watching a match, with what its engines think."""

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
    """Single letters are commands here, because nothing is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "flip", show=False),
        Binding("e", "engines", show=False),
        Binding("p", "expect", show=False),
        Binding("c", "chat", show=False),
        Binding("n", "next", show=False),
        Binding("g", "boards", show=False),
        Binding("z", "zen", show=False),
        Binding("left_square_bracket", "past", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def compose_foot(self) -> ComposeResult:
        """What was said, and the keys."""
        yield TextLine(id="say", classes="say foot")
        yield TextLine(strings.WATCH_KEYS, classes="keys foot", id="keys")

    def keys(self, state: MatchState | None) -> str:
        """Those of every match, and of one that belongs to a series."""
        return strings.WATCH_SERIES_KEYS if state is not None and state.series is not None else strings.WATCH_KEYS

    def action_engines(self) -> None:
        """The engines' panel on or off."""
        panel = self.query_one(EnginePanel)
        panel.visible = not panel.visible
        self.show_state()

    def action_chat(self) -> None:
        """Say something to who else watches."""

        def say(text: str | None) -> None:
            if text:
                self.ask(self.session.link.ask(build(Chat, match=self.match, text=text)))

        self.app.push_screen(Ask(strings.CHAT_PROMPT), say)

    def action_boards(self) -> None:
        """This match beside three others."""
        self.kibitz.open_boards(self.match)

    def action_next(self) -> None:
        """The next live match of the lobby."""
        live = [row.match for row in self.session.rows.values() if row.phase == "running" and row.watchable]
        if live and live != [self.match]:
            at = live.index(self.match) if self.match in live else -1
            self.ask(self._change(live[(at + 1) % len(live)]))

    async def _change(self, match: str) -> None:
        entered = await self.session.watch(match)
        before, self.match = self.match, entered.match
        self.kibitz.let_go(before)
        self.kibitz.let_go(self.match)
        self.show_state()
