"""Tests of the feed with a real broker: correct retained messages, and no effect of its failures on matches."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiomqtt
import pytest
import structlog
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from kibitz_protocol.mqtt import feed as topics
from kibitz_protocol.mqtt.broker import Broker
from kibitz_server.mqtt.cancel import cancel_and_wait
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.mqtt.publisher import MAX_PACKET, OFFLINE_S, Publisher
from kibitz_server.mqtt.service import FeedService
from kibitz_server.settings import Settings
from kibitz_server.telemetry.metrics import Metrics, ServerStatus
from tests.mosquitto import Mosquitto
from tests.server.conftest import InProcessServer
from tests.server.mqtt.test_feed import two

pytestmark = pytest.mark.io


@pytest.fixture(scope="module")
def mosquitto() -> Iterator[Mosquitto]:
    """A broker for the tests that do not stop it."""
    broker = Mosquitto()
    yield broker
    broker.remove()


@asynccontextmanager
async def published(
    server: InProcessServer, url: str, node: str, password: str | None = None
) -> AsyncIterator[BrokerFeed]:
    """Publish the matches of a server while the block runs."""
    feed = server.runtime.feed
    assert isinstance(feed, BrokerFeed)
    publisher = Publisher(feed, Broker.parse(url), node, "kibitz/test", password=password, first_delay_s=0.01)
    task = asyncio.create_task(publisher.run())
    committing = asyncio.create_task(_commit(server))
    try:
        yield feed
    finally:
        await cancel_and_wait(task, committing, retry_s=OFFLINE_S + 1)


async def _commit(server: InProcessServer) -> None:
    """Commit at once, and advance the time, repeatedly."""
    while True:
        server.store.commit()
        server.scheduler.advance(0.02)
        await asyncio.sleep(0.005)


@asynccontextmanager
async def subscriber(broker: Mosquitto, pattern: str = "kibitz/#", **login: Any) -> AsyncIterator[dict[str, Any]]:
    """Yield the retained messages that a new reader gets, kept up to date."""
    kept: dict[str, Any] = {}
    heard: list[tuple[str, Any]] = []
    async with aiomqtt.Client("127.0.0.1", broker.port, protocol=aiomqtt.ProtocolVersion.V5, **login) as client:
        await client.subscribe(pattern, qos=1)

        async def read() -> None:
            async for message in client.messages:
                payload = bytes(message.payload) if isinstance(message.payload, bytes | bytearray) else b""
                data = json.loads(payload) if payload else None
                kept[str(message.topic)] = data
                heard.append((str(message.topic), data))

        task = asyncio.create_task(read())
        kept["heard"] = heard
        try:
            yield kept
        finally:
            await cancel_and_wait(task, retry_s=0.1)


async def until(condition: Any) -> None:
    """Wait for an effect of another process."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_reader_who_comes_late_has_every_state(server: InProcessServer, mosquitto: Mosquitto) -> None:
    """State, index and status are retained, and the next events have the following numbers."""
    async with published(server, mosquitto.url, "late"):
        ann, _, match = two(server)
        ann.ask("move", match=match, ply=0, move="b2")
        async with subscriber(mosquitto) as kept:
            await until(lambda: (kept.get(topics.state(match)) or {}).get("seq") == 4)
            await until(lambda: topics.status("late") in kept)
            assert kept[topics.status("late")]["status"] == "online"
            ann.ask("resign", match=match)
            await until(lambda: topics.events(match) in kept)
            assert kept[topics.events(match)]["seq"] == 5
    async with subscriber(mosquitto) as kept:
        await until(lambda: topics.status("late") in kept)
        assert kept[topics.status("late")]["status"] == "offline"


async def test_a_killed_server_is_offline_by_its_last_will(server: InProcessServer, mosquitto: Mosquitto) -> None:
    """The broker publishes the last will when the connection breaks."""
    feed = server.runtime.feed
    assert isinstance(feed, BrokerFeed)
    publisher = Publisher(feed, Broker.parse(mosquitto.url), "killed", "kibitz/test")
    async with subscriber(mosquitto, topics.status("killed")) as kept:
        task = asyncio.create_task(publisher.run())
        await until(lambda: (kept.get(topics.status("killed")) or {}).get("status") == "online")
        # Another client of that name takes the connection over, which is how a test can break it from outside.
        async with aiomqtt.Client(
            "127.0.0.1", mosquitto.port, protocol=aiomqtt.ProtocolVersion.V5, identifier="kibitz-killed"
        ):
            task.cancel()
            await until(lambda: kept[topics.status("killed")]["status"] == "offline")
        await cancel_and_wait(task, retry_s=OFFLINE_S + 1)


