"""Carry out each key before the next one is looked at.

Textual queues a key for the widget with the focus, and runs its binding once the key has come back from there, on the
screen and with the focus of that time. So in a burst, the text behind the key that opens a dialog would reach the
screen below, and Backspace would delete a later character.
"""

import asyncio
from collections import deque

from textual.app import App, ReturnType
from textual.command import CommandPalette
from textual.events import Event, Key, Paste
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget


class OrderedKeysApp(App[ReturnType]):
    """An app in which a key waits for the effect of the one before it.

    It waits until a new screen has its focus, until a text field has read the text typed before, and until the messages
    that a widget sends about a key (such as a selected row or a submitted line) have been handled. For an answer of the
    server it waits a moment, because the answer may open a screen.
    """

    class Settled(Message):
        """Says that the keys need not wait any longer.

        It follows the messages of a widget to the app through the same queues: they have been handled when it arrives.
        """

        def __init__(self, *, request: bool = False) -> None:
            super().__init__()
            self.request = request

    screen_s, widget_s, request_s = 10.0, 2.0, 2.0
    """The longest time that keys wait for a new screen, for a widget, which may be removed, and for an answer."""

    _settled_screen: Screen[object] | None = None
    _reading: Widget | None = None
    """The widget that may not have read its last text."""

    def __init__(self, *, ansi_color: bool | None = None) -> None:
        super().__init__(ansi_color=ansi_color)
        self._typed: deque[Key | Paste] = deque()
        self._awaited: dict[OrderedKeysApp.Settled, asyncio.TimerHandle] = {}

    def direct_text(self, event: Key | Paste) -> None:
        """Move the focus to where typed text belongs. Called before each key and paste is looked at."""

    async def on_event(self, event: Event) -> None:
        """Put keys and pasted text in a queue of their own."""
        if not isinstance(event, Key | Paste) or event.is_forwarded or not self.screen_stack or self._is_urgent(event):
            await super().on_event(event)
        else:
            self._typed.append(event)
            await self._carry_out_keys()

    def _is_urgent(self, event: Key | Paste) -> bool:
        """Return whether a key has a binding that no screen may delay, such as the one that quits the app."""
        bindings = self._bindings.key_to_bindings.get(event.key, ()) if isinstance(event, Key) else ()
        return any(binding.priority for binding in bindings)

    def on_mount(self) -> None:
        """Prepare each new screen for keys before the first one is pressed."""
        self.screen_change_signal.subscribe(self, self._await_screen, immediate=True)

    def await_request(self, task: asyncio.Future[None]) -> None:
        """Let the keys wait until a request is done, or has opened a screen."""
        message = self._await(self.Settled(request=True), self.request_s)
        task.add_done_callback(lambda _: self.post_message(message))

    async def on_ordered_keys_app_settled(self, message: Settled) -> None:
        """Go on with the next key, unless the keys wait for something else by now."""
        message.stop()
        if message in self._awaited:
            self._awaited.pop(message).cancel()
            await self._carry_out_keys()

    async def _carry_out_keys(self) -> None:
        # An app that ends may have closed its screens before the last message arrives.
        while self._typed and not self._awaited and self.screen_stack:
            if self.screen is not self._settled_screen:
                self._await_screen(self.screen)
            elif self._reading is not None and not self._is_text(self._typed[0]):
                self._await_widget(self._reading)
                self._reading = None
            else:
                await self._carry_out(self._typed.popleft())

    def _is_text(self, event: Key | Paste) -> bool:
        focused = self.focused
        return focused is not None and (
            isinstance(event, Paste) or focused.check_consume_key(event.key, event.character)
        )

    async def _carry_out(self, event: Key | Paste) -> None:
        if isinstance(self.screen, CommandPalette):
            # It has an order of its own: Enter waits for the search of the typed text.
            await super().on_event(event)
            return
        self.direct_text(event)
        if isinstance(event, Paste) or self._is_text(event):
            self._reading = self.focused
            await super().on_event(event)
            return
        self.app_focus = True
        bound = self.screen.active_bindings.get(event.key)
        if bound is None or not bound.enabled or not await self.run_action(bound.binding.action, bound.node):
            await super().on_event(event)
        elif isinstance(bound.node, Widget) and not isinstance(bound.node, Screen) and bound.node.is_attached:
            self._await_widget(bound.node)

    def _await_widget(self, widget: Widget) -> None:
        """Let the keys wait until the messages of a widget so far have been handled."""
        message = self._await(self.Settled(), self.widget_s)
        if not widget.post_message(message):
            self.post_message(message)

    def _await_screen(self, screen: Screen[object]) -> None:
        """Let the keys wait until a screen has its focus, and no longer for the screen before."""
        for message in [*self._awaited]:
            # The screen that a request has opened may ask the user before the request is done.
            if not (message.request and screen.is_mounted):
                self._awaited.pop(message).cancel()
        self._settled_screen, self._reading = screen, None
        screen.call_after_refresh(self.post_message, self._await(self.Settled(), self.screen_s))

    def _await(self, message: Settled, seconds: float) -> Settled:
        """Let the keys wait for a message, and return it."""
        self._awaited[message] = asyncio.get_running_loop().call_later(seconds, self.post_message, message)
        return message
