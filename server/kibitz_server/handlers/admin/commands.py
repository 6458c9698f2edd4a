"""The command `admin`: what moderators and admins may do. Each deed is in the audit before it is done."""

import asyncio
import ipaddress
from typing import NamedTuple, assert_never

import structlog
from sqlalchemy import Connection

from kibitz_protocol import admin
from kibitz_protocol.refusals import Close, Code
from kibitz_server.accounts.accounts import BOT
from kibitz_server.accounts.errors import CommandRefused, Done
from kibitz_server.accounts.ids import new_id
from kibitz_server.accounts.moderation import BAN, MUTE, NAME, PLAYER, Moderation
from kibitz_server.accounts.names import skeleton
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.match import Decision
from kibitz_server.handlers.admin import views
from kibitz_server.runtime.room import Client
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import people
from kibitz_server.store.people import AuditEntry, PeopleDb, Sanction

log = structlog.get_logger(__name__)

RANKS = {"player": 0, BOT: 0, "moderator": 1, "admin": 2}
FOR_MODERATORS = (
    admin.ListPlayers,
    admin.ListConnections,
    admin.ListAllMatches,
    admin.ListSanctions,
    admin.EndMatch,
    admin.Mute,
    admin.Unmute,
)
DRAINING = "no new matches are made for now; those that run go on"
OPEN_AGAIN = "matches can be made again"


class Target(NamedTuple):
    """A player whom something is done to."""

    id: str
    name: str
    role: str
    account: bool


