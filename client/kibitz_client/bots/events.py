"""The tournaments that a bot enters: it is led to its games by the server, and says when it is ready again."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from kibitz_client.errors import RefusedError
from kibitz_client.match.tournament import ENDED
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import build
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Paired, Standings, TournamentEvent, TournamentSnapshot
from kibitz_protocol.to_server import Tournament
from kibitz_protocol.tournaments.commands import EnterTournament, Ready, ShowTournament
from kibitz_protocol.tournaments.views import OwnRow, TournamentDone

READY_AGAIN_S = 30.0
"""A bot that the server lets rest, such as after a lost connection, says so often at most that it is ready."""
TAKES_PART = (Code.ALREADY_ENTERED, Code.ENTRY_CLOSED)
"""Refusals to enter of an entrant that has entered before."""


class EnteredEvents:
    """The tournaments of a plan, by their ids, and whether they go on."""

    def __init__(self, client: NetworkClient, log: Callable[[str], None]) -> None:
        self._client = client
        self._log = log
        self._open: set[str] = set()
        self._ready_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def open(self) -> bool:
        """Whether a tournament goes on."""
        return bool(self._open)

    async def enter(self, codes: Sequence[str], key: str | None) -> None:
        """Enter tournaments, or return to them, and follow them.

        Raises:
            RefusedError: A tournament does not admit the bot.
        """
        for code in codes:
            refusal: RefusedError | None = None
            try:
                await self._client.ask(build(Tournament, do=EnterTournament(tournament=code, key=key)))
            except RefusedError as error:
                if error.refused.code not in TAKES_PART:
                    raise
                refusal = error
            follow = ShowTournament(tournament=code, key=key, follow=True)
            done = await self._client.ask(build(Tournament, do=follow))
            if isinstance(done, TournamentDone):
                self._open.add(done.tournament)
                self._log(f"tournament {done.code}: {'back in it' if refusal else 'entered'}")

    def leads_to(self, message: Paired) -> bool:
        """Return whether a pairing is one of these tournaments. The game of another client's one is not ours."""
        return message.tournament is not None and message.tournament.tournament in self._open

    def receive(self, message: Any) -> bool:
        """Update the tournaments after a message, and return whether it was about one of them."""
        match message:
            case TournamentSnapshot(tournament=view):
                self._end_if(view.tournament, view.state)
                self._look(view.tournament, view.own)
            case Standings():
                self._look(message.tournament, message.own)
            case TournamentEvent():
                self._end_if(message.tournament, message.state if message.ends else "running")
            case _:
                return False
        return True

    def cancel(self) -> None:
        """End what is being sent."""
        for task in self._tasks:
            task.cancel()

    def _end_if(self, tournament: str, state: str) -> None:
        if state in ENDED and tournament in self._open:
            self._open.discard(tournament)
            self._log(f"tournament {tournament}: over")

    def _look(self, tournament: str, own: OwnRow | None) -> None:
        """Say that the bot is ready, if the server lets it rest."""
        now = asyncio.get_running_loop().time()
        if own is None or own.row.state != "resting" or now < self._ready_at or tournament not in self._open:
            return
        self._ready_at = now + READY_AGAIN_S

        async def say() -> None:
            try:
                await self._client.ask(build(Tournament, do=Ready(tournament=tournament)))
            except RefusedError as error:
                self._log(f"tournament {tournament}: not ready: {error}")

        task = asyncio.create_task(say())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
