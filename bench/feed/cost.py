"""Whether the game path notices the feed: the same moves at a server with and at one without, by turns in one run."""

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
    """Time whole matches by turns, while engines play so many others at each of the two servers."""
    times: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as folder, broker() as made:
        async with server(folder, "without", None) as without, server(folder, "fed", made.url) as fed:
            places = [(await Pair.come(address), await player(address, "eve")) for address in (without, fed)]
            for number in range(rounds):
                for place in (0, 1) if number % 2 else (1, 0):
                    pair, eve = places[place]
                    await _keep_playing(eve, engine_matches)
                    times[place].extend(await _one(pair))
            for pair, eve in places:
                await pair.leave()
                await eve.socket.close()
    return Answered(*times)


async def _one(pair: Pair) -> list[float]:
    times = []
    await pair.begin()
    for _ in range(MOVES):
        began = time.perf_counter()
        await pair.move()
        times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(PAUSE_S)
    await pair.end()
    return times


async def _keep_playing(eve: Player, wanted: int) -> None:
    """See to it that so many engine matches run."""
    rows = (await eve.ask(t="list"))["result"]["matches"]
    for _ in range(wanted - sum(row["phase"] == "running" for row in rows)):
        await eve.ask(t="create", game="connect4", seats=[ENGINE, ENGINE])
