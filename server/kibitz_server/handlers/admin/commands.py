"""The command `admin`: actions of moderators and admins. Each action is in the audit log before it takes effect."""

import asyncio
import ipaddress
from collections.abc import Callable
from typing import NamedTuple, assert_never

import structlog
from sqlalchemy import Connection

from kibitz_protocol.commands import admin
from kibitz_protocol.refusals import Close, Code
from kibitz_server.accounts.accounts import BOT
from kibitz_server.accounts.client_info import RANKS, ClientInfo
from kibitz_server.accounts.errors import CommandRefused, Done
from kibitz_server.accounts.ids import new_id
from kibitz_server.accounts.moderation import ADDRESS, BAN, GUESTS_MUTED_S, MUTE, NAME, PLAYER, Moderation
from kibitz_server.accounts.names import skeleton
from kibitz_server.addresses import address_block
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.match import Decision
from kibitz_server.core.tournament.commands import Cancel, Hide
from kibitz_server.core.tournament.tournament import Decision as TournamentDecision
from kibitz_server.core.values.players import Human
from kibitz_server.games.registry import UnknownGame, named_game
from kibitz_server.handlers.admin import views
from kibitz_server.handlers.admin.reading import InThread
from kibitz_server.maintenance.backup import BadBackup, backup_now
from kibitz_server.pool.status import EngineStatus
from kibitz_server.runtime.room import ConnectedClient
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import people as queries
from kibitz_server.store.people import AuditEntry, PeopleDb, Sanction

log = structlog.get_logger(__name__)

FOR_MODERATORS = (
    admin.ListPlayers,
    admin.ListConnections,
    admin.ListAllMatches,
    admin.ListSanctions,
    admin.EndMatch,
    admin.EndTournament,
    admin.HideTournament,
    admin.Mute,
    admin.Unmute,
)
DRAINING = "the server starts no new matches for now; running matches continue"
OPEN_AGAIN = "the server starts new matches again"


class Target(NamedTuple):
    """Player that an action is for."""

    id: str
    name: str
    role: str
    account: bool
    password: bool = False


