"""Commands of accounts, sessions, bots and moderation. Each runs as a task, because it waits for the database."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Self, assert_never

import structlog
from sqlalchemy.exc import SQLAlchemyError

from kibitz_protocol.commands import accounts as protocol
from kibitz_protocol.commands.admin import Action, Admin, SetRole
from kibitz_protocol.refusals import Close, Code
from kibitz_server.accounts.accounts import Accounts, Authenticated, player_of
from kibitz_server.accounts.bots import BotAccounts
from kibitz_server.accounts.client_info import identity_data
from kibitz_server.accounts.errors import CommandRefused, Done
from kibitz_server.accounts.moderation import Moderation
from kibitz_server.accounts.passwords import PasswordHashing
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.admin.commands import AdminCommands
from kibitz_server.handlers.request import Request
from kibitz_server.messages.outgoing import Data, notice
from kibitz_server.pool.status import EngineStatus
from kibitz_server.runtime.room import ConnectedClient
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.people import Account, LoginSession
from kibitz_server.store.people_access import begin_usage

log = structlog.get_logger(__name__)


AccountRequest = Request[protocol.PeopleCommand | Admin]


class AccountCommands:
    """Account commands of a server. `clients` returns all connected clients."""

    def __init__(
        self,
        accounts: Accounts,
        bots: BotAccounts,
        moderation: Moderation,
        admin: AdminCommands,
        clients: Callable[[], Iterable[ConnectedClient]],
    ) -> None:
        self.accounts = accounts
        self.moderation = moderation
        self._admin = admin
        self._bots = bots
        self._clients = clients
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def at(
        cls, runtime: Runtime, passwords: PasswordHashing, engines: Callable[[], EngineStatus] = EngineStatus
    ) -> Self:
        """Return the account commands of a runtime. `engines` returns the state of its engine pool, for admins."""
        store = runtime.store
        moderation = Moderation(store.people, runtime.wall_clock)
        accounts = Accounts(store, passwords, runtime.wall_clock)
        return cls(
            accounts,
            BotAccounts(store.people, runtime.wall_clock),
            moderation,
            AdminCommands(runtime, store.people, moderation, runtime.wall_clock, accounts.keep, engines),
            lambda: runtime.clients.all,
        )

    def receive(self, request: AccountRequest) -> None:
        """Start a command. It is answered when its task is done."""
        task = asyncio.create_task(self._answer(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until no command is in progress."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Cancel the commands in progress."""
        for task in self._tasks:
            task.cancel()
        await self.settled()

    def connected(self, client: ConnectedClient) -> None:
        """Note from where an account connects. Close the other connections of a bot: two would move for each other."""
        self.accounts.note_place(client.player, client.info)
        if client.player.bot:
            for other in list(self._clients()):
                if other is not client and other.player.id == client.player.id:
                    other.end(Close.ELSEWHERE, "this bot was opened elsewhere")

    async def _answer(self, request: AccountRequest) -> None:
        usage = begin_usage()
        try:
            done = await self._do(request.client, request.message)
        except CommandRefused as refused:
            request.refuse_because(refused)
        except SQLAlchemyError as error:
            log.warning("an account command failed in the database", error=str(error.__cause__ or error))
            request.refuse(Code.NOT_SAVED, hint="try again in a moment")
        except Exception:
            log.exception("an account command failed")
            request.refuse(Code.INTERNAL, "the server made a mistake", "try again, or tell its operator")
        else:
            request.reply(done.result)
            if done.gone:
                self._end(lambda client: client.info.session_id in done.gone, done.why)
        finally:
            request.charge(usage.seconds)

    def _end(self, ends: Callable[[ConnectedClient], bool], why: str) -> None:
        """Close the connections whose token has ended. Nothing that they send is carried out any more."""
        self.accounts.note_change()
        for client in list(self._clients()):
            if ends(client):
                client.end(Close.UNKNOWN_TOKEN, why)

    def _renew(self, client: ConnectedClient, renewed: Authenticated, why: str) -> None:
        """Give a connection its new identity and token, and close all others of the player."""
        client.player, client.info = renewed.player, renewed.info
        self._end(lambda other: other.player.id == client.player.id and other is not client, why)

    async def _do(self, client: ConnectedClient, message: protocol.PeopleCommand | Admin) -> Done:
        match message:
            case Admin(action=action):
                return await self._do_admin(client, action)
            case protocol.Register(name=name, password=password):
                self.moderation.check_name(name)
                # Otherwise a muted guest could return as another one, and register that one to chat.
                self.moderation.check_not_muted(client.player, client.info.block)
                registered = await self.accounts.register(client.player, client.info, name, password)
                self._renew(client, registered, "you have registered elsewhere, and this token has ended")
                await self._rename_guests(registered.player.name)
                return Done(_identified(registered.player, registered.info.role, registered.token))
            case protocol.Rename(name=name):
                self.moderation.check_name(name)
                renamed = await self.accounts.rename(client.player, name)
                self._rename(renamed)
                return Done(_identified(renamed, "player"))
            case protocol.Login(name=name, password=password):
                account, session, token = await self.accounts.login(name, password, client.info, client.player)
                you = identity_data(player_of(account), account.role)
                guest_token = await self._renew_guest(client)
                signed_in = {"kind": "signed_in", "you": you, "session": session.id}
                return Done({**signed_in, "token": token, "guest_token": guest_token})
            case protocol.Logout():
                await self.accounts.sessions(client.player)
                return await self._revoke(client, client.info.session_id or "")
            case protocol.ListSessions():
                return await self._sessions(client)
            case protocol.Revoke(session=session_id):
                return await self._revoke(client, session_id)
            case protocol.ChangePassword(old=old, new=new):
                ended = await self.accounts.change_password(client.player, client.info, old, new)
                return Done(gone=frozenset(ended))
            case _:
                return await self._do_bots(client.player, message)

    async def _do_bots(
        self, owner: Human, message: protocol.MakeBot | protocol.ListBots | protocol.RenewBot | protocol.RevokeBot
    ) -> Done:
        match message:
            case protocol.MakeBot(name=name):
                self.moderation.check_name(name)
                bot, token = await self._bots.make(owner, name)
                return Done(_bot_token(bot, token))
            case protocol.RenewBot(bot=reference):
                bot, token = await self._bots.renew(owner, reference)
                self._end_bot(bot)
                return Done(_bot_token(bot, token))
            case protocol.RevokeBot(bot=reference):
                self._end_bot(await self._bots.revoke(owner, reference))
                return Done()
            case protocol.ListBots():
                connections = Counter(client.player.id for client in self._clients())
                bots = [_bot_data(bot, session, connections[bot.id]) for bot, session in await self._bots.all(owner)]
                return Done({"kind": "bots", "bots": bots})
            case _:
                assert_never(message)

    async def _sessions(self, client: ConnectedClient) -> Done:
        connections = Counter(other.info.session_id for other in self._clients())
        rows = [
            {
                "session": session.id,
                "label": session.label,
                "created_at": session.created_at,
                "seen_at": session.seen_at,
                "connections": connections[session.id],
                "current": session.id == client.info.session_id,
            }
            for session in await self.accounts.sessions(client.player)
        ]
        return Done({"kind": "sessions", "sessions": rows})

    async def _revoke(self, client: ConnectedClient, session_id: str | None) -> Done:
        return Done(gone=frozenset(await self.accounts.revoke(client.player, client.info, session_id)))

    async def _do_admin(self, client: ConnectedClient, action: Action) -> Done:
        if not await self.accounts.is_current(client.info):
            # The operator has changed the role or the tokens in the database.
            client.end(Close.UNKNOWN_TOKEN, "your role was changed, and this token has ended or has fewer rights")
            raise CommandRefused(Code.UNKNOWN_TOKEN, hint="say hello with the newest token of your account")
        done = await self._admin.do(client, action)
        if isinstance(action, SetRole):
            self.accounts.note_change()
        return done

    async def _renew_guest(self, client: ConnectedClient) -> str | None:
        """Give a guest who logs in a new token, because others may know the old one. None for other players."""
        if client.player.account or client.ending is not None:
            return None
        renewed = await self.accounts.renew_guest(client.player, client.info)
        if renewed is None or client.player.account or client.ending is not None:
            return None
        renewed = renewed._replace(player=client.player)
        self._renew(client, renewed, "you have signed in elsewhere, and the token of this guest has ended")
        return renewed.token

    def _rename(self, guest: Human) -> None:
        """Change the name of all connections of a guest, who may have registered meanwhile."""
        for client in self._clients():
            if client.player.id == guest.id and not client.player.account:
                client.player = guest

    async def _rename_guests(self, name: str) -> None:
        """Rename the connected guests that use the name of a new account, and notify them."""
        for client in list(self._clients()):
            other = await self.accounts.free_name(client.player, name)
            if other is not None:
                self._rename(other)
                text = f"the name {name} belongs to an account now; you are {other.name}"
                client.send(notice(text))

    def _end_bot(self, bot: Account) -> None:
        self._end(lambda client: client.player.id == bot.id, "the bot's token was revoked")


def _identified(you: Human, role: str, token: str | None = None) -> Data:
    return {"kind": "identified", "you": identity_data(you, role), "token": token}


def _bot_token(bot: Account, token: str) -> Data:
    return {"kind": "bot_token", "bot": identity_data(player_of(bot), bot.role), "token": token}


def _bot_data(bot: Account, session: LoginSession | None, connections: int) -> Data:
    return {
        "bot": identity_data(player_of(bot), bot.role),
        "created_at": bot.created_at,
        "seen_at": session.seen_at if session else None,
        "connections": connections,
    }
