"""Bans and chat mutes by moderators: checked in memory for each hello and chat message, stored in the database.

A ban is on an address or network, on a name with all names that look like it, or on a player by id, account or guest.
A ban of an account applies to its bots too. The mute of a guest also applies to all guests at its address for a time,
because the guest can return as another one.
"""

import ipaddress
import time
from collections.abc import Iterable, Sequence
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
GUESTS_MUTED_S = 86_400.0
"""Longest time for which all guests at an address are muted with one of them."""


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

    def check_not_banned(
        self, address: str, name: str | None = None, player: Human | None = None, owner: Human | None = None
    ) -> None:
        """Check that a client may connect.

        Raises:
            CommandRefused: The address, the name, the player or the owner of the bot is banned.
        """
        banned = self.ban_of(address, name, player, owner)
        if banned is not None:
            raise self._refusal(Code.BANNED, "you are banned from this server", banned)

    def check_name(self, name: str) -> None:
        """Check that a connected player may take a name.

        Raises:
            CommandRefused: The name is banned.
        """
        banned = self._find(BAN, NAME, skeleton(name))
        if banned is not None:
            raise CommandRefused(Code.BAD_NAME, f"the name {name!r} is banned from this server", "take another name")

    def check_not_muted(self, player: Human, block: str) -> None:
        """Check that a player at an address block may chat.

        Raises:
            CommandRefused: A moderator muted the player, or a guest at the same address.
        """
        muted = self._mute_of(player, block)
        if muted is not None:
            raise self._refusal(Code.MUTED, "you are muted and cannot chat", muted)

    def is_muted(self, player: Human, block: str) -> bool:
        """Return whether a moderator muted a player, or a guest at the same address."""
        return self._mute_of(player, block) is not None

    def ban_of(
        self, address: str, name: str | None, player: Human | None, owner: Human | None = None
    ) -> Sanction | None:
        """Return the ban that applies to a client, if any. `owner` is that of a bot."""
        found = self._find(BAN, ADDRESS, address) or self._find_network(address)
        for each in filter(None, (player, owner)):
            found = found or self._find(BAN, PLAYER, each.id) or self._find(BAN, NAME, skeleton(each.name))
        return found or (self._find(BAN, NAME, skeleton(name)) if name and player is None else None)

    async def impose(self, sanctions: Sequence[Sanction], entry: AuditEntry) -> None:
        """Impose the sanctions of one action from now on. Each replaces an older one of its kind on the same target."""
        replaced = [old for old in (self._sanctions.get(_key(sanction)) for sanction in sanctions) if old is not None]

        def change(connection: sql.Connection) -> None:
            for old in replaced:
                people.drop_sanction(connection, old.id)
            for sanction in sanctions:
                people.add(connection, sanction)
            people.add(connection, entry)

        await self._db.write(change)
        for sanction in sanctions:
            self._add(sanction)

    async def lift(self, kind: str, target: str, entry: AuditEntry) -> list[Sanction]:
        """Lift sanctions, by id or by target as displayed or stored, and return them.

        Raises:
            CommandRefused: No sanction of this kind matches.
        """
        lifted = matching(self.all, kind, target)

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
        if sanction.kind == BAN and sanction.scope == ADDRESS and "/" in sanction.target:
            self._networks[sanction.id] = ipaddress.ip_network(sanction.target)

    def _mute_of(self, player: Human, block: str) -> Sanction | None:
        return self._find(MUTE, PLAYER, player.id) or (None if player.account else self._find(MUTE, ADDRESS, block))

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


def matching(sanctions: Iterable[Sanction], kind: str, target: str) -> list[Sanction]:
    """Return the sanctions of a kind on a target, with those that one action of a moderator imposed together.

    Args:
        sanctions: All sanctions.
        kind: `BAN` or `MUTE`.
        target: The id of a sanction, or its target as displayed or stored.

    Raises:
        CommandRefused: No sanction of this kind matches.
    """
    key, of_kind = target.casefold(), [sanction for sanction in sanctions if sanction.kind == kind]
    named = {
        (sanction.shown, sanction.at)
        for sanction in of_kind
        if key in (sanction.id, sanction.target.casefold(), sanction.shown.casefold())
    }
    if not named:
        hint = "`kibitz-server admin sanctions` lists them"
        raise CommandRefused(Code.UNKNOWN_SANCTION, f"there is no {kind} on {target!r}", hint)
    return [sanction for sanction in of_kind if (sanction.shown, sanction.at) in named]


def _key(sanction: Sanction) -> tuple[str, str, str]:
    return sanction.kind, sanction.scope, sanction.target
