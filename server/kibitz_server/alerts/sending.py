"""Sending of alerts: a queue for each kind of addresses, and what a push service or a mail server answers."""

import contextlib
import json
import smtplib
import ssl
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog

from kibitz_server.alerts import posting, texts
from kibitz_server.alerts.channels import MAIL, PUSH, Channel, Channels
from kibitz_server.alerts.deliveries import ATTEMPTS_AFTER_S, Deliveries, NotTaken, TryLater
from kibitz_server.alerts.mail import MailServer, Undeliverable
from kibitz_server.alerts.texts import Alert, MailText
from kibitz_server.alerts.threads import WaitingThreads
from kibitz_server.scheduler import WallClock

if TYPE_CHECKING:
    from kibitz_server.alerts.web_push import ServerKey

log = structlog.get_logger(__name__)

GONE = (404, 410)
SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com")
"""Ends of the hosts of the usual browsers' push services."""
PUSHES_AT_ONCE, OTHERS_AT_ONCE = 4, 2
LEAST_LIFE_S, MOST_LIFE_S = 60.0, 14 * 86_400.0
"""Bounds of the time for which a push service keeps a message."""


@dataclass(frozen=True, slots=True)
class AlertConfig:
    """Which ways a server offers.

    Attributes:
        push: Whether browsers may subscribe to Web Push.
        private: Whether push services may have private addresses and plain HTTP, as in tests.
        mail: The mail server; None without e-mail.
        home: Public address of the server for the links of mails, without a slash at the end.
        tls: Which certificates of push and mail servers are trusted; by default those of the system.
        waits_s: Seconds before each attempt of a delivery.
        services: Ends of the hosts of push services that no client can slow down.
    """

    push: bool = False
    private: bool = False
    mail: MailServer | None = None
    home: str | None = None
    tls: ssl.SSLContext | None = None
    waits_s: tuple[float, ...] = ATTEMPTS_AFTER_S
    services: tuple[str, ...] = SERVICES


class _Queue:
    """Deliveries of one kind, with threads for their calls that wait."""

    def __init__(self, waits_s: tuple[float, ...], at_once: int) -> None:
        self.deliveries = Deliveries(waits_s, at_once=at_once)
        self.threads = WaitingThreads(at_once)


