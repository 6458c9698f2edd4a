"""What all actions share: the Textual app, the session with the server, and background tasks."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.screen import ModalScreen, Screen

from kibitz_client.errors import ClientError, RefusedError
from kibitz_client.settings import Settings
from kibitz_client.tui import strings
from kibitz_client.tui.key_order import OrderedKeysApp
from kibitz_client.tui.screens.base import KibitzScreen

if TYPE_CHECKING:
    from kibitz_client.tui.session import AppSession

T = TypeVar("T")


class ActionContext:
    """Access to screens and session, and the tasks that outlive a screen. `session` is set after the first frame."""

    def __init__(self, app: OrderedKeysApp[None], settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.session: AppSession | None = None
        self._tasks: set[asyncio.Future[Any]] = set()

    @property
    def ready(self) -> bool:
        """Whether the session is connected."""
        return self.session is not None and self.session.ready

    @property
    def connected(self) -> "AppSession":
        """The session. Screens and actions need it only after the first frame."""
        assert self.session is not None, "the session exists before any request"
        return self.session

    def start(self, work: Awaitable[object]) -> None:
        """Run a request of a key in the background and show a refusal. The next keys wait for it a moment."""
        self.app.await_request(self.run(self.report_errors(work)))

    def run(self, work: Awaitable[T]) -> asyncio.Future[T]:
        """Run work in the background, and keep a reference to its task until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def report_errors(self, work: Awaitable[object]) -> None:
        """Run a request and show a refusal on the current screen."""
        try:
            await work
        except ClientError as error:
            self.say(f"{error}{f' ({error.hint})' if error.hint else ''}", warning=True)

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show a message on the current screen; a dialog has no message line, so it gets a notification."""
        if isinstance(self.app.screen, KibitzScreen):
            self.app.screen.say(text, warning=warning)
        else:
            self.notify(text, warning=warning)

    def notify(self, text: str, *, warning: bool = False) -> None:
        """Show a notification."""
        self.app.notify(text, severity="warning" if warning else "information", timeout=6, markup=False)

    async def answer(self, dialog: ModalScreen[T]) -> T | None:
        """Open a dialog and return its answer."""
        answer: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
        self.app.push_screen(dialog, answer.set_result)
        return await answer

    async def with_key(self, work: Callable[[str | None], Awaitable[T]], question: str) -> T | None:
        """Run a request. While the server refuses the key, ask for another; return None after Esc."""
        from kibitz_client.tui.screens.dialogs import Ask
        from kibitz_protocol.refusals import Code

        key: str | None = None
        while True:
            try:
                return await work(key)
            except RefusedError as refusal:
                if refusal.refused.code != Code.WRONG_KEY:
                    raise
            key = await self.answer(Ask(strings.KEY_WRONG if key else question, hidden=True))
            if not key:
                return None

    def screens(self) -> list[KibitzScreen]:
        """Return the mounted screens, the lobby first."""
        return [screen for screen in self.app.screen_stack if isinstance(screen, KibitzScreen) and screen.is_mounted]

    def return_to(self, screen: Screen[Any]) -> None:
        """Close every screen above this one."""
        while self.app.screen is not screen:
            self.app.pop_screen()

    async def close(self) -> None:
        """Cancel the background tasks and wait for their end."""
        for task in [*self._tasks]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ClientError):
                await task
