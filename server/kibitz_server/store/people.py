"""Queries and changes of guests, accounts, sessions, sanctions, the audit log, chat mutes and turn alerts.

Each is a function of a connection. A caller combines changes into one transaction, which may run again after a failure,
so a change has no effects outside the database.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sql

from kibitz_server.store.tables import accounts, audit, guests, mutes, sanctions, sessions, turn_wishes

T = TypeVar("T")


class Duplicate(Exception):
    """A change that would store a name or a token twice."""


class PeopleDb(Protocol):
    """Database of guests and accounts. `read` and `write` raise sqlalchemy's errors."""

    async def read(self, query: Callable[[sql.Connection], T]) -> T:
        """Return the result of a query."""

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        """Apply a change durably, in the order of the calls, and return its result.

        Raises:
            Duplicate: The change violates a unique constraint.
        """

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        """Apply a change without waiting. A failure is ignored."""


class StoredGuest(NamedTuple):
    """A player without an account, identified by the hash of a token."""

    id: str
    name: str
    token_hash: str
    created_at: float


class Account(NamedTuple):
    """A player with a reserved name. A bot has an owner instead of a password."""

    id: str
    name: str
    skeleton: str
    password_hash: str | None
    role: str
    owner_id: str | None
    created_at: float


class LoginSession(NamedTuple):
    """A token of an account, stored as its hash."""

    id: str
    player_id: str
    token_hash: str
    label: str
    created_at: float
    seen_at: float


class Sanction(NamedTuple):
    """A ban or a mute; `until` is None for one without end. `shown` is the target as the moderator wrote it."""

    id: str
    kind: str
    scope: str
    target: str
    shown: str
    until: float | None
    reason: str
    by: str
    at: float


class AuditEntry(NamedTuple):
    """An action of a moderator or admin."""

    at: float
    by_id: str
    by_name: str
    action: str
    target: str
    detail: str


# Each client that connects asks these, and making a statement takes longer than all the rest.
_SESSION_BY_TOKEN = sql.select(sessions).where(sessions.c.token_hash == sql.bindparam("token_hash"))
_GUEST_BY_TOKEN = sql.select(guests).where(guests.c.token_hash == sql.bindparam("token_hash"))
_ACCOUNT_BY_ID = sql.select(accounts).where(accounts.c.id == sql.bindparam("id"))
_ACCOUNT_BY_SKELETON = sql.select(accounts).where(accounts.c.skeleton == sql.bindparam("skeleton"))


def account_by_token(connection: sql.Connection, token_hash: str) -> tuple[Account, LoginSession] | None:
    """Return the account and the session of a token."""
    row = connection.execute(_SESSION_BY_TOKEN, {"token_hash": token_hash}).one_or_none()
    account = account_by_id(connection, row.player_id) if row else None
    return (account, LoginSession(*row)) if account and row else None


def account_by_id(connection: sql.Connection, id: str) -> Account | None:
    """Return the account with that id."""
    row = connection.execute(_ACCOUNT_BY_ID, {"id": id}).one_or_none()
    return Account(*row) if row else None


def account_by_skeleton(connection: sql.Connection, skeleton: str) -> Account | None:
    """Return the account whose name has that skeleton."""
    row = connection.execute(_ACCOUNT_BY_SKELETON, {"skeleton": skeleton}).one_or_none()
    return Account(*row) if row else None


def guest_by_token(connection: sql.Connection, token_hash: str) -> StoredGuest | None:
    """Return the guest of a token."""
    row = connection.execute(_GUEST_BY_TOKEN, {"token_hash": token_hash}).one_or_none()
    return StoredGuest(*row) if row else None


def accounts_by_skeleton(connection: sql.Connection, skeletons: Collection[str]) -> dict[str, Account]:
    """Return the accounts whose names have these skeletons, by skeleton."""
    rows = connection.execute(sql.select(accounts).where(accounts.c.skeleton.in_(skeletons)))
    return {row.skeleton: Account(*row) for row in rows}


def names(connection: sql.Connection) -> list[tuple[str, str, str]]:
    """Return id, name and skeleton of each account that is not named in ASCII, oldest first."""
    query = sql.select(accounts.c.id, accounts.c.name, accounts.c.skeleton).order_by(accounts.c.created_at)
    return [(id, name, looks) for id, name, looks in connection.execute(query) if not name.isascii()]


def bots_of(connection: sql.Connection, owner_id: str) -> list[Account]:
    """Return the bots of an account, oldest first."""
    query = sql.select(accounts).where(accounts.c.owner_id == owner_id).order_by(accounts.c.created_at)
    return [Account(*row) for row in connection.execute(query)]


def sessions_of(connection: sql.Connection, player_id: str) -> list[LoginSession]:
    """Return the sessions of an account, the last used first."""
    query = sql.select(sessions).where(sessions.c.player_id == player_id).order_by(sessions.c.seen_at.desc())
    return [LoginSession(*row) for row in connection.execute(query)]


def role_of_session(connection: sql.Connection, session_id: str) -> str | None:
    """Return the role of the account that has a session; None without the session."""
    query = sql.select(accounts.c.role).join(sessions, sessions.c.player_id == accounts.c.id)
    return connection.execute(query.where(sessions.c.id == session_id)).scalar()


def all_sanctions(connection: sql.Connection) -> list[Sanction]:
    """Return every ban and mute, oldest first."""
    return [Sanction(*row) for row in connection.execute(sql.select(sanctions).order_by(sanctions.c.at))]


