"""Requests about tournaments, the screens that they open, and the way to one's games and back. Refusals are shown."""

from functools import partial
from typing import TYPE_CHECKING, Any

from kibitz_client.errors import UsageError
from kibitz_client.tui import strings
from kibitz_client.tui.actions.context import ActionContext

if TYPE_CHECKING:
    from kibitz_client.tui.screens.tournaments.event import EventScreen
    from kibitz_protocol.to_client import Paired
    from kibitz_protocol.tournaments.commands import CreateTournament
    from kibitz_protocol.values.matches import PlaceView

LEAD_AFTER_S = 1.5
"""How long a notification says that a game opens before it does, so that no key is typed into it by surprise."""


class TournamentActions:
    """Opens tournaments and their games above the screens that are open, so that Esc leads back."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context
        self.lead_after_s = LEAD_AFTER_S

    def list(self) -> None:
        """Open the list of tournaments, or return to it."""
        if self._supported():
            from kibitz_client.tui.screens.tournaments.list import EventListScreen

            open_screens = (each for each in self._context.app.screen_stack if isinstance(each, EventListScreen))
            if (found := next(open_screens, None)) is not None:
                self._context.return_to(found)
            else:
                self._context.app.push_screen(EventListScreen())

    def new(self) -> None:
        """Open the form for a new tournament."""
        if self._supported() and self._context.connected.games:
            from kibitz_client.tui.screens.tournaments.create import NewEventScreen

            self._context.app.push_screen(NewEventScreen())

    def open(self, reference: str) -> None:
        """Open a tournament by its id, code or address; show a refusal."""
        self._context.start(self.open_now(reference))

    async def open_now(self, reference: str) -> None:
        """Open a tournament by its id, code or address, or return to its screen. Ask for the key of a private one.

        Raises:
            ClientError: The server refused, or the tournament is on another one.
        """
        from kibitz_client.tui.screens.tournaments import strings as texts

        session, settings = self._context.connected, self._context.settings
        invited, reference = settings.invited(reference)
        if invited is not settings and invited.server != session.client.url:
            raise UsageError(strings.OTHER_SERVER, f"kibitz --server {invited.server}")
        follow = session.tournaments.follow
        id = await self._context.with_key(lambda key: follow(reference, key), texts.KEY_PROMPT)
        if id is not None:
            self._show(id)

    def _show(self, id: str) -> None:
        from kibitz_client.tui.screens.tournaments.event import EventScreen

        if (found := self._screen_of(id)) is not None:
            self._context.return_to(found)
        else:
            self._context.app.push_screen(EventScreen(id))

    async def create_and_open(self, do: "CreateTournament") -> None:
        """Create a tournament and open it in place of the form.

        Raises:
            ClientError: The server refused the command or cannot be reached.
        """
        from kibitz_client.tui.screens.tournaments import strings as texts
        from kibitz_client.tui.screens.tournaments.create import NewEventScreen

        done = await self._context.connected.tournaments.create(do)
        if isinstance(self._context.app.screen, NewEventScreen):
            self._context.app.pop_screen()
        self._show(done.tournament)
        if done.key is not None:
            self._context.app.notify(texts.KEY_SHOWN_ONCE.format(key=done.key), timeout=60, markup=False)

    def unfollow(self, id: str) -> None:
        """Stop following a tournament, unless another screen shows it."""
        if self._context.ready and self._screen_of(id) is None:
            self._context.run(self._context.connected.tournaments.unfollow(id))

    def open_game(self, match: str) -> None:
        """Watch a game, or play it, above the screen of its tournament; show a refusal."""
        self._context.start(self._open_game(match))

    async def _open_game(self, match: str) -> None:
        entered = await self._context.connected.watch(match)
        self._show_game(entered.match, playing=entered.seat is not None)

    def lead_to(self, paired: "Paired") -> None:
        """Say that a game of ours begins, and open it a moment later above whatever is open."""
        from kibitz_client.text.formatting import place_text
        from kibitz_client.tui.screens.tournaments import strings as texts

        assert paired.tournament is not None
        place = place_text(paired.tournament)
        self._context.notify(texts.YOU_PLAY.format(place=place, opponent=paired.opponent))
        self._services.alert(texts.YOUR_GAME.format(place=place))
        self._context.app.set_timer(self.lead_after_s, partial(self._show_game, paired.match, playing=True))

    def _show_game(self, match: str, *, playing: bool) -> None:
        from kibitz_client.tui.screens.match.live import LiveScreen
        from kibitz_client.tui.screens.match.play import PlayScreen
        from kibitz_client.tui.screens.match.watch import WatchScreen

        app = self._context.app
        for screen in app.screen_stack:
            if isinstance(screen, LiveScreen) and screen.match == match:
                self._context.return_to(screen)
                return
        shown = app.screen.state if isinstance(app.screen, PlayScreen) else None
        if shown is not None and shown.over and shown.tournament is not None:
            # The game before this one is not needed any more.
            app.pop_screen()
        app.push_screen(PlayScreen(match) if playing else WatchScreen(match))

    def return_from(self, place: "PlaceView") -> None:
        """Close a finished game, and show its tournament."""
        if (found := self._screen_of(place.tournament)) is not None:
            self._context.return_to(found)
        else:
            self._context.app.pop_screen()
            self.open(place.tournament)

    def _screen_of(self, id: str) -> "EventScreen | None":
        from kibitz_client.tui.screens.tournaments.event import EventScreen

        stack = self._context.app.screen_stack
        return next((each for each in stack if isinstance(each, EventScreen) and each.tournament == id), None)

    @property
    def _services(self) -> Any:
        return self._context.app

    def _supported(self) -> bool:
        """Return whether the server has tournaments; if not, say so."""
        from kibitz_client.tui.screens.tournaments import strings as texts

        if not self._context.ready:
            self._context.notify(strings.NOT_CONNECTED)
            return False
        if "tournaments" not in self._context.connected.client.welcome.capabilities:
            self._context.say(texts.UNSUPPORTED)
            return False
        return True
