"""A match that goes on, played or watched: what there is around it is one key away."""

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
    """`w` who watches, `S` its series, `i` invites, `y` copies. While a prompt has the focus, letters are its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "who", show=False),
        Binding("S", "series", show=False),
        Binding("i", "app.invite", show=False),
        Binding("y", "app.copy", show=False),
    ]

    def keys(self, _state: MatchState | None) -> str:
        """What stands in the last line."""
        return ""

    def show_state(self) -> None:
        """The keys as well: some belong to certain matches alone."""
        super().show_state()
        self.show_keys()

    def show_keys(self) -> None:
        """The last line."""
        self.query_one("#keys", TextLine).show(self.keys(self.state))

    def action_who(self) -> None:
        """Name those who watch."""
        self.ask(self._who())

    async def _who(self) -> None:
        if "watchers" not in self.session.link.welcome.capabilities:
            raise ClientError(strings.WATCHERS_NOT_HERE)
        found = await self.session.link.ask(build(ShowWatchers, match=self.match))
        self.say(watchers_text(found, max(20, self.size.width - 2)))

    def action_series(self) -> None:
        """The score of the series, and its games."""
        state = self.state
        if state is None or state.series is None:
            self.say(strings.NO_SERIES)
        else:
            self.kibitz.open_series(self.match)


def watchers_text(found: Watching, width: int) -> str:
    """`12 watch: mia, jo, ann +9`: as many names as there is room for."""
    if not found.count:
        return strings.NOBODY_WATCHES
    text = strings.WATCHING[min(2, found.count)].format(count=found.count)
    told = 0
    for name in found.names:
        more = f", {name}" if told else name
        if len(text) + len(more) + 5 > width and told:
            break
        text, told = text + more, told + 1
    return text if told == found.count else f"{text} +{found.count - told}"
