"""Connection to the broker: a task that publishes the messages of the feed, and reconnects after a failure.

Matches do not wait for it. The log names a broker that is down, slow or refuses the connection, once for each kind of
error.
"""

import asyncio
import contextlib
import random
import socket
import ssl
from collections.abc import Iterator
from typing import Any, Self

import aiomqtt
import structlog
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from kibitz_protocol.mqtt import feed as topics
from kibitz_protocol.mqtt.broker import Broker, refusal, unreachable
from kibitz_server.messages.encoding import encode
from kibitz_server.mqtt.cancel import cancel_and_wait
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.mqtt.queue import Publication

log = structlog.get_logger(__name__)

MAX_IN_FLIGHT = 8
ANSWER_S = 10.0
QUIET_S = 1.0
"""After this time without a message, the broker has sent all retained messages."""
SWEEP_S = 30.0
LONGEST_DELAY_S = 15.0
OFFLINE_S = 2.0
MAX_PACKET = 1 << 20
"""Bytes of a packet that the broker may send. Retained messages of this server are much smaller."""


class Publisher:
    """Connection of the feed to one broker, with the name of one node."""

    def __init__(
        self,
        feed: BrokerFeed,
        broker: Broker,
        node: str,
        server: str,
        *,
        password: str | None = None,
        url: str | None = None,
        tls: ssl.SSLContext | None = None,
        first_delay_s: float = 0.2,
    ) -> None:
        self._feed = feed
        self._broker = broker
        self._node = node
        self._server = server
        self._password = password
        self._url = url
        self._tls = tls
        self._first_delay_s = first_delay_s
        self._last_error: str | None = None
        self._refusal_logged = False

    async def run(self) -> None:
        """Publish until cancelled, then publish that this node is offline."""
        delays, clock = self._delays(), asyncio.get_running_loop().time
        while True:
            began_at = clock()
            try:
                async with self._client() as client:
                    await self._serve(client)
            except (aiomqtt.MqttError, OSError, ValueError) as error:
                self._log_error(*error_sentence(self._broker, error))
            except Exception:
                log.exception("the feed failed and restarts")
            finally:
                self._feed.close()
            if clock() - began_at > LONGEST_DELAY_S:
                delays = self._delays()
            await asyncio.sleep(next(delays))

    async def _serve(self, client: "_Client") -> None:
        log.info("publishing", broker=str(self._broker), node=self._node)
        self._last_error = None
        self._feed.open()
        self._refusal_logged = False
        online = self._status("online")
        await self._publish(client, online)
        self._log_refusal(client, [online])
        tasks = [asyncio.create_task(self._pump(client)), asyncio.create_task(self._sweep(client))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except asyncio.CancelledError:
            with contextlib.suppress(aiomqtt.MqttError, TimeoutError):
                async with asyncio.timeout(OFFLINE_S):
                    await self._publish(client, self._status("offline"))
            raise
        finally:
            await cancel_and_wait(*tasks, retry_s=0.1)

    async def _pump(self, client: "_Client") -> None:
        while True:
            batch = await self._feed.take(MAX_IN_FLIGHT)
            # Each is sent before the next one starts, so their order is kept; only the answers are awaited together.
            await asyncio.gather(*(self._publish(client, publication) for publication in batch))
            self._log_refusal(client, batch)

    async def _publish(self, client: "_Client", publication: Publication) -> None:
        properties = self._properties() if publication.retain else None
        await client.publish(publication.topic, publication.payload, publication.qos, publication.retain, properties)

    def _log_refusal(self, client: "_Client", batch: list[Publication]) -> None:
        if client.refused and not self._refusal_logged:
            self._refusal_logged = True
            log.warning(
                f"the broker at {self._broker} refuses what is published to "
                + ", ".join(publication.topic for publication in batch),
                hint=f"its access list must let {self._broker.user or 'everyone'} read and write {topics.ROOT}/#",
            )
        client.refused = 0

    async def _sweep(self, client: "_Client") -> None:
        """Clear retained messages of this node for removed matches. Afterwards detect the loss of the connection."""
        kept = tuple(f"{topics.ROOT}/{kind}" for kind in ("matches/+/state", "matches/+/next", "players/+/turn"))
        for pattern in kept:
            await client.subscribe(pattern, options=SubscribeOptions(qos=1, noLocal=True))
        # Other nodes may publish all the time, but retained messages come first.
        with contextlib.suppress(TimeoutError):
            until = asyncio.get_running_loop().time() + SWEEP_S
            while (left_s := until - asyncio.get_running_loop().time()) > 0:
                async with asyncio.timeout(min(QUIET_S, left_s)):
                    message = await anext(client.messages)
                topic = str(message.topic)
                if message.retain and message.payload and self._is_own(message) and self._feed.is_stale(topic):
                    await client.publish(topic, b"", 1, True)
        for pattern in kept:
            await client.unsubscribe(pattern)
        async for _ in client.messages:
            pass

    def _is_own(self, message: aiomqtt.Message) -> bool:
        properties = getattr(message.properties, "UserProperty", [])
        return (topics.NODE_USER_PROPERTY, self._node) in properties

    def _properties(self) -> Properties:
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.UserProperty = [(topics.NODE_USER_PROPERTY, self._node)]
        return properties

    def _status(self, status: str) -> Publication:
        data = {"t": "status", "node": self._node, "status": status, "server": self._server, "url": self._url}
        return Publication(topics.status(self._node), encode(data), retain=True)

    def _client(self) -> "_Client":
        offline = self._status("offline")
        return _Client(
            self._broker.host,
            self._broker.port,
            username=self._broker.user,
            password=self._password,
            identifier=f"kibitz-{self._node}",
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True,
            will=aiomqtt.Will(offline.topic, offline.payload, 1, True),
            tls_context=self._tls,
            timeout=ANSWER_S,
            keepalive=15,
            properties=_connect_properties(),
            socket_options=((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),),
        )

    def _delays(self) -> Iterator[float]:
        """Exponential backoff with full jitter (Brooker, 2015)."""
        ceiling = self._first_delay_s
        while True:
            yield random.uniform(self._first_delay_s / 2, ceiling)
            ceiling = min(2 * ceiling, LONGEST_DELAY_S)

    def _log_error(self, sentence: str, hint: str) -> None:
        if sentence != self._last_error:
            log.warning(f"{sentence}; matches continue without the feed, and the server tries again", hint=hint)
        self._last_error = sentence


def _connect_properties() -> Properties:
    """Return the properties by which the broker learns the largest packet that it may send (MQTT 5, 3.1.2.11.4)."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = MAX_PACKET
    return properties


def error_sentence(broker: Broker, error: Exception) -> tuple[str, str]:
    """Return what failed with a broker, and a hint."""
    code = getattr(error, "rc", None)
    number = getattr(code, "value", code)
    refused = refusal(broker, number) if isinstance(number, int) else None
    if refused is not None:
        return refused
    if isinstance(error.__cause__, aiomqtt.MqttError) or isinstance(error, aiomqtt.MqttCodeError):
        return (
            f"the connection to the broker at {broker} broke",
            "the server tries again; if this repeats, another server may use the same --mqtt-node",
        )
    return unreachable(broker, error)


class _Client(aiomqtt.Client):
    """Client that also counts the publications that the broker refused, which aiomqtt 2 ignores."""

    refused = 0

    async def __aenter__(self) -> Self:
        try:
            return await super().__aenter__()
        except asyncio.CancelledError:
            # aiomqtt would leave the connection to the garbage collector.
            self._client.disconnect()
            raise

    def _on_publish(self, client: Any, userdata: Any, mid: int, reason_code: Any, properties: Any) -> None:
        self.refused += reason_code.is_failure
        super()._on_publish(client, userdata, mid, reason_code, properties)
