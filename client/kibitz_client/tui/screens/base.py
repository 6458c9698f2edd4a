"""What all screens share: the services of the app, requests to the server, and the state of the connection."""

import asyncio
from collections.abc import Awaitable, Collection, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.await_remove import AwaitRemove
from textual.events import Key, Paste
from textual.screen import ModalScreen, Screen, ScreenResultType

from kibitz_client.storage.preferences import Preferences
from kibitz_client.text.columns import shortened
from kibitz_client.tui import strings
from kibitz_client.tui.services import PaletteAction, Services
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from kibitz_client.match.state import MatchState
    from kibitz_client.tui.session import Session


MESSAGE_ROWS = 3
"""The most rows of a message line, as in the style sheet."""
FOCUS_KEYS = ("tab", "shift+tab")


class TextDialog(ModalScreen[ScreenResultType]):
    """A dialog with text fields, in which no key of a burst is lost or reaches another field.

    The keys behind the one that opens the dialog wait until its fields exist. Tab moves the focus before the next key
    is queued for a field.
    """

    _held: tuple[Key, ...] = ()
    _has_fields = False

    def on_screen_resume(self) -> None:
        """Type the held keys once a field has the focus."""
        if not self._has_fields:
            self.call_after_refresh(self._type_held)

    def direct_key(self, event: Key) -> bool:
        """Take a key before it is queued for the focused field. Return whether it was taken."""
        if not self._has_fields:
            held = event.is_printable or event.key in ("enter", *FOCUS_KEYS)
            self._held = (*self._held, event) if held else self._held
            return held
        if event.is_forwarded or event.key not in FOCUS_KEYS:
            return False
        self._change_field(event)
        return True

    def _change_field(self, event: Key) -> None:
        _ = self.focus_next() if event.key == "tab" else self.focus_previous()

    def _type_held(self) -> None:
        from textual.widgets import Input

        self._has_fields = True
        for event in self._held:
            field = self.focused
            if event.key in FOCUS_KEYS:
                self._change_field(event)
            elif isinstance(field, Input) and event.key == "enter":
                field.post_message(Input.Submitted(field, field.value))
            elif isinstance(field, Input):
                start, end = sorted(field.selection)
                field.replace(event.character or "", start, end)


def queue_edit(screen: Screen[Any], event: Key) -> bool:
    """Queue the action of a key of the focused text field behind the text before it. Return whether it has one.

    Textual itself runs the action when the key has come back from the field, on the field with the focus of that time.
    So in a burst of text, Backspace, text and Tab, Backspace would remove a later character, or one of the next field.
    """
    from textual.widgets import Input

    field = screen.focused
    if event.is_forwarded or event.is_printable or not isinstance(field, Input):
        return False
    bound = screen.active_bindings.get(event.key)
    if bound is None or bound.node is not field or not bound.enabled:
        return False
    field.call_later(field.run_action, bound.binding.action)
    return True


class KibitzScreen(Screen[None]):
    """A screen of the app.

    The app calls `connection_changed`, `lobby_changed`, `match_changed` and `preferences_changed` on every open screen.
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
    def session(self) -> "Session":
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

        The line grows to three rows. A text that is longer ends with dots.
        """
        for line in self.query("#say").results(TextLine):
            line.show(shortened(text, MESSAGE_ROWS, self.size.width - 2))
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
