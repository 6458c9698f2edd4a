"""What the hub tells the app: how the connection is, what is listed, what has happened in matches."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz_client.settings import Settings
from kibitz_client.storage.preferences import Preferences, save
from kibitz_client.tui import strings, themes
from kibitz_client.tui.actions.sharing import SharingApp
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.themes import draw_with

if TYPE_CHECKING:
    from kibitz_client.match.state import MatchState
    from kibitz_client.network.discovery import DiscoveredServer


class HearingApp(SharingApp):
    """A `Listener` of the hub: whatever it is told it passes on to every screen that is open."""

    def __init__(self, settings: Settings, prefs: Preferences, keep_in: Path | None) -> None:
        # Textual decides here, before the theme is known, whether the terminal's own colours stay what they are.
        super().__init__(settings, ansi_color=True if prefs.theme == themes.MONO.name else None)
        self.prefs = prefs
        self._keep_in = keep_in
        self._led: set[str] = set()
        draw_with(self, ascii_only=prefs.ascii_only)

    def use(self, prefs: Preferences) -> str:
        """Like it so from now on; gives what went wrong with keeping it, or nothing."""
        self.prefs = prefs
        draw_with(self, ascii_only=prefs.ascii_only)
        if self.theme != prefs.theme:
            self.ansi_color = True if prefs.theme == themes.MONO.name else None
            self.theme = prefs.theme
        for screen in self._screens():
            screen.prefs_changed()
        return save(self._keep_in, prefs) if self._keep_in is not None else ""

    def like(self, **changed: Any) -> None:
        """Change some of what is liked, and tell what went wrong with keeping it."""
        trouble = self.use(replace(self.prefs, **changed))
        self.remark(trouble or strings.KEPT, trouble=bool(trouble))

    def connection_changed(self, text: str) -> None:
        """Every screen that is open shows how the connection is. A server that was named or found is remembered."""
        session = self.session
        named = (
            session is not None and session.ready and not session.private and (self.settings.chosen or session.found)
        )
        if session is not None and named and self.prefs.server != session.link.url:
            self.use(replace(self.prefs, server=session.link.url))
        for screen in self._screens():
            screen.connection_changed()
        if text:
            if session is not None and session.online:
                self.set_timer(1.0, self._tell_missed)
            self.notify(text, timeout=4)

    async def choose_server(self, found: "Sequence[DiscoveredServer]") -> "DiscoveredServer | None":
        """Several servers of the local network have answered."""
        from kibitz_client.tui.screens.dialogs import Pick

        rows = [f"{each.name}  {each.url.partition('://')[2]}" for each in found]
        picked = await self.answered(Pick(strings.WHICH_SERVER, [*rows, strings.PRIVATE_INSTEAD]))
        return dict(zip(rows, found, strict=True)).get(picked or "")

    def _tell_missed(self) -> None:
        session = self.session
        if session is None or not session.online:
            return
        counts = [session.missed(match) or 0 for match in session.states]
        count = sum(counts)
        session.forget_break()
        self.notify(strings.MISSED.format(count=count) if count else strings.MISSED_NOTHING, timeout=6)

    def lobby_changed(self) -> None:
        """Other matches are listed."""
        for screen in self._screens():
            screen.lobby_changed()

    def match_told(self, match: str, message: Any, before: "MatchState | None") -> None:
        """A match has changed."""
        if message.t == "next" and message.next is not None:
            self._led.add(message.next)
        for screen in self._screens():
            told: Callable[..., None] | None = getattr(screen, "match_told", None)
            if told is not None:
                told(match, message, before)
        if message.t == "snapshot" and match in self._led:
            # Who leaves a match as it ends is led to the one after it all the same.
            self._led.discard(match)
            if message.you is None:
                self.let_go(match)

    def _screens(self) -> list[KibitzScreen]:
        """The screens of ours that are open."""
        return [screen for screen in self.screen_stack if isinstance(screen, KibitzScreen) and screen.is_mounted]
