"""Engine matches during two broker restarts: afterwards every retained state must be right, and no other may remain."""

import asyncio
import json
import tempfile
from typing import Any, NamedTuple

import aiomqtt

from bench.answers import Player, player
from bench.feed.subjects import broker, server
from kibitz_protocol.mqtt import feed as mqtt_feed
from tests.mosquitto import Mosquitto

ENGINE = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"depth": 2}}}
WITHIN_S = 120.0


class Restarted(NamedTuple):
    """Retained states that a late subscriber found."""

    matches: int
    right: int
    wrong: int
    lost: int


async def restarted(matches: int, restarts: int = 2) -> Restarted:
    """Play matches, restart the broker meanwhile, and compare the broker's states with those of the server."""
    with tempfile.TemporaryDirectory() as folder, broker() as mosquitto:
        async with server(folder, "restarts", mosquitto.url) as address:
            eve = await player(address, "eve")
            seats = [ENGINE, ENGINE]
            ids = []
            for _ in range(matches):
                answer = await eve.ask(t="create", game="connect4", seats=seats, show_thinking=True)
                ids.append(answer["result"]["match"])
            for _ in range(restarts):
                await asyncio.sleep(0.5)
                mosquitto.stop(kill=True)
                await asyncio.sleep(0.3)
                mosquitto.start()
            truth = {match: await _state(eve, match) for match in ids}
            found = await _retained_states(mosquitto, truth)
            return Restarted(matches, *_compare(truth, found))


async def _state(watcher: Player, match: str) -> Any:
    """Return the snapshot of a match when it is over."""
    async with asyncio.timeout(WITHIN_S):
        while True:
            await watcher.socket.send(json.dumps({"t": "watch", "id": f"w{next(watcher.ids)}", "match": match}))
            while (message := json.loads(await watcher.socket.recv()))["t"] != "snapshot" or message["match"] != match:
                pass
            if message["phase"] in ("finished", "aborted"):
                return message
            await asyncio.sleep(0.2)


async def _retained_states(mosquitto: Mosquitto, truth: dict[str, Any]) -> dict[str, Any]:
    """Return the retained states that a new subscriber gets; None where they are cleared."""
    found: dict[str, Any] = {}
    async with aiomqtt.Client("127.0.0.1", mosquitto.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        await client.subscribe(mqtt_feed.state("+"), qos=1)
        try:
            async with asyncio.timeout(20):
                async for message in client.messages:
                    assert isinstance(message.payload, bytes)
                    found[str(message.topic)] = json.loads(message.payload) if message.payload else None
                    if all(_same(found.get(mqtt_feed.state(match)), state) for match, state in truth.items()):
                        break
        except TimeoutError:
            pass
    return found


def _same(found: Any, state: Any) -> bool:
    keys = ("seq", "phase", "result", "moves")
    return found is not None and all(found[key] == state[key] for key in keys)


def _compare(truth: dict[str, Any], found: dict[str, Any]) -> tuple[int, int, int]:
    right = sum(_same(found.get(mqtt_feed.state(match)), state) for match, state in truth.items())
    lost = sum(mqtt_feed.state(match) not in found for match in truth)
    expected = {mqtt_feed.state(match) for match in truth}
    unexpected = sum(1 for topic, state in found.items() if topic not in expected and state is not None)
    return right, unexpected + len(truth) - right - lost, lost