class AdminCommands:
    """Actions of moderators and admins on a server."""

    def __init__(
        self,
        runtime: Runtime,
        people: PeopleDb,
        moderation: Moderation,
        wall_clock: WallClock = SYSTEM_CLOCK,
        keep_guest: Callable[[Human, ClientInfo], None] = lambda _player, _info: None,
        engines: Callable[[], EngineStatus] = EngineStatus,
    ) -> None:
        """Create the commands.

        Args:
            runtime: The matches and clients.
            people: Accounts.
            moderation: Sanctions in force.
            wall_clock: Time of day.
            keep_guest: Stores a guest, who must be known again as long as a sanction lasts.
            engines: Returns the state of the engine pool.
        """
        self._runtime = runtime
        self._keep_guest = keep_guest
        self._engines = engines
        self._people = people
        self._moderation = moderation
        self._clock = wall_clock

    async def do(self, client: ConnectedClient, action: admin.Action) -> Done:
        """Carry out one action of a client.

        Raises:
            CommandRefused: the client's role does not allow the action, or it cannot be carried out.
        """
        rank = RANKS[client.info.role]
        if rank < (RANKS["moderator"] if isinstance(action, FOR_MODERATORS) else RANKS["admin"]):
            hint = "say hello with the token of an admin: kibitz-server admin token"
            raise CommandRefused(Code.NOT_ALLOWED, f"{action.kind!r} is not for a {client.info.role}", hint)
        match action:
            case admin.ListPlayers():
                return Done(views.players(self._runtime, self._moderation))
            case admin.ListConnections():
                # Moderators are often players themselves, so they do not see the addresses of others.
                return Done(views.connections(self._runtime, addresses=rank >= RANKS["admin"]))
            case admin.ListAllMatches():
                return Done(views.matches(self._runtime))
            case admin.ListSanctions():
                return Done(views.sanctions(self._moderation.all))
            case admin.ListDeeds(most=most):
                entries = await self._people.read(lambda c: queries.last_audit_entries(c, most))
                return Done(views.audit(entries))
            case admin.ListEngines():
                return Done(views.engines(self._engines()))
            case admin.ShowHost():
                return Done(views.host(self._runtime))
            case _:
                return await self._change(client, action)

    async def _change(
        self,
        client: ConnectedClient,
        action: admin.EndMatch
        | admin.EndTournament
        | admin.HideTournament
        | admin.Mute
        | admin.Unmute
        | admin.Ban
        | admin.Unban
        | admin.Announce
        | admin.Drain
        | admin.SetRole
        | admin.SetHost
        | admin.BackUp,
    ) -> Done:
        match action:
            case admin.EndMatch():
                return await self._end(client, action)
            case admin.EndTournament() | admin.HideTournament():
                return await self._moderate_tournament(client, action)
            case admin.Mute():
                return await self._mute(client, action)
            case admin.Unmute(player=player):
                await self._lift(MUTE, player, self._entry(client, "unmute", player))
            case admin.Ban():
                return await self._ban(client, action)
            case admin.Unban(target=ban):
                await self._lift(BAN, ban, self._entry(client, "unban", ban))
            case admin.Announce(text=text):
                await self._record(self._entry(client, "announce", "", text))
                self._runtime.clients.announce(text)
            case admin.Drain(on=on):
                await self._record(self._entry(client, "drain", "on" if on else "off"))
                if self._runtime.runner.draining != on:
                    self._runtime.runner.draining = on
                    notice = self._runtime.host.choices.update or DRAINING
                    self._runtime.clients.announce(notice if on else OPEN_AGAIN)
            case admin.SetRole():
                return await self._set_role(client, action)
            case admin.SetHost():
                return await self._set_host(client, action)
            case admin.BackUp():
                return await self._back_up(client)
            case _:
                assert_never(action)
        return Done()

    # -- actions

    async def _end(self, client: ConnectedClient, action: admin.EndMatch) -> Done:
        room = self._runtime.rooms.find(action.match)
        if room is None:
            raise CommandRefused(
                Code.UNKNOWN_MATCH, f"there is no match {action.match!r}", "`kibitz-server admin matches`"
            )
        if room.match.over:
            raise CommandRefused(Code.NOT_RUNNING, "that match is over already")
        await self._record(self._entry(client, "end", room.match.created.code, action.reason))
        ended: asyncio.Future[Decision | Code] = asyncio.get_running_loop().create_future()
        reason = f"ended by a moderator: {action.reason}" if action.reason else "ended by a moderator"
        self._runtime.runner.act(room, Abort(reason), ended.set_result)
        decision = await ended
        if isinstance(decision, Code):
            raise CommandRefused(decision, hint="try again in a moment")
        return Done()

    async def _moderate_tournament(
        self, client: ConnectedClient, action: admin.EndTournament | admin.HideTournament
    ) -> Done:
        room = await self._tournament(action.tournament)
        ends = isinstance(action, admin.EndTournament)
        if ends and room.tournament.ended is not None:
            raise CommandRefused(Code.NOT_RUNNING, "that tournament is over already")
        code = room.tournament.created.code
        await self._record(self._entry(client, action.kind, code, action.reason))
        reason = f"ended by a moderator: {action.reason}" if action.reason else ""
        command: Cancel | Hide = (
            Cancel(client.player, reason, moderator=True) if ends else Hide(client.player, action.reason)
        )
        acted: asyncio.Future[TournamentDecision | Code] = asyncio.get_running_loop().create_future()
        self._runtime.tournaments.act(room, command, acted.set_result)
        decision = await acted
        if isinstance(decision, Code):
            raise CommandRefused(decision, hint="try again in a moment")
        if decision.refusal is not None:
            raise CommandRefused(Code(decision.refusal.reason.value), decision.refusal.message, decision.refusal.hint)
        return Done()

    async def _tournament(self, reference: str) -> TournamentRoom:
        """Return a tournament by its id or code, also one that is over. Raises CommandRefused if there is none."""
        room = await self._runtime.tournaments.rooms.fetch(reference, InThread(self._runtime.store))
        if room is None:
            sentence = f"there is no tournament {reference!r}"
            raise CommandRefused(Code.UNKNOWN_TOURNAMENT, sentence, "kibitz tournament list shows them")
        return room

    async def _mute(self, client: ConnectedClient, action: admin.Mute) -> Done:
        target = await self._target(client, action.player)
        muted = self._sanction(client, MUTE, PLAYER, target.id, target.name, action.for_s, action.reason)
        sanctions = [muted]
        if not target.account:
            limit_s = min(GUESTS_MUTED_S, action.for_s or GUESTS_MUTED_S)
            blocks = {other.info.block for other in self._runtime.clients.all if other.player.id == target.id}
            sanctions += [
                muted._replace(id=new_id(), scope=ADDRESS, target=block, until=muted.at + limit_s)
                for block in sorted(blocks)
            ]
        return await self._impose(client, sanctions, action.for_s)

    async def _ban(self, client: ConnectedClient, action: admin.Ban) -> Done:
        target, shown = action.target, action.target
        if action.scope == PLAYER:
            found = await self._target(client, action.target)
            target, shown = found.id, found.name
        elif action.scope == NAME:
            target = skeleton(action.target)
        else:
            target = shown = _address(action.target)
        if not target:
            raise CommandRefused(Code.UNKNOWN_PLAYER, "that name has no letters or digits")
        sanction = self._sanction(client, BAN, action.scope, target, shown, action.for_s, action.reason)
        if _applies(sanction, client):
            hint = "name a smaller network" if action.scope == ADDRESS else "let another admin do it"
            raise CommandRefused(Code.NOT_ALLOWED, f"that ban would apply to you: {shown}", hint)
        done = await self._impose(client, [sanction], action.for_s)
        for other in self._runtime.clients.all:
            banned = self._moderation.ban_of(other.info.address, None, other.player, other.info.owner)
            if banned and not self._is_spared(other, client):
                other.end(Close.BANNED, f"banned: {action.reason}" if action.reason else "banned")
        return done

    def _sanction(
        self, client: ConnectedClient, kind: str, scope: str, target: str, shown: str, for_s: float | None, reason: str
    ) -> Sanction:
        now = self._clock()
        until = None if for_s is None else now + for_s
        return Sanction(new_id(), kind, scope, target, shown[:64], until, reason, client.player.name, now)

    async def _impose(self, client: ConnectedClient, sanctions: list[Sanction], for_s: float | None) -> Done:
        """Impose the sanctions of one action; the first is the one that the client named."""
        named = sanctions[0]
        length = "" if for_s is None else f" for {for_s:.0f} s"
        entry = self._entry(client, named.kind, f"{named.scope} {named.shown}", f"{named.reason}{length}".strip())
        for other in self._runtime.clients.all:
            if named.scope == PLAYER and other.player.id == named.target:
                self._keep_guest(other.player, other.info)
        await self._moderation.impose(sanctions, entry)
        _log(entry)
        return Done(views.sanctions(sanctions))

    async def _lift(self, kind: str, target: str, entry: AuditEntry) -> None:
        await self._moderation.lift(kind, target, entry)
        _log(entry)

    async def _set_role(self, client: ConnectedClient, action: admin.SetRole) -> Done:
        """Give an account a role. A higher one ends all its tokens, and a lower one holds for them at once."""
        target = await self._target(client, action.player)
        if not target.account or target.role == BOT:
            raise CommandRefused(Code.NOT_ACCOUNT, f"{target.name} has no account that could be a {action.role}")
        if RANKS[action.role] > RANKS[target.role] and not target.password:
            # It could not sign in again.
            hint = f"make one with that role: kibitz-server admin token FILE --name {target.name} --role {action.role}"
            raise CommandRefused(Code.NOT_ALLOWED, f"{target.name} has no password, and signs in by tokens", hint)
        entry = self._entry(client, "role", target.name, action.role)

        def change(connection: Connection) -> frozenset[str]:
            ended = queries.set_role(connection, target.id, action.role, RANKS)
            queries.add(connection, entry)
            return ended

        ended = await self._people.write(change)
        _log(entry)
        for other in self._runtime.clients.all:
            if other.player.id == target.id and RANKS[other.info.role] > RANKS[action.role]:
                other.info.role = action.role
        return Done(gone=ended, why=f"you are a {action.role} now: sign in again")

    async def _set_host(self, client: ConnectedClient, action: admin.SetHost) -> Done:
        """Change what the host has chosen."""
        given = action.model_dump(exclude={"kind"}, exclude_none=True)
        if "games" in given:
            names = [_named(game) for game in given["games"]]
            given["games"] = tuple(dict.fromkeys(names)) or None
        await self._record(self._entry(client, "host", "", ", ".join(given)))
        await self._runtime.host.update({**given, "saved": True})
        return Done(views.host(self._runtime))

    async def _back_up(self, client: ConnectedClient) -> Done:
        """Write a backup beside the database file."""
        await self._record(self._entry(client, "backup", ""))
        try:
            file = await asyncio.to_thread(backup_now, self._runtime.store.url, self._clock())
        except (BadBackup, OSError) as error:
            hint = getattr(error, "hint", None) or "kibitz-server db backup FILE writes one elsewhere"
            raise CommandRefused(Code.NOT_ALLOWED, f"no backup was written: {error}", hint) from None
        return Done({**views.host(self._runtime), "backup": str(file)})

    # -- helpers

    async def _target(self, by: ConnectedClient, reference: str) -> Target:
        """Return the player with an id or a name. Raises CommandRefused, also if the player outranks the moderator."""
        found = {
            client.player.id: Target(client.player.id, client.player.name, client.info.role, client.player.account)
            for client in self._runtime.clients.all
            if reference in (client.player.id, client.player.name) or _is_name(reference, client)
        }
        key = skeleton(reference)
        account = await self._people.read(
            lambda c: queries.account_by_id(c, reference) or (queries.account_by_skeleton(c, key) if key else None)
        )
        if account is not None:
            found = {
                account.id: Target(account.id, account.name, account.role, True, account.password_hash is not None)
            }
        if len(found) > 1:
            sentence = f"{len(found)} guests have the name {reference!r}"
            raise CommandRefused(Code.UNKNOWN_PLAYER, sentence, "give the id that `kibitz-server admin players` shows")
        if not found:
            hint = "a guest must be connected; `kibitz-server admin players` lists them"
            raise CommandRefused(Code.UNKNOWN_PLAYER, f"there is no player {reference!r}", hint)
        target = next(iter(found.values()))
        if by.info.role != "admin" and RANKS[target.role] >= RANKS[by.info.role]:
            raise CommandRefused(Code.NOT_ALLOWED, f"{target.name} is a {target.role}", "ask an admin")
        if target.id == by.player.id:
            raise CommandRefused(Code.NOT_ALLOWED, "that is you", "let another admin do it")
        return target

    def _is_spared(self, client: ConnectedClient, by: ConnectedClient) -> bool:
        """Return whether a ban leaves a client connected: an admin may share the banned address."""
        return client is by or RANKS[client.info.role] >= RANKS["admin"]

    def _entry(self, client: ConnectedClient, action: str, target: str, detail: str = "") -> AuditEntry:
        return AuditEntry(self._clock(), client.player.id, client.player.name, action, target[:128], detail)

    async def _record(self, entry: AuditEntry) -> None:
        await self._people.write(lambda c: queries.add(c, entry))
        _log(entry)


