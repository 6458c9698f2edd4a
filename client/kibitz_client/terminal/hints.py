"""Hints: what an engine would play in our place, asked for one at a time."""

import asyncio
from collections.abc import Callable

from kibitz_client.errors import ClientError
from kibitz_client.network.client import Client
from kibitz_client.requests import build
from kibitz_client.text.formatting import search_text
from kibitz_protocol.to_server import Hint


class Hints:
    """`say` is given the lines of each hint, or why there is none."""

    def __init__(self, client: Client, say: Callable[..., None]) -> None:
        self._client = client
        self._say = say
        self._asked: asyncio.Task[None] | None = None

    def ask(self, match: str) -> asyncio.Task[None]:
        """Ask for a hint, and for none that was asked for before; the task ends when it has been told."""
        self.cancel()
        self._asked = asyncio.create_task(self._tell(match))
        return self._asked

    def cancel(self) -> None:
        """Tell no hint that is still on its way."""
        if self._asked is not None:
            self._asked.cancel()

    async def _tell(self, match: str) -> None:
        try:
            hinted = await self._client.ask(build(Hint, match=match))
        except ClientError as error:
            self._say(str(error), *([f"hint: {error.hint}"] if error.hint else []))
        else:
            search = hinted.search
            spent = f"{search.nodes} nodes in {search.seconds:.1f} s"
            self._say(f"hint: {hinted.move}  {search_text(search)}  {spent}")
