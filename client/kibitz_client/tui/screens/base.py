"""What all screens share: the services of the app, requests to the server, and the state of the connection."""

import asyncio
from collections.abc import Awaitable, Collection, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.await_remove import AwaitRemove
from textual.events import Key, Paste
from textual.screen import ModalScreen, Screen, ScreenResultType

from kibitz_client.columns import shortened, width_of
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui import strings
from kibitz_client.tui.services import PaletteAction, Services
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from textual.widgets import Input

    from kibitz_client.match.state import MatchState
    from kibitz_client.tui.session import AppSession


MESSAGE_ROWS = 3
"""The most rows of a message line, as in the style sheet."""


class Dialog(ModalScreen[ScreenResultType]):
    """A question in front of a screen."""

    def close(self, result: ScreenResultType) -> None:
        """Return a result, once: a second key of a burst must not close the screen below."""
        if self.is_active:
            self.dismiss(result)


class TextDialog(Dialog[ScreenResultType]):
    """A dialog with text fields."""

    AUTO_FOCUS = ""

    def first_field(self) -> "Input":
        """Return the field in which the dialog begins."""
        from textual.widgets import Input

        return self.query(Input).first()

    def on_mount(self) -> None:
        """Begin in a field, also in a terminal without the focus."""
        self.set_focus(self.first_field())


class KibitzScreen(Screen[None]):
    """A screen of the app.

    The app calls `connection_changed`, `lobby_changed`, `match_changed`, `tournament_changed` and
    `preferences_changed` on every open screen.
    """

    help_section: ClassVar[str] = "Everywhere"
    """The heading of the help at which it opens."""

    @property
    def is_current(self) -> bool:
        """Whether the screen is visible: on top, or only dialogs are above it.

        Textual counts the screen below an opaque one too, and draws the whole upper one again whenever the lower
        changes: with a running clock that would be 10 kB/s. Changes made meanwhile are drawn on return.
        """
        for screen in reversed(self.app.screen_stack):
            if screen is self:
                return True
            if not screen.is_modal:
                break
        return False

    @property
    def services(self) -> Services:
        """What the screen may ask of the app."""
        return cast(Services, self.app)

    @property
    def preferences(self) -> Preferences:
        """The preferences in effect."""
        return self.services.preferences.current

    @property
    def session(self) -> "AppSession":
        """The session with the server. Only after the first frame."""
        session = self.services.session
        assert session is not None, "the session exists before any request"
        return session

    @property
    def state(self) -> "MatchState | None":
        """The match as this screen shows it; None when it shows no match."""
        return None

    def selected_match(self) -> str | None:
        """Return the match that the screen shows or highlights."""
        return None

    def followed_matches(self) -> Collection[str]:
        """Return the matches that are followed for this screen."""
        return ()

    def direct_text(self, event: Key | Paste) -> None:
        """Move the focus to where typed text belongs. Called before the event reaches the focused widget."""

    def palette_actions(self) -> Iterable[PaletteAction]:
        """Return actions of the screen that have no key."""
        return ()

    def request(self, work: Awaitable[object]) -> None:
        """Run a request to the server while the screen is open; show a refusal."""
        self.run_worker(self.services.report_errors(work), exit_on_error=False)

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show a message in the message line; on a screen without one, show a notification.

        The line grows to three rows. A text that is longer ends with dots. A warning takes its second row from the
        keys, so that the board keeps its size and its labels while the user reads what was wrong.
        """
        for line in self.query("#say").results(TextLine):
            columns = line.content_size.width or self.size.width - 2
            line.show(shortened(text, MESSAGE_ROWS, columns))
            self.set_class(warning and width_of(text) > columns, "-long-warning")
            return
        self.notify(text, severity="warning" if warning else "information", timeout=6, markup=False)

    def connection_changed(self) -> None:
        """Show the state of the connection."""
        session = self.services.session
        for bar in self.query(TitleBar):
            if session is None or not session.ready:
                bar.show_connection(strings.CONNECTING)
                continue
            latency = f"{session.latency_ms} ms  " if session.latency_ms is not None and session.online else ""
            bar.show_connection(latency + (strings.ONLINE if session.online else strings.OFFLINE))

    def lobby_changed(self) -> None:
        """Show the lobby as it is now. The default does nothing."""

    def match_changed(self, match: str, message: Any, before: "MatchState | None") -> None:
        """Show a message of a followed match; `before` is its state before the message. The default does nothing."""

    def tournament_changed(self, tournament: str, *, event: bool) -> None:
        """Show a message of a followed tournament, which may be an `event`. The default does nothing."""

    def preferences_changed(self) -> None:
        """Draw with the preferences as they are now. The default does nothing."""

    def remove(self) -> AwaitRemove:
        """Remove the screen, but mount it first: Textual fails when a screen is removed while its parts are mounted."""
        if self.is_mounted:
            return super().remove()
        return AwaitRemove([asyncio.create_task(self._remove_mounted())])

    async def _remove_mounted(self) -> None:
        mounted = asyncio.Event()
        # A screen runs its callbacks when it is mounted.
        self.call_later(mounted.set)
        await mounted.wait()
        await super().remove()

    def on_unmount(self) -> None:
        """Unfollow the matches that were followed for this screen alone."""
        for match in self.followed_matches():
            self.services.matches.unfollow(match)

    def on_screen_resume(self) -> None:
        """Show what changed while another screen was on top."""
        self.connection_changed()
