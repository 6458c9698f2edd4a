"""Whether the game path notices the feed: the same moves at a server with and at one without, move by move in turns."""

import asyncio
import tempfile
import time
from typing import NamedTuple

from bench.answers import Player, player
from bench.feed.places import MOVES, Pair, broker, server

ENGINE = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 0.1}}}


PAUSE_S = 0.01
"""How long a player thinks, so that answers are timed and not how many moves a second one core can do."""


class Answered(NamedTuple):
    """The milliseconds from send to durable answer, without and with a feed."""

    without: list[float]
    fed: list[float]


async def answered(rounds: int, engine_matches: int) -> Answered:
    """Time the moves of a match at each of two servers, while engines play so many others at both.

    Whatever else the machine does falls on both alike, because they take turns after each move.
    """
    times: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as folder, broker() as made:
        async with server(folder, "without", None) as without, server(folder, "fed", made.url) as fed:
            places = [(await Pair.come(address), await player(address, "eve")) for address in (without, fed)]
            for _ in range(rounds):
                for pair, eve in places:
                    await _keep_playing(eve, engine_matches)
                    await pair.begin()
                for ply in range(MOVES):
                    for place in (0, 1) if ply % 2 else (1, 0):
                        times[place].append(await _move(places[place][0]))
                for pair, _ in places:
                    await pair.end()
            for pair, eve in places:
                await pair.leave()
                await eve.socket.close()
    return Answered(*times)


async def _move(pair: Pair) -> float:
    began = time.perf_counter()
    await pair.move()
    took_ms = 1000 * (time.perf_counter() - began)
    await asyncio.sleep(PAUSE_S)
    return took_ms


async def _keep_playing(eve: Player, wanted: int) -> None:
    """See to it that so many engine matches run."""
    rows = (await eve.ask(t="list"))["result"]["matches"]
    for _ in range(wanted - sum(row["phase"] == "running" for row in rows)):
        await eve.ask(t="create", game="connect4", seats=[ENGINE, ENGINE])
