"""Fan-out of one match: over WebSocket the server writes to each watcher, over MQTT it publishes once."""

import asyncio
import statistics
import tempfile
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from bench.feed.subjects import MOVES, ClientPair, broker, listener_of, server
from bench.feed.watchers import ReceiptTimes, Watcher, over_mqtt, over_websocket
from bench.server.processes import processor_s


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
    with tempfile.TemporaryDirectory() as folder, broker() as mosquitto:
        async with server(folder, "fanout", mosquitto.url) as address:
            pair = await ClientPair.connect(address)
            processes = (listener_of(urlsplit(address).port or 0), listener_of(mosquitto.port))
            for number in range(rounds):
                ways = ("WebSocket", "MQTT") if number % 2 else ("MQTT", "WebSocket")
                for way in ways:
                    await pair.begin()
                    receipts = ReceiptTimes(watchers)
                    if way == "MQTT":
                        connected = await _connect_after_pause(mosquitto.port, pair.match, watchers, receipts)
                    else:
                        connected = await over_websocket(address, pair.match, watchers, receipts.record)
                    found[way].append(await _measure(pair, receipts, processes))
                    for watcher in connected:
                        watcher.transport.abort()
                    await pair.end()
            await pair.disconnect()
    return [_summary(way, watchers, runs) for way, runs in found.items()]


async def _connect_after_pause(port: int, match: str, watchers: int, receipts: ReceiptTimes) -> list[Watcher]:
    """Connect the watchers to the broker, after a pause: it gets the state shortly after the match begins."""
    await asyncio.sleep(0.5)
    return await over_mqtt(port, match, watchers, receipts.record)


async def _measure(
    pair: ClientPair, receipts: ReceiptTimes, processes: tuple[int, int]
) -> tuple[list[float], float, float, float]:
    times: list[float] = []
    lasts: list[float] = []
    before = [processor_s(pid) for pid in processes]
    for _ in range(MOVES):
        receipts.reset()
        began = time.perf_counter()
        await pair.move()
        await receipts.wait_for_all()
        delays = [1000 * (at - began) for at in receipts.at]
        times += delays
        lasts.append(max(delays))
    spent = [1000 * (processor_s(pid) - was) / MOVES for pid, was in zip(processes, before, strict=True)]
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
