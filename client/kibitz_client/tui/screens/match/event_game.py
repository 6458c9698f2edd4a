"""The screen of a game of a tournament: after the end it leads back to the tournament."""

from functools import partial

from kibitz_client.match.state import MatchState
from kibitz_client.text.match_view import result_line
from kibitz_client.tui import strings
from kibitz_client.tui.screens.match.live import LiveScreen
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_protocol.values.matches import PlaceView

BACK_AFTER_S = 6.0
"""How long the end of a game is shown before its tournament."""


class EventGameScreen(LiveScreen):
    """Screen of a player. In a game of a tournament, the end and Esc after it lead to the tournament."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.back_after_s = BACK_AFTER_S
        self._ended = ""
        """The game whose end was shown."""

    def show_state(self) -> None:
        """Draw the match. At the end of a game of a tournament, say that the tournament comes next."""
        super().show_state()
        state = self.state
        if state is None or (place := ended_in(state)) is None:
            return
        if self._ended != self.match:
            self._ended = self.match
            self.set_timer(self.back_after_s, partial(self._go_back, self.match))
        self.say(strings.BACK_SOON.format(result=result_line(state), name=place.name or place.code))
        self.query_one("#say").add_class("result")

    def _go_back(self, ended: str) -> None:
        """Show the tournament, unless the user does something else by now."""
        writes = isinstance(self.focused, Prompt) and self.focused.value
        if self.match == ended and self.app.screen is self and not writes:
            self.action_leave()

    def action_leave(self) -> None:
        """Close the screen, after a game of a tournament for the tournament."""
        place = ended_in(self.state) if self.state is not None else None
        if place is not None:
            self.services.tournaments.return_from(place)
        else:
            super().action_leave()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible now: a game of a tournament has no rematch."""
        if action == "rematch" and self.state is not None and self.state.tournament is not None:
            return False
        return super().check_action(action, parameters)


def ended_in(state: MatchState) -> PlaceView | None:
    """Return the tournament of a game that is over; None for any other match."""
    return state.tournament if state.over else None
