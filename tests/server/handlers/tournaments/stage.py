"""A server in memory with tournaments, whose engines move at once, and players who move when it is their turn."""

import asyncio
import random
from typing import Any

from kibitz_server.core.match.phase import Phase
from tests.fakes.server import InlinePool, WaitingStore, settle
from tests.server.conftest import FakeClient, InProcessServer

FORMATS = ("match", "gauntlet", "round-robin", "swiss", "knockout", "arena", "ladder")
SIZES = dict(zip(FORMATS, (2, 4, 4, 5, 5, 4, 3), strict=True))
TERMS: dict[str, dict[str, Any]] = {
    "match": {"games": 4},
    "gauntlet": {"seeds": 1},
    "round-robin": {},
    "swiss": {"rounds": 3},
    "knockout": {"most_pairs": 1},
    "arena": {"minutes": 2, "grace_s": 60},
    "ladder": {"reach": 3},
}
"""Small tournaments of each format."""


def engines(count: int) -> list[dict[str, Any]]:
    """Return engines that search few nodes, each with a name of its own; the first plays at random."""
    first = {"name": "bot 1", "engine": {"algorithm": "random", "limit": {}}}
    return [first] + [
        {"name": f"bot {number}", "engine": {"algorithm": "minimax", "limit": {"nodes": 20 * number}}}
        for number in range(2, count + 1)
    ]


def playing_server(store: WaitingStore | None = None, **more: Any) -> InProcessServer:
    """Return a server whose engines answer at once."""
    pool = InlinePool()
    pool.slots = 2
    return InProcessServer(store, pool, seed=1, **more)


def begin(server: InProcessServer) -> None:
    """Restore what the store has, as a server does at its start."""
    server.runtime.loading.run()


async def saved(server: InProcessServer) -> None:
    """Let the store commit, rounds be paired by the program, and what follows run, until nothing waits."""
    await settle()
    while server.store.waiting or server.people._tasks or pairings(server):
        server.store.commit()
        await settle()
        if tasks := pairings(server):
            await asyncio.wait(tasks)


def pairings(server: InProcessServer) -> list[asyncio.Task[None]]:
    """Return the rounds that the program pairs."""
    return list(server.runtime.round_pairing._tasks.values())


async def do(client: FakeClient, kind: str, id: str | None = None, **fields: Any) -> Any:
    """Send an action of the command `tournament`, and return its answer."""
    used = client.send("tournament", id, do={"kind": kind, **fields})
    await saved(client.server)
    answers = [m for m in client.received if m.t in ("accepted", "refused") and m.id == used]
    assert answers, f"{kind} was not answered"
    return answers[-1]


async def done(client: FakeClient, kind: str, **fields: Any) -> Any:
    """Send an action that is accepted, and return its result."""
    answer = await do(client, kind, **fields)
    assert answer.t == "accepted", answer
    return answer.result


async def create(client: FakeClient, format: str, **fields: Any) -> str:
    """Create a small tournament of a format, and return its code."""
    terms = {"game": "tictactoe", "format": format, **TERMS[format], **fields.pop("terms", {})}
    result = await done(client, "create", **{"name": "Friday", "terms": terms, **fields})
    return str(result.code)


def snapshot(client: FakeClient) -> Any:
    """Return the last snapshot of a tournament that a client received."""
    return [m for m in client.received if m.t == "tournament"][-1].tournament


def events(client: FakeClient) -> list[Any]:
    """Return the numbered events of tournaments that a client received."""
    return [m for m in client.received if m.t == "tournament_event"]


async def show(client: FakeClient, code: str, **fields: Any) -> Any:
    """Return a snapshot of a tournament."""
    await done(client, "show", tournament=code, **fields)
    return snapshot(client)


async def play(server: InProcessServer, code: str, players: tuple[FakeClient, ...] = (), most: int = 2000) -> Any:
    """Let time pass, and players move, until a tournament is over. Return it."""
    chance = random.Random(1)
    for _ in range(most):
        await saved(server)
        room = server.runtime.tournaments.rooms.find(code)
        assert room is not None
        if room.tournament.ended is not None:
            return room.tournament
        for player in players:
            move(server, player, chance)
        await saved(server)
        server.scheduler.advance(1.0)
    raise AssertionError(f"{code} did not end")


async def move_all(server: InProcessServer, *players: FakeClient) -> None:
    """Let players move in each match in which it is their turn."""
    for player in players:
        move(server, player, random.Random(1))
        await saved(server)


def move(server: InProcessServer, player: FakeClient, chance: random.Random) -> None:
    """Move in each match in which it is the player's turn."""
    for room in list(server.runtime.rooms.all):
        match = room.match
        seat = match.seat_of(player.connection.player.id)
        if seat is None or match.over or match.position.to_move != seat or match.phase is not Phase.RUNNING:
            continue
        options = [each.text for each in match.position.legal]
        player.send("move", match=match.created.code, ply=match.ply, move=chance.choice(options))
