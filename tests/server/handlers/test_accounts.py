"""Guests, accounts, sessions and bots, as those who ask are answered."""

import asyncio
from typing import Any

import pytest

from kibitz_server.accounts import passwords
from kibitz_server.accounts.accounts import Accounts
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import hash_token
from kibitz_server.accounts.login_throttle import MOST_PAIR
from kibitz_server.store import MemoryStore
from kibitz_server.telemetry.redact import TOKEN_PREFIX
from tests.fakes import cheap_passwords
from tests.server.conftest import Guest, House

GOOD = "correct horse"


async def say(guest: Guest, t: str, **fields: Any) -> Any:
    """Send a command about people, and wait for its answer."""
    id = guest.ask(t, **fields)
    await guest.house.people.settled()
    return next(m for m in guest.heard if m.t in ("accepted", "refused") and m.id == id)


async def registered(house: House, name: str) -> Guest:
    """Someone with an account."""
    guest = house.enter(name)
    assert (await say(guest, "register", name=name, password=GOOD)).t == "accepted"
    return guest


async def test_a_guest_becomes_an_account_and_stays_the_player(house: House) -> None:
    """The id stays, so the seat in a running match does too; every connection of the guest is the account's now."""
    ann, again, bob = house.enter("ann"), house.enter("ann"), house.enter("bob")
    code = ann.host()
    bob.say("join", match=code)
    answer = await say(ann, "register", name="Ann the Otter", password=GOOD)
    assert answer.result.you.model_dump() == {
        "id": "id-ann",
        "name": "Ann the Otter",
        "account": True,
        "role": "player",
    }
    assert again.listener.player.account
    assert ann.say("move", match=code, ply=0, move="b2").t == "accepted"
    assert (await say(ann, "register", name="again", password=GOOD)).code == "already_account"


async def test_a_password_gets_a_token(house: House) -> None:
    """Log in from anywhere with name and password, and the token is the account."""
    await registered(house, "ann")
    elsewhere = house.enter("someone")
    answer = await say(elsewhere, "login", name=" ANN ", password=GOOD)
    assert answer.result.you.id == "id-ann"
    assert answer.result.token.startswith(TOKEN_PREFIX)
    arrival = await house.people.accounts.authenticate(answer.result.token)
    assert arrival is not None
    assert (arrival.player.id, arrival.player.account, arrival.token) == ("id-ann", True, None)
    assert arrival.info.session_id == answer.result.session


async def test_the_token_is_nowhere_to_be_found() -> None:
    """Only hashes are kept, of tokens and of passwords."""
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
async def test_a_wrong_password_and_an_unknown_name_are_one_thing(house: House, name: str) -> None:
    """Nobody learns which names there are."""
    await registered(house, "ann")
    answer = await say(house.enter("eve"), "login", name=name, password="wrong horse")
    assert (answer.code, answer.message) == ("wrong_password", "there is no account with that name and password")


async def test_an_unknown_name_costs_a_hash_as_well() -> None:
    """The time of an answer tells nothing: for nobody's password one is checked that never fits."""
    checked = cheap_passwords()
    kept = await checked.hash("nobody's")
    assert await checked.verify(kept, "nobody's")
    assert not await checked.verify(None, "nobody's")
    assert not await checked.verify(None, "anything")


async def test_passwords_can_be_tried_only_so_often(house: House) -> None:
    """After some failures even the right one waits, for as long as the refusal says; from elsewhere it does not."""
    await registered(house, "ann")
    eve = house.enter("eve")
    for _ in range(MOST_PAIR):
        assert (await say(eve, "login", name="ann", password="wrong")).code == "wrong_password"
    answer = await say(eve, "login", name="ann", password=GOOD)
    assert answer.code == "too_many"
    assert 0 < answer.retry_after_s <= 300
    assert "try again in" in answer.hint
    other = house.enter("other")
    other.listener.badge.address = "198.51.100.1"
    assert (await say(other, "login", name="ann", password=GOOD)).t == "accepted"


@pytest.mark.parametrize(
    "password", ["short", "password1", "aaaaaaaaaaaa", "annabella", "ANNABELLA", "annabellaannabella"]
)
async def test_a_password_that_is_tried_first_is_refused(house: House, password: str) -> None:
    """Short, common, monotonous, or the name itself."""
    answer = await say(house.enter("guest"), "register", name="annabella", password=password)
    assert answer.code == "bad_password"
    assert answer.hint


