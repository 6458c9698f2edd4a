"""What the screens let the app do at the server: enter a match, make one, look for somebody. Refusals are told."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import App
from textual.screen import ModalScreen

from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.settings import Settings
from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen

if TYPE_CHECKING:
    from kibitz_client.tui.session import Session
    from kibitz_protocol.to_server import Create

T = TypeVar("T")


class ErrandsApp(App[None]):
    """Asks at the server, one task each, and goes where the answer leads."""

    def __init__(self, settings: Settings, *, ansi_color: bool | None = None) -> None:
        super().__init__(ansi_color=ansi_color)
        self.settings = settings
        self.session: Session | None = None
        self._seeking = False
        self._kept: set[asyncio.Future[Any]] = set()

    def remark(self, text: str, *, trouble: bool = False) -> None:
        """A notice."""
        self.notify(text, severity="warning" if trouble else "information", timeout=6, markup=False)

    def keep(self, task: "asyncio.Future[Any]") -> None:
        """Hold on to a task until it is done."""
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)

    def let_go(self, match: str) -> None:
        """Follow a match no longer, unless a screen shows it or we play in it."""
        shown = any(match in screen.followed() for screen in self.screen_stack if isinstance(screen, KibitzScreen))
        if self.session is not None and self.session.ready and not shown:
            self.keep(asyncio.ensure_future(self.session.leave(match)))

    def follow(self, match: str, refused: Callable[[str], None]) -> None:
        """Follow a match for a screen that shows it; `refused` is called with it when that cannot be."""
        self.keep(asyncio.ensure_future(self._follow(match, refused)))

    async def _follow(self, match: str, refused: Callable[[str], None]) -> None:
        try:
            await self._hub().watch(match)
        except ClientError:
            refused(match)
        else:
            # Should the screen have been left meanwhile, the match was not followed yet when it was let go.
            self.let_go(match)

    async def tell_refusals(self, work: Awaitable[object]) -> None:
        """Do something; a refusal becomes a sentence on the screen."""
        try:
            await work
        except ClientError as error:
            self.tell(f"{error}{f' ({error.hint})' if error.hint else ''}", trouble=True)

    def tell(self, text: str, *, trouble: bool = False) -> None:
        """Where the screen has a line for it; else as a notice."""
        say = getattr(self.screen, "say", None)
        if say is not None:
            say(text)
        else:
            self.remark(text, trouble=trouble)

    def open_match(self, reference: str, *, join: bool) -> None:
        """Go to a match: take a seat in it, or watch it."""
        self._do(self._enter(reference, join=join))

    async def _enter(self, reference: str, *, join: bool) -> None:
        session = self._hub()
        there, reference = self.settings.invited(reference)
        if there is not self.settings and there.server != session.link.url:
            raise UsageError(strings.ELSEWHERE, f"kibitz --server {there.server}")
        enter = session.join if join else session.watch
        entered = await self._with_key(lambda key: enter(reference, key))
        if entered is not None:
            self._open_screen(entered.match, playing=entered.seat is not None)

    async def _with_key(self, work: Callable[[str | None], Awaitable[T]]) -> T | None:
        """Do something at a match; whose key the server wants is asked for it, until it is right or Esc is pressed."""
        from kibitz_client.tui.screens.dialogs import Ask
        from kibitz_protocol.refusals import Code

        key: str | None = None
        while True:
            try:
                return await work(key)
            except RefusedError as refusal:
                if refusal.refused.code != Code.WRONG_KEY:
                    raise
            key = await self.answered(Ask(strings.KEY_WRONG if key else strings.KEY_PROMPT, hidden=True))
            if not key:
                return None

    async def answered(self, question: ModalScreen[T]) -> T | None:
        """Ask, and wait for the answer."""
        answer: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
        self.push_screen(question, answer.set_result)
        return await answer

    def create(self, command: "Create") -> None:
        """Make a match and go there, to play or to watch."""
        self._do(self.made(command))

    async def made(self, command: "Create") -> None:
        """The same, with the refusal raised. Raises ClientError."""
        session = self._hub()
        entered = await session.link.ask(command)
        session.made(entered)
        self._open_screen(entered.match, playing=entered.seat is not None)
        if entered.key is not None:
            self.notify(strings.KEY_TOLD.format(key=entered.key), timeout=60)

    def quick(self, id: str) -> None:
        """Play or watch without further questions."""
        if self.session is None or not self.session.ready:
            return
        from kibitz_client.parsing.arguments import MatchSetup, create, seek

        if id == "quick-anyone":
            self._seeking = True
            self._do(self._seek(seek(None, (), None, rated=False)))
        elif id == "quick-engine":
            self.create(create(MatchSetup("connect4", opponent="level:3")))
        else:
            self.create(create(MatchSetup("connect4", seats=strings.STARTED_DEMO, show_thinking=True)))

    async def _seek(self, command: Any) -> None:
        found = await self._hub().link.ask(command)
        if found.kind == "entered":
            self.entered(found.match)
        else:
            self.remark(strings.SEEKING)

    def entered(self, match: str) -> None:
        """Somebody to play with was found."""
        self._seeking = False
        self._open_screen(match, playing=True)

    def stop_seeking(self) -> None:
        """Look for an opponent no longer."""
        if self._seeking:
            from kibitz_client.requests import build
            from kibitz_protocol.to_server import Unseek

            self._seeking = False
            self._do(self._hub().link.ask(build(Unseek)))
            self.remark(strings.SEEKING_NO_MORE)

    def _open_screen(self, match: str, *, playing: bool) -> None:
        """Show a match, in place of whatever stands above the lobby."""
        from kibitz_client.tui.screens.match.play import PlayScreen
        from kibitz_client.tui.screens.match.watch import WatchScreen

        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(PlayScreen(match) if playing else WatchScreen(match))

    def _hub(self) -> "Session":
        assert self.session is not None, "screens ask after the first frame"
        return self.session

    def _do(self, work: Awaitable[object]) -> None:
        self.keep(asyncio.ensure_future(self.tell_refusals(work)))
