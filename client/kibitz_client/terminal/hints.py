"""Hints: moves that an engine suggests to the player, requested one at a time."""

import asyncio
from collections.abc import Callable

from kibitz_client.errors import ClientError
from kibitz_client.match.state import MatchState
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import build
from kibitz_client.text.formatting import counted
from kibitz_client.text.match_view import hint_text
from kibitz_protocol.to_server import Hint


class Hints:
    """Requests hints. `say` is called with the lines of each hint, or with the reason why there is none.

    `state` returns the match as it is when the hint arrives.
    """

    def __init__(self, client: NetworkClient, say: Callable[..., None], state: Callable[[], MatchState | None]) -> None:
        self._client = client
        self._say = say
        self._state = state
        self._task: asyncio.Task[None] | None = None

    def ask(self, match: str) -> asyncio.Task[None]:
        """Request a hint, and drop an earlier request. The returned task ends when the hint was shown."""
        self.cancel()
        self._task = asyncio.create_task(self._request(match))
        return self._task

    def cancel(self) -> None:
        """Drop a request whose hint has not arrived."""
        if self._task is not None:
            self._task.cancel()

    async def _request(self, match: str) -> None:
        try:
            hinted = await self._client.ask(build(Hint, match=match))
        except ClientError as error:
            self._say(*error.lines)
        else:
            search = hinted.search
            spent = f"{counted(search.nodes, 'node')} in {search.seconds:.1f} s"
            self._say(f"the engine suggests {hint_text(self._state(), hinted)}  {spent}")
