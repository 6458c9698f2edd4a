"""Client of an MQTT broker: the same messages of a match as from a server, without a connection to the server.

After a disconnection, the client opens a new connection. The state that the broker retains includes the missed events.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Self

from kibitz_client.errors import NetworkError, RefusedError, UsageError
from kibitz_client.network.client import Status
from kibitz_client.network.connection import Pace
from kibitz_client.network.mqtt.feed import FeedMessage, FeedReader
from kibitz_client.network.resume import is_tv
from kibitz_client.network.tls import client_context
from kibitz_client.network.unread import UnreadMessages
from kibitz_protocol.mqtt.broker import BAD_LOGIN, NOT_AUTHORIZED, UNSUPPORTED_VERSION, Broker, refusal, unreachable
from kibitz_protocol.mqtt.feed import ROOT
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Refused
from kibitz_protocol.values.fields import Seq

try:
    import aiomqtt
except ImportError:  # pragma: no cover
    raise UsageError(
        "watching over a broker needs another library", "in a clone of Kibitz, run: pip install '.[mqtt]'"
    ) from None

FOUND_WITHIN_S = 5.0
CANCELLED_AGAIN_S = 0.5
PERMANENT = (*UNSUPPORTED_VERSION, *BAD_LOGIN, *NOT_AUTHORIZED)


class BrokerClient:
    """Messages of one match, given by code or id, or of TV. Use it as an asynchronous context manager.

    Entering it raises `NetworkError` if the broker does not answer, refuses the user or has no Kibitz feed, and
    `RefusedError` if it does not have the match.
    """

    def __init__(
        self,
        broker: Broker,
        reference: str,
        password: str | None = None,
        *,
        known: tuple[str, Seq] | None = None,
        cafile: str | None = None,
        on_status: Callable[[Status, str], None] = lambda _status, _text: None,
        pace: Pace | None = None,
        found_within_s: float = FOUND_WITHIN_S,
    ) -> None:
        """Prepare a client.

        Args:
            known: A match and its last known event, to continue after.
            cafile: Certificate authorities to trust besides those of the system.
            on_status: Called from the event loop after each disconnection and reconnection.
            found_within_s: How long to wait for the first message of the match.
        """
        self._broker = broker
        self._password = password
        self._reference = reference
        self._cafile = cafile
        self._on_status = on_status
        self._pace = pace or Pace()
        self._found_within_s = found_within_s
        self._reader = FeedReader(reference, known)
        self._unread: UnreadMessages[FeedMessage] = UnreadMessages(f"the broker at {broker}")
        self._error: Exception | None = None
        self._found = asyncio.Event()
        self._task: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        finding = asyncio.create_task(self._found.wait())
        await asyncio.wait([self._task, finding], timeout=self._found_within_s, return_when=asyncio.FIRST_COMPLETED)
        finding.cancel()
        if not self._found.is_set():
            await self.__aexit__()
            raise self._failure()
        return self

    async def __aexit__(self, *_error: object) -> None:
        while not self._task.done():
            self._task.cancel()
            # Up to Python 3.11 `asyncio.wait_for`, which aiomqtt uses, may lose a cancellation (cpython#86296).
            await asyncio.wait([self._task], timeout=CANCELLED_AGAIN_S)

    @property
    def match(self) -> str:
        """The id of the followed match."""
        assert self._reader.match is not None
        return self._reader.match

    @property
    def known(self) -> tuple[str, Seq] | None:
        """The match and its last known event."""
        return self._reader.known

    async def messages(self) -> AsyncIterator[FeedMessage]:
        """Yield the messages in order, without gaps.

        Raises:
            NetworkError: The client has given up reconnecting.
            UnreadableMessage: The broker sends more messages than are read.
        """
        while (message := await self._unread.next()) is not None:
            yield message
        assert self._error is not None
        raise self._error

    def _failure(self) -> Exception:
        """Return the error that explains why no message of the match came."""
        if self._error is not None:
            return self._error
        if not self._reader.published:
            sentence = f"the broker at {self._broker} has no Kibitz feed"
            return NetworkError(
                sentence,
                f"check that a server publishes there (--mqtt) and that you may read {ROOT}/#",
            )
        if is_tv(self._reference):
            return NetworkError("no match is on TV now", "wait until a match is played")
        sentence = f"there is no match {self._reference} on the broker at {self._broker}"
        hint = "unlisted and private matches are not published; watch them at the server with --server"
        return RefusedError(Refused(id=None, code=Code.UNKNOWN_MATCH, message=sentence, hint=hint))

    async def _run(self) -> None:
        try:
            await self._stay_connected()
        except Exception as error:
            self._error = error
            self._unread.end()

    async def _stay_connected(self) -> None:
        clock = asyncio.get_running_loop().time
        delays, lost_at, first = self._pace.delays(), clock(), True
        while True:
            try:
                async with self._client() as client:
                    if not first:
                        self._on_status(Status.ONLINE, f"back after {clock() - lost_at:.1f} s")
                    first, lost_at = False, float("inf")
                    await self._read(client)
            except aiomqtt.MqttError as error:
                failure = self._network_error(error)
                if first or failure.permanent or clock() - lost_at >= self._pace.give_up_after_s:
                    raise failure from None
                if lost_at == float("inf"):
                    lost_at, delays = clock(), self._pace.delays()
                    self._on_status(Status.OFFLINE, f"lost the broker at {self._broker}; trying again")
            await asyncio.sleep(next(delays))

    async def _read(self, client: aiomqtt.Client) -> None:
        subscribed: list[tuple[str, int]] = []
        subscribed = await self._subscribe(client, subscribed)
        async for message in client.messages:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            for received in self._reader.receive(str(message.topic), payload):
                self._unread.put(received, len(payload))
                self._found.set()
            if self._reader.topics != subscribed:
                subscribed = await self._subscribe(client, subscribed)

    async def _subscribe(self, client: aiomqtt.Client, before: list[tuple[str, int]]) -> list[tuple[str, int]]:
        wanted = self._reader.topics
        if new := [topic for topic in wanted if topic not in before]:
            answers = await client.subscribe(new)
            if any(getattr(answer, "is_failure", False) for answer in answers):
                raise NetworkError(
                    f"the broker at {self._broker} refuses to let you read {new[0][0]}",
                    f"let {self._broker.user or 'everyone'} read {ROOT}/# in its access list",
                )
        if old := [topic for topic, _ in before if topic not in [each for each, _ in wanted]]:
            await client.unsubscribe(old)
        return wanted

    def _client(self) -> aiomqtt.Client:
        return aiomqtt.Client(
            self._broker.host,
            self._broker.port,
            username=self._broker.user,
            password=self._password,
            protocol=aiomqtt.ProtocolVersion.V5,
            tls_context=client_context(self._cafile) if self._broker.tls else None,
            timeout=self._pace.open_s,
            keepalive=max(5, int(self._pace.ping_after_s)),
            logger=logging.getLogger("kibitz.mqtt"),
        )

    def _network_error(self, error: aiomqtt.MqttError) -> NetworkError:
        code = getattr(error, "rc", None)
        number = getattr(code, "value", code)
        refused = refusal(self._broker, number) if isinstance(number, int) else None
        sentence, hint = refused or unreachable(self._broker, error)
        return NetworkError(sentence, hint, permanent=number in PERMANENT)