class Sender:
    """Queues and sends what reaches players. All calls are on the event loop.

    Attributes:
        key: The key of the server for Web Push; None without that.
    """

    def __init__(self, channels: Channels, wall_clock: WallClock, config: AlertConfig) -> None:
        self.key: ServerKey | None = None
        self._channels = channels
        self._wall_clock = wall_clock
        self._config = config
        # A client names the endpoint, and may name one that never answers, with a name that takes long to look up. And
        # a mail server may be down. Neither may hold up the pushes of others, or the sign-ins, which use the threads
        # of the event loop.
        self._pushes = _Queue(config.waits_s, PUSHES_AT_ONCE)
        self._others = _Queue(config.waits_s, OTHERS_AT_ONCE)
        self._mails = _Queue(config.waits_s, 1)
        self._queues = self._pushes, self._others, self._mails

    @property
    def contact(self) -> str | None:
        """URL by which the operators of a push service reach the host. That of Apple takes no message without one."""
        home, mail = self._config.home or "", self._config.mail
        if home.startswith("https://"):
            return home
        return f"mailto:{mail.sender}" if mail is not None else None

    @property
    def waiting(self) -> int:
        """Number of alerts and mails that wait or are being sent."""
        return sum(len(queue.deliveries) for queue in self._queues)

    @property
    def lost(self) -> int:
        """Number of alerts and mails that were given up since the start."""
        return sum(queue.deliveries.lost for queue in self._queues)

    async def close(self) -> None:
        """Send nothing more."""
        for queue in self._queues:
            await queue.deliveries.close()

    def send(self, channel: Channel, alert: Alert) -> bool:
        """Queue an alert, in place of an earlier one of its topic. Return False if the queue is full."""
        return self._queue_of(channel).deliveries.add((channel.id, alert.topic), partial(self._deliver, channel, alert))

    def send_confirmation(self, channel: Channel) -> bool:
        """Queue the mail that asks to confirm an address. Return False if the queue is full."""
        home = self._config.home or ""
        text = texts.confirmation_mail(channel.language, home, f"{home}/alerts/confirm#{channel.token}")
        return self._mails.deliveries.add((channel.id, "confirm"), partial(self._send_mail, channel, text, None))

    def cancel(self, channel: Channel, topic: str) -> None:
        """Remove alerts of a topic that were not sent yet."""
        self._queue_of(channel).deliveries.cancel((channel.id, topic))

    async def _deliver(self, queued: Channel, alert: Alert) -> None:
        """Send an alert to an address as it is now: it may have waited for half an hour."""
        channel = self._channels.find(queued.player_id, queued.id)
        if channel is not None:
            await (self._push if channel.kind == PUSH else self._mail)(channel, alert)

    def _queue_of(self, channel: Channel) -> _Queue:
        if channel.kind == MAIL:
            return self._mails
        return self._pushes if host_of(channel.address).endswith(self._config.services) else self._others

    async def _push(self, channel: Channel, alert: Alert) -> None:
        """Send an alert to a push service."""
        from kibitz_server.alerts.web_push import Subscription, encrypt

        assert self.key is not None
        said = texts.sentences(alert, channel.language)
        payload = {"title": said.title, "body": said.body, "url": alert.path, "tag": alert.topic}
        headers = {
            "Authorization": self.key.header(channel.address, self._wall_clock(), self.contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(min(MOST_LIFE_S, max(LEAST_LIFE_S, alert.lasts_s)))),
            "Urgency": "high" if alert.kind == "round" else "normal",
            "Topic": _topic(alert.topic),
        }
        body = encrypt(json.dumps(payload).encode(), Subscription.read(*json.loads(channel.secret)))
        private, tls = self._config.private, self._config.tls or _system_tls()
        try:
            threads = self._queue_of(channel).threads
            answer = await posting.post(channel.address, headers, body, threads, private=private, tls=tls)
        except posting.NotPublic as error:
            log.warning("a subscription was removed", why=str(error))
            self._channels.drop(channel)
            return
        if answer.status in GONE:
            self._channels.drop(channel)
        elif answer.status in (408, 425, 429) or answer.status >= 500:
            raise TryLater(f"the push service answered {answer.status}", answer.retry_after_s)
        elif 200 <= answer.status < 300:
            self._delivered(channel)
        else:
            hint = "" if self.contact else "; some want a public URL by https (--public-url)"
            raise NotTaken(f"{host_of(channel.address)} answered {answer.status}{hint}")

    async def _mail(self, channel: Channel, alert: Alert) -> None:
        """Send an alert by e-mail."""
        home = self._config.home or ""
        stop = f"{home}/alerts/stop#{channel.token}"
        await self._send_mail(channel, texts.alert_mail(alert, channel.language, home, stop), stop)

    async def _send_mail(self, channel: Channel, text: MailText, stop: str | None) -> None:
        server = self._config.mail
        assert server is not None
        mail = server.message(channel.address, text.subject, text.text, text.html, stop)
        try:
            await self._mails.threads.run(partial(server.send, mail, self._config.tls))
        except Undeliverable as error:
            log.info("an e-mail address was removed", why=str(error))
            self._channels.drop(channel)
        except smtplib.SMTPException as error:
            # The text of the error has the address, which is not for the log.
            code = error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else type(error).__name__
            raise TryLater(f"the mail server did not take a mail: {code}") from None
        else:
            self._delivered(channel)

    def _delivered(self, channel: Channel) -> None:
        known = self._channels.find(channel.player_id, channel.id)
        if known is not None:
            self._channels.note(known._replace(sent_at=self._wall_clock()))


def host_of(endpoint: str) -> str:
    """Return the host of an endpoint; empty if it has none."""
    with contextlib.suppress(ValueError):
        return (urlsplit(endpoint).hostname or "")[:200]
    return ""


def _topic(topic: str) -> str:
    """Return a topic as push services take it: at most 32 letters and digits."""
    return "".join(char for char in topic if char.isascii() and (char.isalnum() or char in "-_"))[-32:]


@lru_cache(1)
def _system_tls() -> ssl.SSLContext:
    """Return the certificates of the system, which take time to read."""
    return ssl.create_default_context()
