"""Tests of stored accounts, sessions, mutes and sanctions, with every kind of store."""

from functools import partial

import pytest
import sqlalchemy as sql

from kibitz_server.store import StoredGuest
from kibitz_server.store import people as people_queries
from kibitz_server.store.people import Account, AuditEntry, Duplicate, LoginSession, Sanction
from tests.server.store.conftest import Place

ANN = Account("a", "Ann", "ann", "hash-of-a-password", "player", None, 1.0)
BOT = Account("b", "Annbot", "annbot", None, "bot", "a", 2.0)
PHONE, DESK = LoginSession("s1", "a", "h1", "phone", 1.0, 5.0), LoginSession("s2", "a", "h2", "desk", 2.0, 9.0)
BAN = Sanction("x", "ban", "player", "e", "eve", None, "rude", "mod", 3.0)


async def test_an_account_and_its_tokens_survive(place: Place) -> None:
    """Accounts are found by id, by name and by token, also after a restart."""
    store = place.open()

    def change(connection: sql.Connection) -> None:
        for record in (ANN, BOT, PHONE, DESK):
            people_queries.add(connection, record)

    await store.people.write(change)
    store.close()
    people = place.open().people
    assert await people.read(lambda c: people_queries.account_by_id(c, "a")) == ANN
    assert await people.read(lambda c: people_queries.account_by_skeleton(c, "ann")) == ANN
    assert await people.read(lambda c: people_queries.account_by_token(c, "h2")) == (ANN, DESK)
    assert await people.read(lambda c: people_queries.account_by_token(c, "h3")) is None
    assert await people.read(lambda c: people_queries.bots_of(c, "a")) == [BOT]
    assert await people.read(lambda c: people_queries.sessions_of(c, "a")) == [DESK, PHONE]


async def test_tokens_are_revoked_one_by_one_or_all_but_one(place: Place) -> None:
    """A player cannot revoke a session of another account."""
    people = place.open().people

    def change(connection: sql.Connection) -> None:
        for record in (ANN, PHONE, DESK, LoginSession("s3", "b", "h3", "", 1.0, 1.0)):
            people_queries.add(connection, record)

    await people.write(change)
    await people.write(lambda c: people_queries.drop_session(c, "b", "s1"))
    await people.write(lambda c: people_queries.touch_session(c, "s1", 11.0))
    assert [s.id for s in await people.read(lambda c: people_queries.sessions_of(c, "a"))] == ["s1", "s2"]
    await people.write(lambda c: people_queries.drop_sessions(c, "a", but="s2"))
    assert await people.read(lambda c: people_queries.sessions_of(c, "a")) == [DESK]
    await people.write(lambda c: people_queries.drop_sessions(c, "a"))
    assert await people.read(lambda c: people_queries.sessions_of(c, "a")) == []
    assert len(await people.read(lambda c: people_queries.sessions_of(c, "b"))) == 1


async def test_a_duplicate_is_refused_as_a_whole(place: Place) -> None:
    """A change with a duplicate name has no effect, and later changes are applied."""
    people = place.open().people
    await people.write(lambda c: people_queries.add(c, ANN))

    def change(connection: sql.Connection) -> None:
        people_queries.add(connection, PHONE)
        people_queries.add(connection, ANN._replace(id="other"))

    with pytest.raises(Duplicate):
        await people.write(change)
    assert await people.read(lambda c: people_queries.sessions_of(c, "a")) == []
    await people.write(lambda c: people_queries.change_account(c, "a", role="moderator"))
    found = await people.read(lambda c: people_queries.account_by_id(c, "a"))
    assert found is not None
    assert found.role == "moderator"


async def test_a_guest_ends_where_the_account_begins(place: Place) -> None:
    """A renamed guest keeps the token; a deleted guest's token is invalid."""
    store = place.open()
    store.save_guest(StoredGuest("g", "otter", "hash", 1.0))
    await store.people.write(lambda c: people_queries.rename_guest(c, "g", "seal"))
    guest = store.find_guest("hash")
    assert guest is not None
    assert guest.name == "seal"
    assert not await store.people.write(lambda c: people_queries.drop_guest(c, "g", "another"))
    assert store.find_guest("hash") is not None
    assert await store.people.write(lambda c: people_queries.drop_guest(c, "g", "hash"))
    assert store.find_guest("hash") is None


async def test_what_moderators_did_is_kept(place: Place) -> None:
    """Bans stay until they are lifted, and audit entries stay."""
    store = place.open()

    def change(connection: sql.Connection) -> None:
        people_queries.add(connection, BAN)
        people_queries.add(connection, AuditEntry(3.0, "m", "mod", "ban", "eve", "rude"))
        people_queries.add(connection, AuditEntry(4.0, "m", "mod", "unban", "eve", ""))

    await store.people.write(change)
    store.close()
    people = place.open().people
    assert await people.read(people_queries.all_sanctions) == [BAN]
    assert [entry.action for entry in await people.read(lambda c: people_queries.last_audit_entries(c, 1))] == ["unban"]
    await people.write(lambda c: people_queries.drop_sanction(c, "x"))
    assert await people.read(people_queries.all_sanctions) == []


async def test_whom_players_mute_is_kept(place: Place) -> None:
    """A mute is stored once for each player and name, in order, until it is deleted."""
    store = place.open()
    for listener, looks in (("a", "bob"), ("b", "bob"), ("a", "cat"), ("a", "bob"), ("c", "dan")):
        await store.people.write(partial(people_queries.add_mute, listener_id=listener, looks=looks))
    await store.people.write(partial(people_queries.drop_mute, listener_id="a", looks="cat"))
    await store.people.write(partial(people_queries.drop_mutes, listener_id="c"))
    store.close()
    assert await place.open().people.read(people_queries.all_mutes) == [("b", "bob"), ("a", "bob")]
