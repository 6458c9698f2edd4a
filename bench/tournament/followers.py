"""Followers of an event whose games end fast: what they receive, and how long moves of other matches take meanwhile."""

import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import Turn, load, middle, ratio
from bench.server.processes import SERVE, ServerProcess, process
from bench.server.sections.latency import LINES, MEMORY, p50, p99
from bench.tournament.held import command
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import new_id
from kibitz_protocol.to_server import Tournament
from kibitz_protocol.tournaments.commands import StartTournament
from kibitz_protocol.tournaments.views import TournamentDone

ENTRANTS = 64
ENGINE = "alphabeta:seconds=0.008"
"""With games of two plies and one slot, about 50 games end in a second."""
RULES = {"most_plies": 2}
TOLD_OF_GAME = 2
"""Numbered events of a game: its begin and its count."""
P99 = 1.2


async def followers_figures(*, small: bool = False) -> AsyncIterator[Figure]:
    """Yield each figure when it is measured.

    Args:
        small: Whether to measure a minimum, to show that it works.
    """
    followers, turns, seconds = (20, 1, 1.0) if small else (1000, 3, 6.0)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None))
        database = str(Path(folder, "bench.db"))
        server = stack.enter_context(process(*SERVE, "--database", database, "--slots", "1", "--limits", "off"))
        async with NetworkClient(server.address, "organiser") as client:
            quiet, busy = await _turns(client, server, Path(folder), stack, followers, turns, seconds)
    games_per_s = middle(busy, lambda turn: turn.told / followers / TOLD_OF_GAME / seconds)
    meanwhile = f"{followers:,} followers, {games_per_s:.0f} games end in a second"
    yield Figure(
        f"standings that a follower gets in a second, {followers:,} followers",
        max(turn.tables for turn in busy) / seconds,
        "/s",
        1 + 1 / seconds,
        at_least=False,
        detail=f"{meanwhile}; at most one in each second, with one more at the border of the turn",
    )
    yield Figure(
        "p99 of moves beside an event with followers, over idle",
        ratio(busy, quiet, p99),
        "x",
        P99,
        at_least=False,
        detail=f"{meanwhile}; {middle(quiet, p99):.2f} to {middle(busy, p99):.2f} ms; "
        f"p50 {middle(quiet, p50):.2f} to {middle(busy, p50):.2f} ms; server {middle(busy, _share):.0%} of a core, "
        f"generator at most {max(turn.load for turn in busy):.0%}",
    )


async def _turns(
    client: NetworkClient,
    server: ServerProcess,
    folder: Path,
    stack: contextlib.ExitStack,
    followers: int,
    turns: int,
    seconds: float,
) -> tuple[list[Turn], list[Turn]]:
    """Return the turns before the start of an event that all follow, and those while it is played."""
    terms: dict[str, Any] = {"format": "round-robin", "game": "connect4", "seed": 7, "adjudication": RULES}
    done = await client.ask(command((ENGINE,) * ENTRANTS, starts=False, **terms))
    assert isinstance(done, TournamentDone)
    running = stack.enter_context(
        load(
            "pace",
            server,
            followers=followers,
            event=done.code,
            matches=20,
            seconds=seconds,
            per_s=100,
            lines=write_connect4(folder / "lines", LINES),
            setup=connect4_setup(),
        )
    )
    running.turn()
    quiet = [running.turn() for _ in range(turns)]
    await client.ask(Tournament(id=new_id(), do=StartTournament(tournament=done.tournament)))
    running.turn()
    return quiet, [running.turn() for _ in range(turns)]


def _share(turn: Turn) -> float:
    return turn.server_share
