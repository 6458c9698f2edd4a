"""The app before a link whose every word the test says."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from textual.pilot import Pilot

from kibitz_client.network.connect import Connected
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.tui.app import KibitzApp
from kibitz_protocol.to_client import Entered, Games, Identity, Matches, Pong, Welcome
from kibitz_protocol.values import MatchRow
from tests.client.fakes import FakeClient
from tests.client.samples import CODE, ENGINE, GAME, MATCH, OTTER

SETTINGS = Settings("ws://fake", True, None, None, False)


def row(**changes: Any) -> MatchRow:
    """The sample match as the lobby lists it."""
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
    """A link that answers what every server does; `seat` is ours in the sample match, `more` answers first."""

    def __init__(self, seat: int | None = None, more: Callable[[Any], Any] = lambda _command: None) -> None:
        super().__init__(self._answer)
        self.rows = [row()]
        self.seat = seat
        self.more = more
        self.token = "token-of-a-new-guest"
        self.capabilities = ["explain", "series_table", "watchers"]

    @property
    def welcome(self) -> Welcome:
        """We are otter."""
        you = Identity(id="u1", name="otter")
        return Welcome(
            version=1, server="fake", you=you, token=None, capabilities=self.capabilities, engines=["alphabeta"]
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
            case "watch" | "join" | "create":
                return Entered(match=MATCH, code=CODE, seat=self.seat)
        return None

    def of(self, kind: str) -> list[Any]:
        """The commands of a kind that were asked."""
        return [command for command in self.asked if command.t == kind]


@contextlib.asynccontextmanager
async def running(
    server: Server, size: tuple[int, int] = (80, 24), **options: Any
) -> AsyncIterator[tuple[KibitzApp, Pilot[None]]]:
    """The app on a screen of that size, connected."""

    @contextlib.asynccontextmanager
    async def opener(_output: Output) -> AsyncIterator[Connected]:
        yield Connected(server, private=True)

    app = KibitzApp(SETTINGS, opener=opener, **options)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.session is not None and app.session.ready)
        try:
            yield app, pilot
        finally:
            await app.hub_ended()


async def until(pilot: Pilot[None], reached: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(30):
        while not reached():
            await pilot.pause()


def picture(app: KibitzApp) -> list[str]:
    """The screen as text, from the compositor's strips (which Textual keeps to itself, hence this one place)."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def shows(app: KibitzApp, text: str) -> bool:
    """Whether a text is on the screen."""
    return any(text in line for line in picture(app))
