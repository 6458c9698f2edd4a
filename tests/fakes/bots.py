"""Bots and a client for the tests of the bot library."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from kibitz_client.bots import Bot, MatchState, TimeLeft
from kibitz_protocol.to_client import Entered, Games, Identity, Matches, Seeking, Welcome
from kibitz_protocol.to_server import Create, Join, ListGames, ListMatches, Seek, Watch
from kibitz_protocol.values.matches import MatchRow
from tests.client.samples import CODE, GAME, MATCH
from tests.fakes.client import FakeClient


class ScriptedBot(Bot):
    """Return or raise scripted answers, and record the calls."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[MatchState, TimeLeft | None]] = []
        self.began: list[MatchState] = []
        self.ended: list[MatchState] = []

    def choose(self, state: MatchState, clock: TimeLeft | None) -> str | Awaitable[str]:
        """Return or raise the next answer."""
        self.asked.append((state, clock))
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        chosen: str = answer
        return chosen

    async def on_start(self, state: MatchState) -> None:
        """Record the state."""
        self.began.append(state)

    async def on_end(self, state: MatchState) -> None:
        """Record the state."""
        self.ended.append(state)


class LobbyClient(FakeClient):
    """Client of a server with these matches, where every request for a seat is accepted."""

    def __init__(self, *rows: MatchRow, seats: dict[str, int | None] | None = None) -> None:
        super().__init__(self._answer)
        self.rows = list(rows)
        self.seats = seats or {}

    @property
    def welcome(self) -> Welcome:
        """Return a welcome for the player otter."""
        you = Identity(id="u1", name="otter")
        return Welcome(version=1, server="fake", you=you, token=None, capabilities=[], engines=[])

    def _answer(self, command: Any) -> Any:
        match command:
            case ListGames():
                return Games(games=[GAME, GAME.model_copy(update={"name": "reversi", "options": []})])
            case ListMatches():
                return Matches(matches=self.rows)
            case Join(match=match):
                return Entered(match=MATCH if match == CODE else match, code=CODE, seat=0)
            case Watch(match=match):
                return Entered(match=match, code=CODE, seat=self.seats.get(match))
            case Seek():
                return Seeking(others=0)
            case Create():
                return Entered(match=MATCH, code=CODE, seat=0)
        return None

    def sent(self, kind: type) -> list[Any]:
        """Return the sent commands of a kind."""
        return [command for command in self.asked if isinstance(command, kind)]

    async def until(self, kind: type, count: int = 1) -> list[Any]:
        """Wait until this many commands of a kind were sent."""
        while len(self.sent(kind)) < count:
            await asyncio.sleep(0)
        return self.sent(kind)
