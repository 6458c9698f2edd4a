"""The app: its screens, and the hub between them and the server.

Nothing of the protocol is imported before the first frame. `ready` then loads the hub, which connects.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from kibitz_client.errors import ClientError
from kibitz_client.settings import Settings
from kibitz_client.tui import strings, themes
from kibitz_client.tui.prefs import Prefs, save
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.lobby import LobbyScreen

if TYPE_CHECKING:
    from kibitz_client.state import MatchState
    from kibitz_client.tui.hub import Hub, Opener
    from kibitz_protocol.to_server import Create


class KibitzApp(App[None]):
    """One app, one hub. `hub_ended` waits until the link is closed, after the screens are gone."""

    TITLE = strings.TITLE
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(
        self,
        settings: Settings,
        *,
        opener: "Opener | None" = None,
        prefs: Prefs | None = None,
        keep_in: Path | None = None,
    ) -> None:
        self.prefs = prefs or Prefs()
        # Textual decides here, before the theme is known, whether the terminal's own colours stay what they are.
        super().__init__(ansi_color=True if self.prefs.theme == themes.MONO.name else None)
        for known in themes.THEMES:
            self.register_theme(known)
        self.theme = self.prefs.theme if self.prefs.theme in self.available_themes else themes.DEFAULT
        self.settings = settings
        self._keep_in = keep_in
        self.hub: Hub | None = None
        self.failed: ClientError | None = None
        self._opener = opener
        self._seeking = False
        self._listening: asyncio.Task[None] | None = None
        self._kept: set[asyncio.Future[Any]] = set()

    def get_default_screen(self) -> LobbyScreen:
        """The lobby."""
        return LobbyScreen()

    def on_ready(self) -> None:
        """The first frame is there: now the server may be looked for."""
        self.call_after_refresh(self._connect)

    def _connect(self) -> None:
        from kibitz_client.tui.hub import Hub

        self.hub = Hub(self.settings, self, self._opener)
        self._listening = asyncio.create_task(self._listen(self.hub))

    async def _listen(self, hub: "Hub") -> None:
        try:
            await hub.run()
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

    def use(self, prefs: Prefs) -> str:
        """Like it so from now on; gives what went wrong with keeping it, or nothing."""
        self.prefs = prefs
        if self.theme != prefs.theme:
            self.ansi_color = True if prefs.theme == themes.MONO.name else None
            self.theme = prefs.theme
        for screen in self._screens():
            screen.prefs_changed()
        return save(self._keep_in, prefs) if self._keep_in is not None else ""

    def your_turn(self, text: str) -> None:
        """Tell who is not looking."""
        if self.prefs.bell:
            self.bell()
        if self.prefs.notices and self._driver is not None:
            # OSC 9, the desktop notice of iTerm2, kitty, Windows Terminal and others; the rest ignore it.
            self._driver.write(f"\x1b]9;{''.join(c for c in text if c.isprintable())}\x07")

    def keep(self, task: "asyncio.Future[Any]") -> None:
        """Hold on to a task until it is done."""
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)

    # What the hub tells.

    def connection_changed(self, text: str) -> None:
        """Every screen that is open shows how the connection is. A server that was named is remembered."""
        hub = self.hub
        if hub is not None and hub.ready and self.settings.chosen and self.prefs.server != self.settings.server:
            self.use(replace(self.prefs, server=self.settings.server))
        for screen in self._screens():
            screen.connection_changed()
        if text:
            hub = self.hub
            missed = ""
            if hub is not None and hub.online:
                self.set_timer(1.0, self._tell_missed)
            self.notify(text + missed, timeout=4)

    def _tell_missed(self) -> None:
        hub = self.hub
        if hub is None or not hub.online:
            return
        counts = [hub.missed(match) or 0 for match in hub.states]
        count = sum(counts)
        hub.forget_break()
        self.notify(strings.MISSED.format(count=count) if count else strings.MISSED_NOTHING, timeout=6)

    def lobby_changed(self) -> None:
        """Other matches are listed."""
        for screen in self._screens():
            screen.lobby_changed()

    def match_told(self, match: str, message: Any, before: "MatchState | None") -> None:
        """A match has changed."""
        for screen in self._screens():
            told: Callable[..., None] | None = getattr(screen, "match_told", None)
            if told is not None:
                told(match, message, before)

    def entered(self, match: str) -> None:
        """Somebody to play with was found."""
        self._seeking = False
        self._open_screen(match, playing=True)

    def remark(self, text: str, *, trouble: bool = False) -> None:
        """A notice."""
        self.notify(text, severity="warning" if trouble else "information", timeout=6, markup=False)

    # What the screens ask for.

    async def tell_refusals(self, work: Awaitable[object]) -> None:
        """Do something; a refusal becomes a sentence on the screen."""
        try:
            await work
        except ClientError as error:
            text = f"{error}{f' ({error.hint})' if error.hint else ''}"
            say = getattr(self.screen, "say", None)
            if say is not None:
                say(text)
            else:
                self.remark(text, trouble=True)

    def open_match(self, reference: str, *, join: bool) -> None:
        """Go to a match: take a seat in it, or watch it."""
        self._do(self._enter(reference, join=join))

    async def _enter(self, reference: str, *, join: bool) -> None:
        hub = self._hub()
        entered = await (hub.join(reference) if join else hub.watch(reference))
        self._open_screen(entered.match, playing=entered.seat is not None)

    def create(self, command: "Create") -> None:
        """Make a match and go there, to play or to watch."""
        self._do(self._create(command))

    async def _create(self, command: "Create") -> None:
        entered = await self._hub().link.ask(command)
        self._open_screen(entered.match, playing=entered.seat is not None)
        if entered.key is not None:
            self.notify(strings.KEY_TOLD.format(key=entered.key), timeout=60)

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

        screen = ReplayScreen(await self._hub().record(match, followed=live))
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

    def quick(self, id: str) -> None:
        """Play or watch without further questions."""
        if self.hub is None or not self.hub.ready:
            return
        from kibitz_client.asking import Arrangement, create, seek

        if id == "quick-anyone":
            self._seeking = True
            self._do(self._seek(seek(None, (), None, rated=False)))
        elif id == "quick-engine":
            self.create(create(Arrangement("connect4", opponent="level:3")))
        else:
            self.create(create(Arrangement("connect4", seats=strings.STARTED_DEMO, show_thinking=True)))

    async def _seek(self, command: Any) -> None:
        found = await self._hub().link.ask(command)
        if found.kind == "entered":
            self.entered(found.match)
        else:
            self.remark(strings.SEEKING)

    def stop_seeking(self) -> None:
        """Look for an opponent no longer."""
        if self._seeking:
            from kibitz_client.asking import build
            from kibitz_protocol.to_server import Unseek

            self._seeking = False
            self._do(self._hub().link.ask(build(Unseek)))
            self.remark(strings.SEEKING_NO_MORE)

    def _open_screen(self, match: str, *, playing: bool) -> None:
        """Show a match, in place of whatever stands above the lobby."""
        from kibitz_client.tui.screens.match import MatchScreen
        from kibitz_client.tui.screens.watch import WatchScreen

        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(MatchScreen(match) if playing else WatchScreen(match))

    def _hub(self) -> "Hub":
        assert self.hub is not None, "screens ask after the first frame"
        return self.hub

    def _do(self, work: Awaitable[object]) -> None:
        self.keep(asyncio.ensure_future(self.tell_refusals(work)))

    def _screens(self) -> list[KibitzScreen]:
        """The screens of ours that are open."""
        return [screen for screen in self.screen_stack if isinstance(screen, KibitzScreen) and screen.is_mounted]