def last_audit_entries(connection: sql.Connection, most: int) -> list[AuditEntry]:
    """Return the newest `most` audit entries, newest first."""
    query = sql.select(audit).order_by(audit.c.id.desc()).limit(most)
    return [AuditEntry(*row[1:]) for row in connection.execute(query)]


def drop_guest(connection: sql.Connection, id: str, token_hash: str) -> bool:
    """Delete a guest, who registers as an account. Return False, and do nothing, if the guest has another token."""
    found = connection.execute(sql.select(guests.c.token_hash).where(guests.c.id == id)).scalar()
    if found == token_hash:
        connection.execute(sql.delete(guests).where(guests.c.id == id))
    return found in (None, token_hash)


def restore_guest(connection: sql.Connection, guest: StoredGuest) -> None:
    """Insert a guest who is not in the table."""
    if connection.execute(sql.select(guests.c.id).where(guests.c.id == guest.id)).first() is None:
        connection.execute(sql.insert(guests), [guest._asdict()])


def rename_guest(connection: sql.Connection, id: str, name: str) -> None:
    """Rename a guest."""
    connection.execute(sql.update(guests).where(guests.c.id == id).values(name=name))


def renew_guest(connection: sql.Connection, guest: StoredGuest, old_hash: str) -> bool:
    """Store the token of a guest in place of the old one, or the guest if it is not in the table.

    Return whether the guest has the token now: not if its token is not the old one, because it was replaced already.
    """
    found = connection.execute(sql.select(guests.c.token_hash).where(guests.c.id == guest.id)).scalar()
    if found is None:
        connection.execute(sql.insert(guests), [guest._asdict()])
    elif found == old_hash:
        connection.execute(sql.update(guests).where(guests.c.id == guest.id).values(token_hash=guest.token_hash))
    return found in (None, old_hash)


def add(connection: sql.Connection, record: Account | LoginSession | Sanction | AuditEntry) -> None:
    """Insert a record into its table."""
    table = {Account: accounts, LoginSession: sessions, Sanction: sanctions, AuditEntry: audit}[type(record)]
    connection.execute(sql.insert(table), [record._asdict()])


def change_account(connection: sql.Connection, id: str, **values: Any) -> None:
    """Set some columns of an account."""
    connection.execute(sql.update(accounts).where(accounts.c.id == id).values(**values))


def set_role(connection: sql.Connection, id: str, role: str, ranks: Mapping[str, int]) -> frozenset[str]:
    """Set the role of an account. If it is a higher one, delete the sessions, and return their ids.

    Args:
        id: The account.
        role: Its role from now on.
        ranks: The rank of each role.
    """
    before = connection.execute(sql.select(accounts.c.role).where(accounts.c.id == id)).scalar()
    change_account(connection, id, role=role)
    if before is None or ranks[role] <= ranks[before]:
        return frozenset()
    ended = frozenset(session.id for session in sessions_of(connection, id))
    drop_sessions(connection, id)
    return ended


def touch_session(connection: sql.Connection, session_id: str, at: float) -> None:
    """Record when a session was last used."""
    connection.execute(sql.update(sessions).where(sessions.c.id == session_id).values(seen_at=at))


def drop_session(connection: sql.Connection, player_id: str, session_id: str) -> None:
    """Revoke a session of an account."""
    mine = (sessions.c.player_id == player_id) & (sessions.c.id == session_id)
    connection.execute(sql.delete(sessions).where(mine))


def drop_sessions(connection: sql.Connection, player_id: str, but: str | None = None) -> None:
    """Revoke all sessions of an account, except `but`."""
    others = (sessions.c.player_id == player_id) & (sessions.c.id != (but or ""))
    connection.execute(sql.delete(sessions).where(others))


def drop_sanction(connection: sql.Connection, id: str) -> None:
    """Lift a ban or mute."""
    connection.execute(sql.delete(sanctions).where(sanctions.c.id == id))


def all_mutes(connection: sql.Connection) -> list[tuple[str, str]]:
    """Return every chat mute, oldest first: the id of the player, and the skeleton of the muted name."""
    query = sql.select(mutes.c.player_id, mutes.c.looks).order_by(mutes.c.id)
    return [(player_id, looks) for player_id, looks in connection.execute(query)]


def add_mute(connection: sql.Connection, listener_id: str, looks: str) -> None:
    """Store that a player mutes a name."""
    drop_mute(connection, listener_id, looks)
    connection.execute(sql.insert(mutes), [{"player_id": listener_id, "looks": looks}])


def drop_mute(connection: sql.Connection, listener_id: str, looks: str) -> None:
    """Delete a chat mute of a player."""
    connection.execute(sql.delete(mutes).where(mutes.c.player_id == listener_id, mutes.c.looks == looks))


def drop_mutes(connection: sql.Connection, listener_id: str) -> None:
    """Delete all chat mutes of a player."""
    connection.execute(sql.delete(mutes).where(mutes.c.player_id == listener_id))


def all_turn_alerts(connection: sql.Connection) -> list[str]:
    """Return the ids of the players who asked for turn alerts."""
    return list(connection.execute(sql.select(turn_wishes.c.player_id)).scalars())


def set_turn_alerts(connection: sql.Connection, player_id: str, on: bool) -> None:
    """Store whether a player wants turn alerts."""
    connection.execute(sql.delete(turn_wishes).where(turn_wishes.c.player_id == player_id))
    if on:
        connection.execute(sql.insert(turn_wishes), [{"player_id": player_id}])
