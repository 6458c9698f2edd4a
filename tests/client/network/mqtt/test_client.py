"""`kibitz watch --mqtt` and `kibitz turns` with a real broker and a real server."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from kibitz_client.commands.mqtt import turns, watch
from kibitz_client.errors import ClientError, NetworkError, RefusedError, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_client.network.mqtt.client import BrokerClient
from kibitz_client.requests import new_id
from kibitz_client.settings import Settings
from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_protocol.mqtt.broker import Broker
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.to_server import Create, Join, Move, Resign
from kibitz_protocol.values.seats import Me, Open
from kibitz_server.app import running
from kibitz_server.settings import Settings as ServerSettings
from tests.fakes.client import Recorded
from tests.mosquitto import Mosquitto

pytestmark = pytest.mark.io


@pytest.fixture(scope="module")
def mosquitto() -> Iterator[Mosquitto]:
    """A broker for all tests of the module."""
    broker = Mosquitto()
    yield broker
    broker.remove()


@pytest.fixture
def fresh() -> Iterator[Mosquitto]:
    """A broker without retained messages."""
    broker = Mosquitto()
    yield broker
    broker.remove()


@asynccontextmanager
async def server(mosquitto: Mosquitto, node: str) -> AsyncIterator[str]:
    """Run a server that publishes, and yield its address."""
    settings = ServerSettings.read(port=0, database=":memory:", slots=1, mqtt=mosquitto.url, mqtt_node=node)
    async with running(settings) as address:
        yield address


class Two:
    """Two players of one match."""

    def __init__(self, ann: NetworkClient, bob: NetworkClient, match: str, code: str) -> None:
        self.links, self.match, self.code, self.ply = (ann, bob), match, code, 0

    async def move(self, text: str) -> None:
        """Send the next move."""
        command = Move(id=new_id(), match=self.match, ply=self.ply, move=text)
        await self.links[self.ply % 2].ask(command)
        self.ply += 1

    async def resign(self) -> None:
        """Resign as the first player."""
        await self.links[0].ask(Resign(id=new_id(), match=self.match))


@asynccontextmanager
async def play(address: str) -> AsyncIterator[Two]:
    """Run a match of two players."""
    async with NetworkClient(address, "ann") as ann, NetworkClient(address, "bob") as bob:
        made = await ann.ask(Create(id=new_id(), game="tictactoe", seats=[Me(), Open()]))
        await bob.ask(Join(id=new_id(), match=made.match))
        yield Two(ann, bob, made.match, made.code)


async def eventually(url: str, reference: str, **options: Any) -> BrokerClient:
    """Return a client that has found its match, which the server may publish a moment later."""
    async with asyncio.timeout(30):
        while True:
            client = BrokerClient(Broker.parse(url), reference, **options)
            try:
                return await client.__aenter__()
            except ClientError:
                await asyncio.sleep(0.1)


@pytest.mark.parametrize("by", ["code", "id", "tv"])
async def test_a_match_is_watched_from_the_broker_alone(fresh: Mosquitto, by: str) -> None:
    """A match is found by code, id or TV, and its events have no gap."""
    async with server(fresh, f"by-{by}") as address, play(address) as two:
        await two.move("b2")
        client = await eventually(fresh.url, {"code": two.code.lower(), "id": two.match, "tv": "tv"}[by])
        await two.move("a1")
        await two.resign()
        seqs: list[int] = []
        async with asyncio.timeout(30):
            async for message in client.messages():
                if isinstance(message, Snapshot | Event):
                    seqs.append(message.seq)
                    if message.phase == "finished":
                        break
        await client.__aexit__()
        assert seqs == list(range(seqs[0], 7))


async def test_missing_matches_and_brokers(mosquitto: Mosquitto) -> None:
    """An unpublished match, a broker without a server and a missing broker have different errors."""
    async with server(mosquitto, "empty"):
        with pytest.raises(RefusedError, match="no match ZZZZZZ") as refused:
            async with BrokerClient(Broker.parse(mosquitto.url), "ZZZZZZ", found_within_s=4):
                pass
    assert "--server" in str(refused.value.hint)
    idle = Mosquitto()
    try:
        with pytest.raises(NetworkError, match="no Kibitz feed"):
            async with BrokerClient(Broker.parse(idle.url), "tv", found_within_s=0.5):
                pass
    finally:
        idle.remove()
    with pytest.raises(NetworkError, match="no broker answers"):
        async with BrokerClient(Broker.parse(idle.url), "tv"):
            pass


async def test_a_wrong_password() -> None:
    """The hint names the variable for the password."""
    broker = Mosquitto(users={"eve": "right"})
    try:
        with pytest.raises(NetworkError, match="password") as told:
            async with BrokerClient(Broker.parse(f"mqtt://eve@127.0.0.1:{broker.port}"), "tv", "wrong"):
                pass
        assert "KIBITZ_MQTT_PASSWORD" in str(told.value.hint)
    finally:
        broker.remove()


async def test_a_broker_that_comes_back_is_read_on() -> None:
    """What was missed meanwhile comes as a snapshot, what follows as events."""
    broker = Mosquitto()
    try:
        async with server(broker, "back") as address, play(address) as two:
            pace = Pace(first_delay_s=0.01, longest_delay_s=0.1)
            client = await eventually(broker.url, two.code, pace=pace)
            broker.stop()
            await two.move("b2")
            broker.start()
            seqs: list[int] = []
            async with asyncio.timeout(30):
                async for message in client.messages():
                    if isinstance(message, Snapshot | Event):
                        seqs.append(message.seq)
                        if message.seq == 4:
                            await two.move("a1")
                        if message.seq == 5:
                            break
            await client.__aexit__()
            assert seqs in ([3, 4, 5], [2, 3, 4, 5], [1, 2, 3, 4, 5])
    finally:
        broker.remove()


async def test_failover_from_the_broker_to_the_server(tmp_path: Path) -> None:
    """With `--mqtt` and `--server`, no line is missing or repeated."""
    broker = Mosquitto()
    try:
        async with server(broker, "both") as address, play(address) as two:
            client = await eventually(broker.url, two.code)
            await client.__aexit__()
            recorded = Recorded()
            environment = {"KIBITZ_TOKEN_FILE": str(tmp_path / "token")}
            settings = Settings.read(environment, address, "eve", None, json=False)
            task = asyncio.create_task(watch(settings, recorded.output, two.code, broker.url))
            await two.move("b2")
            async with asyncio.timeout(30):
                while "1. X ann plays b2" not in recorded.out and "ply 1" not in recorded.out:
                    await asyncio.sleep(0.01)
                broker.stop(kill=True)
                await two.move("a1")
                await two.resign()
                await task
        lines = recorded.out.splitlines()
        assert sum("plays a1" in line for line in lines) == 1
        assert lines[-1] == "O (bob) wins: X resigned."
        assert f"going on over {address}" in recorded.err
    finally:
        broker.remove()


async def test_failover_of_tv() -> None:
    """After failover to the server, TV still switches to the next match."""
    broker = Mosquitto()
    try:
        async with server(broker, "tv") as address, play(address) as two, play(address) as others:
            client = await eventually(broker.url, "tv")
            await client.__aexit__()
            recorded = Recorded()
            settings = Settings.read({}, address, "eve", None, json=False)
            task = asyncio.create_task(watch(settings, recorded.output, "tv", broker.url))
            async with asyncio.timeout(30):
                await wait_for_out(recorded, "Tic-tac-toe  ")
                on, after = (two, others) if two.code in recorded.out else (others, two)
                broker.stop(kill=True)
                await wait_for_err(recorded, f"going on over {address}")
                await on.move("b2")
                await wait_for_out(recorded, "1. X ann plays b2")
                # TV shows no board on which nothing moves.
                await after.move("c3")
                await on.resign()
                await wait_for_out(recorded, after.code)
                await after.move("a1")
                await wait_for_out(recorded, "O bob plays a1")
            task.cancel()
            await asyncio.wait([task])
    finally:
        broker.remove()


async def wait_for_out(recorded: Recorded, words: str) -> None:
    """Wait for text on standard output."""
    while words not in recorded.out:
        await asyncio.sleep(0.01)


async def wait_for_err(recorded: Recorded, words: str) -> None:
    """Wait for text on standard error."""
    while words not in recorded.err:
        await asyncio.sleep(0.01)


async def test_turn_alerts_of_a_returning_player(mosquitto: Mosquitto, tmp_path: Path) -> None:
    """The topic has the player's turns; a new guest gets a hint to sign in."""
    async with server(mosquitto, "turns") as address, play(address) as two:
        token = two.links[0].token
        environment = {"KIBITZ_TOKEN": str(token), "HOME": str(tmp_path)}
        recorded = Recorded()
        await turns(Settings.read(environment, address, None, None, json=False), recorded.output, on=True)
        topic = recorded.out.split()[-1]
        kept: list[Any] = []
        async with aiomqtt.Client("127.0.0.1", mosquitto.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
            await client.subscribe(topic, qos=1)
            async with asyncio.timeout(30):
                async for message in client.messages:
                    assert isinstance(message.payload, bytes)
                    kept = mqtt_feed.decode(message.payload).turns
                    if kept:
                        break
        assert [(turn.match, turn.against) for turn in kept] == [(two.match, ["bob"])]
        with pytest.raises(UsageError, match="new guest"):
            await turns(Settings.read({}, address, "zoe", None, json=False), Recorded().output, on=True)
