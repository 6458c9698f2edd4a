"""Fan-out of one match: over WebSocket the server writes to each watcher, over MQTT it publishes once."""

import asyncio
import statistics
import tempfile
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from bench.feed.places import MOVES, Pair, broker, listener_of, server, spent_s
from bench.feed.watchers import Tally, Watcher, over_mqtt, over_websocket


class FanOut(NamedTuple):
    """Result of one transport: milliseconds from sending a move to each watcher's receipt; processor time a move."""

    way: str
    watchers: int
    median_ms: float
    p99_ms: float
    last_ms: float
    server_ms: float
    broker_ms: float


async def fan_out(watchers: int, rounds: int) -> list[FanOut]:
    """Measure both transports alternately, in one run, with one server and one broker."""
    found: dict[str, list[tuple[list[float], float, float, float]]] = {"WebSocket": [], "MQTT": []}
    with tempfile.TemporaryDirectory() as folder, broker() as made:
        async with server(folder, "fanout", made.url) as address:
            pair = await Pair.come(address)
            processes = (listener_of(urlsplit(address).port or 0), listener_of(made.port))
            for number in range(rounds):
                ways = ("WebSocket", "MQTT") if number % 2 else ("MQTT", "WebSocket")
                for way in ways:
                    await pair.begin()
                    tally = Tally(watchers)
                    if way == "MQTT":
                        crowd = await _patiently(made.port, pair.match, watchers, tally)
                    else:
                        crowd = await over_websocket(address, pair.match, watchers, tally.got)
                    found[way].append(await _watched(pair, tally, processes))
                    for watcher in crowd:
                        watcher.transport.abort()
                    await pair.end()
            await pair.leave()
    return [_summary(way, watchers, runs) for way, runs in found.items()]


async def _patiently(port: int, match: str, watchers: int, tally: Tally) -> list[Watcher]:
    """Connect the watchers to the broker, after a pause: it gets the state shortly after the match begins."""
    await asyncio.sleep(0.5)
    return await over_mqtt(port, match, watchers, tally.got)


async def _watched(pair: Pair, tally: Tally, processes: tuple[int, int]) -> tuple[list[float], float, float, float]:
    times: list[float] = []
    lasts: list[float] = []
    before = [spent_s(number) for number in processes]
    for _ in range(MOVES):
        tally.begin()
        began = time.perf_counter()
        await pair.move()
        await tally.everybody()
        delays = [1000 * (at - began) for at in tally.at]
        times += delays
        lasts.append(max(delays))
    spent = [1000 * (spent_s(number) - was) / MOVES for number, was in zip(processes, before, strict=True)]
    return times, statistics.median(lasts), spent[0], spent[1]


def _summary(way: str, watchers: int, runs: list[tuple[list[float], float, float, float]]) -> FanOut:
    times = [each for run in runs for each in run[0]]
    _, lasts, server_ms, broker_ms = zip(*runs, strict=True)
    return FanOut(
        way,
        watchers,
        statistics.median(times),
        statistics.quantiles(times, n=100)[98],
        statistics.mean(lasts),
        statistics.mean(server_ms),
        statistics.mean(broker_ms),
    )
