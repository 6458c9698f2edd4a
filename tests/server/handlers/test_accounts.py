"""Commands of accounts, sessions and bots."""

import asyncio
from functools import partial
from typing import Any

import pytest
import structlog.testing

from kibitz_server.accounts import passwords
from kibitz_server.accounts.accounts import Accounts
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import hash_token
from kibitz_server.accounts.login_throttle import MAX_NAME, MAX_PAIR
from kibitz_server.accounts.names import skeleton
from kibitz_server.core.values.players import Human
from kibitz_server.store import MemoryStore, StoredGuest, people
from kibitz_server.store.people import Account
from kibitz_server.telemetry.redact import TOKEN_PREFIX
from tests.fakes.server import cheap_passwords
from tests.server.conftest import FakeClient, InProcessServer

GOOD = "correct horse"


async def say(guest: FakeClient, t: str, **fields: Any) -> Any:
    """Send an account command, and return its answer."""
    id = guest.send(t, **fields)
    await guest.server.people.settled()
    return next(m for m in guest.received if m.t in ("accepted", "refused") and m.id == id)


async def registered(server: InProcessServer, name: str) -> FakeClient:
    """Return a client with a new account."""
    guest = server.connect(name)
    assert (await say(guest, "register", name=name, password=GOOD)).t == "accepted"
    return guest


