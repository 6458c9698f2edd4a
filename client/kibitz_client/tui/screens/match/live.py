"""The screen of a live match, played or watched, with keys for spectators, series and sharing."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from kibitz_client.errors import ClientError
from kibitz_client.match.state import MatchState
from kibitz_client.requests import build
from kibitz_client.tui import strings
from kibitz_client.tui.screens.match.base import BoardScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.match_info import ShowWatchers, Watching


class LiveScreen(BoardScreen):
    """Board screen of a live match. While a prompt is focused, letters are typed into it and are not keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "who", show=False),
        Binding("S", "series", show=False),
        Binding("i", "app.invite", show=False),
        Binding("y", "app.copy", show=False),
    ]

    def keys(self, _state: MatchState | None) -> str:
        """Return the key hints of the last line."""
        return ""

    def show_state(self) -> None:
        """Draw the match and the key hints, which depend on the match."""
        super().show_state()
        self.show_keys()

    def show_keys(self) -> None:
        """Draw the key hints."""
        self.query_one("#keys", TextLine).show(self.keys(self.state))

    def action_who(self) -> None:
        """List the spectators."""
        self.request(self._list_watchers())

    async def _list_watchers(self) -> None:
        if "watchers" not in self.session.client.welcome.capabilities:
            raise ClientError(strings.WATCHERS_UNSUPPORTED)
        watching = await self.session.client.ask(build(ShowWatchers, match=self.match))
        self.say(watchers_text(watching, max(20, self.size.width - 2)))

    def action_series(self) -> None:
        """Show the score table of the series."""
        state = self.state
        if state is None or state.series is None:
            self.say(strings.NO_SERIES)
        else:
            self.services.navigation.show_series(self.match)


def watchers_text(watching: Watching, width: int) -> str:
    """Return the spectators as text, with as many names as fit: `12 watch: mia, jo, ann +9`."""
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
