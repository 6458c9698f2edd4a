"""The screen of a live match, played or watched, with keys for spectators, series and sharing."""

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType

from kibitz_client.errors import ClientError
from kibitz_client.match.state import MatchState, searches_at
from kibitz_client.requests import build
from kibitz_client.tui import strings
from kibitz_client.tui.models.browsing import MoveBrowser, first_ply
from kibitz_client.tui.models.replay import ply_states
from kibitz_client.tui.models.win_graph import graph_characters
from kibitz_client.tui.screens.match.base import BoardScreen
from kibitz_client.tui.widgets.engine_panel import EnginePanel
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.moves import MovesList
from kibitz_client.tui.widgets.title_bar import TitleBar
from kibitz_protocol.commands.match_info import ShowWatchers, Watching
from kibitz_protocol.values.boards import Table
from kibitz_protocol.values.seats import reference, seat_text


class LiveScreen(BoardScreen):
    """Board screen of a live match. While a prompt is focused, letters are typed into it and are not keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "who", show=False),
        Binding("S", "series", show=False),
        Binding("i", "app.invite", show=False),
        Binding("y", "app.copy", show=False),
        Binding("left_square_bracket,alt+left", "browse(-1)", show=False),
        Binding("right_square_bracket,alt+right", "browse(1)", show=False),
        Binding("l", "live", show=False),
        Binding("a", "analyse", show=False),
    ]
    AFTER_END: ClassVar[frozenset[str]] = frozenset({"analyse"})
    """Actions of a match that is over. Until then their keys are letters of moves or commands."""
    live_key: ClassVar[str] = "l"
    """The key for the live position that the message names."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self._browser = MoveBrowser()

    def keys(self, _state: MatchState | None) -> str:
        """Return the key hints of the last line."""
        return ""

    def show_state(self) -> None:
        """Draw the match, or the position that is browsed, and the key hints, which depend on the match."""
        super().show_state()
        state = self.state
        if state is not None:
            self._browser.update(state)
            self._show_viewed(state)
        self.show_keys()

    def _show_viewed(self, live: MatchState) -> None:
        """Draw an earlier position in place of the live one, and say so in the title. The clocks stay live."""
        viewed = self._browser.viewed
        self.query_one(TitleBar).set_class(viewed is not None, "-viewing")
        if viewed is None:
            return
        at, of = viewed.position.ply, live.position.ply
        self.query_one(TitleBar).show(strings.VIEWING.format(at=at, of=of, live=self.live_key))
        self.board.show(viewed.board, viewed.position, sides=viewed.game.seats)
        panel = self.query_one(EnginePanel)
        if panel.display:
            panel.show_state(
                replace(live, searches=searches_at(live, at)), graph_characters(ascii_only=self.board.ascii_only)
            )
        names = [seat_text(live.game.seats, view.seat) for view in live.seats]
        dealt = isinstance(live.board, Table)
        self.query_one(MovesList).show(names, live.moves, at - 1, chance_events=live.chance_events, dealt=dealt)

    def action_browse(self, by: int) -> None:
        """View the next position, or with -1 the previous one, while the match goes on."""
        state = self.state
        if state is not None:
            ply = self._browser.ply if self._browser.ply is not None else state.position.ply
            if by < 0 and ply == first_ply(state):
                self.say(strings.VIEWING_START)
            else:
                self._view(ply + by)

    def action_live(self) -> None:
        """Return to the live position."""
        if self._browser.ply is not None:
            self._browser.ply = None
            self.show_state()

    def action_leave(self) -> None:
        """Return to the live position, or from there close the screen."""
        if self._browser.ply is not None:
            self.action_live()
        else:
            super().action_leave()

    def on_moves_list_chosen(self, event: MovesList.Chosen) -> None:
        """View the position after a clicked move."""
        self._view(event.move.ply + 1)

    def _view(self, ply: int) -> None:
        state = self.state
        if state is None:
            return
        if self._browser.go(ply, state):
            self.show_state()
        else:
            self.request(self._load_past())

    async def _load_past(self) -> None:
        """Load the positions before the client entered the match. Without a record, stay at the live position."""
        match = self.match
        try:
            record = await self.session.record(match, followed=True)
        except ClientError:
            self._browser.ply = None
            raise
        state = self.state
        if state is not None and match == self.match:
            self._browser.note(*ply_states(record))
            self.show_state()

    def _switch_to(self, match: str) -> None:
        super()._switch_to(match)
        self._browser.clear()

    def show_keys(self) -> None:
        """Draw the key hints."""
        self.query_one("#keys", KeyLine).show(self.keys(self.state))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible now."""
        if action in self.AFTER_END and (self.state is None or not self.state.over):
            return False
        if action == "analyse" and self.state is not None and self.state.game.hidden:
            return False
        return super().check_action(action, parameters)

    def action_analyse(self) -> None:
        """Open the replay of a finished match, and analyse it."""
        if self.state is not None and self.state.over:
            self.services.navigation.replay(self.match, live=True, analyse=True)

    def action_who(self) -> None:
        """List the spectators."""
        self.request(self._list_watchers())

    async def _list_watchers(self) -> None:
        if "watchers" not in self.session.client.welcome.capabilities:
            raise ClientError(strings.WATCHERS_UNSUPPORTED)
        watching = await self.session.client.ask(build(ShowWatchers, match=self.match))
        self.say(watchers_text(watching, max(20, self.size.width - 2)))

    def action_profile(self, name: str = "") -> None:
        """Show the profile of a player: the named one, otherwise the opponent, otherwise the player who moves first."""
        state = self.state
        people = [view for view in state.seats if view.kind == "human" and view.name] if state is not None else []
        others = [view.name or "" for view in people if state is not None and view.seat != state.you]
        self.services.navigation.profile(name.strip() or next((reference(name, engine=False) for name in others), None))

    def action_series(self) -> None:
        """Show the score table of the series."""
        state = self.state
        if state is None or state.series is None:
            self.say(strings.NO_SERIES)
        else:
            self.services.navigation.show_series(self.match)


def watchers_text(watching: Watching, width: int) -> str:
    """Return the spectators as text, with as many names as fit: `12 spectators: mia, jo, ann +9`."""
    if not watching.count:
        return strings.NO_SPECTATORS
    text = strings.WATCHING[min(2, watching.count)].format(count=watching.count)
    named = 0
    for name in watching.names:
        more = f", {name}" if named else name
        if len(text) + len(more) + 5 > width and named:
            break
        text, named = text + more, named + 1
    return text if named == watching.count else f"{text} +{watching.count - named}"