@pytest.mark.parametrize(
    ("name", "code"),
    [("ANN", "name_taken"), ("a n n", "name_taken"), ("Αnn", "bad_name"), ("admin", "bad_name"), ("!!", "bad_name")],
)
async def test_a_name_belongs_to_one_account(house: House, name: str, code: str) -> None:
    """Another may not even look like it; for a guest's name and a bot's the same holds."""
    ann = await registered(house, "ann")
    bob = house.enter("bob")
    assert (await say(bob, "register", name=name, password=GOOD)).code == code
    assert (await say(ann, "make_bot", name=name)).code == code
    if name != "!!":
        assert (await say(bob, "rename", name=name)).code in (code, "name_taken")
        with pytest.raises(CommandRefused):
            await house.people.accounts.create_guest(name)


async def test_two_who_take_a_name_at_once_do_not_both_get_it(house: House) -> None:
    """The database decides."""
    ann, bob = house.enter("ann"), house.enter("bob")
    ids = [guest.ask("register", name="otter", password=GOOD) for guest in (ann, bob)]
    await house.people.settled()
    answers = [next(m for m in g.heard if m.id == id) for g, id in zip((ann, bob), ids, strict=True)]
    assert sorted(answer.t for answer in answers) == ["accepted", "refused"]
    assert next(answer.code for answer in answers if answer.t == "refused") == "name_taken"


async def test_a_guest_goes_by_another_name(house: House) -> None:
    """As often as they like; an account keeps its name."""
    ann = house.enter("ann")
    assert (await say(ann, "rename", name="otter")).result.you.name == "otter"
    assert ann.listener.player.name == "otter"
    assert (await say(await registered(house, "bob"), "rename", name="ben")).code == "already_account"


async def test_a_guest_whose_name_was_registered_gets_another() -> None:
    """Who comes back to a name that is an account's by now is not taken for it."""
    accounts = Accounts(MemoryStore(), cheap_passwords())
    old, new = await accounts.create_guest("otter"), await accounts.create_guest("somebody")
    await accounts.register(new.player, new.info, "Otter", GOOD)
    back = await accounts.authenticate(str(old.token))
    assert back is not None
    assert back.player.id == old.player.id
    assert back.player.name.startswith("guest-")


async def test_a_guest_who_is_there_makes_way_for_an_account(house: House) -> None:
    """The name of somebody who is online becomes another's: they are told what they are called now."""
    old, ann = house.enter("Otter"), house.enter("ann")
    await say(ann, "register", name="0tter", password=GOOD)
    assert old.listener.player.name.startswith("guest-")
    assert [m.text for m in old.heard if m.t == "notice"] == [
        f"the name 0tter belongs to an account now; you are {old.listener.player.name}"
    ]
    assert ann.listener.player.name == "0tter"


async def test_sessions_are_listed_and_revoked(house: House) -> None:
    """Each login is one; revoked, its connections end and its token is nobody's."""
    ann = await registered(house, "ann")
    phone, desk = [(await say(house.enter(f"g{i}"), "login", name="ann", password=GOOD)).result for i in (1, 2)]
    rows = (await say(ann, "sessions")).result.sessions
    assert [row.current for row in rows].count(True) == 1
    assert {row.session for row in rows if not row.current} == {phone.session, desk.session}
    assert (await say(ann, "revoke", session="nosuch")).code == "unknown_session"
    tablet = house.enter("tablet")
    tablet.listener.player, tablet.listener.badge.session_id = ann.listener.player, phone.session
    assert (await say(ann, "revoke", session=phone.session)).t == "accepted"
    assert tablet.listener.ended == (4401, "signed out")
    assert await house.people.accounts.authenticate(phone.token) is None
    assert await house.people.accounts.authenticate(desk.token) is not None
    await say(ann, "revoke", session=None)
    assert await house.people.accounts.authenticate(desk.token) is None
    assert len((await say(ann, "sessions")).result.sessions) == 1
    assert ann.listener.ended is None


async def test_logging_out_ends_this_session(house: House) -> None:
    """The answer comes first, then the end."""
    ann = await registered(house, "ann")
    assert (await say(ann, "logout")).t == "accepted"
    assert ann.listener.ended == (4401, "signed out")


async def test_a_new_password_signs_everyone_else_out(house: House) -> None:
    """Whoever knew the old one is out, and has to know the new one."""
    ann = await registered(house, "ann")
    other = (await say(house.enter("g"), "login", name="ann", password=GOOD)).result
    assert (await say(ann, "change_password", old="wrong", new="battery staple")).code == "wrong_password"
    assert (await say(ann, "change_password", old=GOOD, new="short")).code == "bad_password"
    assert (await say(ann, "change_password", old=GOOD, new="battery staple")).t == "accepted"
    assert await house.people.accounts.authenticate(other.token) is None
    assert (await say(house.enter("g"), "login", name="ann", password=GOOD)).code == "wrong_password"
    assert (await say(house.enter("g"), "login", name="ann", password="battery staple")).t == "accepted"


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
async def test_some_things_need_an_account(house: House, t: str, fields: dict[str, Any]) -> None:
    """A guest is told how to get one."""
    answer = await say(house.enter("ann"), t, **fields)
    assert answer.code == "not_account"
    assert "kibitz account register" in answer.hint


