"""Open the screens above the lobby. Each screen is imported when it is first opened, to keep start-up short."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from kibitz_client.errors import ClientError
from kibitz_client.tui import strings
from kibitz_client.tui.actions.context import ActionContext
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.services import Services

if TYPE_CHECKING:
    from kibitz_client.parsing.arguments import ExplainRequest
    from kibitz_protocol.values.games import GameInfo


class Navigation:
    """Opens screens for keys, palette and other screens."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def new_match(self, game: str | None = None) -> None:
        """Open the form for a new match, with a game chosen if one is given."""
        if self._connected() and self._context.connected.games:
            from kibitz_client.tui.screens.new_match import NewMatchScreen

            self._context.app.push_screen(NewMatchScreen(game))

    def preferences(self) -> None:
        """Open the settings, or return to them."""
        from kibitz_client.tui.screens.preferences import PreferencesScreen

        self._open_once(PreferencesScreen)

    def archive(self) -> None:
        """Open the list of finished matches."""
        if self._connected():
            from kibitz_client.tui.screens.archive import ArchiveScreen

            self._context.app.push_screen(ArchiveScreen())

    def account(self) -> None:
        """Open the own account, or return to it."""
        if self._connected():
            from kibitz_client.tui.screens.players.account import AccountScreen

            self._open_once(AccountScreen)

    def ratings(self) -> None:
        """Show the best players of each game."""
        if self._connected() and self._context.connected.games:
            from kibitz_client.tui.screens.players.ratings import RatingsScreen

            self._open_once(RatingsScreen)

    def profile(self, player: str | None) -> None:
        """Show ratings and matches of a player; None is the user."""
        if self._connected():
            from kibitz_client.tui.screens.players.profile import ProfileScreen

            name, stack = player or self._context.connected.name, self._context.app.screen_stack
            shown = next((each for each in stack if isinstance(each, ProfileScreen) and each.player == name), None)
            if shown is not None:
                self._context.return_to(shown)
            else:
                self._context.app.push_screen(ProfileScreen(name))

    def help(self) -> None:
        """Open the help at the section of the current screen."""
        from kibitz_client.tui.screens.help import HelpScreen

        screen = self._context.app.screen
        section = screen.help_section if isinstance(screen, KibitzScreen) else ""
        self._open_once(lambda: HelpScreen(section), HelpScreen)

    def rules(self, game: "GameInfo", options: "Mapping[str, Any] | None" = None) -> None:
        """Show the rules of a game, with a picture of its initial board with these options."""
        if self._connected():
            from kibitz_client.tui.screens.rules import RulesScreen

            # The game of a match has no guide; that of the server's list has one.
            listed = next((each for each in self._context.connected.games if each.name == game.name), game)
            self._open_once(lambda: RulesScreen(listed, options), RulesScreen)

    def _connected(self) -> bool:
        """Return whether the session is connected; if not, say why the key does nothing yet."""
        if not self._context.ready:
            self._context.notify(strings.NOT_CONNECTED)
        return self._context.ready

    def _open_once(self, make: Callable[[], KibitzScreen], kind: type[KibitzScreen] | None = None) -> None:
        """Open a screen, or return to an open one of its kind."""
        wanted = kind or make
        stack = self._context.app.screen_stack
        found = next((screen for screen in stack if isinstance(wanted, type) and isinstance(screen, wanted)), None)
        if found is not None:
            self._context.return_to(found)
        else:
            self._context.app.push_screen(make())

    def show_series(self, match: str) -> None:
        """Show the score table of the series that a match belongs to; show a refusal."""
        self._context.start(self._show_series(match))

    async def _show_series(self, match: str) -> None:
        session, stack = self._context.connected, self._context.app.screen_stack
        if "series_table" not in session.client.welcome.capabilities:
            raise ClientError(strings.SERIES_UNSUPPORTED)
        from kibitz_client.requests import build
        from kibitz_client.tui.screens.match.series import SeriesScreen
        from kibitz_protocol.commands.match_info import ShowSeries

        table = await session.client.ask(build(ShowSeries, match=match))
        if table.series is None:
            raise ClientError(strings.NO_SERIES)
        open_screens = (s for s in stack if isinstance(s, SeriesScreen) and s.table.series == table.series)
        if (found := next(open_screens, None)) is not None:
            self._context.return_to(found)
        else:
            await self._context.app.push_screen(SeriesScreen(table))

    def show_grid(self, first: str | None) -> None:
        """Show four live matches at once; `first` is on the first board."""
        if not self._connected():
            return
        from kibitz_client.tui.screens.match.grid import GridScreen

        open_screens = (screen for screen in self._context.app.screen_stack if isinstance(screen, GridScreen))
        if (found := next(open_screens, None)) is not None:
            self._context.return_to(found)
        else:
            self._context.app.push_screen(GridScreen(first))

    def show_match(self, match: str) -> None:
        """Show a followed match, or return to the screen that already shows it."""
        from kibitz_client.tui.screens.match.live import LiveScreen
        from kibitz_client.tui.screens.match.play import PlayScreen
        from kibitz_client.tui.screens.match.watch import WatchScreen

        stack = self._context.app.screen_stack
        open_screens = (screen for screen in stack if isinstance(screen, LiveScreen) and screen.match == match)
        if (found := next(open_screens, None)) is not None:
            self._context.return_to(found)
            return
        state = self._context.connected.states.get(match)
        playing = state is not None and state.plays
        self._context.app.push_screen(PlayScreen(match) if playing else WatchScreen(match))

    def replay(self, match: str, *, live: bool = False, analyse: bool = False) -> None:
        """Replay a match from its start; a `live` one begins at its last ply. Show a refusal.

        Args:
            match: The match.
            live: Whether it was open before the replay.
            analyse: Whether its analysis starts at once.
        """
        self._context.start(self._replay(match, live=live, analyse=analyse))

    async def _replay(self, match: str, *, live: bool, analyse: bool) -> None:
        from kibitz_client.tui.screens.replay import ReplayScreen

        session = self._context.connected
        screen = ReplayScreen(await session.record(match, followed=live or match in session.states))
        await self._context.app.push_screen(screen)
        if live:
            screen.action_go(100_000)
        if analyse:
            screen.action_analyse()

    def analysis_board(self) -> None:
        """Ask what to put on an analysis board, and open it."""
        if self._connected():
            from kibitz_client.tui.screens.dialogs import Ask

            def opened(text: str | None) -> None:
                if text:
                    self._context.start(self._analysis_board(text))

            game = cast(Services, self._context.app).preferences.current.game
            self._context.app.push_screen(Ask(strings.ANALYSIS_LOAD, game), opened)

    async def _analysis_board(self, text: str) -> None:
        from kibitz_client.commands.records.files import read_match
        from kibitz_client.network.analysis_board import AnalysisBoard
        from kibitz_client.parsing.analysis_source import MatchSource, analysis_source
        from kibitz_client.tui.screens.match.analysis import AnalysisScreen

        session = self._context.connected
        board = AnalysisBoard(session.client, read_match)
        source = analysis_source(text, session.games, line=False)
        await board.load(source, session.keys.get(source.code) if isinstance(source, MatchSource) else None)
        await self._context.app.push_screen(AnalysisScreen(board))

    def analyse_record(self, messages: Sequence[Any], ply: int) -> None:
        """Open the record of a finished match on an analysis board, at a ply. Show a refusal."""
        self._context.start(self._analyse_record(messages, ply))

    async def _analyse_record(self, messages: Sequence[Any], ply: int) -> None:
        from kibitz_client.commands.records.files import read_match
        from kibitz_client.network.analysis_board import AnalysisBoard
        from kibitz_client.tui.screens.match.analysis import AnalysisScreen

        board = AnalysisBoard(self._context.connected.client, read_match)
        await board.load_record(messages, ply)
        await self._context.app.push_screen(AnalysisScreen(board))

    def puzzles(self) -> None:
        """Show puzzles of any game."""
        if self._connected():
            from kibitz_client.tui.screens.puzzles.solve import PuzzleScreen

            self._context.app.push_screen(PuzzleScreen())

    def explain(self, request: "ExplainRequest | None") -> None:
        """Show the search tree of a request, or an empty prompt for one."""
        if self._connected():
            from kibitz_client.tui.screens.explain import ExplainScreen

            self._context.app.push_screen(ExplainScreen(request))