@pytest.mark.parametrize("keeps", [False, True])
async def test_a_broker_may_be_restarted(server: InProcessServer, keeps: bool) -> None:
    """With and without persistence, states are correct again and those of removed matches are cleared."""
    broker = Mosquitto(keeps=keeps)
    try:
        async with published(server, broker.url, "again") as feed:
            ann, bob, match = two(server)
            cat, dan, over = two_others(server)
            async with subscriber(broker) as kept:
                await until(lambda: {topics.state(match), topics.state(over)} <= set(kept))
            broker.stop()
            await until(lambda: not feed.outgoing.online)
            ann.ask("move", match=match, ply=0, move="b2")
            cat.ask("resign", match=over)
            ended = server.runtime.rooms.find(over)
            assert ended is not None
            feed.closed(ended)
            broker.start()
            await until(lambda: feed.outgoing.online)
            bob.ask("move", match=match, ply=1, move="a1")
            async with subscriber(broker) as kept:
                await until(lambda: (kept.get(topics.state(match)) or {}).get("seq") == 5)
                await until(lambda: kept.get(topics.state(over)) is None)
                assert kept[topics.status("again")]["status"] == "online"
            # Who comes now finds nothing of the match that is gone.
            async with subscriber(broker) as kept:
                await until(lambda: topics.state(match) in kept)
                assert topics.state(over) not in kept
        assert dan.connection.player.id
    finally:
        broker.remove()


def two_others(server: InProcessServer) -> tuple[Any, Any, str]:
    """Start a second match."""
    cat, dan = server.connect("cat"), server.connect("dan")
    code = cat.host()
    dan.ask("join", match=code)
    return cat, dan, server.match(code).created.id


