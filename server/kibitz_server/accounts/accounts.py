"""Who is who: guests and accounts, known again by secret tokens of which only a hash is kept.

A guest who registers stays the same player: the account has the guest's id, and the guest's token becomes its first
session.
"""

import asyncio
from dataclasses import replace
from typing import NamedTuple

import sqlalchemy as sql

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import guest_name, hash_token, new_id, new_token
from kibitz_server.accounts.login_throttle import LoginThrottle
from kibitz_server.accounts.names import BadName, account_name, is_reserved, skeleton
from kibitz_server.accounts.passwords import Passwords, check_strength
from kibitz_server.core.values.players import Human
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import Guest, Store
from kibitz_server.store import people as kept
from kibitz_server.store.people import Account, Duplicate, Session

MOST_SESSIONS = 50
MOST_REGISTRATIONS = 100
"""Of one address in five minutes: a school that begins."""
SEEN_AGAIN_S = 600.0
"""The time of a session's last use is not written more often than this."""
BOT = "bot"


class Arrival(NamedTuple):
    """Someone who may come in, and the token where it is a new one."""

    player: Human
    badge: ClientInfo
    token: str | None = None


class Accounts:
    """Answers who someone is, and changes it. All raise the store's errors, and Denied where they may refuse.

    `clock` gives seconds since 1970.
    """

    def __init__(self, store: Store, passwords: Passwords, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._store = store
        self._people = store.people
        self._passwords = passwords
        self._wall_clock = wall_clock
        self._attempts = LoginThrottle()
        self._registrations = LoginThrottle(most_address=MOST_REGISTRATIONS)

    # -- coming in

    async def arrive(self, name: str | None) -> Arrival:
        """A new guest. The token is told to nobody else and kept nowhere."""
        if name is None:
            name = guest_name()
        else:
            await self._check_guest_name(name)
        token = new_token()
        guest = Human(new_id(), name)
        self._store.save_guest(Guest(guest.id, name, hash_token(token), self._wall_clock()))
        return Arrival(guest, ClientInfo.of(token), token)

    async def known(self, token: str) -> Arrival | None:
        """Whom a token belongs to."""
        hashed = hash_token(token)
        found = await self._people.read(lambda c: kept.account_by_token(c, hashed))
        if found is not None:
            account, session = found
            self._note_use(session)
            return Arrival(player_of(account), ClientInfo.of(token, account.role, session.id))
        guest = await self._guest(hashed)
        if guest is None:
            return None
        if await self._owner(guest.name) is None:
            return Arrival(Human(guest.id, guest.name), ClientInfo.of(token))
        # Somebody registered the name while its bearer was away.
        name = guest_name()
        await self._people.write(lambda c: kept.rename_guest(c, guest.id, name))
        return Arrival(Human(guest.id, name), ClientInfo.of(token))

    # -- guests

    async def make_way(self, guest: Human, name: str) -> Human | None:
        """Another name for a guest who is there when theirs, or one that looks like it, becomes an account's."""
        if guest.account or skeleton(guest.name) != skeleton(name):
            return None
        other = guest_name()
        await self._people.write(lambda c: kept.rename_guest(c, guest.id, other))
        return Human(guest.id, other)

    async def rename(self, player: Human, name: str) -> Human:
        """Let a guest go by another name."""
        if player.account:
            raise CommandRefused(Code.ALREADY_ACCOUNT, "an account keeps its name", "only guests can be renamed")
        await self._check_guest_name(name)
        await self._people.write(lambda c: kept.rename_guest(c, player.id, name))
        return Human(player.id, name)

    async def register(self, player: Human, badge: ClientInfo, name: str, password: str) -> tuple[Human, ClientInfo]:
        """Make an account of a guest; who they are from now on."""
        if player.account:
            raise CommandRefused(
                Code.ALREADY_ACCOUNT, "you have an account already", "`kibitz account logout` to leave it"
            )
        name = checked_name(name)
        check_strength(password, name)
        if await self._owner(name) is not None:
            raise name_taken(name)
        self._count(self._registrations, name, badge.address, "accounts are made")
        password_hash = await self._passwords.hash(password)
        now = self._wall_clock()
        account = Account(player.id, name, skeleton(name), password_hash, "player", None, now)
        session = Session(new_id(), player.id, badge.token_hash, badge.client, now, now)

        def change(connection: sql.Connection) -> None:
            kept.drop_guest(connection, player.id)
            kept.add(connection, account)
            kept.add(connection, session)

        try:
            await self._people.write(change)
        except Duplicate:
            raise name_taken(name) from None
        return player_of(account), replace(badge, role=account.role, session_id=session.id)

    # -- accounts

    async def login(self, name: str, password: str, badge: ClientInfo) -> tuple[Account, Session, str]:
        """A new token of an account. Which of name and password was wrong is not told, nor shown by the time."""
        looks = skeleton(name)
        self._count(self._attempts, looks, badge.address, "passwords are tried")
        account = await self._people.read(lambda c: kept.account_by_skeleton(c, looks))
        if not await self._passwords.fits(account.password_hash if account else None, password) or account is None:
            raise CommandRefused(Code.WRONG_PASSWORD, hint="`kibitz account register` makes an account")
        self._attempts.succeeded(looks, badge.address)
        session, token = new_session(account.id, badge.client, self._wall_clock())
        fresh = None
        if account.password_hash and self._passwords.is_old(account.password_hash):
            fresh = await self._passwords.hash(password)

        def change(connection: sql.Connection) -> None:
            for old in kept.sessions_of(connection, account.id)[MOST_SESSIONS - 1 :]:
                kept.drop_session(connection, account.id, old.id)
            kept.add(connection, session)
            if fresh is not None:
                kept.change_account(connection, account.id, password_hash=fresh)

        await self._people.write(change)
        return account, session, token

    async def sessions(self, player: Human) -> list[Session]:
        """The tokens of an account, the one used last first."""
        must_have_account(player)
        return await self._people.read(lambda c: kept.sessions_of(c, player.id))

    async def revoke(self, player: Human, badge: ClientInfo, session_id: str | None) -> set[str]:
        """Make a token worth nothing, or all but that of this connection; the sessions that are gone."""
        mine = {session.id for session in await self.sessions(player)}
        if session_id is None:
            await self._people.write(lambda c: kept.drop_sessions(c, player.id, but=badge.session_id))
            return mine - {badge.session_id or ""}
        if session_id not in mine:
            raise CommandRefused(Code.UNKNOWN_SESSION, hint="`kibitz account sessions` lists them")
        await self._people.write(lambda c: kept.drop_session(c, player.id, session_id))
        return {session_id}

    async def change_password(self, player: Human, badge: ClientInfo, old: str, new: str) -> set[str]:
        """Set another password; the sessions that are gone with the old one."""
        account = await self._people.read(lambda c: kept.account_by_id(c, player.id))
        if account is None or account.password_hash is None:
            raise CommandRefused(
                Code.NOT_ACCOUNT, "there is no password to change", "`kibitz account register` sets one"
            )
        check_strength(new, account.name)
        self._count(self._attempts, account.skeleton, badge.address, "passwords are tried")
        if not await self._passwords.fits(account.password_hash, old):
            raise CommandRefused(Code.WRONG_PASSWORD, "the old password is another")
        self._attempts.succeeded(account.skeleton, badge.address)
        fresh = await self._passwords.hash(new)
        gone = {session.id for session in await self.sessions(player)} - {badge.session_id or ""}

        def change(connection: sql.Connection) -> None:
            kept.change_account(connection, player.id, password_hash=fresh)
            kept.drop_sessions(connection, player.id, but=badge.session_id)

        await self._people.write(change)
        return gone

    # -- inside

    async def _guest(self, hashed: str) -> Guest | None:
        """The guest with a token, looked up in a thread: a database that does not answer must hold up nobody else."""
        found: asyncio.Future[Guest | None] = asyncio.get_running_loop().create_future()

        def tell(result: Guest | Exception | None) -> None:
            if found.done():
                return
            if isinstance(result, Exception):
                found.set_exception(result)
            else:
                found.set_result(result)

        self._store.read(lambda: self._store.find_guest(hashed), tell)
        return await found

    async def _owner(self, name: str) -> Account | None:
        looks = skeleton(name)
        return await self._people.read(lambda c: kept.account_by_skeleton(c, looks)) if looks else None

    async def _check_guest_name(self, name: str) -> None:
        if is_reserved(name):
            raise CommandRefused(Code.BAD_NAME, f"{name!r} could be taken for the server itself", "take another name")
        if await self._owner(name) is not None:
            raise name_taken(name)

    def _note_use(self, session: Session) -> None:
        now = self._wall_clock()
        if now - session.seen_at > SEEN_AGAIN_S and self._store.healthy:
            # Not waited for: nobody should stand at the door because a date cannot be written.
            self._people.note(lambda c: kept.touch_session(c, session.id, now))

    def _count(self, attempts: LoginThrottle, name: str, address: str, what: str) -> None:
        """Count an attempt. Raises Denied when it is one too many."""
        wait_s = attempts.wait_s(name, address, self._wall_clock())
        if wait_s:
            hint = f"try again in {wait_s / 60:.0f} minutes" if wait_s >= 120 else f"try again in {wait_s:.0f} s"
            raise CommandRefused(Code.TOO_MANY, f"too often {what} from your address or for that name", hint, wait_s)
        attempts.failed(name, address, self._wall_clock())


def new_session(player_id: str, label: str, now: float) -> tuple[Session, str]:
    """A session and its token, of which only the hash is in it."""
    token = new_token()
    return Session(new_id(), player_id, hash_token(token), label, now, now), token


def player_of(account: Account) -> Human:
    """The player that an account is."""
    return Human(account.id, account.name, account=True, bot=account.role == BOT)


def checked_name(name: str) -> str:
    """A name in the form in which an account keeps it. Raises Denied."""
    try:
        return account_name(name)
    except BadName as error:
        raise CommandRefused(Code.BAD_NAME, str(error), "take another name") from None


def name_taken(name: str) -> CommandRefused:
    """The refusal of a name that belongs to somebody."""
    hint = "if it is yours: `kibitz account login`; else take another name"
    return CommandRefused(Code.NAME_TAKEN, f"the name {name!r}, or one that looks like it, belongs to an account", hint)


def must_have_account(player: Human) -> None:
    """Raises Denied for a guest."""
    if not player.account:
        raise CommandRefused(Code.NOT_ACCOUNT, hint="`kibitz account register` makes one of the guest that you are")
