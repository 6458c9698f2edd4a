"""Requests about matches: enter, create, seek, follow. Refusals are shown."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.tui import strings
from kibitz_client.tui.actions.context import ActionContext
from kibitz_client.tui.actions.tournaments import TournamentActions
from kibitz_client.tui.screens.base import KibitzScreen

if TYPE_CHECKING:
    from kibitz_protocol.to_server import Create

T = TypeVar("T")
MAY_WATCH = ("match_full", "not_open")
"""Refusals of a seat in a match that can be watched."""


class MatchActions:
    """Sends each request in a task of its own, and opens the screen of the match that the server answers with."""

    def __init__(self, context: ActionContext, tournaments: TournamentActions) -> None:
        self._context = context
        self._tournaments = tournaments

    def open(self, reference: str, *, join: bool) -> None:
        """Open a match by id, code, address or `tv`: take a seat in it, or watch it.

        The code of a tournament opens that.
        """
        if self._context.ready:
            self._context.start(self._open(reference, join=join))
        else:
            self._context.notify(strings.NOT_CONNECTED)

    async def _open(self, reference: str, *, join: bool) -> None:
        from kibitz_protocol.match_codes import is_tournament_code

        session, settings = self._context.connected, self._context.settings
        if is_tournament_code(reference.rpartition("/")[2]):
            await self._tournaments.open_now(reference)
            return
        invited, reference = settings.invited(reference)
        if invited is not settings and invited.server != session.client.url:
            raise UsageError(strings.OTHER_SERVER, f"kibitz --server {invited.server}")
        enter = session.join if join else session.watch
        try:
            entered = await self._context.with_key(lambda key: enter(reference, key), strings.KEY_PROMPT)
        except RefusedError as refusal:
            if not join or refusal.refused.code not in MAY_WATCH:
                raise
            from kibitz_client.tui.screens.dialogs import Confirm

            if await self._context.answer(Confirm(strings.WATCH_INSTEAD.format(reason=refusal))):
                await self._open(reference, join=False)
            return
        if entered is not None:
            self._open_screen(entered.match, playing=entered.seat is not None)

    def create(self, command: "Create") -> None:
        """Create a match and open it, to play or to watch; show a refusal."""
        self._context.start(self.create_and_open(command))

    async def create_and_open(self, command: "Create", *, then_tv: bool = False) -> None:
        """Create a match and open it, to play or to watch. With `then_tv`, TV follows a watched match.

        Raises:
            ClientError: The server refused the command or cannot be reached.
        """
        session = self._context.connected
        entered = await session.client.ask(command)
        session.note_created(entered)
        self._open_screen(entered.match, playing=entered.seat is not None, then_tv=then_tv)
        if entered.key is not None:
            self._context.app.notify(strings.KEY_SHOWN_ONCE.format(key=entered.key), timeout=60)

    def quick_play(self, id: str) -> None:
        """Play or watch by a quick-play entry of the lobby, without further questions."""
        if not self._context.ready:
            self._context.notify(strings.NOT_CONNECTED)
            return
        from kibitz_client.parsing.arguments import MatchSetup, create, seek
        from kibitz_client.tui.demo.games import choose

        if id == "quick-anyone":
            self._context.start(self._seek(seek(None, (), None, rated=False)))
        elif id == "quick-engine":
            self.create(create(MatchSetup("connect4", opponent="level:3")))
        else:
            demo = create(choose("connect4", None).setup())
            self._context.start(self.create_and_open(demo, then_tv=True))

    async def _seek(self, command: Any) -> None:
        answer = await self._context.connected.client.ask(command)
        if answer.kind == "entered":
            self.open_paired(answer.match)
        else:
            self._context.notify(strings.SEEKING)

    def open_paired(self, match: str) -> None:
        """Open the match of a seek that found an opponent."""
        self._open_screen(match, playing=True)

    def stop_seeking(self, seek: str | None = None) -> None:
        """Stop looking for an opponent: end one seek, or all, also those of our other clients."""
        if self._context.ready and self._context.connected.seeks:
            from kibitz_client.requests import build
            from kibitz_protocol.to_server import Unseek

            self._context.start(self._context.connected.client.ask(build(Unseek, seek=seek)))

    def follow(self, match: str, refused: Callable[[str], None], *, preview: bool = False) -> None:
        """Follow a match for a screen that shows it. Call `refused` with the match if the server refuses."""
        self._context.run(self._follow(match, refused, preview=preview))

    async def _follow(self, match: str, refused: Callable[[str], None], *, preview: bool) -> None:
        session = self._context.connected
        try:
            await (session.preview(match) if preview else session.watch(match))
        except ClientError:
            refused(match)
        else:
            # If the screen closed meanwhile, it called `unfollow` before the match was followed.
            self.unfollow(match)

    def unfollow(self, match: str) -> None:
        """Stop following a match, unless a screen shows it or the user plays in it."""
        stack = self._context.app.screen_stack
        shown = any(match in screen.followed_matches() for screen in stack if isinstance(screen, KibitzScreen))
        if self._context.ready and not shown:
            self._context.run(self._context.connected.leave(match))

    def _open_screen(self, match: str, *, playing: bool, then_tv: bool = False) -> None:
        """Show a match in place of every screen above the lobby."""
        from kibitz_client.tui.screens.match.play import PlayScreen
        from kibitz_client.tui.screens.match.watch import WatchScreen

        app = self._context.app
        while len(app.screen_stack) > 1:
            app.pop_screen()
        app.push_screen(PlayScreen(match) if playing else WatchScreen(match, then_tv=then_tv))
