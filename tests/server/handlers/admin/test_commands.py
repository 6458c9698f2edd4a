"""The command `admin`: who may do what, what it does, and that it is written down."""

import asyncio
from typing import Any

import pytest
import structlog.testing

from tests.server.conftest import Guest, House
from tests.server.handlers.test_accounts import GOOD, registered, say


async def do(guest: Guest, kind: str, **fields: Any) -> Any:
    """Do an action; gives the answer."""
    guest.listener.take()
    id = guest.ask("admin", action={"kind": kind, **fields})
    while guest.house.store.waiting or guest.house.people._tasks:
        guest.house.store.commit()
        await settled()
    return next(m for m in guest.heard if m.t in ("accepted", "refused") and m.id == id)


async def settled() -> None:
    """Let tasks run until they wait for the store or are done."""
    for _ in range(20):
        await asyncio.sleep(0)


def promoted(house: House, name: str, role: str) -> Guest:
    """Someone with a role."""
    guest = house.enter(name)
    guest.listener.badge.role = role
    return guest


ACTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("players", {}, "moderator"),
    ("connections", {}, "moderator"),
    ("matches", {}, "moderator"),
    ("sanctions", {}, "moderator"),
    ("end", {"match": "NOPE42"}, "moderator"),
    ("mute", {"player": "eve"}, "moderator"),
    ("unmute", {"player": "eve"}, "moderator"),
    ("ban", {"target": "eve"}, "admin"),
    ("unban", {"target": "eve"}, "admin"),
    ("announce", {"text": "hello"}, "admin"),
    ("drain", {"on": True}, "admin"),
    ("role", {"player": "eve", "role": "moderator"}, "admin"),
    ("audit", {}, "admin"),
]


@pytest.mark.parametrize(("kind", "fields", "least"), ACTIONS)
@pytest.mark.parametrize("role", ["player", "bot", "moderator", "admin"])
async def test_each_role_may_do_its_part(
    house: House, kind: str, fields: dict[str, Any], least: str, role: str
) -> None:
    """Players and bots nothing, moderators what matches and talk need, admins all."""
    house.enter("eve")
    answer = await do(promoted(house, "mod", role), kind, **fields)
    allowed = role == "admin" or role == least
    assert (getattr(answer, "code", None) != "not_allowed") == allowed
    if not allowed:
        assert "kibitz-server admin token" in answer.hint


async def test_players_connections_and_matches_are_listed(house: House) -> None:
    """One row a player, one a connection, and matches that the lobby does not show; addresses for admins alone."""
    ann, _, bob = house.enter("ann"), house.enter("ann"), house.enter("bob")
    code = ann.host(visibility="unlisted")
    bob.say("join", match=code)
    admin, mod = promoted(house, "root1", "admin"), promoted(house, "mod", "moderator")
    players = {row.player.name: row for row in (await do(admin, "players")).result.players}
    assert (players["ann"].connections, players["ann"].playing, players["bob"].playing) == (2, 1, 1)
    assert [row.address for row in (await do(admin, "connections")).result.connections] == ["192.0.2.1"] * 5
    assert {row.address for row in (await do(mod, "connections")).result.connections} == {""}
    assert [row.code for row in (await do(mod, "matches")).result.matches] == [code]


async def test_a_match_is_ended_with_a_reason(house: House) -> None:
    """Its players hear it, and it is over."""
    ann, mod = house.enter("ann"), promoted(house, "mod", "moderator")
    code = ann.host()
    assert (await do(mod, "end", match=code, reason="spam")).t == "accepted"
    aborted = [m for m in ann.heard if m.t == "event"][-1]
    assert aborted.event.reason == "ended by a moderator: spam"
    assert (await do(mod, "end", match=code)).code == "not_running"
    assert (await do(mod, "end", match="NOPE42")).code == "unknown_match"


async def test_a_muted_player_plays_on_in_silence(house: House) -> None:
    """Chat is refused with the time to wait, moves are not; unmuted, they speak again."""
    eve, mod = house.enter("eve"), promoted(house, "mod", "moderator")
    code = eve.host()
    shown = (await do(mod, "mute", player="EVE", for_s=60, reason="rude")).result.sanctions
    assert [(row.sanction, row.target, row.by) for row in shown] == [("mute", "eve", "mod")]
    answer = eve.say("chat", match=code, text="hello")
    assert answer.code == "muted"
    assert 0 < answer.retry_after_s <= 60
    assert eve.say("resign", match=code).t == "accepted"
    code = eve.host()
    assert (await do(mod, "unmute", player="eve")).t == "accepted"
    assert eve.say("chat", match=code, text="hello").t == "accepted"
    assert (await do(mod, "unmute", player="eve")).code == "unknown_sanction"


