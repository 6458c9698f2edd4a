"""The app: its screens, and the hub between them and the server.

Nothing of the protocol is imported before the first frame. `ready` then loads the hub, which connects.
"""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from kibitz_client.errors import ClientError
from kibitz_client.settings import Settings
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui import strings, themes
from kibitz_client.tui.actions.updates import HearingApp
from kibitz_client.tui.screens.lobby import LobbyScreen

if TYPE_CHECKING:
    from textual.command import Provider

    from kibitz_client.tui.session import Opener, Session


def _palette() -> "type[Provider]":
    """The palette's contents, once somebody opens it."""
    from kibitz_client.tui.palette import ActionProvider

    return ActionProvider


class KibitzApp(HearingApp):
    """One app, one hub. `hub_ended` waits until the link is closed, after the screens are gone."""

    TITLE = strings.TITLE
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar["set[type[Provider] | Callable[[], type[Provider]]]"] = {_palette}
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(
        self,
        settings: Settings,
        *,
        opener: "Opener | None" = None,
        prefs: Preferences | None = None,
        keep_in: Path | None = None,
    ) -> None:
        super().__init__(settings, prefs or Preferences(), keep_in)
        for known in themes.THEMES:
            self.register_theme(known)
        self.theme = self.prefs.theme if self.prefs.theme in self.available_themes else themes.DEFAULT
        self.failed: ClientError | None = None
        self._opener = opener
        self._listening: asyncio.Task[None] | None = None

    def get_default_screen(self) -> LobbyScreen:
        """The lobby."""
        return LobbyScreen()

    def on_ready(self) -> None:
        """The first frame is there: now the server may be looked for."""
        self.call_after_refresh(self._connect)

    def _connect(self) -> None:
        from kibitz_client.tui.session import Session

        self.session = Session(self.settings, self, self._opener)
        self._listening = asyncio.create_task(self._listen(self.session))

    async def _listen(self, session: "Session") -> None:
        try:
            await session.run()
        except ClientError as error:
            self.failed = error
        # Also our own mistakes end the app with a sentence; the traceback is asyncio's to tell.
        self.exit(return_code=self.failed.exit_code if self.failed else 0)

    async def hub_ended(self) -> None:
        """Close the link, and whatever runs because of it."""
        for task in [*self._kept, *([self._listening] if self._listening else [])]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ClientError):
                await task

    def your_turn(self, text: str) -> None:
        """Tell who is not looking."""
        if self.prefs.bell:
            self.bell()
        if self.prefs.notices and self._driver is not None:
            # OSC 9, the desktop notice of iTerm2, kitty, Windows Terminal and others; the rest ignore it.
            self._driver.write(f"\x1b]9;{''.join(c for c in text if c.isprintable())}\x07")