class Administration:
    """One for a server."""

    def __init__(
        self, runtime: Runtime, people: PeopleDb, moderation: Moderation, wall_clock: WallClock = SYSTEM_CLOCK
    ) -> None:
        self._runtime = runtime
        self._people = people
        self._moderation = moderation
        self._clock = wall_clock

    async def do(self, peer: Client, action: admin.Action) -> Done:
        """Do one action for whom may do it. Raises Denied."""
        rank = RANKS[peer.badge.role]
        if rank < (RANKS["moderator"] if isinstance(action, FOR_MODERATORS) else RANKS["admin"]):
            hint = "say hello with the token of an admin: kibitz-server admin token"
            raise CommandRefused(Code.NOT_ALLOWED, f"{action.kind!r} is not for a {peer.badge.role}", hint)
        match action:
            case admin.ListPlayers():
                return Done(views.players(self._runtime, self._moderation))
            case admin.ListConnections():
                # Where people are is not for moderators, who are often players themselves.
                return Done(views.connections(self._runtime, addresses=rank >= RANKS["admin"]))
            case admin.ListAllMatches():
                return Done(views.matches(self._runtime))
            case admin.ListSanctions():
                return Done(views.sanctions(self._moderation.all))
            case admin.ListDeeds(most=most):
                deeds = await self._people.read(lambda c: people.last_audit_entries(c, most))
                return Done(views.deeds(deeds))
            case _:
                return await self._change(peer, action)

    async def _change(
        self,
        peer: Client,
        action: admin.EndMatch
        | admin.Mute
        | admin.Unmute
        | admin.Ban
        | admin.Unban
        | admin.Announce
        | admin.Drain
        | admin.SetRole,
    ) -> Done:
        match action:
            case admin.EndMatch():
                return await self._end(peer, action)
            case admin.Mute():
                target = await self._target(peer, action.player)
                return await self._impose(peer, MUTE, PLAYER, target.id, target.name, action.for_s, action.reason)
            case admin.Unmute(player=player):
                await self._lift(MUTE, player, self._deed(peer, "unmute", player))
            case admin.Ban():
                return await self._ban(peer, action)
            case admin.Unban(target=ban):
                await self._lift(BAN, ban, self._deed(peer, "unban", ban))
            case admin.Announce(text=text):
                await self._note(self._deed(peer, "announce", "", text))
                self._runtime.announce(text)
            case admin.Drain(on=on):
                await self._note(self._deed(peer, "drain", "on" if on else "off"))
                if self._runtime.draining != on:
                    self._runtime.draining = on
                    self._runtime.announce(DRAINING if on else OPEN_AGAIN)
            case admin.SetRole():
                await self._set_role(peer, action)
            case _:
                assert_never(action)
        return Done()

    # -- what is done

    async def _end(self, peer: Client, action: admin.EndMatch) -> Done:
        room = self._runtime.matches.find(action.match)
        if room is None:
            raise CommandRefused(
                Code.UNKNOWN_MATCH, f"there is no match {action.match!r}", "`kibitz-server admin matches`"
            )
        if room.match.over:
            raise CommandRefused(Code.NOT_RUNNING, "that match is over already")
        await self._note(self._deed(peer, "end", room.match.created.code, action.reason))
        ended: asyncio.Future[Decision | Code] = asyncio.get_running_loop().create_future()
        reason = f"ended by a moderator: {action.reason}" if action.reason else "ended by a moderator"
        self._runtime.act(room, Abort(reason), ended.set_result)
        decision = await ended
        if isinstance(decision, Code):
            raise CommandRefused(decision, hint="try again in a moment")
        return Done()

    async def _ban(self, peer: Client, action: admin.Ban) -> Done:
        target, shown = action.target, action.target
        if action.scope == PLAYER:
            found = await self._target(peer, action.target)
            target, shown = found.id, found.name
        elif action.scope == NAME:
            target = skeleton(action.target)
        else:
            target = shown = _address(action.target)
        if not target:
            raise CommandRefused(Code.UNKNOWN_PLAYER, "that name has no letters to know it by")
        done = await self._impose(peer, BAN, action.scope, target, shown, action.for_s, action.reason)
        for other in self._runtime.peers:
            if self._moderation.ban_of(other.badge.address, None, other.player) and not self._outranks(other, peer):
                other.end(Close.BANNED, f"banned: {action.reason}" if action.reason else "banned")
        return done

    async def _impose(
        self, peer: Client, kind: str, scope: str, target: str, shown: str, for_s: float | None, reason: str
    ) -> Done:
        now = self._clock()
        until = None if for_s is None else now + for_s
        sanction = Sanction(new_id(), kind, scope, target, shown[:64], until, reason, peer.player.name, now)
        length = "" if for_s is None else f" for {for_s:.0f} s"
        deed = self._deed(peer, kind, f"{scope} {shown}", f"{reason}{length}".strip())
        imposed = await self._moderation.impose(sanction, deed)
        _log(deed)
        return Done(views.sanctions([imposed]))

    async def _lift(self, kind: str, target: str, deed: AuditEntry) -> None:
        await self._moderation.lift(kind, target, deed)
        _log(deed)

    async def _set_role(self, peer: Client, action: admin.SetRole) -> None:
        target = await self._target(peer, action.player)
        if not target.account or target.role == BOT:
            raise CommandRefused(Code.NOT_ACCOUNT, f"{target.name} has no account that could be a {action.role}")
        deed = self._deed(peer, "role", target.name, action.role)

        def change(connection: Connection) -> None:
            people.change_account(connection, target.id, role=action.role)
            people.add(connection, deed)

        await self._people.write(change)
        _log(deed)
        for other in self._runtime.peers:
            if other.player.id == target.id:
                other.badge.role = action.role

    # -- inside

    async def _target(self, by: Client, reference: str) -> Target:
        """A player by id or name, whom this moderator may do something to. Raises Denied."""
        here = {
            peer.player.id: Target(peer.player.id, peer.player.name, peer.badge.role, peer.player.account)
            for peer in self._runtime.peers
            if reference in (peer.player.id, peer.player.name) or _is_name(reference, peer)
        }
        looks = skeleton(reference)
        account = await self._people.read(
            lambda c: people.account_by_id(c, reference) or (people.account_by_skeleton(c, looks) if looks else None)
        )
        if account is not None:
            here = {account.id: Target(account.id, account.name, account.role, True)}
        if len(here) > 1:
            sentence = f"{len(here)} guests are called {reference!r}"
            raise CommandRefused(
                Code.UNKNOWN_PLAYER, sentence, "give the id, as `kibitz-server admin players` shows it"
            )
        if not here:
            hint = "guests can be named while they are here; `kibitz-server admin players` lists them"
            raise CommandRefused(Code.UNKNOWN_PLAYER, f"there is no player {reference!r}", hint)
        target = next(iter(here.values()))
        if by.badge.role != "admin" and RANKS[target.role] >= RANKS[by.badge.role]:
            raise CommandRefused(Code.NOT_ALLOWED, f"{target.name} is a {target.role}", "ask an admin")
        if target.id == by.player.id:
            raise CommandRefused(Code.NOT_ALLOWED, "that is you", "let another admin do it")
        return target

    def _outranks(self, one: Client, other: Client) -> bool:
        """An admin is not thrown out by a ban of the address that both come from."""
        return one is other or RANKS[one.badge.role] >= RANKS["admin"]

    def _deed(self, peer: Client, action: str, target: str, detail: str = "") -> AuditEntry:
        return AuditEntry(self._clock(), peer.player.id, peer.player.name, action, target[:128], detail)

    async def _note(self, deed: AuditEntry) -> None:
        await self._people.write(lambda c: people.add(c, deed))
        _log(deed)


def _log(deed: AuditEntry) -> None:
    """Tell the operator too; once it stands in the audit, so that what was refused is not told."""
    log.info("a moderator acts", by=deed.by_name, action=deed.action, target=deed.target, detail=deed.detail)


def _is_name(reference: str, peer: Client) -> bool:
    return reference.casefold() == peer.player.name.casefold()


def _address(text: str) -> str:
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        sentence = f"{text!r} is not an address or a network"
        raise CommandRefused(Code.BAD_MESSAGE, sentence, "write it like 203.0.113.7 or 203.0.113.0/24") from None
    return str(network.network_address) if network.num_addresses == 1 else str(network)
