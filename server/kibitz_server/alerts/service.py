"""The alerts of a server: which ways it offers, who gets them, and how one is sent."""

import contextlib
import json
import secrets
import smtplib
import ssl
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog

from kibitz_protocol.commands.away import alerts as protocol
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import new_id
from kibitz_server.alerts import posting, texts
from kibitz_server.alerts.channels import MAIL, PUSH, Channel, Channels
from kibitz_server.alerts.deliveries import ATTEMPTS_AFTER_S, Deliveries, NotTaken, TryLater
from kibitz_server.alerts.mail import MailServer, Undeliverable
from kibitz_server.alerts.texts import Alert, MailText
from kibitz_server.alerts.threads import WaitingThreads
from kibitz_server.limits.token_bucket import Rate, TokenBuckets
from kibitz_server.scheduler import WallClock
from kibitz_server.store.people import PeopleDb

if TYPE_CHECKING:
    from kibitz_server.alerts.web_push import ServerKey

log = structlog.get_logger(__name__)

KEY_NAME = "push_key"
GONE = (404, 410)
SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com")
"""Ends of the hosts of the usual browsers' push services."""
PUSHES_AT_ONCE, OTHERS_AT_ONCE = 4, 2
TRIALS = Rate(6, 600)
"""Trial messages of one player."""
NEW_OF_BLOCK = Rate(200, 3600)
"""New addresses of all players who connect from one: guests may have as many names as they like."""
CONFIRMATIONS = Rate(3, 86_400)
"""Mails that ask to confirm one address, of all players."""
CONFIRMATIONS_OF_PLAYER = Rate(5, 86_400)
CONFIRMATIONS_IN_ALL = Rate(200, 3600)
MAILS_OF_ADDRESS = Rate(30, 86_400)
PUSHES_OF_CHANNEL = Rate(200, 86_400)
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


class _Lane:
    """A queue, with threads for its calls that wait."""

    def __init__(self, waits_s: tuple[float, ...], at_once: int) -> None:
        self.queue = Deliveries(waits_s, at_once=at_once)
        self.threads = WaitingThreads(at_once)