async def test_a_registered_guest_keeps_id_and_seat(server: InProcessServer) -> None:
    """The id stays, so the seat in a running match does too."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    answer = await say(ann, "register", name="Ann the Otter", password=GOOD)
    assert answer.result.you.model_dump() == {
        "id": "id-ann",
        "name": "Ann the Otter",
        "account": True,
        "role": "player",
    }
    assert ann.ask("move", match=code, ply=0, move="b2").t == "accepted"
    assert (await say(ann, "register", name="again", password=GOOD)).code == "already_account"


async def test_login_returns_a_token_of_the_account(server: InProcessServer) -> None:
    """The token of a login identifies the account."""
    await registered(server, "ann")
    elsewhere = server.connect("someone")
    answer = await say(elsewhere, "login", name=" ANN ", password=GOOD)
    assert answer.result.you.id == "id-ann"
    assert answer.result.token.startswith(TOKEN_PREFIX)
    arrival = await server.people.accounts.authenticate(answer.result.token)
    assert arrival is not None
    assert (arrival.player.id, arrival.player.account, arrival.token) == ("id-ann", True, None)
    assert arrival.info.session_id == answer.result.session


async def test_tokens_and_passwords_are_stored_as_hashes() -> None:
    """The store keeps only hashes of tokens and of passwords."""
    store = MemoryStore()
    accounts = Accounts(store, cheap_passwords())
    guest = await accounts.create_guest("ann")
    await accounts.register(guest.player, guest.info, "ann", GOOD)
    _, _, token = await accounts.login("ann", GOOD, ClientInfo("h", address="here"))
    kept = repr(await store.people.read(lambda c: list(c.connection.iterdump())))
    assert hash_token(token) in kept
    assert "$argon2id$" in kept
    assert not any(secret in kept for secret in (token, str(guest.token), GOOD))


@pytest.mark.parametrize("name", ["ann", "nobody"])
async def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(server: InProcessServer, name: str) -> None:
    """The answer does not tell which names exist."""
    await registered(server, "ann")
    answer = await say(server.connect("eve"), "login", name=name, password="wrong horse")
    assert (answer.code, answer.message) == ("wrong_password", "there is no account with that name and password")


async def test_a_login_to_an_unknown_name_computes_a_hash() -> None:
    """The time of an answer does not tell which names exist."""
    checked = cheap_passwords()
    kept = await checked.hash("nobody's")
    assert await checked.verify(kept, "nobody's")
    assert not await checked.verify(None, "nobody's")
    assert not await checked.verify(None, "anything")


async def test_failed_logins_are_limited(server: InProcessServer) -> None:
    """After some failures even the right password must wait, but not from another address."""
    await registered(server, "ann")
    eve = server.connect("eve")
    for _ in range(MAX_PAIR):
        assert (await say(eve, "login", name="ann", password="wrong")).code == "wrong_password"
    answer = await say(eve, "login", name="ann", password=GOOD)
    assert answer.code == "too_many"
    assert 0 < answer.retry_after_s <= 300
    assert "try again in" in answer.hint
    other = server.connect("other")
    other.connection.info.address = "198.51.100.1"
    assert (await say(other, "login", name="ann", password=GOOD)).t == "accepted"


async def test_the_addresses_of_a_network_count_as_one(server: InProcessServer) -> None:
    """A client of an IPv6 network with many addresses has no more attempts than another."""
    await registered(server, "ann")
    answers = []
    for i in range(MAX_PAIR + 1):
        eve = server.connect(f"eve{i}")
        eve.connection.info.address = f"2001:db8:0:1::{i:x}"
        answers.append((await say(eve, "login", name="ann", password="wrong")).code)
    assert answers == [*["wrong_password"] * MAX_PAIR, "too_many"]


async def test_failures_from_elsewhere_do_not_lock_the_owner_out(server: InProcessServer) -> None:
    """The owner logs in from a place where it was before, or with a client that has a token of the account."""
    ann = await registered(server, "ann")
    for i in range(MAX_NAME):
        eve = server.connect(f"eve{i}")
        eve.connection.info.address = f"198.51.100.{i}"
        assert (await say(eve, "login", name="ann", password="wrong")).code == "wrong_password"
    home, abroad = server.connect("home"), server.connect("abroad")
    abroad.connection.info.address = "203.0.113.9"
    assert (await say(home, "login", name="ann", password=GOOD)).t == "accepted"
    assert (await say(abroad, "login", name="ann", password=GOOD)).code == "too_many"
    ann.connection.info.address = "203.0.113.9"
    assert (await say(ann, "change_password", old=GOOD, new="battery staple")).t == "accepted"


@pytest.mark.parametrize(
    "password", ["short", "password1", "aaaaaaaaaaaa", "annabella", "ANNABELLA", "annabellaannabella"]
)
async def test_weak_passwords_are_refused(server: InProcessServer, password: str) -> None:
    """A password may not be short, common, monotonous, or the name itself."""
    answer = await say(server.connect("guest"), "register", name="annabella", password=password)
    assert answer.code == "bad_password"
    assert answer.hint


@pytest.mark.parametrize("name", ["\u0251lice", "\u13aalice", "\ua4eelice", "\u1d00lice", "alice\u0301\u0302"])
async def test_no_guest_looks_like_an_account(server: InProcessServer, name: str) -> None:
    """A guest cannot arrive with a name that looks like that of an account, or take it later."""
    await registered(server, "alice")
    with pytest.raises(CommandRefused) as caught:
        await server.people.accounts.create_guest(name)
    assert caught.value.code == "name_taken"
    assert (await say(server.connect("guest"), "rename", name=name)).code == "name_taken"


@pytest.mark.parametrize("name", ["\u3164\u3164", "a\u2800b", "e" + "\u0301" * 31])
async def test_no_guest_has_an_invisible_name(server: InProcessServer, name: str) -> None:
    """Blanks that look like nothing and piles of accents are refused at hello, rename and register."""
    with pytest.raises(CommandRefused) as caught:
        await server.people.accounts.create_guest(name)
    assert (caught.value.code, caught.value.hint) == ("bad_name", "take another name")
    for t, fields in (("rename", {}), ("register", {"password": GOOD})):
        assert (await say(server.connect("guest"), t, name=name, **fields)).code == "bad_name"


@pytest.mark.parametrize("name", ["level:5", "Stufe 5", "leve1:5", "alphabeta depth 4", "Kibitz", "@ann", "Engine Ann"])
async def test_no_player_borrows_the_name_of_an_engine_or_the_server(server: InProcessServer, name: str) -> None:
    """Hello, rename, register, the name of a bot and that of a side refuse it, and no seat can be kept for it."""
    with pytest.raises(CommandRefused) as caught:
        await server.people.accounts.create_guest(name)
    assert caught.value.code == "bad_name"
    guest, owner = server.connect("guest"), await registered(server, "owner")
    assert (await say(guest, "rename", name=name)).code == "bad_name"
    assert (await say(guest, "register", name=name, password=GOOD)).code == "bad_name"
    assert (await say(owner, "make_bot", name=name)).code == "bad_name"
    sides = [{"kind": "me", "label": name}, {"kind": "me", "label": "Bob"}]
    assert guest.ask("create", game="tictactoe", seats=sides).code == "bad_name"
    kept = [{"kind": "me"}, {"kind": "invite", "name": name}]
    assert guest.ask("create", game="tictactoe", seats=kept).code == "unknown_player"


@pytest.mark.parametrize("name", ["level:5", "Stufe 5", "Kibitz", "@ann"])
async def test_a_name_from_an_older_server_locks_no_one_out(server: InProcessServer, name: str) -> None:
    """A guest gets another name and stays the same player; an account keeps its name, which lists mark with an @."""
    accounts, db = server.people.accounts, server.store.people
    server.store.save_guest(StoredGuest("old-guest", name, hash_token("guest-token"), 0.0))
    found = await accounts.authenticate("guest-token")
    assert found is not None
    assert (found.player.id, found.player.account) == ("old-guest", False)
    assert found.player.name.startswith("guest-")
    again = await accounts.authenticate("guest-token")
    assert again is not None
    assert again.player == found.player
    old = Account("old-account", name, skeleton(name), await cheap_passwords().hash(GOOD), "player", None, 0.0)
    db.note(partial(people.add, record=old))
    account, _, token = await accounts.login(name, GOOD, ClientInfo("h", address="here"))
    arrived = await accounts.authenticate(token)
    assert arrived is not None
    assert (account.id, arrived.player) == ("old-account", Human("old-account", name, account=True))


async def test_skeletons_of_an_older_server_are_computed_again(server: InProcessServer) -> None:
    """The owner can log in by the new skeleton. Of two accounts that look alike, the older one has it."""
    accounts, db = server.people.accounts, server.store.people
    old = [("\u0251da", "alpha", 2.0), ("ada", "ada", 1.0), ("\u0251nn", "other", 3.0)]
    for name, looks, at in old:
        account = Account(f"id-{looks}", name, looks, await cheap_passwords().hash(GOOD), "player", None, at)
        db.note(partial(people.add, record=account))
    with structlog.testing.capture_logs() as logged:
        assert await accounts.refresh_skeletons() == 1
    assert [line["account"] for line in logged] == ["\u0251da"]
    found, _, _ = await accounts.login("\u0251nn", GOOD, ClientInfo("h", address="here"))
    assert found.id == "id-other"
    found, _, _ = await accounts.login("ada", GOOD, ClientInfo("h", address="here"))
    assert found.id == "id-ada"
    assert await accounts.refresh_skeletons() == 0


@pytest.mark.parametrize(
    ("name", "code"),
    [("ANN", "name_taken"), ("a n n", "name_taken"), ("Αnn", "bad_name"), ("admin", "bad_name"), ("!!", "bad_name")],
)
async def test_no_two_names_look_alike(server: InProcessServer, name: str, code: str) -> None:
    """An account's name may not look like that of another account, guest or bot."""
    ann = await registered(server, "ann")
    bob = server.connect("bob")
    assert (await say(bob, "register", name=name, password=GOOD)).code == code
    assert (await say(ann, "make_bot", name=name)).code == code
    if name != "!!":
        assert (await say(bob, "rename", name=name)).code in (code, "name_taken")
        with pytest.raises(CommandRefused):
            await server.people.accounts.create_guest(name)