def _log(entry: AuditEntry) -> None:
    """Log an action for the operator, after the audit entry is stored, so that a refused action is not logged."""
    log.info("moderator action", by=entry.by_name, action=entry.action, target=entry.target, detail=entry.detail)


def _is_name(reference: str, client: ConnectedClient) -> bool:
    return reference.casefold() == client.player.name.casefold()


def _named(game: str) -> str:
    """Return the name of a game. Raises CommandRefused."""
    try:
        return named_game(game)[0]
    except UnknownGame as error:
        raise CommandRefused(Code.UNKNOWN_GAME, str(error)) from None


def _address(text: str) -> str:
    """Return the address or the network of a ban, in its canonical form. An IPv6 address stands for its /64 network."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        sentence = f"{text!r} is not an address or a network"
        raise CommandRefused(Code.BAD_MESSAGE, sentence, "write it like 203.0.113.7 or 203.0.113.0/24") from None
    return address_block(str(network.network_address)) if network.num_addresses == 1 else str(network)


def _applies(ban: Sanction, client: ConnectedClient) -> bool:
    """Return whether a ban would apply to the client itself."""
    if ban.scope == NAME:
        return ban.target == skeleton(client.player.name)
    if ban.scope != ADDRESS:
        return False
    try:
        return ipaddress.ip_address(client.info.address) in ipaddress.ip_network(ban.target)
    except ValueError:
        return ban.target == client.info.address
