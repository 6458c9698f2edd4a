"""The ways to the screens that stand above the lobby. Each is imported when somebody goes there."""

from kibitz_client.tui.errands import ErrandsApp


class WaysApp(ErrandsApp):
    """The actions that keys and the palette have in common."""

    def action_tv(self) -> None:
        """Watch the match that is featured."""
        self.open_match("tv", join=False)

    def action_new_match(self) -> None:
        """The form."""
        if self.hub is not None and self.hub.ready and self.hub.games:
            from kibitz_client.tui.screens.new_match import NewMatchScreen

            self.push_screen(NewMatchScreen())

    def action_prefs(self) -> None:
        """Settings."""
        from kibitz_client.tui.screens.prefs import PrefsScreen

        self.push_screen(PrefsScreen())

    def action_archive(self) -> None:
        """Matches that are over."""
        if self.hub is not None and self.hub.ready:
            from kibitz_client.tui.screens.archive import ArchiveScreen

            self.push_screen(ArchiveScreen())

    def replay(self, match: str, *, live: bool = False) -> None:
        """Show a match from its beginning; one that is `live` from where it stands."""
        self._do(self._replay(match, live=live))

    async def _replay(self, match: str, *, live: bool) -> None:
        from kibitz_client.tui.screens.replay import ReplayScreen

        hub = self._hub()
        screen = ReplayScreen(await hub.record(match, followed=live or match in hub.states))
        await self.push_screen(screen)
        if live:
            screen.action_go(100_000)

    def action_explain(self, subject: str = "") -> None:
        """The tree of a search."""
        if self.hub is not None and self.hub.ready:
            from kibitz_client.tui.screens.explain import ExplainScreen

            self.push_screen(ExplainScreen(subject))

    def action_help(self) -> None:
        """The help."""
        from kibitz_client.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen())
