"""The screen of a spectator, with search info of the engines."""

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from kibitz_client.match.state import MatchState
from kibitz_client.parsing.pace import pace_command
from kibitz_client.requests import build
from kibitz_client.text.match_view import result_line
from kibitz_client.tui import strings
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.match.live import LiveScreen
from kibitz_client.tui.widgets.engine_panel import EnginePanel
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.to_server import Chat, Offer

TV_AFTER_S = 6.0
"""How long the end of a match is shown before TV goes on."""


class WatchScreen(LiveScreen):
    """Screen of a match for its spectators. It has no prompt, so single letters are keys."""

    help_section = "Watching"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "flip", show=False),
        Binding("e", "engines", show=False),
        Binding("p", "expected_line", show=False),
        Binding("c", "chat", show=False),
        Binding("n", "next", show=False),
        Binding("g", "grid", show=False),
        Binding("z", "zen", show=False),
        Binding("r", "history", show=False),
        Binding("minus", "pace('slower')", show=False),
        Binding("plus,equals_sign", "pace('faster')", show=False),
        Binding("space", "pause", show=False),
        Binding("full_stop", "pace('step')", show=False),
        Binding("question_mark", "help", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, match: str, *, then_tv: bool = False) -> None:
        super().__init__(match)
        self._then_tv = then_tv
        self.tv_after_s = TV_AFTER_S

    def show_state(self) -> None:
        """Draw the match. At the end of one that the user began only to watch, go on with TV."""
        super().show_state()
        state = self.state
        if self._then_tv and state is not None and state.over and not state.continues:
            self._then_tv = False
            self.say(strings.THEN_TV.format(result=result_line(state)))
            self.set_timer(self.tv_after_s, partial(self._go_on_with_tv, self.match))

    def _go_on_with_tv(self, ended: str) -> None:
        if self.match == ended and self.is_current:
            self.request(self._change_match("tv"))

    def compose_foot(self) -> ComposeResult:
        """Lay out the message line and the keys."""
        yield TextLine(id="say", classes="say foot")
        yield KeyLine(strings.WATCH_KEYS, classes="foot", id="keys")

    def keys(self, state: MatchState | None) -> str:
        """Return the keys, with those for a series if the match is part of one."""
        if state is not None and state.over:
            return strings.CARDS_WATCH_OVER_KEYS if state.game.hidden else strings.WATCH_OVER_KEYS
        if state is not None and state.sets_pace:
            return strings.WATCH_PACE_KEYS
        return strings.WATCH_SERIES_KEYS if state is not None and state.series is not None else strings.WATCH_KEYS

    def action_engines(self) -> None:
        """Show or hide the engine panel."""
        panel = self.query_one(EnginePanel)
        panel.visible = not panel.visible
        self.show_state()

    def action_pace(self, word: str) -> None:
        """Set the pace of two engines that the user hosts, or have one move played."""
        state = self.state
        if state is not None and state.sets_pace and (command := pace_command(word, "", state)):
            self.request(self.session.client.ask(command))

    def action_pause(self) -> None:
        """Pause two engines that the user hosts, or let them go on."""
        state = self.state
        if state is not None and state.sets_pace:
            offer = "resume" if state.phase == "paused" else "pause"
            self.request(self.session.client.ask(build(Offer, match=state.match, offer=offer)))

    def action_chat(self) -> None:
        """Ask for a chat message to the spectators and send it, to this match even if TV shows another one by then."""
        match = self.match

        def send(text: str | None) -> None:
            if text:
                self.request(self.session.client.ask(build(Chat, match=match, text=text)))

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
        before = self.match
        self._switch_to(entered.match)
        self.services.matches.unfollow(before)
        self.services.matches.unfollow(self.match)
        self.show_state()
