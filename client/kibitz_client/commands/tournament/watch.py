"""`kibitz tournament watch`: what happens in a tournament, and its standings, until it ends."""

import time
from collections.abc import Callable
from typing import Any

from kibitz_client.commands.tournament.ask import action, ask, view_of
from kibitz_client.commands.tournament.show import own_lines, standings_text
from kibitz_client.match.tournament import advance, concerns, is_over
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect
from kibitz_client.settings import Settings
from kibitz_client.terminal.inbox import Inbox
from kibitz_client.terminal.output import Output
from kibitz_client.text.tournaments.news import news_lines
from kibitz_client.text.tournaments.tables import headline, standing_line, standing_lines, status_text
from kibitz_protocol.to_client import Notice, Standings, TournamentEvent
from kibitz_protocol.tournaments.commands import ShowTournament
from kibitz_protocol.tournaments.messages import RoundEnded
from kibitz_protocol.tournaments.views import StandingRow, TournamentDone, TournamentView

EVERY_S = 1.0
"""Standings are shown at most once in this time, in seconds."""
NEWS_SHOWN = 6


async def watch(settings: Settings, output: Output, code: str, key: str | None) -> None:
    """Show a tournament until it ends: redrawn in place on a terminal, otherwise as lines."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        done = await ask(connected.client, action(ShowTournament, code, key, follow=True), TournamentDone)
        await follow(connected.client, done.tournament, EventViewer(output), key)


async def follow(client: NetworkClient, tournament: str, viewer: "EventViewer", key: str | None = None) -> None:
    """Show a followed tournament until it ends."""
    async with Inbox(client) as inbox:
        while not is_over(viewer.view):
            message = await inbox.next(timeout_s=viewer.due_s())
            if concerns(message, tournament) or isinstance(message, Notice):
                viewer.receive(message)
            viewer.refresh(idle=inbox.empty)
    # The last standings come up to a second after the last event.
    viewer.conclude(await view_of(client, tournament, key))


class EventViewer:
    """Shows a tournament as it changes."""

    def __init__(self, output: Output, clock: Callable[[], float] = time.monotonic) -> None:
        self.view: TournamentView | None = None
        self._output = output
        self._clock = clock
        self._shown_at: float | None = None
        self._shown: dict[int, str] = {}
        self._news: list[str] = []
        self._changed = False
        self._round_over = False
        """Whether the standings after a round are still to come."""

    def receive(self, message: Any) -> None:
        """Update the tournament, and show what has happened."""
        first = self.view is None
        self.view = advance(self.view, message)
        self._changed = True
        self._output.emit(message)
        if self._output.json or self.view is None:
            return
        if isinstance(message, Notice):
            self._say(f"server: {message.text}")
        if first and not self._output.in_place:
            self._output.say(*headline(self.view), *own_lines(self.view))
        if isinstance(message, TournamentEvent):
            self._say(*news_lines(message))
            self._round_over = self._round_over or isinstance(message.event, RoundEnded)
        if isinstance(message, Standings) and self._round_over:
            self._round_over = False
            if not (self._output.plain or self._output.in_place):
                self._output.say(*standing_lines(self.view, self._output.style.width))
                self._changed_rows(self.view)

    def due_s(self) -> float | None:
        """Return in how many seconds the standings are to be shown; None if nothing has changed."""
        if not self._changed or self.view is None:
            return None
        return 0.0 if self._shown_at is None else max(0.0, self._shown_at + EVERY_S - self._clock())

    def refresh(self, *, idle: bool) -> None:
        """Show the standings if they have changed, at most once a second."""
        if self.due_s() != 0 or not idle or self._output.json:
            self._changed = self._changed and not self._output.json
            return
        assert self.view is not None
        self._changed, self._shown_at = False, self._clock()
        if self._output.in_place:
            self._output.draw(self._picture(self.view))
        else:
            changed = self._changed_rows(self.view)
            if changed:
                self._output.say(*(standing_line(row, self.view.tie_breaks, brief=True) for row in changed))

    def conclude(self, view: TournamentView) -> None:
        """Show the last standings."""
        self.view = view
        if self._output.json:
            self._output.emit(view)
            return
        if self._output.in_place:
            self._output.draw(self._picture(self.view))
        else:
            self._output.say(status_text(self.view), *standings_text(self.view, self._output))

    def _say(self, *lines: str) -> None:
        if self._output.in_place:
            self._news = [*self._news, *lines][-NEWS_SHOWN:]
        else:
            self._output.say(*lines)

    def _picture(self, view: TournamentView) -> list[str]:
        lines = [*headline(view), *own_lines(view), "", *standing_lines(view, self._output.style.width), ""]
        return [*lines, *self._news]

    def _changed_rows(self, view: TournamentView) -> list[StandingRow]:
        """Return the rows that look otherwise than when they were last shown."""
        lines = {row.entrant.number: standing_line(row, view.tie_breaks, brief=True) for row in view.rows}
        changed = [row for row in view.rows if self._shown.get(row.entrant.number) != lines[row.entrant.number]]
        self._shown = lines
        return changed