async def test_an_account_makes_bots(house: House) -> None:
    """A bot has a name and a token of its own, which its owner renews and revokes; nobody else does."""
    ann, bob = await registered(house, "ann"), await registered(house, "bob")
    made = (await say(ann, "make_bot", name="Annbot")).result
    assert (made.bot.role, made.bot.account) == ("bot", True)
    arrival = await house.people.accounts.authenticate(made.token)
    assert arrival is not None
    assert arrival.player.bot
    assert [row.bot.name for row in (await say(ann, "bots")).result.bots] == ["Annbot"]
    assert (await say(bob, "renew_bot", bot="annbot")).code == "unknown_player"
    renewed = (await say(ann, "renew_bot", bot="annbot")).result
    assert await house.people.accounts.authenticate(made.token) is None
    assert (await say(ann, "revoke_bot", bot=made.bot.id)).t == "accepted"
    assert await house.people.accounts.authenticate(renewed.token) is None
    assert (await say(ann, "bots")).result.bots[0].seen_at is None
    assert (await say(bob, "login", name="annbot", password=GOOD)).code == "wrong_password"


async def test_a_bot_plays_over_one_connection(house: House) -> None:
    """The newer one takes over; a bot makes no bots, and people may watch from as many places as they like."""
    ann = await registered(house, "ann")
    made = (await say(ann, "make_bot", name="Annbot")).result
    arrival = await house.people.accounts.authenticate(made.token)
    assert arrival is not None
    old, new, window = house.enter("x"), house.enter("y"), house.enter("z")
    for guest in (old, new):
        guest.listener.player = arrival.player
        house.people.arrived(guest.listener)
    window.listener.player = ann.listener.player
    house.people.arrived(window.listener)
    assert old.listener.ended == (4409, "this bot was opened elsewhere")
    assert new.listener.ended is None
    assert ann.listener.ended is None
    assert (await say(new, "make_bot", name="Botbot")).code == "not_allowed"


async def test_bots_are_bounded(house: House) -> None:
    """One account cannot take all names."""
    ann = await registered(house, "ann")
    answers = [await say(ann, "make_bot", name=f"robot {i}") for i in "abcdefghijkmnopqr"]
    assert [answer.t for answer in answers] == ["accepted"] * 16 + ["refused"]
    assert answers[-1].code == "too_many"


async def test_a_crowd_of_passwords_is_turned_away() -> None:
    """Each takes 64 MiB and half a second, so only some may wait."""
    crowd = cheap_passwords()
    results = await asyncio.gather(
        *(crowd.hash("x") for _ in range(passwords.MOST_WAITING + 3)), return_exceptions=True
    )
    turned_away = [result for result in results if isinstance(result, CommandRefused)]
    assert len(turned_away) == 3
    assert all(denied.code == "busy" and denied.retry_after_s for denied in turned_away)


async def test_a_person_is_not_signed_in_for_ever() -> None:
    """The sessions of an account are bounded; the one that was used least recently makes room."""
    clock = [1000.0]
    accounts = Accounts(MemoryStore(), cheap_passwords(), lambda: clock[0])
    guest = await accounts.create_guest("ann")
    player, badge = await accounts.register(guest.player, guest.info, "ann", GOOD)
    tokens = []
    for _ in range(50):
        clock[0] += 1
        tokens.append((await accounts.login("ann", GOOD, ClientInfo("h", address="here")))[2])
    assert len(await accounts.sessions(player)) == 50
    assert await accounts.authenticate(str(guest.token)) is None
    assert await accounts.authenticate(tokens[0]) is not None
    assert badge.session_id not in {session.id for session in await accounts.sessions(player)}


async def test_the_last_use_of_a_session_is_noted_now_and_then() -> None:
    """Not at every connection, which would be a write each."""
    clock = [1000.0]
    accounts = Accounts(MemoryStore(), cheap_passwords(), lambda: clock[0])
    guest = await accounts.create_guest("ann")
    player, _ = await accounts.register(guest.player, guest.info, "ann", GOOD)
    for later, seen in ((30.0, 1000.0), (700.0, 1700.0)):
        clock[0] = 1000.0 + later
        await accounts.authenticate(str(guest.token))
        assert [session.seen_at for session in await accounts.sessions(player)] == [seen]
