"""The ways to the screens that stand above the lobby. Each is imported when somebody goes there."""

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from kibitz_client.errors import ClientError
from kibitz_client.tui import strings
from kibitz_client.tui.actions.matches import ErrandsApp

if TYPE_CHECKING:
    from kibitz_client.parsing.arguments import ExplainRequest


class WaysApp(ErrandsApp):
    """The actions that keys and the palette have in common."""

    def action_tv(self) -> None:
        """Watch the match that is featured."""
        self.open_match("tv", join=False)

    def action_new_match(self) -> None:
        """The form."""
        if self.session is not None and self.session.ready and self.session.games:
            from kibitz_client.tui.screens.new_match import NewMatchScreen

            self.push_screen(NewMatchScreen())

    def action_prefs(self) -> None:
        """Settings."""
        from kibitz_client.tui.screens.preferences import PrefsScreen

        self.push_screen(PrefsScreen())

    def action_archive(self) -> None:
        """Matches that are over."""
        if self.session is not None and self.session.ready:
            from kibitz_client.tui.screens.archive import ArchiveScreen

            self.push_screen(ArchiveScreen())

    def open_series(self, match: str) -> None:
        """The score table of the series that a match belongs to."""
        self._do(self._series(match))

    async def _series(self, match: str) -> None:
        session = self._hub()
        if "series_table" not in session.link.welcome.capabilities:
            raise ClientError(strings.SERIES_NOT_HERE)
        from kibitz_client.requests import build
        from kibitz_client.tui.screens.match.series import SeriesScreen
        from kibitz_protocol.match_info import ShowSeries

        table = await session.link.ask(build(ShowSeries, match=match))
        if table.series is None:
            raise ClientError(strings.NO_SERIES)
        open_one = (s for s in self.screen_stack if isinstance(s, SeriesScreen) and s.table.series == table.series)
        if (found := next(open_one, None)) is not None:
            self._back_to(found)
        else:
            await self.push_screen(SeriesScreen(table))

    def action_boards(self) -> None:
        """Four live matches at once."""
        self.open_boards(None)

    def open_boards(self, first: str | None) -> None:
        """Four live matches at once, the one that is named among them."""
        if self.session is None or not self.session.ready:
            return
        from kibitz_client.tui.screens.match.grid import GridScreen

        open_ones = (screen for screen in self.screen_stack if isinstance(screen, GridScreen))
        if (found := next(open_ones, None)) is not None:
            self._back_to(found)
        else:
            self.push_screen(GridScreen(first))

    def show_match(self, match: str) -> None:
        """Show a match that is followed above what is there, or go back to where it is shown already."""
        from kibitz_client.tui.screens.match.live import LiveScreen
        from kibitz_client.tui.screens.match.play import PlayScreen
        from kibitz_client.tui.screens.match.watch import WatchScreen

        shown = (screen for screen in self.screen_stack if isinstance(screen, LiveScreen) and screen.match == match)
        if (found := next(shown, None)) is not None:
            self._back_to(found)
            return
        state = self._hub().states.get(match)
        playing = state is not None and state.you is not None
        self.push_screen(PlayScreen(match) if playing else WatchScreen(match))

    def _back_to(self, screen: Screen[Any]) -> None:
        while self.screen is not screen:
            self.pop_screen()

    def replay(self, match: str, *, live: bool = False) -> None:
        """Show a match from its beginning; one that is `live` from where it stands."""
        self._do(self._replay(match, live=live))

    async def _replay(self, match: str, *, live: bool) -> None:
        from kibitz_client.tui.screens.replay import ReplayScreen

        session = self._hub()
        screen = ReplayScreen(await session.record(match, followed=live or match in session.states))
        await self.push_screen(screen)
        if live:
            screen.action_go(100_000)

    def action_explain(self) -> None:
        """The tree of a search, of what is typed there."""
        self.explain(None)

    def explain(self, wanted: "ExplainRequest | None") -> None:
        """The tree of a search: of this, or of what is typed there."""
        if self.session is not None and self.session.ready:
            from kibitz_client.tui.screens.explain import ExplainScreen

            self.push_screen(ExplainScreen(wanted))

    def action_help(self) -> None:
        """The help."""
        from kibitz_client.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen())
