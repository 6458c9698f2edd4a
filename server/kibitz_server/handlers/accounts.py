"""The commands about people: accounts, sessions, bots, moderation. Each is a task, as it has to wait."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Protocol, Self, assert_never

import structlog
from sqlalchemy.exc import SQLAlchemyError

from kibitz_protocol import accounts as said
from kibitz_protocol.admin import Admin
from kibitz_protocol.codec import encode
from kibitz_protocol.refusals import Close, Code
from kibitz_server.accounts.accounts import Accounts, player_of
from kibitz_server.accounts.bots import Bots
from kibitz_server.accounts.client_info import identity_data
from kibitz_server.accounts.errors import CommandRefused, Done
from kibitz_server.accounts.moderation import Moderation
from kibitz_server.accounts.passwords import Passwords
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.admin.commands import Administration
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.runtime.room import Client
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.people import Account, Session

log = structlog.get_logger(__name__)


class Reply(Protocol):
    """Answers a command with its result."""

    def __call__(self, id: str, result: Data | None = None) -> None: ...


class Refuse(Protocol):
    """Answers a command with a refusal."""

    def __call__(
        self,
        id: str,
        code: Code,
        message: str | None = None,
        hint: str | None = None,
        *,
        retry_after_s: float | None = None,
    ) -> None: ...


class People:
    """One for a server. `peers` gives everyone who is connected."""

    def __init__(
        self,
        accounts: Accounts,
        bots: Bots,
        moderation: Moderation,
        administration: Administration,
        peers: Callable[[], Iterable[Client]],
    ) -> None:
        self.accounts = accounts
        self.moderation = moderation
        self._administration = administration
        self._bots = bots
        self._peers = peers
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def at(cls, runtime: Runtime, passwords: Passwords) -> Self:
        """Everything about people at a runtime."""
        store = runtime.store
        moderation = Moderation(store.people, runtime.wall_clock)
        return cls(
            Accounts(store, passwords, runtime.wall_clock),
            Bots(store.people, runtime.wall_clock),
            moderation,
            Administration(runtime, store.people, moderation, runtime.wall_clock),
            lambda: runtime.peers,
        )

    def receive(self, peer: Client, message: said.PeopleCommand | Admin, reply: Reply, refuse: Refuse) -> None:
        """Do a command; it is answered sooner or later."""
        task = asyncio.create_task(self._answer(self._do(peer, message), message.id, reply, refuse))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until nothing is being done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Break off what is being done."""
        for task in self._tasks:
            task.cancel()
        await self.settled()

    def arrived(self, peer: Client) -> None:
        """A bot plays over one connection, because two programs would move for each other; people may have several."""
        if peer.player.bot:
            for other in list(self._peers()):
                if other is not peer and other.player.id == peer.player.id:
                    other.end(Close.ELSEWHERE, "this bot was opened elsewhere")

    def hang_up(self, sessions: frozenset[str]) -> None:
        """End the connections of sessions that are gone."""
        for peer in list(self._peers()):
            if peer.badge.session_id in sessions:
                peer.end(Close.UNKNOWN_TOKEN, "signed out")

    async def _answer(self, work: Coroutine[Any, Any, Done], id: str, reply: Reply, refuse: Refuse) -> None:
        try:
            done = await work
        except CommandRefused as denied:
            refuse(id, denied.code, str(denied), denied.hint, retry_after_s=denied.retry_after_s)
        except SQLAlchemyError as error:
            log.warning("the database could not be asked about people", error=str(error.__cause__ or error))
            refuse(id, Code.NOT_SAVED, hint="try again in a moment")
        except Exception:
            log.exception("a command about people failed")
            refuse(id, Code.INTERNAL, "the server made a mistake", "try again, or tell its operator")
        else:
            reply(id, done.result)
            self.hang_up(done.gone)

    async def _do(self, peer: Client, message: said.PeopleCommand | Admin) -> Done:
        match message:
            case Admin(action=action):
                return await self._administration.do(peer, action)
            case said.Register(name=name, password=password):
                player, badge = await self.accounts.register(peer.player, peer.badge, name, password)
                done = self._become(player, badge.role, badge.session_id)
                await self._make_way(player.name)
                return done
            case said.Rename(name=name):
                return self._become(await self.accounts.rename(peer.player, name), "player", None)
            case said.Login(name=name, password=password):
                account, session, token = await self.accounts.login(name, password, peer.badge)
                you = identity_data(player_of(account), account.role)
                return Done({"kind": "signed_in", "you": you, "session": session.id, "token": token})
            case said.Logout():
                await self.accounts.sessions(peer.player)
                return await self._revoke(peer, peer.badge.session_id or "")
            case said.ListSessions():
                return await self._sessions(peer)
            case said.Revoke(session=session_id):
                return await self._revoke(peer, session_id)
            case said.ChangePassword(old=old, new=new):
                gone = await self.accounts.change_password(peer.player, peer.badge, old, new)
                return Done(gone=frozenset(gone))
            case _:
                return await self._do_bots(peer.player, message)

    async def _do_bots(
        self, owner: Human, message: said.MakeBot | said.ListBots | said.RenewBot | said.RevokeBot
    ) -> Done:
        match message:
            case said.MakeBot(name=name):
                bot, token = await self._bots.make(owner, name)
                return Done(_bot_token(bot, token))
            case said.RenewBot(bot=reference):
                bot, token = await self._bots.renew(owner, reference)
                self._end_bot(bot)
                return Done(_bot_token(bot, token))
            case said.RevokeBot(bot=reference):
                self._end_bot(await self._bots.revoke(owner, reference))
                return Done()
            case said.ListBots():
                open_now = Counter(peer.player.id for peer in self._peers())
                bots = [_bot_data(bot, session, open_now[bot.id]) for bot, session in await self._bots.all(owner)]
                return Done({"kind": "bots", "bots": bots})
            case _:
                assert_never(message)

    async def _sessions(self, peer: Client) -> Done:
        open_now = Counter(other.badge.session_id for other in self._peers())
        rows = [
            {
                "session": session.id,
                "label": session.label,
                "created_at": session.created_at,
                "seen_at": session.seen_at,
                "connections": open_now[session.id],
                "current": session.id == peer.badge.session_id,
            }
            for session in await self.accounts.sessions(peer.player)
        ]
        return Done({"kind": "sessions", "sessions": rows})

    async def _revoke(self, peer: Client, session_id: str | None) -> Done:
        return Done(gone=frozenset(await self.accounts.revoke(peer.player, peer.badge, session_id)))

    def _become(self, player: Human, role: str, session_id: str | None) -> Done:
        """Every connection of a player goes by the new name from now on."""
        for peer in self._peers():
            if peer.player.id == player.id:
                peer.player = player
                peer.badge.role, peer.badge.session_id = role, session_id
        return Done({"kind": "identified", "you": identity_data(player, role)})

    async def _make_way(self, name: str) -> None:
        """Guests who are here under what is an account's name by now are called something else, and told so."""
        for peer in list(self._peers()):
            other = await self.accounts.free_name(peer.player, name)
            if other is not None:
                self._become(other, "player", None)
                text = f"the name {name} belongs to an account now; you are {other.name}"
                peer.send(OutgoingMessage(encode({"t": "notice", "text": text})))

    def _end_bot(self, bot: Account) -> None:
        for peer in list(self._peers()):
            if peer.player.id == bot.id:
                peer.end(Close.UNKNOWN_TOKEN, "the bot's token was revoked")


def _bot_token(bot: Account, token: str) -> Data:
    return {"kind": "bot_token", "bot": identity_data(player_of(bot), bot.role), "token": token}


def _bot_data(bot: Account, session: Session | None, connections: int) -> Data:
    return {
        "bot": identity_data(player_of(bot), bot.role),
        "created_at": bot.created_at,
        "seen_at": session.seen_at if session else None,
        "connections": connections,
    }
