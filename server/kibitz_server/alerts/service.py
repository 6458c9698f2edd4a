"""The alerts of a server: the addresses of players, what each may ask for, and who gets an alert."""

import json
import secrets

from kibitz_protocol.commands.away import alerts as protocol
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import new_id
from kibitz_server.alerts import posting
from kibitz_server.alerts.channels import MAIL, PUSH, Channel, Channels
from kibitz_server.alerts.sending import AlertConfig, Sender, host_of
from kibitz_server.alerts.texts import Alert
from kibitz_server.limits.token_bucket import Rate, TokenBuckets
from kibitz_server.scheduler import WallClock
from kibitz_server.store.people import PeopleDb

KEY_NAME = "push_key"
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


class Alerts:
    """Addresses of players, and the queue of what is sent to them. All calls are on the event loop."""

    def __init__(self, db: PeopleDb, wall_clock: WallClock, config: AlertConfig | None = None) -> None:
        self.config = config or AlertConfig()
        self.channels = Channels(db)
        self.sender = Sender(self.channels, wall_clock, self.config)
        self._wall_clock = wall_clock
        self._trials, self._new_of_block = TokenBuckets(TRIALS), TokenBuckets(NEW_OF_BLOCK)
        self._confirmations = TokenBuckets(CONFIRMATIONS)
        self._of_player, self._in_all = TokenBuckets(CONFIRMATIONS_OF_PLAYER), TokenBuckets(CONFIRMATIONS_IN_ALL)
        self._mails_of, self._pushes_of = TokenBuckets(MAILS_OF_ADDRESS), TokenBuckets(PUSHES_OF_CHANNEL)

    @property
    def mails(self) -> bool:
        """Whether the server sends e-mail: its links need a public address."""
        return self.config.mail is not None and self.config.home is not None

    async def load(self) -> None:
        """Load the addresses, and make the key of the server at its first start."""
        await self.channels.load()
        if self.config.push:
            # A server without Web Push does not load the library.
            from kibitz_server.alerts.web_push import ServerKey

            written = await self.channels.value(KEY_NAME, lambda: ServerKey.make().written)
            self.sender.key = ServerKey.read(written)

    async def close(self) -> None:
        """Send nothing more."""
        await self.sender.close()

    # -- addresses of players

    def shown(self, player_id: str) -> protocol.AlertSettings:
        """Return what the server offers, and the addresses of a player."""
        return protocol.AlertSettings(
            push_key=self.sender.key.public if self.sender.key else None,
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

        if self.sender.key is None:
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
        # The limit of the whole server comes last: a request that another limit refuses must not use it up.
        self._take(self._of_player, player_id)
        self._take(self._confirmations, key)
        self._take(self._in_all, "all")
        await self.channels.put(made)
        if not self.sender.send_confirmation(made):
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
        if not self.sender.send(channel, Alert("trial", "/", "trial", 600.0)):
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
                    count += self.sender.send(channel, alert)
        return count

    def cancel(self, player_id: str, topic: str) -> None:
        """Remove alerts of a topic that were not sent yet."""
        for channel in self.channels.of(player_id):
            self.sender.cancel(channel, topic)

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
        address=host_of(channel.address) if channel.kind == PUSH else channel.address,
        device=channel.device,
        kinds=channel.kinds.split(),
        confirmed=channel.confirmed,
        created_at=channel.created_at,
        sent_at=channel.sent_at,
        id_of_endpoint=channel.fingerprint if channel.kind == PUSH else "",
    )
