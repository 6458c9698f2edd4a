"""Who is kept out, and who may say nothing. Looked up in memory at every hello and word, kept in the database.

An address is one, or a network; a name is banned with all that look like it; a player by id, account or guest.
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
from kibitz_server.store import people as kept
from kibitz_server.store.people import AuditEntry, PeopleDb, Sanction

BAN, MUTE = "ban", "mute"
PLAYER, NAME, ADDRESS = "player", "name", "address"


class Moderation:
    """Every sanction that holds. `clock` gives seconds since 1970."""

    def __init__(self, people: PeopleDb, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._people = people
        self._wall_clock = wall_clock
        self._sanctions: dict[tuple[str, str, str], Sanction] = {}
        self._networks: dict[str, Network] = {}

    async def load(self) -> int:
        """Read what was decided before; how many there are. Those that are over are dropped."""
        for sanction in await self._people.read(kept.all_sanctions):
            if self._holds(sanction):
                self._take_in(sanction)
            else:
                await self._people.write(partial(kept.drop_sanction, id=sanction.id))
        return len(self._sanctions)

    @property
    def all(self) -> list[Sanction]:
        """What holds now, oldest first."""
        return [sanction for sanction in self._sanctions.values() if self._holds(sanction)]

    # -- the looks

    def check_door(self, address: str, name: str | None = None, player: Human | None = None) -> None:
        """Raises Denied for whom is kept out."""
        banned = self.ban_of(address, name, player)
        if banned is not None:
            raise self._denied(Code.BANNED, "you are banned from this server", banned)

    def check_word(self, player: Human) -> None:
        """Raises Denied for who may say nothing."""
        muted = self._find(MUTE, PLAYER, player.id)
        if muted is not None:
            raise self._denied(Code.MUTED, "you are muted and cannot chat", muted)

    def is_muted(self, player: Human) -> bool:
        """Whether a player may say nothing."""
        return self._find(MUTE, PLAYER, player.id) is not None

    def ban_of(self, address: str, name: str | None, player: Human | None) -> Sanction | None:
        """The ban that keeps somebody out."""
        found = self._find(BAN, ADDRESS, address) or self._find_network(address)
        if player is not None:
            found = found or self._find(BAN, PLAYER, player.id)
            name = player.name
        return found or (self._find(BAN, NAME, skeleton(name)) if name else None)

    # -- the deeds

    async def impose(self, sanction: Sanction, deed: AuditEntry) -> Sanction:
        """Let a sanction hold from now on, in place of an older one of its kind on the same target."""
        old = self._sanctions.get(_key(sanction))

        def change(connection: sql.Connection) -> None:
            if old is not None:
                kept.drop_sanction(connection, old.id)
            kept.add(connection, sanction)
            kept.add(connection, deed)

        await self._people.write(change)
        self._take_in(sanction)
        return sanction

    async def lift(self, kind: str, target: str, deed: AuditEntry) -> list[Sanction]:
        """End what holds: by the sanction's id, or by its target as it is shown or kept."""
        wanted = target.casefold()
        lifted = [
            sanction
            for sanction in self.all
            if sanction.kind == kind and wanted in (sanction.id, sanction.target.casefold(), sanction.shown.casefold())
        ]
        if not lifted:
            hint = "`kibitz-server admin sanctions` lists them"
            raise CommandRefused(Code.UNKNOWN_SANCTION, f"there is no {kind} on {target!r}", hint)

        def change(connection: sql.Connection) -> None:
            for sanction in lifted:
                kept.drop_sanction(connection, sanction.id)
            kept.add(connection, deed)

        await self._people.write(change)
        for sanction in lifted:
            self._sanctions.pop(_key(sanction), None)
            self._networks.pop(sanction.id, None)
        return lifted

    # -- inside

    def _take_in(self, sanction: Sanction) -> None:
        old = self._sanctions.pop(_key(sanction), None)
        if old is not None:
            self._networks.pop(old.id, None)
        self._sanctions[_key(sanction)] = sanction
        if sanction.scope == ADDRESS and "/" in sanction.target:
            self._networks[sanction.id] = ipaddress.ip_network(sanction.target)

    def _holds(self, sanction: Sanction) -> bool:
        return sanction.until is None or sanction.until > self._wall_clock()

    def _find(self, kind: str, scope: str, target: str) -> Sanction | None:
        found = self._sanctions.get((kind, scope, target))
        return found if found is not None and self._holds(found) else None

    def _find_network(self, address: str) -> Sanction | None:
        if not self._networks:
            return None
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return None
        inside = {id for id, network in self._networks.items() if parsed in network}
        return next((each for each in self.all if each.id in inside), None)

    def _denied(self, code: Code, sentence: str, sanction: Sanction) -> CommandRefused:
        reason = f": {sanction.reason}" if sanction.reason else ""
        if sanction.until is None:
            return CommandRefused(code, f"{sentence}{reason}", "only its operator can change that")
        until = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(sanction.until))
        return CommandRefused(
            code, f"{sentence} until {until}{reason}", "come back then", sanction.until - self._wall_clock()
        )


def _key(sanction: Sanction) -> tuple[str, str, str]:
    return sanction.kind, sanction.scope, sanction.target