async def test_two_registrations_of_a_name_at_once_give_one_account(server: InProcessServer) -> None:
    """The database decides which one succeeds."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ids = [guest.send("register", name="otter", password=GOOD) for guest in (ann, bob)]
    await server.people.settled()
    answers = [next(m for m in g.received if m.id == id) for g, id in zip((ann, bob), ids, strict=True)]
    assert sorted(answer.t for answer in answers) == ["accepted", "refused"]
    assert next(answer.code for answer in answers if answer.t == "refused") == "name_taken"


async def test_a_guest_can_rename_itself(server: InProcessServer) -> None:
    """A guest can change its name any number of times, an account cannot."""
    ann = server.connect("ann")
    assert (await say(ann, "rename", name="otter")).result.you.name == "otter"
    assert ann.connection.player.name == "otter"
    assert (await say(await registered(server, "bob"), "rename", name="ben")).code == "already_account"


async def test_a_returning_guest_whose_name_is_registered_gets_another() -> None:
    """A guest does not return under the name of an account."""
    accounts = Accounts(MemoryStore(), cheap_passwords())
    old, new = await accounts.create_guest("otter"), await accounts.create_guest("somebody")
    await accounts.register(new.player, new.info, "Otter", GOOD)
    back = await accounts.authenticate(str(old.token))
    assert back is not None
    assert back.player.id == old.player.id
    assert back.player.name.startswith("guest-")


async def test_a_connected_guest_whose_name_is_registered_is_renamed(server: InProcessServer) -> None:
    """A registration renames connected guests of that name, and notifies them."""
    old, ann = server.connect("Otter"), server.connect("ann")
    await say(ann, "register", name="0tter", password=GOOD)
    assert old.connection.player.name.startswith("guest-")
    assert [m.text for m in old.received if m.t == "notice"] == [
        f"the name 0tter belongs to an account now; you are {old.connection.player.name}"
    ]
    assert ann.connection.player.name == "0tter"


async def test_sessions_are_listed_and_revoked(server: InProcessServer) -> None:
    """Each login is a session; revoking it closes its connections and invalidates its token."""
    ann = await registered(server, "ann")
    phone, desk = [(await say(server.connect(f"g{i}"), "login", name="ann", password=GOOD)).result for i in (1, 2)]
    rows = (await say(ann, "sessions")).result.sessions
    assert [row.current for row in rows].count(True) == 1
    assert {row.session for row in rows if not row.current} == {phone.session, desk.session}
    assert (await say(ann, "revoke", session="nosuch")).code == "unknown_session"
    tablet = server.connect("tablet")
    tablet.connection.player, tablet.connection.info.session_id = ann.connection.player, phone.session
    assert (await say(ann, "revoke", session=phone.session)).t == "accepted"
    assert tablet.connection.ended == (4401, "signed out")
    assert await server.people.accounts.authenticate(phone.token) is None
    assert await server.people.accounts.authenticate(desk.token) is not None
    await say(ann, "revoke", session=None)
    assert await server.people.accounts.authenticate(desk.token) is None
    assert len((await say(ann, "sessions")).result.sessions) == 1
    assert ann.connection.ended is None


async def test_logging_out_ends_this_session(server: InProcessServer) -> None:
    """The answer comes before the close."""
    ann = await registered(server, "ann")
    assert (await say(ann, "logout")).t == "accepted"
    assert ann.connection.ended == (4401, "signed out")


async def test_a_new_password_ends_the_other_sessions(server: InProcessServer) -> None:
    """Changing the password revokes all other sessions."""
    ann = await registered(server, "ann")
    other = (await say(server.connect("g"), "login", name="ann", password=GOOD)).result
    assert (await say(ann, "change_password", old="wrong", new="battery staple")).code == "wrong_password"
    assert (await say(ann, "change_password", old=GOOD, new="short")).code == "bad_password"
    assert (await say(ann, "change_password", old=GOOD, new="battery staple")).t == "accepted"
    assert await server.people.accounts.authenticate(other.token) is None
    assert (await say(server.connect("g"), "login", name="ann", password=GOOD)).code == "wrong_password"
    assert (await say(server.connect("g"), "login", name="ann", password="battery staple")).t == "accepted"


@pytest.mark.parametrize(
    ("t", "fields"),
    [
        ("sessions", {}),
        ("logout", {}),
        ("revoke", {"session": None}),
        ("change_password", {"old": GOOD, "new": GOOD}),
        ("make_bot", {"name": "robot"}),
        ("bots", {}),
        ("renew_bot", {"bot": "robot"}),
        ("revoke_bot", {"bot": "robot"}),
    ],
)
async def test_some_commands_need_an_account(server: InProcessServer, t: str, fields: dict[str, Any]) -> None:
    """The refusal tells a guest how to register."""
    answer = await say(server.connect("ann"), t, **fields)
    assert answer.code == "not_account"
    assert "kibitz account register" in answer.hint


async def test_an_account_creates_bots(server: InProcessServer) -> None:
    """Only the owner of a bot can renew and revoke its token."""
    ann, bob = await registered(server, "ann"), await registered(server, "bob")
    made = (await say(ann, "make_bot", name="Annbot")).result
    assert (made.bot.role, made.bot.account) == ("bot", True)
    arrival = await server.people.accounts.authenticate(made.token)
    assert arrival is not None
    assert arrival.player.bot
    assert [row.bot.name for row in (await say(ann, "bots")).result.bots] == ["Annbot"]
    assert (await say(bob, "renew_bot", bot="annbot")).code == "unknown_player"
    renewed = (await say(ann, "renew_bot", bot="annbot")).result
    assert await server.people.accounts.authenticate(made.token) is None
    assert (await say(ann, "revoke_bot", bot=made.bot.id)).t == "accepted"
    assert await server.people.accounts.authenticate(renewed.token) is None
    assert (await say(ann, "bots")).result.bots[0].seen_at is None
    assert (await say(bob, "login", name="annbot", password=GOOD)).code == "wrong_password"


async def test_a_bot_plays_over_one_connection(server: InProcessServer) -> None:
    """A new connection of a bot closes the old one; players may have several connections."""
    ann = await registered(server, "ann")
    made = (await say(ann, "make_bot", name="Annbot")).result
    arrival = await server.people.accounts.authenticate(made.token)
    assert arrival is not None
    old, new, window = server.connect("x"), server.connect("y"), server.connect("z")
    for guest in (old, new):
        guest.connection.player = arrival.player
        server.people.connected(guest.connection)
    window.connection.player = ann.connection.player
    server.people.connected(window.connection)
    assert old.connection.ended == (4409, "this bot was opened elsewhere")
    assert new.connection.ended is None
    assert ann.connection.ended is None
    assert (await say(new, "make_bot", name="Botbot")).code == "not_allowed"


async def test_bots_of_an_account_are_limited(server: InProcessServer) -> None:
    """One account cannot take all names."""
    ann = await registered(server, "ann")
    answers = [await say(ann, "make_bot", name=f"robot {i}") for i in "abcdefghijkmnopqr"]
    assert [answer.t for answer in answers] == ["accepted"] * 16 + ["refused"]
    assert answers[-1].code == "too_many"


async def test_concurrent_password_hashes_are_limited() -> None:
    """Each hash takes 64 MiB and half a second, so only some may wait."""
    crowd = cheap_passwords()
    results = await asyncio.gather(*(crowd.hash("x") for _ in range(passwords.MAX_WAITING + 3)), return_exceptions=True)
    turned_away = [result for result in results if isinstance(result, CommandRefused)]
    assert len(turned_away) == 3
    assert all(denied.code == "busy" and denied.retry_after_s for denied in turned_away)


async def test_sessions_of_an_account_are_limited() -> None:
    """A login above the limit revokes the least recently used session."""
    clock = [1000.0]
    accounts = Accounts(MemoryStore(), cheap_passwords(), lambda: clock[0])
    guest = await accounts.create_guest("ann")
    player, info, first = await accounts.register(guest.player, guest.info, "ann", GOOD)
    tokens = []
    for _ in range(50):
        clock[0] += 1
        tokens.append((await accounts.login("ann", GOOD, ClientInfo("h", address="here")))[2])
    assert len(await accounts.sessions(player)) == 50
    assert await accounts.authenticate(str(first)) is None
    assert await accounts.authenticate(tokens[0]) is not None
    assert info.session_id not in {session.id for session in await accounts.sessions(player)}


async def test_the_last_use_of_a_session_is_stored_at_intervals() -> None:
    """Connections within the interval write nothing to the database."""
    clock = [1000.0]
    accounts = Accounts(MemoryStore(), cheap_passwords(), lambda: clock[0])
    guest = await accounts.create_guest("ann")
    player, _, token = await accounts.register(guest.player, guest.info, "ann", GOOD)
    for later, seen in ((30.0, 1000.0), (700.0, 1700.0)):
        clock[0] = 1000.0 + later
        await accounts.authenticate(str(token))
        assert [session.seen_at for session in await accounts.sessions(player)] == [seen]