class Alerts:
    """Addresses of players, and the queue of what is sent to them. All calls are on the event loop."""

    def __init__(self, db: PeopleDb, wall_clock: WallClock, config: AlertConfig | None = None) -> None:
        self.config = config or AlertConfig()
        self.channels = Channels(db)
        # A client names the endpoint, and may name one that never answers, with a name that takes long to look up. And
        # a mail server may be down. Neither may hold up the pushes of others, or the sign-ins, which use the threads
        # of the event loop.
        self._pushes = _Lane(self.config.waits_s, PUSHES_AT_ONCE)
        self._others = _Lane(self.config.waits_s, OTHERS_AT_ONCE)
        self._mails = _Lane(self.config.waits_s, 1)
        self._lanes = self._pushes, self._others, self._mails
        self._wall_clock = wall_clock
        self._key: ServerKey | None = None
        self._trials, self._new_of_block = TokenBuckets(TRIALS), TokenBuckets(NEW_OF_BLOCK)
        self._confirmations = TokenBuckets(CONFIRMATIONS)
        self._of_player, self._in_all = TokenBuckets(CONFIRMATIONS_OF_PLAYER), TokenBuckets(CONFIRMATIONS_IN_ALL)
        self._mails_of, self._pushes_of = TokenBuckets(MAILS_OF_ADDRESS), TokenBuckets(PUSHES_OF_CHANNEL)

    @property
    def mails(self) -> bool:
        """Whether the server sends e-mail: its links need a public address."""
        return self.config.mail is not None and self.config.home is not None

    @property
    def contact(self) -> str | None:
        """URL by which the operators of a push service reach the host. That of Apple takes no message without one."""
        home, mail = self.config.home or "", self.config.mail
        if home.startswith("https://"):
            return home
        return f"mailto:{mail.sender}" if mail is not None else None

    @property
    def waiting(self) -> int:
        """Number of alerts and mails that wait or are being sent."""
        return sum(len(lane.queue) for lane in self._lanes)

    @property
    def lost(self) -> int:
        """Number of alerts and mails that were given up since the start."""
        return sum(lane.queue.lost for lane in self._lanes)

    async def load(self) -> None:
        """Load the addresses, and make the key of the server at its first start."""
        await self.channels.load()
        if self.config.push:
            # A server without Web Push does not load the library.
            from kibitz_server.alerts.web_push import ServerKey

            written = await self.channels.value(KEY_NAME, lambda: ServerKey.make().written)
            self._key = ServerKey.read(written)

    async def close(self) -> None:
        """Send nothing more."""
        for lane in self._lanes:
            await lane.queue.close()

    # -- addresses of players

    def shown(self, player_id: str) -> protocol.AlertSettings:
        """Return what the server offers, and the addresses of a player."""
        return protocol.AlertSettings(
            push_key=self._key.public if self._key else None,
            mail=self.mails,
            channels=[_view(channel) for channel in self.channels.of(player_id)],
        )

    async def add_push(self, player_id: str, wanted: protocol.AddPush, block: str = "") -> None:
        """Add the subscription of a browser, in place of an earlier one with the same endpoint.

        Args:
            player_id: The player.
            wanted: The subscription.
            block: The block of addresses from which the player is connected.

        Raises:
            CommandRefused: The server has no Web Push, or does not take the subscription.
        """
        from kibitz_server.alerts.web_push import BadSubscription, Subscription

        if self._key is None:
            raise CommandRefused(Code.NO_ALERTS, "this server has no Web Push")
        try:
            posting.check_endpoint(wanted.endpoint, private=self.config.private)
            Subscription.read(wanted.p256dh, wanted.auth)
        except (posting.NotPublic, BadSubscription) as error:
            raise CommandRefused(Code.NOT_ALLOWED, str(error), "subscribe again in the browser") from None
        secret = json.dumps([wanted.p256dh, wanted.auth])
        same = self.channels.with_endpoint(wanted.endpoint)
        if same is not None and same.player_id != player_id:
            if same.secret != secret:
                raise CommandRefused(
                    Code.NOT_ALLOWED, "another player has this endpoint", "subscribe again in the browser"
                )
            # The browser has another player now, such as after a sign-out.
            self.channels.drop(same)
            same = None
        made = self._new(player_id, PUSH, wanted.endpoint, secret, wanted.device, wanted.language, wanted.kinds)
        if same is not None:
            made = made._replace(id=same.id, created_at=same.created_at, sent_at=same.sent_at)
        else:
            self._check_room(player_id, block)
        await self.channels.put(made)

    async def add_mail(self, player_id: str, wanted: protocol.AddMail, block: str = "") -> None:
        """Add an e-mail address, which counts after its link was opened.

        Args:
            player_id: The player.
            wanted: The address.
            block: The block of addresses from which the player is connected.

        Raises:
            CommandRefused: The server sends no e-mail, or none to this address now.
        """
        if not self.mails:
            raise CommandRefused(Code.NO_ALERTS, "this server sends no e-mail", "its host can set --smtp")
        key = wanted.address.lower()
        same = next((each for each in self.channels.of(player_id) if each.address.lower() == key), None)
        made = self._new(player_id, MAIL, wanted.address, "", "", wanted.language, wanted.kinds)
        if same is not None:
            made = same._replace(kinds=made.kinds, language=made.language)
            if same.confirmed:
                await self.channels.put(made)
                return
        else:
            self._check_room(player_id, block)
        # That of the server comes last, so that a player who is refused uses nothing of it.
        self._take(self._of_player, player_id)
        self._take(self._confirmations, key)
        self._take(self._in_all, "all")
        await self.channels.put(made)
        home = self.config.home or ""
        text = texts.confirmation_mail(made.language, home, f"{home}/alerts/confirm#{made.token}")
        if not self._mails.queue.add((made.id, "confirm"), partial(self._send_mail, made, text, None)):
            raise _too_many_wait()

    async def choose(self, player_id: str, id: str, kinds: list[protocol.AlertKind]) -> None:
        """Choose the kinds of alerts that an address gets.

        Raises:
            CommandRefused: The player has no such address.
        """
        await self.channels.put(self._own(player_id, id)._replace(kinds=" ".join(kinds)))

    async def remove(self, player_id: str, id: str | None) -> None:
        """Remove an address of a player, or all.

        Raises:
            CommandRefused: The player has no such address.
        """
        await self.channels.remove(self.channels.of(player_id) if id is None else [self._own(player_id, id)])

    def send_trial(self, player_id: str, id: str) -> None:
        """Send a trial message to an address.

        Raises:
            CommandRefused: The player has no such address, it is not confirmed, or too much was sent or waits.
        """
        channel = self._own(player_id, id)
        if not channel.confirmed:
            raise CommandRefused(
                Code.NOT_ALLOWED, "the address is not confirmed yet", "open the link of the first mail"
            )
        self._take(self._trials, player_id)
        if not self._queue(channel, Alert("trial", "/", "trial", 600.0)):
            raise _too_many_wait()

    async def confirm(self, token: str) -> None:
        """Confirm an e-mail address.

        Raises:
            CommandRefused: No address has this token.
        """
        await self.channels.put(self._linked(token)._replace(confirmed=True))

    async def stop(self, token: str) -> None:
        """Remove an e-mail address by the token of a link.

        Raises:
            CommandRefused: No address has this token.
        """
        await self.channels.remove([self._linked(token)])

    # -- alerts

    def send(self, player_id: str, alert: Alert) -> int:
        """Send an alert to all addresses of a player that get its kind. Return their number."""
        count = 0
        for channel in self.channels.of(player_id):
            if channel.confirmed and alert.kind in channel.kinds.split():
                buckets = self._mails_of if channel.kind == MAIL else self._pushes_of
                key = channel.address.lower() if channel.kind == MAIL else channel.id
                if buckets.take(key, self._wall_clock()) <= 0:
                    count += self._queue(channel, alert)
        return count

    def cancel(self, player_id: str, topic: str) -> None:
        """Remove alerts of a topic that were not sent yet."""
        for channel in self.channels.of(player_id):
            self._lane_of(channel).queue.cancel((channel.id, topic))

    def _queue(self, channel: Channel, alert: Alert) -> bool:
        return self._lane_of(channel).queue.add((channel.id, alert.topic), partial(self._deliver, channel, alert))

    async def _deliver(self, queued: Channel, alert: Alert) -> None:
        """Send an alert to an address as it is now: it may have waited for half an hour."""
        channel = self.channels.find(queued.player_id, queued.id)
        if channel is not None:
            await (self._push if channel.kind == PUSH else self._mail)(channel, alert)

    def _lane_of(self, channel: Channel) -> _Lane:
        if channel.kind == MAIL:
            return self._mails
        return self._pushes if _host(channel.address).endswith(self.config.services) else self._others

    async def _push(self, channel: Channel, alert: Alert) -> None:
        """Send an alert to a push service."""
        from kibitz_server.alerts.web_push import Subscription, encrypt

        assert self._key is not None
        said = texts.sentences(alert, channel.language)
        payload = {"title": said.title, "body": said.body, "url": alert.path, "tag": alert.topic}
        headers = {
            "Authorization": self._key.header(channel.address, self._wall_clock(), self.contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(min(MOST_LIFE_S, max(LEAST_LIFE_S, alert.lasts_s)))),
            "Urgency": "high" if alert.kind == "round" else "normal",
            "Topic": _topic(alert.topic),
        }
        body = encrypt(json.dumps(payload).encode(), Subscription.read(*json.loads(channel.secret)))
        private, tls = self.config.private, self.config.tls or _system_tls()
        try:
            threads = self._lane_of(channel).threads
            answer = await posting.post(channel.address, headers, body, threads, private=private, tls=tls)
        except posting.NotPublic as error:
            log.warning("a subscription was removed", why=str(error))
            self.channels.drop(channel)
            return
        if answer.status in GONE:
            self.channels.drop(channel)
        elif answer.status in (408, 425, 429) or answer.status >= 500:
            raise TryLater(f"the push service answered {answer.status}", answer.retry_after_s)
        elif 200 <= answer.status < 300:
            self._delivered(channel)
        else:
            hint = "" if self.contact else "; some want a public URL by https (--public-url)"
            raise NotTaken(f"{_host(channel.address)} answered {answer.status}{hint}")

    async def _mail(self, channel: Channel, alert: Alert) -> None:
        """Send an alert by e-mail."""
        home = self.config.home or ""
        stop = f"{home}/alerts/stop#{channel.token}"
        await self._send_mail(channel, texts.alert_mail(alert, channel.language, home, stop), stop)

    async def _send_mail(self, channel: Channel, text: MailText, stop: str | None) -> None:
        server = self.config.mail
        assert server is not None
        mail = server.message(channel.address, text.subject, text.text, text.html, stop)
        try:
            await self._mails.threads.run(partial(server.send, mail, self.config.tls))
        except Undeliverable as error:
            log.info("an e-mail address was removed", why=str(error))
            self.channels.drop(channel)
        except smtplib.SMTPException as error:
            # The text of the error has the address, which is not for the log.
            code = error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else type(error).__name__
            raise TryLater(f"the mail server did not take a mail: {code}") from None
        else:
            self._delivered(channel)

    def _delivered(self, channel: Channel) -> None:
        known = self.channels.find(channel.player_id, channel.id)
        if known is not None:
            self.channels.note(known._replace(sent_at=self._wall_clock()))

    # -- helpers

    def _new(
        self,
        player_id: str,
        kind: str,
        address: str,
        secret: str,
        device: str,
        language: str,
        kinds: list[protocol.AlertKind],
    ) -> Channel:
        token, now = secrets.token_urlsafe(24), self._wall_clock()
        chosen = " ".join(kinds)
        return Channel(new_id(), player_id, kind, address, secret, token, device, language, chosen, kind == PUSH, now)

    def _own(self, player_id: str, id: str) -> Channel:
        channel = self.channels.find(player_id, id)
        if channel is None:
            raise CommandRefused(Code.UNKNOWN_CHANNEL)
        return channel

    def _linked(self, token: str) -> Channel:
        channel = self.channels.with_token(token)
        if channel is None:
            raise CommandRefused(Code.UNKNOWN_CHANNEL, "the link is not valid any more", "ask for alerts again")
        return channel

    def _check_room(self, player_id: str, block: str) -> None:
        if not self.channels.may_add(player_id):
            raise CommandRefused(Code.TOO_MANY, "you have as many addresses as you may have", "remove one first")
        self._take(self._new_of_block, block)

    def _take(self, buckets: TokenBuckets, key: str) -> None:
        wait = buckets.take(key, self._wall_clock())
        if wait > 0:
            raise CommandRefused(
                Code.TOO_MANY, "too many messages were asked for", "try again later", retry_after_s=wait
            )


def _too_many_wait() -> CommandRefused:
    return CommandRefused(Code.BUSY, "too many alerts wait on this server", "try again in a few minutes")


def _view(channel: Channel) -> protocol.AlertChannel:
    return protocol.AlertChannel(
        channel=channel.id,
        kind="push" if channel.kind == PUSH else "mail",
        address=_host(channel.address) if channel.kind == PUSH else channel.address,
        device=channel.device,
        kinds=channel.kinds.split(),
        confirmed=channel.confirmed,
        created_at=channel.created_at,
        sent_at=channel.sent_at,
        id_of_endpoint=channel.fingerprint if channel.kind == PUSH else "",
    )


def _host(endpoint: str) -> str:
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
