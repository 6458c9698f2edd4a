"""Events that a benchmark holds on a server process, as their organiser receives them."""

from typing import Any, NamedTuple

from kibitz_client.match.tournament import ENDED
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import new_id
from kibitz_protocol.to_client import TournamentEvent
from kibitz_protocol.to_server import Tournament
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.messages import GameChanged
from kibitz_protocol.tournaments.terms import EngineEntrant, TournamentTerms
from kibitz_protocol.values.engines import EngineSpec


class Counted(NamedTuple):
    """A game that counts: when, in seconds of the server's time of day, and its plies without those of its opening."""

    at: float
    plies: int


def command(engines: tuple[str, ...], *, starts: bool = True, **terms: Any) -> Tournament:
    """Return the command that creates an event of engines. If it starts at once, the organiser follows it."""
    return Tournament(
        id=new_id(),
        do=CreateTournament(
            name="Benchmark",
            terms=TournamentTerms.model_validate({"kinds": ["engine"]} | terms),
            engines=[
                EngineEntrant(engine=EngineSpec.parse(each), name=f"entrant {number}")
                for number, each in enumerate(engines, 1)
            ],
            start_now=starts,
            follow=starts,
        ),
    )


async def hold(address: str, engines: tuple[str, ...], **terms: Any) -> list[Counted]:
    """Hold an event of engines, and return its games in the order of their ends.

    Args:
        address: The server.
        engines: The entrants.
        terms: The terms of the event, as a client sends them.
    """
    found = []
    async with NetworkClient(address, "organiser") as client:
        await client.ask(command(engines, **terms))
        async for message in client.messages():
            if not isinstance(message, TournamentEvent):
                continue
            if isinstance(message.event, GameChanged) and message.event.kind == "counted":
                found.append(Counted(message.at, message.event.game.ply))
            if message.state in ENDED:
                break
    return found
