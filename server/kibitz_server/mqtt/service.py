"""Composition of the feed and its publisher from the settings."""

import asyncio
import contextlib
import ssl
from typing import TYPE_CHECKING

from kibitz_protocol.validation.reading import check_regular
from kibitz_server.mqtt.cancel import cancel_and_wait
from kibitz_server.mqtt.feed import BrokerFeed, FeedSource
from kibitz_server.runtime.ports import EventSink
from kibitz_server.settings import BadSettings, Settings

if TYPE_CHECKING:
    from kibitz_server.mqtt.publisher import Publisher

STOP_S = 5.0


class FeedService:
    """Publication to the broker of the settings from `start` to `close`; without a broker it does nothing.

    `server` is the name and version of the server. A broker that does not answer is only logged.
    """

    def __init__(self, settings: Settings, server: str) -> None:
        self._settings = settings
        self._server = server
        self._feed: BrokerFeed | None = None
        self._publisher: Publisher | None = None
        self._task: asyncio.Task[None] | None = None

    def sink(self, source: FeedSource) -> EventSink:
        """Return the sink for the events of a server. Called once, before the first match.

        Raises:
            BadSettings: A setting of the broker is invalid.
        """
        settings, broker = self._settings, self._settings.broker
        if broker is None:
            return EventSink()
        # A server without a broker does not load the MQTT library.
        from kibitz_server.mqtt.publisher import Publisher

        self._feed = BrokerFeed(source, keeps_tv_on=settings.mqtt_tv)
        self._publisher = Publisher(
            self._feed,
            broker,
            settings.mqtt_node,
            self._server,
            password=settings.mqtt_password.get_secret_value() if settings.mqtt_password else None,
            url=settings.public_url,
            tls=tls_context(settings) if broker.tls else None,
        )
        return self._feed

    def status(self) -> dict[str, int]:
        """Return the values of the feed's gauges; empty without a broker."""
        if self._feed is None:
            return {}
        outgoing = self._feed.outgoing
        return {"online": int(outgoing.online), "waiting": len(outgoing), "dropped": outgoing.dropped}

    def start(self) -> None:
        """Start the task that publishes. It does not wait for the broker."""
        if self._publisher is not None:
            self._task = asyncio.create_task(self._run(self._publisher))

    async def _run(self, publisher: "Publisher") -> None:
        if self._feed is not None:
            await self._feed.load_turn_alerts()
        await publisher.run()

    async def close(self) -> None:
        """Publish that this node is offline, if the broker answers within STOP_S, and stop."""
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_S):
                    await cancel_and_wait(self._task, retry_s=STOP_S / 2)


def tls_context(settings: Settings) -> ssl.SSLContext:
    """Return the TLS context for the broker, with the certificate authorities of the system and of the settings.

    Raises:
        BadSettings: The file of certificate authorities cannot be used.
    """
    context = ssl.create_default_context()
    if settings.mqtt_cafile is not None:
        try:
            check_regular(settings.mqtt_cafile)
            context.load_verify_locations(settings.mqtt_cafile)
        except OSError as error:  # which an SSLError is too
            reason = "it holds no certificates" if isinstance(error, ssl.SSLError) else error.strerror
            raise BadSettings(f"setting mqtt_cafile: cannot use {settings.mqtt_cafile}: {reason}") from None
    return context
