"""A match that goes on, played or watched: what there is around it is one key away."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from kibitz_client.state import MatchState
from kibitz_client.tui import strings
from kibitz_client.tui.screens.table import TableScreen
from kibitz_client.tui.widgets.line import Line


class LiveScreen(TableScreen):
    """`S` shows its series. While a prompt has the focus letters belong to that."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("S", "series", show=False)]

    def keys(self, _state: MatchState | None) -> str:
        """What stands in the last line."""
        return ""

    def show_state(self) -> None:
        """The keys as well: some belong to certain matches alone."""
        super().show_state()
        self.show_keys()

    def show_keys(self) -> None:
        """The last line."""
        self.query_one("#keys", Line).show(self.keys(self.state))

    def action_series(self) -> None:
        """The score of the series, and its games."""
        state = self.state
        if state is None or state.series is None:
            self.say(strings.NO_SERIES)
        else:
            self.kibitz.open_series(self.match)
