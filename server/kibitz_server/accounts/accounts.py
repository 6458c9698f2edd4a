"""Authentication of guests and accounts by secret tokens, of which the database keeps only hashes.

A guest who registers stays the same player: the account has the guest's id. A token that gains rights is replaced, so
that a client which knew it before does not gain them: `register` gives the account a token of its own, and
`renew_guest` the guest who logs in.
"""

import asyncio
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import sqlalchemy as sql
import structlog

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.client_info import RANKS, ClientInfo
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import guest_name, hash_token, new_id, new_token
from kibitz_server.accounts.login_throttle import LoginThrottle
from kibitz_server.accounts.names import BadName, account_name, check_free, check_visible, is_free, skeleton
from kibitz_server.accounts.passwords import PasswordHashing, check_strength
from kibitz_server.accounts.unsaved_guests import UnsavedGuests
from kibitz_server.core.values.players import Human
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import Store, StoredGuest, people
from kibitz_server.store.people import Account, Duplicate, LoginSession

log = structlog.get_logger(__name__)

MAX_SESSIONS = 50
MAX_REGISTRATIONS = 100
"""Registrations from one address in five minutes: enough for a school that starts."""
TOUCH_EVERY_S = 600.0
"""Shortest interval between two writes of a session's last use."""
BOT = "bot"


class Authenticated(NamedTuple):
    """An authenticated player, with the token if it is new."""

    player: Human
    info: ClientInfo
    token: str | None = None


