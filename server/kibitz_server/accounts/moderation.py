"""Bans and chat mutes by moderators: checked in memory for each hello and chat message, stored in the database.

A ban is on an address or network, on a name with all names that look like it, or on a player by id, account or guest.
"""

import ipaddress
import time
from functools import partial

import sqlalchemy as sql

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.names import skeleton
from kibitz_server.addresses import Network
from kibitz_server.core.values.players import Human
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import people
from kibitz_server.store.people import AuditEntry, PeopleDb, Sanction

BAN, MUTE = "ban", "mute"
PLAYER, NAME, ADDRESS = "player", "name", "address"


class Moderation:
    """Active sanctions of a server."""

    def __init__(self, db: PeopleDb, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._db = db
        self._wall_clock = wall_clock
        self._sanctions: dict[tuple[str, str, str], Sanction] = {}
        self._networks: dict[str, Network] = {}

    async def load(self) -> int:
        """Load the stored sanctions, delete expired ones, and return the number of active ones."""
        for sanction in await self._db.read(people.all_sanctions):
            if self._is_active(sanction):
                self._add(sanction)
            else:
                await self._db.write(partial(people.drop_sanction, id=sanction.id))
        return len(self._sanctions)

    @property
    def all(self) -> list[Sanction]:
        """The active sanctions, oldest first."""
        return [sanction for sanction in self._sanctions.values() if self._is_active(sanction)]

    def check_not_banned(self, address: str, name: str | None = None, player: Human | None = None) -> None:
        """Check that a client may connect.

        Raises:
            CommandRefused: The address, the name or the player is banned.
        """
        banned = self.ban_of(address, name, player)
        if banned is not None:
            raise self._refusal(Code.BANNED, "you are banned from this server", banned)

    def check_not_muted(self, player: Human) -> None:
        """Check that a player may chat.

        Raises:
            CommandRefused: A moderator muted the player.
        """
        muted = self._find(MUTE, PLAYER, player.id)
        if muted is not None:
            raise self._refusal(Code.MUTED, "you are muted and cannot chat", muted)

    def is_muted(self, player: Human) -> bool:
        """Return whether a moderator muted a player."""
        return self._find(MUTE, PLAYER, player.id) is not None

    def ban_of(self, address: str, name: str | None, player: Human | None) -> Sanction | None:
        """Return the ban that applies to a client, if any."""
        found = self._find(BAN, ADDRESS, address) or self._find_network(address)
        if player is not None:
            found = found or self._find(BAN, PLAYER, player.id)
            name = player.name
        return found or (self._find(BAN, NAME, skeleton(name)) if name else None)

    async def impose(self, sanction: Sanction, entry: AuditEntry) -> Sanction:
        """Impose a sanction from now on. It replaces an older one of its kind on the same target."""
        old = self._sanctions.get(_key(sanction))

        def change(connection: sql.Connection) -> None:
            if old is not None:
                people.drop_sanction(connection, old.id)
            people.add(connection, sanction)
            people.add(connection, entry)

        await self._db.write(change)
        self._add(sanction)
        return sanction

    async def lift(self, kind: str, target: str, entry: AuditEntry) -> list[Sanction]:
        """Lift sanctions, by id or by target as displayed or stored, and return them.

        Raises:
            CommandRefused: No sanction of this kind matches.
        """
        key = target.casefold()
        lifted = [
            sanction
            for sanction in self.all
            if sanction.kind == kind and key in (sanction.id, sanction.target.casefold(), sanction.shown.casefold())
        ]
        if not lifted:
            hint = "`kibitz-server admin sanctions` lists them"
            raise CommandRefused(Code.UNKNOWN_SANCTION, f"there is no {kind} on {target!r}", hint)

        def change(connection: sql.Connection) -> None:
            for sanction in lifted:
                people.drop_sanction(connection, sanction.id)
            people.add(connection, entry)

        await self._db.write(change)
        for sanction in lifted:
            self._sanctions.pop(_key(sanction), None)
            self._networks.pop(sanction.id, None)
        return lifted

    def _add(self, sanction: Sanction) -> None:
        old = self._sanctions.pop(_key(sanction), None)
        if old is not None:
            self._networks.pop(old.id, None)
        self._sanctions[_key(sanction)] = sanction
        if sanction.scope == ADDRESS and "/" in sanction.target:
            self._networks[sanction.id] = ipaddress.ip_network(sanction.target)

    def _is_active(self, sanction: Sanction) -> bool:
        return sanction.until is None or sanction.until > self._wall_clock()

    def _find(self, kind: str, scope: str, target: str) -> Sanction | None:
        found = self._sanctions.get((kind, scope, target))
        return found if found is not None and self._is_active(found) else None

    def _find_network(self, address: str) -> Sanction | None:
        if not self._networks:
            return None
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return None
        inside = {id for id, network in self._networks.items() if parsed in network}
        return next((each for each in self.all if each.id in inside), None)

    def _refusal(self, code: Code, sentence: str, sanction: Sanction) -> CommandRefused:
        reason = f": {sanction.reason}" if sanction.reason else ""
        if sanction.until is None:
            return CommandRefused(code, f"{sentence}{reason}", "only its operator can change that")
        until = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(sanction.until))
        return CommandRefused(
            code, f"{sentence} until {until}{reason}", "come back then", sanction.until - self._wall_clock()
        )


def _key(sanction: Sanction) -> tuple[str, str, str]:
    return sanction.kind, sanction.scope, sanction.target
