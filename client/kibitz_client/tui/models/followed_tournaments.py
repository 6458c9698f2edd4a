"""The tournaments that the app follows, and its requests about tournaments. No Textual."""

import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

from kibitz_client.commands.tournament.ask import action, ask
from kibitz_client.errors import ClientError
from kibitz_client.match.tournament import advance
from kibitz_client.network.client import NetworkClient
from kibitz_protocol.to_client import Standings, TournamentEvent, TournamentSnapshot
from kibitz_protocol.tournaments.commands import (
    CreateTournament,
    OfTournament,
    ShowTournament,
    UnfollowTournament,
)
from kibitz_protocol.tournaments.views import TournamentDone, TournamentView

T = TypeVar("T")


class FollowedTournaments:
    """What is known of each followed tournament by its id: its view, and the key of a private one."""

    def __init__(self, client: Callable[[], NetworkClient]) -> None:
        self.views: dict[str, TournamentView] = {}
        self.keys: dict[str, str] = {}
        self._followed: set[str] = set()
        self._client = client

    def receive(self, message: TournamentSnapshot | TournamentEvent | Standings) -> str:
        """Update a tournament after a message, and return its id."""
        id = message.tournament.tournament if isinstance(message, TournamentSnapshot) else message.tournament
        if (view := advance(self.views.get(id), message)) is not None:
            self.views[id] = view
        return id

    async def create(self, do: CreateTournament) -> TournamentDone:
        """Create a tournament and follow it.

        Raises:
            ClientError: The server refused it.
        """
        done = await ask(self._client(), do, TournamentDone)
        self._note(done, done.key)
        return done

    async def follow(self, reference: str, key: str | None = None) -> str:
        """Follow a tournament, given by its id or code, and return its id. Its snapshot comes as a message.

        Raises:
            ClientError: The server refused.
        """
        key = key or self.keys.get(reference)
        done = await ask(self._client(), action(ShowTournament, reference, key, follow=True), TournamentDone)
        self._note(done, key)
        return done.tournament

    def _note(self, done: TournamentDone, key: str | None) -> None:
        self._followed.add(done.tournament)
        if key is not None:
            self.keys |= {done.tournament: key, done.code: key}

    async def unfollow(self, id: str) -> None:
        """Stop following a tournament."""
        self.views.pop(id, None)
        if id in self._followed:
            self._followed.discard(id)
            with contextlib.suppress(ClientError):
                await self.act(UnfollowTournament, id)

    async def act(self, kind: type[OfTournament], id: str, **fields: Any) -> TournamentDone:
        """Carry out an action on a tournament.

        Raises:
            ClientError: The server refused, or a field is invalid.
        """
        return await self.ask(kind, id, TournamentDone, **fields)

    async def ask(self, kind: type[OfTournament], id: str, expected: type[T], **fields: Any) -> T:
        """Return the answer to an action on a tournament.

        Raises:
            ClientError: The server refused, or a field is invalid.
        """
        return await ask(self._client(), action(kind, id, self.keys.get(id), **fields), expected)