async def test_messages_of_another_server_stay(server: InProcessServer, mosquitto: Mosquitto) -> None:
    """Several servers share a broker, and each clears only its own messages."""
    foreign, own = topics.state("of-another"), topics.state("of-one")
    from_one = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    from_one.UserProperty = [(topics.NODE_USER_PROPERTY, "one")]
    async with aiomqtt.Client("127.0.0.1", mosquitto.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        await client.publish(foreign, b'{"t":"theirs"}', qos=1, retain=True)
        await client.publish(own, b'{"t":"ours"}', qos=1, retain=True, properties=from_one)
    async with subscriber(mosquitto) as kept:
        await until(lambda: own in kept)
        async with published(server, mosquitto.url, "one"):
            await until(lambda: kept[own] is None)
    async with subscriber(mosquitto) as kept:
        await until(lambda: topics.status("one") in kept and foreign in kept)
        assert own not in kept


async def test_larger_packets_are_not_received(server: InProcessServer, mosquitto: Mosquitto) -> None:
    """The broker keeps a message above the bound to itself, so the server clears only the small one of two old ones."""
    large, small = topics.state("large"), topics.state("small")
    from_big = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    from_big.UserProperty = [(topics.NODE_USER_PROPERTY, "big")]
    async with aiomqtt.Client("127.0.0.1", mosquitto.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        for topic, size in ((large, MAX_PACKET), (small, 10)):
            await client.publish(topic, b'"%s"' % (b"x" * size), qos=1, retain=True, properties=from_big)
    async with subscriber(mosquitto) as kept:
        await until(lambda: {large, small} <= set(kept))
        async with published(server, mosquitto.url, "big"):
            await until(lambda: kept[small] is None)
        assert kept[large] is not None


async def test_a_missing_broker_is_a_warning(server: InProcessServer) -> None:
    """One warning has the error and a hint, and matches continue."""
    broker = Mosquitto()
    broker.stop()
    try:
        with structlog.testing.capture_logs() as logs:
            async with published(server, broker.url, "early") as feed:
                ann, _, match = two(server)
                assert ann.ask("move", match=match, ply=0, move="b2").t == "accepted"
                await until(lambda: [entry for entry in logs if entry["log_level"] == "warning"])
                broker.start()
                await until(lambda: feed.outgoing.online)
        warnings = [entry for entry in logs if entry["log_level"] == "warning"]
        assert len(warnings) == 1
        assert "no broker answers" in warnings[0]["event"]
        assert "matches continue" in warnings[0]["event"]
        assert warnings[0]["hint"]
    finally:
        broker.remove()


@pytest.mark.parametrize(
    ("user", "password", "words"), [("kibitz", "wrong", "password"), (None, None, "without a name")]
)
async def test_a_wrong_password_is_named(
    server: InProcessServer, user: str | None, password: str | None, words: str
) -> None:
    """A wrong password and a missing user are named; the correct ones are accepted."""
    broker = Mosquitto(users={"kibitz": "right"})
    try:
        with structlog.testing.capture_logs() as logs:
            url = f"mqtt://{user}@127.0.0.1:{broker.port}" if user else broker.url
            async with published(server, url, "n", password):
                await until(lambda: any(entry["log_level"] == "warning" for entry in logs))
        warning = next(entry for entry in logs if entry["log_level"] == "warning")
        assert words in warning["event"]
        assert "KIBITZ_MQTT_PASSWORD" in warning["hint"]
        async with published(server, f"mqtt://kibitz@127.0.0.1:{broker.port}", "n", "right") as feed:
            await until(lambda: feed.outgoing.online)
    finally:
        broker.remove()


async def test_a_topic_that_the_access_list_refuses_is_named(server: InProcessServer) -> None:
    """One warning has the topics that the access list must allow."""
    broker = Mosquitto(acl="topic read kibitz/#\n")
    try:
        with structlog.testing.capture_logs() as logs:
            async with published(server, broker.url, "mute"):
                await until(lambda: any(entry["log_level"] == "warning" for entry in logs))
                two(server)
        warnings = [entry for entry in logs if entry["log_level"] == "warning"]
        assert len(warnings) == 1
        assert topics.status("mute") in warnings[0]["event"]
        assert "kibitz/v1/#" in warnings[0]["hint"]
    finally:
        broker.remove()


@pytest.mark.parametrize("answer", [b"\x20\x02\x00\x01", b"\x20\x03\x00\x84\x00"])
async def test_a_broker_of_an_older_mqtt_is_named(server: InProcessServer, answer: bytes) -> None:
    """The error is clear for a broker that refuses version 5 in the format of version 3 or of version 5."""

    calls: list[asyncio.Task[Any] | None] = []

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        calls.append(asyncio.current_task())
        try:
            await reader.read(100)
            writer.write(answer)
            await writer.drain()
        finally:
            writer.transport.abort()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as broker:
        port = broker.sockets[0].getsockname()[1]
        with structlog.testing.capture_logs() as logs:
            async with published(server, f"mqtt://127.0.0.1:{port}", "n"):
                await until(lambda: any(entry["log_level"] == "warning" for entry in logs))
        for call in calls:
            assert call is not None
            call.cancel()
            await asyncio.wait([call])
        await asyncio.sleep(0)
    warning = next(entry for entry in logs if entry["log_level"] == "warning")
    assert "MQTT 5" in warning["event"]
    assert "Mosquitto 2" in warning["hint"]


async def test_a_server_counts_what_its_feed_does(mosquitto: Mosquitto) -> None:
    """The metrics have the connection to the broker, if a broker is configured."""
    metrics = Metrics()
    settings = Settings.read(mqtt=mosquitto.url, mqtt_node="counted")
    feeding = FeedService(settings, "kibitz/test")
    InProcessServer(make_sink=feeding.sink)
    metrics.add_status(ServerStatus(feed=feeding.status))
    assert b"kibitz_feed_online 0.0" in metrics.text()
    feeding.start()
    await until(lambda: b"kibitz_feed_online 1.0" in metrics.text())
    await feeding.close()
    assert b"kibitz_feed_dropped 0.0" in metrics.text()
    nothing = Metrics()
    without = FeedService(Settings.read(), "kibitz/test")
    InProcessServer(make_sink=without.sink)
    nothing.add_status(ServerStatus(feed=without.status))
    assert b"kibitz_feed" not in nothing.text()
