"""What the database knows of people: questions and changes, each a function of a connection.

Changes are put together to one transaction by whoever asks for them, and may be run again after a failure, so they do
nothing but write.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sql

from kibitz_server.store.tables import accounts, audit, guests, mutes, sanctions, sessions, turn_wishes

T = TypeVar("T")


class Taken(Exception):
    """A change came into the way of another: a name or token that is there already."""


class PeopleDb(Protocol):
    """A database of people. Both raise sqlalchemy's errors."""

    async def read(self, question: Callable[[sql.Connection], T]) -> T:
        """Ask."""

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        """Change, durably, in the order of the calls. Raises Taken."""

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        """Change something that is no loss if it fails; not waited for."""


class Guest(NamedTuple):
    """Someone without an account: known again by the hash of a token that only they have."""

    id: str
    name: str
    token_hash: str
    created_at: float


class Account(NamedTuple):
    """A player with a name of their own. Bots have no password but an owner."""

    id: str
    name: str
    skeleton: str
    password_hash: str | None
    role: str
    owner_id: str | None
    created_at: float


class Session(NamedTuple):
    """A token of an account, known by its hash."""

    id: str
    player_id: str
    token_hash: str
    label: str
    created_at: float
    seen_at: float


class Sanction(NamedTuple):
    """A ban or a mute; `until` is None for one without end. `shown` is its target as people wrote it."""

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
    """Something that a moderator did."""

    at: float
    by_id: str
    by_name: str
    action: str
    target: str
    detail: str


def find_token(connection: sql.Connection, token_hash: str) -> tuple[Account, Session] | None:
    """The account that a token belongs to."""
    wanted = sql.select(sessions).where(sessions.c.token_hash == token_hash)
    row = connection.execute(wanted).one_or_none()
    account = account_by_id(connection, row.player_id) if row else None
    return (account, Session(*row)) if account and row else None


def account_by_id(connection: sql.Connection, id: str) -> Account | None:
    """The account with that id."""
    row = connection.execute(sql.select(accounts).where(accounts.c.id == id)).one_or_none()
    return Account(*row) if row else None


def account_by_skeleton(connection: sql.Connection, skeleton: str) -> Account | None:
    """The account whose name looks like that."""
    row = connection.execute(sql.select(accounts).where(accounts.c.skeleton == skeleton)).one_or_none()
    return Account(*row) if row else None


def owned_by(connection: sql.Connection, owner_id: str) -> list[Account]:
    """The bots of an account, oldest first."""
    wanted = sql.select(accounts).where(accounts.c.owner_id == owner_id).order_by(accounts.c.created_at)
    return [Account(*row) for row in connection.execute(wanted)]


def sessions_of(connection: sql.Connection, player_id: str) -> list[Session]:
    """The sessions of an account, the one that was used last first."""
    wanted = sql.select(sessions).where(sessions.c.player_id == player_id).order_by(sessions.c.seen_at.desc())
    return [Session(*row) for row in connection.execute(wanted)]


def all_sanctions(connection: sql.Connection) -> list[Sanction]:
    """Every ban and mute, oldest first."""
    return [Sanction(*row) for row in connection.execute(sql.select(sanctions).order_by(sanctions.c.at))]


def last_audit_entries(connection: sql.Connection, most: int) -> list[AuditEntry]:
    """What moderators did last, newest first."""
    wanted = sql.select(audit).order_by(audit.c.id.desc()).limit(most)
    return [AuditEntry(*row[1:]) for row in connection.execute(wanted)]


def drop_guest(connection: sql.Connection, id: str) -> None:
    """The guest is one no longer."""
    connection.execute(sql.delete(guests).where(guests.c.id == id))


def rename_guest(connection: sql.Connection, id: str, name: str) -> None:
    """A guest goes by another name."""
    connection.execute(sql.update(guests).where(guests.c.id == id).values(name=name))


def add(connection: sql.Connection, record: Account | Session | Sanction | AuditEntry) -> None:
    """Keep a record."""
    table = {Account: accounts, Session: sessions, Sanction: sanctions, AuditEntry: audit}[type(record)]
    connection.execute(sql.insert(table), [record._asdict()])


def change_account(connection: sql.Connection, id: str, **values: Any) -> None:
    """Set some of an account's values."""
    connection.execute(sql.update(accounts).where(accounts.c.id == id).values(**values))


def seen(connection: sql.Connection, session_id: str, at: float) -> None:
    """A session was used."""
    connection.execute(sql.update(sessions).where(sessions.c.id == session_id).values(seen_at=at))


def drop_session(connection: sql.Connection, player_id: str, session_id: str) -> None:
    """A token is worth nothing any more."""
    mine = (sessions.c.player_id == player_id) & (sessions.c.id == session_id)
    connection.execute(sql.delete(sessions).where(mine))


def drop_sessions(connection: sql.Connection, player_id: str, but: str | None = None) -> None:
    """All tokens of an account but one are worth nothing any more."""
    others = (sessions.c.player_id == player_id) & (sessions.c.id != (but or ""))
    connection.execute(sql.delete(sessions).where(others))


def drop_sanction(connection: sql.Connection, id: str) -> None:
    """A ban or mute is lifted."""
    connection.execute(sql.delete(sanctions).where(sanctions.c.id == id))


def all_mutes(connection: sql.Connection) -> list[tuple[str, str]]:
    """Every player who mutes somebody, and the skeleton of the name; who did so longest ago first."""
    wanted = sql.select(mutes.c.player_id, mutes.c.looks).order_by(mutes.c.id)
    return [(player_id, looks) for player_id, looks in connection.execute(wanted)]


def add_mute(connection: sql.Connection, listener_id: str, looks: str) -> None:
    """A player does not want to hear a name."""
    drop_mute(connection, listener_id, looks)
    connection.execute(sql.insert(mutes), [{"player_id": listener_id, "looks": looks}])


def drop_mute(connection: sql.Connection, listener_id: str, looks: str) -> None:
    """A player hears a name again."""
    connection.execute(sql.delete(mutes).where(mutes.c.player_id == listener_id, mutes.c.looks == looks))


def drop_mutes(connection: sql.Connection, listener_id: str) -> None:
    """A player hears everybody again."""
    connection.execute(sql.delete(mutes).where(mutes.c.player_id == listener_id))


def wishes(connection: sql.Connection) -> list[str]:
    """Who has asked, from the database."""
    return list(connection.execute(sql.select(turn_wishes.c.player_id)).scalars())


def change_wish(connection: sql.Connection, player_id: str, on: bool) -> None:
    """Keep that somebody asked, or does no longer."""
    connection.execute(sql.delete(turn_wishes).where(turn_wishes.c.player_id == player_id))
    if on:
        connection.execute(sql.insert(turn_wishes), [{"player_id": player_id}])
