"""Cost of the feed for the game path: the same moves on servers with and without a feed, alternating by move."""

import asyncio
import tempfile
import time
from typing import NamedTuple

from bench.answers import Player, player
from bench.feed.subjects import MOVES, ClientPair, broker, server

ENGINE = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 0.1}}}


PAUSE_S = 0.01
"""Pause after each move, so that the run measures answer times and not the throughput of one core."""


class Answered(NamedTuple):
    """Milliseconds from send to durable answer, without and with a feed."""

    without: list[float]
    fed: list[float]


async def answered(rounds: int, engine_matches: int) -> Answered:
    """Time the moves of a match on each of two servers, while both run engine matches.

    The servers alternate after each move, so that other work on the machine affects both equally.
    """
    times: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as folder, broker() as mosquitto:
        async with server(folder, "without", None) as without, server(folder, "fed", mosquitto.url) as fed:
            subjects = [(await ClientPair.connect(address), await player(address, "eve")) for address in (without, fed)]
            for _ in range(rounds):
                for pair, spectator in subjects:
                    await _keep_playing(spectator, engine_matches)
                    await pair.begin()
                for ply in range(MOVES):
                    for index in (0, 1) if ply % 2 else (1, 0):
                        times[index].append(await _move(subjects[index][0]))
                for pair, _ in subjects:
                    await pair.end()
            for pair, spectator in subjects:
                await pair.disconnect()
                await spectator.socket.close()
    return Answered(*times)


async def _move(pair: ClientPair) -> float:
    began = time.perf_counter()
    await pair.move()
    took_ms = 1000 * (time.perf_counter() - began)
    await asyncio.sleep(PAUSE_S)
    return took_ms


async def _keep_playing(spectator: Player, wanted: int) -> None:
    """Create engine matches until the wanted number runs."""
    rows = (await spectator.ask(t="list"))["result"]["matches"]
    for _ in range(wanted - sum(row["phase"] == "running" for row in rows)):
        await spectator.ask(t="create", game="connect4", seats=[ENGINE, ENGINE])
