"""Updates from the session: the state of the connection, the lobby, and what happened in matches."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kibitz_client.tui import strings
from kibitz_client.tui.actions.context import ActionContext
from kibitz_client.tui.actions.matches import MatchActions
from kibitz_client.tui.actions.preferences import PreferenceActions
from kibitz_client.tui.actions.tournaments import TournamentActions

if TYPE_CHECKING:
    from kibitz_client.match.state import MatchState
    from kibitz_client.network.servers.discovery import DiscoveredServer
    from kibitz_protocol.to_client import Paired


class Updates:
    """`SessionListener` of the app: passes each update on to every open screen."""

    def __init__(
        self,
        context: ActionContext,
        matches: MatchActions,
        tournaments: TournamentActions,
        preferences: PreferenceActions,
    ) -> None:
        self._context = context
        self._matches = matches
        self._tournaments = tournaments
        self._preferences = preferences
        self._redirected: set[str] = set()
        """Matches that the server has redirected us to, until their snapshot arrives."""

    def connection_changed(self, text: str) -> None:
        """Show the state of the connection on every screen. Remember a server that was named or discovered."""
        session, preferences = self._context.session, self._preferences.current
        if session is not None and session.ready and not session.private:
            chosen = self._context.settings.chosen or session.found
            if chosen and preferences.server != session.client.url:
                self._preferences.apply(replace(preferences, server=session.client.url))
        for screen in self._context.screens():
            screen.connection_changed()
        if text:
            if session is not None and session.online:
                self._context.app.set_timer(1.0, self._show_missed)
            self._context.app.notify(text, timeout=4)

    def _show_missed(self) -> None:
        """Show how many events came while the connection was down."""
        from kibitz_client.text.formatting import counted

        session = self._context.session
        if session is None or not session.online:
            return
        count = sum(session.missed(match) or 0 for match in session.states)
        session.clear_missed()
        text = strings.MISSED.format(events=counted(count, "event")) if count else strings.MISSED_NOTHING
        self._context.app.notify(text, timeout=6)

    def lobby_changed(self) -> None:
        """Pass on that the list of matches has changed."""
        for screen in self._context.screens():
            screen.lobby_changed()

    def match_changed(self, match: str, message: Any, before: "MatchState | None") -> None:
        """Pass on that a followed match has changed."""
        if message.t == "next" and message.next is not None:
            self._redirected.add(message.next)
        for screen in self._context.screens():
            screen.match_changed(match, message, before)
        if message.t == "snapshot" and match in self._redirected:
            # The server redirects also a spectator who left the match just as it ended.
            self._redirected.discard(match)
            if message.you is None:
                self._matches.unfollow(match)

    def tournament_changed(self, tournament: str, *, event: bool) -> None:
        """Pass on that a followed tournament has changed."""
        for screen in self._context.screens():
            screen.tournament_changed(tournament, event=event)

    def paired(self, message: "Paired") -> None:
        """Open the match of a seek that found an opponent, or lead to that of a tournament."""
        if message.tournament is not None:
            self._tournaments.lead_to(message)
        else:
            self._matches.open_paired(message.match)

    def notice(self, text: str, *, warning: bool = False) -> None:
        """Show a notification."""
        self._context.notify(text, warning=warning)

    async def choose_server(self, found: "Sequence[DiscoveredServer]") -> "DiscoveredServer | None":
        """Ask which of several servers of the local network to use, or whether to join the only one.

        None means a private one.
        """
        from kibitz_client.storage.known_servers import is_used
        from kibitz_client.tui.models.nearby import question, row
        from kibitz_client.tui.screens.dialogs import Confirm, Pick

        if len(found) == 1:
            joins = await self._context.answer(Confirm(question(found[0]), cautious=True))
            return found[0] if joins else None
        # A stray Enter joins none that is new: the list begins at a server that was used, otherwise at the private one.
        rows = {row(each): each for each in sorted(found, key=lambda each: not is_used(each.url))}
        begin = 0 if any(is_used(each.url) for each in found) else len(rows)
        picked = await self._context.answer(Pick(strings.WHICH_SERVER, [*rows, strings.PRIVATE_INSTEAD], begin))
        return rows.get(picked or "")
