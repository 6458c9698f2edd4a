"""What all screens share: the app and its hub, asking the server, and the line that says how the connection is."""

from collections.abc import Awaitable, Collection
from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from kibitz_client.tui import strings
from kibitz_client.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from kibitz_client.tui.app import KibitzApp
    from kibitz_client.tui.session import Session


class KibitzScreen(Screen[None]):
    """A screen of the app. It is told of changes by `match_told`, `lobby_changed` and `connection_changed`."""

    @property
    def is_current(self) -> bool:
        """Whether it can be seen: it is on top, or only dialogs are above it.

        Textual counts the screen below an opaque one too, and draws the whole upper one again whenever the lower
        changes: with a running clock that would be 10 kB/s. What has changed meanwhile is drawn on its return.
        """
        for screen in reversed(self.app.screen_stack):
            if screen is self:
                return True
            if not screen.is_modal:
                break
        return False

    @property
    def kibitz(self) -> "KibitzApp":
        """The app, by its own type."""
        return cast("KibitzApp", self.app)

    @property
    def session(self) -> "Session":
        """What is known of the server. Only after the first frame."""
        session = self.kibitz.session
        assert session is not None, "the hub is there before anything can be asked"
        return session

    def subject(self) -> str | None:
        """The match that is shown or highlighted, if there is one."""
        return getattr(self, "match", None)

    def ask(self, work: Awaitable[object]) -> None:
        """Do something at the server; a refusal is told, and nothing else happens."""
        self.run_worker(self.kibitz.tell_refusals(work), exit_on_error=False)

    def connection_changed(self) -> None:
        """Show how the connection is."""
        session = self.kibitz.session
        for bar in self.query(TitleBar):
            if session is None or not session.ready:
                bar.show_link(strings.CONNECTING)
                continue
            latency = f"{session.latency_ms} ms  " if session.latency_ms is not None and session.online else ""
            bar.show_link(latency + (strings.ONLINE if session.online else strings.OFFLINE))

    def lobby_changed(self) -> None:
        """Other matches are listed."""

    def prefs_changed(self) -> None:
        """Somebody likes it otherwise now."""

    def followed(self) -> Collection[str]:
        """The matches that are followed for this screen."""
        return ()

    def on_unmount(self) -> None:
        """However it was left, what was followed for it alone is let go."""
        for match in self.followed():
            self.kibitz.let_go(match)

    def on_screen_resume(self) -> None:
        """What has changed meanwhile is shown."""
        self.connection_changed()
