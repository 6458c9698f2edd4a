"""The Textual app: builds the session and the actions that its screens use.

Nothing of the protocol is imported before the first frame. `on_ready` then loads the session, which connects.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key, Paste

from kibitz_client.errors import ClientError
from kibitz_client.settings import Settings
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui import strings, themes
from kibitz_client.tui.actions.accounts import AccountActions
from kibitz_client.tui.actions.context import ActionContext
from kibitz_client.tui.actions.matches import MatchActions
from kibitz_client.tui.actions.navigation import Navigation
from kibitz_client.tui.actions.preferences import PreferenceActions
from kibitz_client.tui.actions.sharing import Sharing
from kibitz_client.tui.actions.tournaments import TournamentActions
from kibitz_client.tui.actions.updates import Updates
from kibitz_client.tui.key_order import OrderedKeysApp
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.lobby import LobbyScreen

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.command import Provider

    from kibitz_client.tui.session import AppSession, Opener


def _palette() -> "type[Provider]":
    """Return the contents of the command palette; loaded when the palette is first opened."""
    from kibitz_client.tui.palette import ActionProvider

    return ActionProvider


def _raise(error: Exception) -> None:
    raise error


class KibitzApp(OrderedKeysApp[None]):
    """The composition root of the app, and the `Services` of its screens.

    `close_session` closes the connection after the screens are gone.
    """

    TITLE = strings.TITLE
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar["set[type[Provider] | Callable[[], type[Provider]]]"] = {_palette}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("f2,comma", "app.preferences", show=False),
    ]

    def __init__(
        self,
        settings: Settings,
        *,
        opener: "Opener | None" = None,
        preferences: Preferences | None = None,
        preferences_path: Path | None = None,
        saved_preferences: Preferences | None = None,
    ) -> None:
        chosen = preferences or Preferences()
        # Textual reads this in its constructor, before any theme is set.
        super().__init__(ansi_color=themes.ansi_color(chosen.theme))
        self.actions = ActionContext(self, settings)
        self.tournaments = TournamentActions(self.actions)
        self.matches = MatchActions(self.actions, self.tournaments)
        self.navigation = Navigation(self.actions)
        self.sharing = Sharing(self.actions)
        self.preferences = PreferenceActions(self.actions, chosen, preferences_path, saved_preferences)
        self.accounts = AccountActions(self.actions, self.reconnect)
        self.updates = Updates(self.actions, self.matches, self.tournaments, self.preferences)
        themes.use_ascii(self, ascii_only=chosen.ascii_only)
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.theme = chosen.theme if chosen.theme in self.available_themes else themes.DEFAULT
        self.failure: ClientError | None = None
        """Why the session ended, if it failed."""
        self._opener = opener
        self._listening: asyncio.Task[None] | None = None

    @property
    def session(self) -> "AppSession | None":
        """The session with the server; None before the first frame."""
        return self.actions.session

    def start(self, work: Awaitable[object]) -> None:
        """Run a request in the background, even after the screen closes. Show a refusal."""
        self.actions.start(work)

    async def report_errors(self, work: Awaitable[object]) -> None:
        """Run a request and show a refusal on the current screen."""
        await self.actions.report_errors(work)

    def alert(self, text: str) -> None:
        """Ring the bell and send a desktop notification, as far as the preferences allow."""
        if self.preferences.current.bell:
            self.bell()
        if self.preferences.current.notices and self._driver is not None:
            # OSC 9, the desktop notification of iTerm2, kitty, Windows Terminal and others; the rest ignore it.
            self._driver.write(f"\x1b]9;{''.join(c for c in text if c.isprintable())}\x07")

    def get_default_screen(self) -> LobbyScreen:
        """Return the lobby."""
        return LobbyScreen()

    def direct_text(self, event: Key | Paste) -> None:
        """Let the screen direct typed text."""
        if isinstance(self.screen, KibitzScreen):
            self.screen.direct_text(event)

    def exit(self, result: None = None, return_code: int = 0, message: "RenderableType | None" = None) -> None:
        """Exit, but mount every screen first: Textual fails when a screen is removed while its parts are mounted."""
        mounting = next((screen for screen in self.screen_stack if not screen.is_mounted), None)
        if mounting is not None:
            # A screen runs its callbacks when it is mounted.
            mounting.call_later(self.exit, result, return_code, message)
        else:
            super().exit(result, return_code, message)

    def on_ready(self) -> None:
        """Connect after the first frame."""
        self.call_after_refresh(self._connect)

    def _connect(self) -> None:
        from kibitz_client.tui.session import AppSession

        session = AppSession(self.actions.settings, self.updates, self._opener)
        self.actions.session = session
        self._listening = asyncio.create_task(self._listen(session))

    async def _listen(self, session: "AppSession") -> None:
        try:
            await session.run()
        except ClientError as error:
            if self.accounts.leaving:
                # The server has closed the connection of a token that was just revoked.
                return
            if session.ready and self.accounts.can_return(error):
                self.actions.notify(str(error), warning=True)
                self.start(self.accounts.signed_out())
                return
            self.failure = error
        except Exception as error:
            # A programming error ends the app too, with its traceback, as any error in a callback does. It would
            # stay offline without a word.
            self.call_later(_raise, error)
            return
        self.exit(return_code=self.failure.exit_code if self.failure else 0)

    async def reconnect(self, settings: Settings) -> None:
        """Close every screen above the lobby and the connection, and connect with other settings."""
        self.actions.return_to(self.screen_stack[0])
        await self._disconnect()
        self.actions.settings = settings
        self._connect()
        self.updates.connection_changed("")

    async def close_session(self) -> None:
        """Cancel the background tasks and close the connection."""
        await self.actions.close()
        await self._disconnect()

    async def _disconnect(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError, ClientError):
                await self._listening

    def action_tv(self) -> None:
        """Watch the featured match."""
        self.matches.open("tv", join=False)

    def action_new_match(self) -> None:
        """Open the form for a new match."""
        self.navigation.new_match()

    def action_tournaments(self) -> None:
        """Open the list of tournaments."""
        self.tournaments.list()

    def action_preferences(self) -> None:
        """Open the settings."""
        self.navigation.preferences()

    def action_archive(self) -> None:
        """Open the list of finished matches."""
        self.navigation.archive()

    def action_account(self) -> None:
        """Open the own account."""
        self.navigation.account()

    def action_ratings(self) -> None:
        """Show the best players of each game."""
        self.navigation.ratings()

    def action_profile(self) -> None:
        """Show the user's ratings and matches."""
        self.navigation.profile(None)

    def action_explain(self) -> None:
        """Open the search tree with an empty prompt."""
        self.navigation.explain(None)

    def action_puzzles(self) -> None:
        """Solve puzzles."""
        self.navigation.puzzles()

    def action_analysis_board(self) -> None:
        """Ask what to put on an analysis board, and open it."""
        self.navigation.analysis_board()

    def action_help(self) -> None:
        """Open the help."""
        self.navigation.help()

    def action_invite(self) -> None:
        """Show how other players join or watch the match."""
        self.sharing.invite()

    def action_copy(self) -> None:
        """Ask which text of the match to copy to the clipboard."""
        self.sharing.copy()
