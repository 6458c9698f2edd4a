"""The app with a fake connection: the test writes every message of the server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from textual.app import App
from textual.events import Key
from textual.pilot import Pilot

from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.settings import Settings
from kibitz_client.tui.app import KibitzApp
from kibitz_protocol.to_client import Entered, Games, Identity, LobbyChatLog, Matches, Pong, Recorded, Welcome
from kibitz_protocol.values.matches import MatchRow
from tests.client.samples import CODE, ENGINE, GAME, MATCH, OTTER, snapshot
from tests.fakes.client import FakeClient

SETTINGS = Settings("ws://fake", True, None, None, False)


def row(**changes: Any) -> MatchRow:
    """Return the lobby row of the sample match."""
    fields: dict[str, Any] = {
        "match": MATCH,
        "code": CODE,
        "game": "tictactoe",
        "options": {},
        "phase": "running",
        "seats": [OTTER, ENGINE],
        "ply": 2,
        "clock": None,
        "watchers": 0,
        "result": None,
    }
    return MatchRow(**{**fields, **changes})


class Server(FakeClient):
    """A fake client that answers as every server does. `seat` is ours in the sample match; `more` answers first."""

    def __init__(self, seat: int | None = None, more: Callable[[Any], Any] = lambda _command: None) -> None:
        super().__init__(self._answer)
        self.rows = [row()]
        self.seat = seat
        self.more = more
        self.token = "token-of-a-new-guest"
        self.capabilities = ["analysis", "explain", "lobby_chat", "positions", "preview", "series_table", "watchers"]
        self.engines = ["alphabeta"]

    @property
    def welcome(self) -> Welcome:
        """The welcome of the server: our name is otter."""
        you = Identity(id="u1", name="otter")
        return Welcome(
            version=1, server="fake", you=you, token=None, capabilities=self.capabilities, engines=self.engines
        )

    def _answer(self, command: Any) -> Any:
        if (answer := self.more(command)) is not None:
            return answer
        match command.t:
            case "games":
                return Games(games=[GAME])
            case "list":
                return Matches(matches=self.rows)
            case "ping":
                return Pong(at=0.0)
            case "record":
                return Recorded(match=MATCH, snapshot=snapshot(), events=[], last=snapshot().seq)
            case "lobby_chat":
                return LobbyChatLog(said=[])
            case "watch" | "join" | "create":
                return Entered(match=MATCH, code=CODE, seat=self.seat)
        return None

    def of(self, kind: str) -> list[Any]:
        """Return the commands of a kind that were sent."""
        return [command for command in self.asked if command.t == kind]


@contextlib.asynccontextmanager
async def running(
    server: Server,
    size: tuple[int, int] = (80, 24),
    *,
    private: bool = True,
    notifications: bool = False,
    **options: Any,
) -> AsyncIterator[tuple[KibitzApp, Pilot[None]]]:
    """Run the app on a screen of a size, connected to a private server or a public one."""

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        yield Connected(server, private=private)

    app = KibitzApp(SETTINGS, opener=opener, **options)
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await until(pilot, lambda: app.session is not None and app.session.ready)
        try:
            yield app, pilot
        finally:
            await app.close_session()


async def until(pilot: Pilot[None], reached: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(30):
        while not reached():
            await pilot.pause()


def picture(app: KibitzApp) -> list[str]:
    """Return the screen as text. Only this function reads the compositor's strips, which are private to Textual."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def shows(app: KibitzApp, *texts: str) -> bool:
    """Return whether all of these texts are on the screen.

    Widgets come to the screen one after the other: a test waits for all that it looks for, not for one and then reads
    the others.
    """
    lines = picture(app)
    return all(any(text in line for line in lines) for text in texts)


async def playing(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    """Open the sample match from the lobby."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    await pilot.press("enter")
    server.tell(snapshot("40", you=server.seat))
    await until(pilot, lambda: shows(app, "Tic-tac-toe"))


KEYS = {
    "/": "slash",
    " ": "space",
    "\r": "enter",
    "\t": "tab",
    "\x1b": "escape",
    "\x7f": "backspace",
    "\x11": "ctrl+q",
    "\x15": "ctrl+u",
}


def type_at_once(app: App[Any], text: str) -> None:
    """Send the keys of a text before the app handles the first one, as a fast connection does."""
    for character in text:
        app.post_message(Key(KEYS.get(character, character), character))
