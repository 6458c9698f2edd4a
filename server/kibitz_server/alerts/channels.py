"""Addresses at which players get alerts: in memory, and in the database. Both are bounded."""

import hashlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

import sqlalchemy as sql

from kibitz_protocol.commands.away.alerts import MAX_CHANNELS
from kibitz_server.store.people import PeopleDb
from kibitz_server.store.tables import alert_channels, alerts_sent, server_values

PUSH, MAIL = "push", "mail"
MOST_IN_ALL = 100_000


class Channel(NamedTuple):
    """A subscription of a browser, whose `secret` has its keys, or an e-mail address.

    `token` is in the links of its mails. `kinds` are the alerts that it gets, separated by blanks.
    """

    id: str
    player_id: str
    kind: str
    address: str
    secret: str
    token: str
    device: str
    language: str
    kinds: str
    confirmed: bool
    created_at: float
    sent_at: float | None = None

    @property
    def fingerprint(self) -> str:
        """The first digits of the hash of the address, by which a browser knows its own subscription."""
        return hashlib.sha256(self.address.encode()).hexdigest()[:16]


class Sent(NamedTuple):
    """The last alert of a player about a match: at which ply, and how far it went."""

    ply: int
    rank: int


class Channels:
    """All addresses of all players. A change is in memory at once, and taken back if the database does not store it."""

    def __init__(self, db: PeopleDb, most: int = MOST_IN_ALL) -> None:
        self._db = db
        self._most = most
        self._of: dict[str, dict[str, Channel]] = {}
        self._by_token: dict[str, str] = {}
        self._by_endpoint: dict[str, tuple[str, str]] = {}
        self._count = 0
        self.on_added: Callable[[str], None] = lambda _: None
        """Called with the player of an address that was added."""
        self._sent: dict[str, dict[str, Sent]] = {}
        """By match, then by player."""

    async def load(self) -> None:
        """Load what the database has."""
        rows, sent = await self._db.read(_all)
        for channel in rows:
            self._keep(channel)
        for player, match, ply, rank in sent:
            self._sent.setdefault(match, {})[player] = Sent(ply, rank)

    def of(self, player_id: str) -> list[Channel]:
        """Return the addresses of a player, oldest first."""
        return list(self._of.get(player_id, {}).values())

    def has(self, player_id: str) -> bool:
        """Return whether a player has an address."""
        return player_id in self._of

    def find(self, player_id: str, id: str) -> Channel | None:
        """Return an address of a player by its id."""
        return self._of.get(player_id, {}).get(id)

    def with_token(self, token: str) -> Channel | None:
        """Return the e-mail address that a link names."""
        player_id = self._by_token.get(token)
        channels = self._of.get(player_id or "", {}).values()
        return next((each for each in channels if each.token == token), None)

    def with_endpoint(self, endpoint: str) -> Channel | None:
        """Return the address that has an endpoint, of any player."""
        player_id, id = self._by_endpoint.get(endpoint, ("", ""))
        return self.find(player_id, id)

    def may_add(self, player_id: str) -> bool:
        """Return whether a player may have one more address."""
        return len(self._of.get(player_id, ())) < MAX_CHANNELS and self._count < self._most

    async def put(self, channel: Channel) -> None:
        """Add an address, or change one with the same id."""
        known = self.find(channel.player_id, channel.id)
        self._keep(channel)
        try:
            await self._db.write(lambda connection: _put(connection, channel))
        except Exception:
            self._forget(channel)
            if known is not None:
                self._keep(known)
            raise
        if known is None:
            self.on_added(channel.player_id)

    def note(self, channel: Channel) -> None:
        """Change an address that exists, without waiting for the database."""
        if self.find(channel.player_id, channel.id) is not None:
            self._keep(channel)
            self._db.note(lambda connection: _put(connection, channel))

    async def remove(self, channels: Iterable[Channel]) -> None:
        """Remove addresses."""
        known = [channel for channel in channels if self._forget(channel)]
        if not known:
            return
        try:
            await self._db.write(lambda connection: _drop(connection, [channel.id for channel in known]))
        except Exception:
            # Otherwise no later command could remove them from the database, and a restart would bring them back.
            for channel in known:
                self._keep(channel)
            raise

    def drop(self, channel: Channel) -> None:
        """Remove an address that no longer exists, without waiting for the database."""
        if self._forget(channel):
            self._db.note(lambda connection: _drop(connection, [channel.id]))

    def sent(self, player_id: str, match_id: str) -> Sent | None:
        """Return the last alert of a player about a match."""
        return self._sent.get(match_id, {}).get(player_id)

    def note_sent(self, player_id: str, match_id: str, sent: Sent) -> None:
        """Remember the last alert of a player about a match."""
        self._sent.setdefault(match_id, {})[player_id] = sent
        self._db.note(lambda connection: _put_sent(connection, player_id, match_id, sent))

    def forget_match(self, match_id: str) -> list[str]:
        """Forget the alerts of a match that is over. Return the players who got them."""
        known = list(self._sent.pop(match_id, ()))
        if known:
            mine = alerts_sent.c.match_id == match_id
            self._db.note(lambda connection: connection.execute(sql.delete(alerts_sent).where(mine)))
        return known

    async def value(self, name: str, make: Callable[[], str]) -> str:
        """Return a value of the server, which is made and stored if there is none."""
        return await self._db.write(lambda connection: _value(connection, name, make))

    def _keep(self, channel: Channel) -> None:
        own = self._of.setdefault(channel.player_id, {})
        self._count += channel.id not in own
        own[channel.id] = channel
        if channel.kind == MAIL:
            self._by_token[channel.token] = channel.player_id
        else:
            self._by_endpoint[channel.address] = (channel.player_id, channel.id)

    def _forget(self, channel: Channel) -> bool:
        own = self._of.get(channel.player_id, {})
        if own.pop(channel.id, None) is None:
            return False
        self._by_token.pop(channel.token, None)
        if self._by_endpoint.get(channel.address) == (channel.player_id, channel.id):
            del self._by_endpoint[channel.address]
        self._count -= 1
        if not own:
            self._of.pop(channel.player_id, None)
        return True


def _all(connection: sql.Connection) -> tuple[list[Channel], list[tuple[str, str, int, int]]]:
    rows = connection.execute(sql.select(alert_channels).order_by(alert_channels.c.created_at, alert_channels.c.id))
    sent = connection.execute(sql.select(alerts_sent))
    return [Channel(*row) for row in rows], [(row[0], row[1], row[2], row[3]) for row in sent]


def _put(connection: sql.Connection, channel: Channel) -> None:
    _drop(connection, [channel.id])
    connection.execute(sql.insert(alert_channels), [channel._asdict()])


def _drop(connection: sql.Connection, ids: list[str]) -> None:
    connection.execute(sql.delete(alert_channels).where(alert_channels.c.id.in_(ids)))


def _put_sent(connection: sql.Connection, player_id: str, match_id: str, sent: Sent) -> None:
    mine = (alerts_sent.c.player_id == player_id) & (alerts_sent.c.match_id == match_id)
    connection.execute(sql.delete(alerts_sent).where(mine))
    row = {"player_id": player_id, "match_id": match_id, **sent._asdict()}
    connection.execute(sql.insert(alerts_sent), [row])


def _value(connection: sql.Connection, name: str, make: Callable[[], str]) -> str:
    query = sql.select(server_values.c.value).where(server_values.c.name == name)
    found: str | None = connection.execute(query).scalar()
    if found is None:
        found = make()
        connection.execute(sql.insert(server_values), [{"name": name, "value": found}])
    return found