async def test_a_ban_throws_out_who_is_there(house: House) -> None:
    """By player, and by network; an admin who shares the address stays."""
    eve, ann, admin = house.enter("eve"), house.enter("ann"), promoted(house, "root1", "admin")
    assert (await do(admin, "ban", target="eve", reason="cheating")).t == "accepted"
    assert eve.listener.ended == (4403, "banned: cheating")
    assert ann.listener.ended is None
    assert (await do(admin, "ban", scope="address", target="192.0.2.99/24")).result.sanctions[
        0
    ].target == "192.0.2.0/24"
    assert ann.listener.ended == (4403, "banned")
    assert admin.listener.ended is None
    assert len((await do(admin, "sanctions")).result.sanctions) == 2
    assert (await do(admin, "unban", target="192.0.2.0/24")).t == "accepted"
    assert (await do(admin, "ban", scope="address", target="everywhere")).code == "bad_message"


async def test_whom_it_is_about_must_be_clear(house: House) -> None:
    """Nobody of that name, two guests of one, oneself, and one's betters."""
    admin, mod = promoted(house, "root1", "admin"), promoted(house, "mod", "moderator")
    twins = [house.enter("x"), house.enter("y")]
    for twin in twins:
        twin.listener.player = twin.listener.player.__class__(twin.listener.player.id, "twin")
    assert (await do(mod, "mute", player="nobody")).code == "unknown_player"
    answer = await do(mod, "mute", player="twin")
    assert (answer.code, answer.message) == ("unknown_player", "2 guests are called 'twin'")
    assert (await do(mod, "mute", player="id-x")).t == "accepted"
    assert (await do(mod, "mute", player="root1")).code == "not_allowed"
    assert (await do(admin, "ban", target="root1")).code == "not_allowed"


async def test_everyone_is_told(house: House) -> None:
    """An announcement is a notice."""
    ann, admin = house.enter("ann"), promoted(house, "root1", "admin")
    await do(admin, "announce", text="back at noon")
    assert [message.text for message in ann.heard if message.t == "notice"] == ["back at noon"]


async def test_draining_takes_no_new_matches(house: House) -> None:
    """Those that run go on, and it can be taken back."""
    ann, bob, admin = house.enter("ann"), house.enter("bob"), promoted(house, "root1", "admin")
    code = ann.host()
    await do(admin, "drain", on=True)
    seats = [{"kind": "me"}, {"kind": "open"}]
    assert ann.say("create", game="tictactoe", seats=seats).code == "draining"
    assert bob.say("join", match=code).t == "accepted"
    await do(admin, "drain", on=False)
    assert ann.say("create", game="tictactoe", seats=seats).t == "accepted"
    assert [m.text for m in bob.heard if m.t == "notice"][-1] == "matches can be made again"


async def test_an_account_is_made_a_moderator(house: House) -> None:
    """At once, and for every later connection; guests and bots cannot be."""
    ann, admin = await registered(house, "ann"), promoted(house, "root1", "admin")
    house.enter("eve")
    assert (await do(admin, "role", player="ann", role="moderator")).t == "accepted"
    assert (await do(ann, "players")).t == "accepted"
    token = (await say(house.enter("g"), "login", name="ann", password=GOOD)).result.token
    arrival = await house.people.accounts.authenticate(token)
    assert arrival is not None
    assert arrival.info.role == "moderator"
    assert (await do(admin, "role", player="eve", role="admin")).code == "not_account"


async def test_every_deed_is_written_down(house: House) -> None:
    """Who, what, to whom and why, newest first."""
    eve, admin = house.enter("eve"), promoted(house, "root1", "admin")
    code = eve.host()
    await do(admin, "mute", player="eve", for_s=60, reason="rude")
    await do(admin, "end", match=code, reason="spam")
    await do(admin, "drain", on=True)
    deeds = (await do(admin, "audit")).result.deeds
    assert [(deed.by, deed.action, deed.target, deed.detail) for deed in deeds] == [
        ("root1", "drain", "on", ""),
        ("root1", "end", code, "spam"),
        ("root1", "mute", "player eve", "rude for 60 s"),
    ]
    assert len((await do(admin, "audit", most=1)).result.deeds) == 1


async def test_what_was_refused_is_not_told_as_done(house: House) -> None:
    """Neither the log nor the audit has an unban of nobody; what was done stands in both."""
    admin = promoted(house, "root1", "admin")
    with structlog.testing.capture_logs() as logs:
        assert (await do(admin, "unban", target="nobody")).code == "unknown_sanction"
        assert (await do(admin, "unmute", player="nobody")).code == "unknown_sanction"
        assert (await do(admin, "ban", scope="name", target="eve")).t == "accepted"
        assert (await do(admin, "unban", target="eve")).t == "accepted"
    told = [(entry["by"], entry["action"]) for entry in logs if entry["event"] == "a moderator acts"]
    assert told == [("root1", "ban"), ("root1", "unban")]
    assert [deed.action for deed in (await do(admin, "audit")).result.deeds] == ["unban", "ban"]