class Accounts:
    """Authentication and changes of guests and accounts.

    Every method raises the store's errors, and CommandRefused where the player may not do it.
    """

    def __init__(self, store: Store, passwords: PasswordHashing, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._store = store
        self._db = store.people
        self._passwords = passwords
        self._wall_clock = wall_clock
        self._logins = LoginThrottle()
        self._registrations = LoginThrottle(most_block=MAX_REGISTRATIONS)
        self._unsaved = UnsavedGuests(wall_clock)
        self._changes = 0
        """How often tokens ended or lost rights."""

    def note_change(self) -> None:
        """Note that tokens ended or lost rights. Call this when the open connections learn of it, and not later."""
        self._changes += 1

    async def refresh_skeletons(self) -> int:
        """Compute the stored skeletons again, as an older server may have known fewer look-alikes. Return the changes.

        An account whose name looks like that of an older account keeps its stored skeleton: its tokens work, but it
        cannot log in by its name.
        """

        def changed(connection: sql.Connection) -> list[tuple[str, str, str]]:
            rows = people.names(connection)
            return [(id, name, skeleton(name)) for id, name, stored in rows if skeleton(name) != stored]

        done = 0
        for id, name, looks in await self._db.read(changed):
            try:
                await self._db.write(partial(people.change_account, id=id, skeleton=looks))
                done += 1
            except Duplicate:
                log.warning("an account looks like an older one and cannot log in by its name", account=name, id=id)
        return done

    async def create_guest(self, name: str | None) -> Authenticated:
        """Return a new guest, like `create_unnamed_guest`, who may have chosen a name.

        Raises:
            CommandRefused: The name is reserved or belongs to an account.
        """
        if name is None:
            return self.create_unnamed_guest()
        await self._check_guest_name(name)
        return self._create_guest(name)

    def create_unnamed_guest(self) -> Authenticated:
        """Return a new guest. Only this client gets the token, and the server does not keep it."""
        return self._create_guest(guest_name())

    def _create_guest(self, name: str) -> Authenticated:
        token = new_token()
        guest = Human(new_id(), name)
        self._unsaved.add(StoredGuest(guest.id, name, hash_token(token), self._wall_clock()))
        return Authenticated(guest, ClientInfo.of(token, new_guest=True), token)

    def keep(self, player: Human, info: ClientInfo) -> None:
        """Store a guest who begins to own something, such as a seat. Other guests are only in memory."""
        if player.account or not info.new_guest:
            return
        info.new_guest = False
        if (guest := self._unsaved.take(player.id)) is not None:
            self._store.save_guest(guest)
            return
        # Stored already, or forgotten during a long connection.
        guest = StoredGuest(player.id, player.name, info.token_hash, self._wall_clock())
        self._db.note(lambda c: people.restore_guest(c, guest))

    async def authenticate(self, token: str) -> Authenticated | None:
        """Return the player of a token; None for an unknown token."""
        while True:
            before = self._changes
            found = await self._authenticate(token)
            # What was read may be older than a change, of which only the connections that were open learned.
            if before == self._changes:
                return found

    async def _authenticate(self, token: str) -> Authenticated | None:
        hashed = hash_token(token)
        unsaved = self._unsaved.find(hashed)
        found, guest, owner = await self._db.read(lambda c: _find_by_token(c, hashed, unsaved))
        if found is not None:
            account, session, owner = found
            self._touch(session)
            info = ClientInfo.of(token, account.role, session.id)
            return Authenticated(player_of(account), replace(info, owner=player_of(owner) if owner else None))
        if guest is None:
            guest = await self._guest(hashed)  # the row may still wait for the writer
            if guest is None or await self._is_account(guest.id):
                return None
            owner = await self._owner(guest.name)
        info = replace(ClientInfo.of(token), new_guest=unsaved is not None)
        if owner is None and is_free(guest.name):
            return Authenticated(Human(guest.id, guest.name), info)
        # Another player registered the name while the guest was disconnected, or an older server allowed it.
        name = guest_name()
        await self._rename(guest.id, name)
        return Authenticated(Human(guest.id, name), info)

    async def free_name(self, guest: Human, name: str) -> Human | None:
        """Rename a connected guest whose name equals or resembles the name of a new account; None for other players."""
        if guest.account or skeleton(guest.name) != skeleton(name):
            return None
        other = guest_name()
        await self._rename(guest.id, other)
        return Human(guest.id, other)

    async def rename(self, player: Human, name: str) -> Human:
        """Rename a guest.

        Raises:
            CommandRefused: The player has an account, or the name is reserved or belongs to an account.
        """
        if player.account:
            raise CommandRefused(Code.ALREADY_ACCOUNT, "an account keeps its name", "only guests can be renamed")
        await self._check_guest_name(name)
        await self._rename(player.id, name)
        return Human(player.id, name)

    async def register(self, player: Human, info: ClientInfo, name: str, password: str) -> Authenticated:
        """Make a guest an account, and return the player with a new token. That of the guest is not known any more.

        Raises:
            CommandRefused: The player has an account, the name or the password is not allowed, too many accounts were
                registered from this address, or the token of the guest has ended meanwhile.
        """
        if player.account:
            raise CommandRefused(
                Code.ALREADY_ACCOUNT, "you have an account already", "`kibitz account logout` to leave it"
            )
        name = checked_name(name)
        check_strength(password, name)
        if await self._owner(name) is not None:
            raise name_taken(name)
        self._count(self._registrations, skeleton(name), info.block, "registrations")
        password_hash = await self._passwords.hash(password)
        now = self._wall_clock()
        account = Account(player.id, name, skeleton(name), password_hash, "player", None, now)
        session, token = new_session(player.id, info.client, now)

        def change(connection: sql.Connection) -> bool:
            current = people.drop_guest(connection, player.id, info.token_hash)
            if current:
                people.add(connection, account)
                people.add(connection, session)
            return current

        try:
            unsaved = self._unsaved.token_hash(player.id) or info.token_hash
            if unsaved != info.token_hash or not await self._db.write(change):
                # Another connection of the guest logged in.
                raise CommandRefused(Code.UNKNOWN_TOKEN)
            self._unsaved.take(player.id)
        except Duplicate:
            raise name_taken(name) from None
        self.note_place(player_of(account), info)
        return Authenticated(player_of(account), info.renewed(token, account.role, session.id), token)

    async def renew_guest(self, guest: Human, info: ClientInfo) -> Authenticated | None:
        """Replace the token of a guest. Return None if another connection of the guest has replaced it before."""
        token = new_token()
        renewed = Authenticated(guest, replace(info.renewed(token), new_guest=info.new_guest), token)
        if self._unsaved.token_hash(guest.id) is not None:
            return renewed if self._unsaved.renew(guest.id, info.token_hash, hash_token(token)) else None
        row = StoredGuest(guest.id, guest.name, hash_token(token), self._wall_clock())
        done = await self._db.write(lambda c: people.renew_guest(c, row, info.token_hash))
        return renewed if done else None

    async def login(
        self, name: str, password: str, info: ClientInfo, player: Human | None = None
    ) -> tuple[Account, LoginSession, str]:
        """Return an account with a new session and its token.

        Neither the refusal nor its time reveals whether the name or the password was wrong.

        Args:
            name: The name of the account, in any spelling.
            password: The password.
            info: The connection.
            player: The player of the connection, who may have a token of the account already.

        Raises:
            CommandRefused: The name or the password is wrong, or there were too many attempts.
        """
        looks = skeleton(name)
        known = player is not None and player.account and skeleton(player.name) == looks
        self._count(self._logins, looks, info.block, "password attempts", known=known)
        account = await self._db.read(lambda c: people.account_by_skeleton(c, looks))
        if not await self._passwords.verify(account.password_hash if account else None, password) or account is None:
            raise CommandRefused(Code.WRONG_PASSWORD, hint="`kibitz account register` makes an account")
        self._logins.succeeded(looks, info.block, known=known)
        session, token = new_session(account.id, info.client, self._wall_clock())
        new_hash = None
        if account.password_hash and self._passwords.needs_rehash(account.password_hash):
            new_hash = await self._passwords.hash(password)

        def change(connection: sql.Connection) -> None:
            for old in people.sessions_of(connection, account.id)[MAX_SESSIONS - 1 :]:
                people.drop_session(connection, account.id, old.id)
            people.add(connection, session)
            if new_hash is not None:
                people.change_account(connection, account.id, password_hash=new_hash)

        await self._db.write(change)
        return account, session, token

    def note_place(self, player: Human, info: ClientInfo) -> None:
        """Note from where a client with a token of an account connects: logins from there are not locked out."""
        if player.account and not player.bot:
            self._logins.trust(skeleton(player.name), info.block)

    async def sessions(self, player: Human) -> list[LoginSession]:
        """Return the sessions of an account, the last used first."""
        must_have_account(player)
        return await self._db.read(lambda c: people.sessions_of(c, player.id))

    async def is_current(self, info: ClientInfo) -> bool:
        """Return whether the token of a connection still exists, and has no fewer rights than the connection."""
        if info.session_id is None:
            return True
        role = await self._db.read(lambda c: people.role_of_session(c, info.session_id or ""))
        return role is not None and RANKS[role] >= RANKS[info.role]

    async def revoke(self, player: Human, info: ClientInfo, session_id: str | None) -> set[str]:
        """Revoke a session, or with None all except that of this connection, and return the revoked ones.

        Raises:
            CommandRefused: The player has no account, or the account does not have the session.
        """
        own = {session.id for session in await self.sessions(player)}
        if session_id is None:
            await self._db.write(lambda c: people.drop_sessions(c, player.id, but=info.session_id))
            return own - {info.session_id or ""}
        if session_id not in own:
            raise CommandRefused(Code.UNKNOWN_SESSION, hint="`kibitz account sessions` lists them")
        await self._db.write(lambda c: people.drop_session(c, player.id, session_id))
        return {session_id}

    async def change_password(self, player: Human, info: ClientInfo, old: str, new: str) -> set[str]:
        """Set another password, and return the sessions that this revokes.

        Raises:
            CommandRefused: The player has no password, a password is wrong or weak, or there were too many attempts.
        """
        account = await self._db.read(lambda c: people.account_by_id(c, player.id))
        if account is None or account.password_hash is None:
            raise CommandRefused(
                Code.NOT_ACCOUNT, "there is no password to change", "`kibitz account register` sets one"
            )
        check_strength(new, account.name)
        self._count(self._logins, account.skeleton, info.block, "password attempts", known=True)
        if not await self._passwords.verify(account.password_hash, old):
            raise CommandRefused(Code.WRONG_PASSWORD, "the old password is another")
        self._logins.succeeded(account.skeleton, info.block, known=True)
        new_hash = await self._passwords.hash(new)
        revoked = {session.id for session in await self.sessions(player)} - {info.session_id or ""}

        def change(connection: sql.Connection) -> None:
            people.change_account(connection, player.id, password_hash=new_hash)
            people.drop_sessions(connection, player.id, but=info.session_id)

        await self._db.write(change)
        return revoked

    async def _rename(self, guest: str, name: str) -> None:
        if not self._unsaved.rename(guest, name):
            await self._db.write(lambda c: people.rename_guest(c, guest, name))

    async def _guest(self, hashed: str) -> StoredGuest | None:
        """Return the guest with a token, from a thread, so that a slow database does not block other clients."""
        found: asyncio.Future[StoredGuest | None] = asyncio.get_running_loop().create_future()

        def resolve(result: StoredGuest | Exception | None) -> None:
            if found.done():
                return
            if isinstance(result, Exception):
                found.set_exception(result)
            else:
                found.set_result(result)

        self._store.read(lambda: self._store.find_guest(hashed), resolve)
        return await found

    async def _is_account(self, id: str) -> bool:
        return await self._db.read(lambda c: people.account_by_id(c, id)) is not None

    async def _owner(self, name: str) -> Account | None:
        looks = skeleton(name)
        return await self._db.read(lambda c: people.account_by_skeleton(c, looks)) if looks else None

    async def _check_guest_name(self, name: str) -> None:
        try:
            check_visible(name)
            check_free(name)
        except BadName as error:
            raise CommandRefused(Code.BAD_NAME, str(error), "take another name") from None
        if await self._owner(name) is not None:
            raise name_taken(name)

    def _touch(self, session: LoginSession) -> None:
        now = self._wall_clock()
        if now - session.seen_at > TOUCH_EVERY_S and self._store.healthy:
            # Without waiting: a player can connect even if the time cannot be written.
            self._db.note(lambda c: people.touch_session(c, session.id, now))

    def _count(self, throttle: LoginThrottle, name: str, block: str, what: str, *, known: bool = False) -> None:
        """Count an attempt, and refuse it if there were too many."""
        wait_s = throttle.wait_s(name, block, self._wall_clock(), known=known)
        if wait_s:
            hint = f"try again in {wait_s / 60:.0f} minutes" if wait_s >= 120 else f"try again in {wait_s:.0f} s"
            raise CommandRefused(Code.TOO_MANY, f"too many {what} from your address or with that name", hint, wait_s)
        throttle.failed(name, block, self._wall_clock(), known=known)


def _find_by_token(
    connection: sql.Connection, token_hash: str, unsaved: StoredGuest | None
) -> tuple[tuple[Account, LoginSession, Account | None] | None, StoredGuest | None, Account | None]:
    """Return the player of a token, from one visit to the database.

    Returns:
        The account and the session of the token, with the owner of a bot; None for a guest.
        The guest: `unsaved`, or one in the database.
        The account that has the guest's name.
    """
    if (found := people.account_by_token(connection, token_hash)) is not None:
        account, session = found
        owner = people.account_by_id(connection, account.owner_id) if account.owner_id else None
        return (account, session, owner), None, None
    guest = unsaved or people.guest_by_token(connection, token_hash)
    if guest is not None and people.account_by_id(connection, guest.id) is not None:
        # The guest has registered, and was stored once more meanwhile.
        return None, None, None
    looks = skeleton(guest.name) if guest else ""
    return None, guest, people.account_by_skeleton(connection, looks) if looks else None


def new_session(player_id: str, label: str, now: float) -> tuple[LoginSession, str]:
    """Return a new session and its token. The session has only the hash of the token."""
    token = new_token()
    return LoginSession(new_id(), player_id, hash_token(token), label, now, now), token


def player_of(account: Account) -> Human:
    """Return the player of an account."""
    return Human(account.id, account.name, account=True, bot=account.role == BOT, owner=account.owner_id)


def checked_name(name: str) -> str:
    """Return a name in the form in which an account keeps it.

    Raises:
        CommandRefused: The name is not allowed.
    """
    try:
        return account_name(name)
    except BadName as error:
        raise CommandRefused(Code.BAD_NAME, str(error), "take another name") from None


def name_taken(name: str) -> CommandRefused:
    """Return the refusal of a name that belongs to an account."""
    hint = "if it is yours: `kibitz account login`; otherwise take another name"
    return CommandRefused(Code.NAME_TAKEN, f"the name {name!r}, or one that looks like it, belongs to an account", hint)


def must_have_account(player: Human) -> None:
    """Check that a player has an account.

    Raises:
        CommandRefused: The player is a guest.
    """
    if not player.account:
        raise CommandRefused(Code.NOT_ACCOUNT, hint="`kibitz account register` makes one of the guest that you are")
