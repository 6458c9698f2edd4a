"""The command `admin`: roles, actions and the audit log."""

import asyncio
from typing import Any

import pytest
import structlog.testing

from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.moderation import GUESTS_MUTED_S
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.test_accounts import GOOD, registered, say


async def do(guest: FakeClient, kind: str, **fields: Any) -> Any:
    """Send an action, and return its answer."""
    guest.connection.take()
    id = guest.send("admin", action={"kind": kind, **fields})
    while guest.server.store.waiting or guest.server.people._tasks:
        guest.server.store.commit()
        await settled()
    return next(m for m in guest.received if m.t in ("accepted", "refused") and m.id == id)


async def settled() -> None:
    """Run tasks until they wait for the store or are done."""
    for _ in range(20):
        await asyncio.sleep(0)


def promoted(server: InProcessServer, name: str, role: str) -> FakeClient:
    """Return a client with a role."""
    guest = server.connect(name)
    guest.connection.info.role = role
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
    ("engines", {}, "admin"),
]


@pytest.mark.parametrize(("kind", "fields", "least"), ACTIONS)
@pytest.mark.parametrize("role", ["player", "bot", "moderator", "admin"])
async def test_each_role_has_its_actions(
    server: InProcessServer, kind: str, fields: dict[str, Any], least: str, role: str
) -> None:
    """Players and bots have no actions, moderators those of matches and chat, admins all."""
    server.connect("eve")
    answer = await do(promoted(server, "mod", role), kind, **fields)
    allowed = role == "admin" or role == least
    assert (getattr(answer, "code", None) != "not_allowed") == allowed
    if not allowed:
        assert "kibitz-server admin token" in answer.hint


async def test_players_connections_and_matches_are_listed(server: InProcessServer) -> None:
    """The lists include unlisted matches, and addresses for admins only."""
    ann, _, bob = server.connect("ann"), server.connect("ann"), server.connect("bob")
    code = ann.host(visibility="unlisted")
    bob.ask("join", match=code)
    admin, mod = promoted(server, "root1", "admin"), promoted(server, "mod", "moderator")
    players = {row.player.name: row for row in (await do(admin, "players")).result.players}
    assert (players["ann"].connections, players["ann"].playing, players["bob"].playing) == (2, 1, 1)
    assert [row.address for row in (await do(admin, "connections")).result.connections] == ["192.0.2.1"] * 5
    assert {row.address for row in (await do(mod, "connections")).result.connections} == {""}
    assert [row.code for row in (await do(mod, "matches")).result.matches] == [code]


async def test_a_match_is_ended_with_a_reason(server: InProcessServer) -> None:
    """Players receive the reason, and the match is over."""
    ann, mod = server.connect("ann"), promoted(server, "mod", "moderator")
    code = ann.host()
    assert (await do(mod, "end", match=code, reason="spam")).t == "accepted"
    aborted = [m for m in ann.received if m.t == "event"][-1]
    assert aborted.event.reason == "ended by a moderator: spam"
    assert (await do(mod, "end", match=code)).code == "not_running"
    assert (await do(mod, "end", match="NOPE42")).code == "unknown_match"


async def test_a_muted_player_can_play_but_not_chat(server: InProcessServer) -> None:
    """Chat is refused with the time to wait until the player is unmuted."""
    eve, mod = server.connect("eve"), promoted(server, "mod", "moderator")
    code = eve.host()
    shown = (await do(mod, "mute", player="EVE", for_s=60, reason="rude")).result.sanctions
    assert [(row.sanction, row.scope, row.target, row.by) for row in shown] == [
        ("mute", "player", "eve", "mod"),
        ("mute", "address", "eve", "mod"),
    ]
    answer = eve.ask("chat", match=code, text="hello")
    assert answer.code == "muted"
    assert 0 < answer.retry_after_s <= 60
    assert eve.ask("resign", match=code).t == "accepted"
    code = eve.host()
    assert (await do(mod, "unmute", player="eve")).t == "accepted"
    assert eve.ask("chat", match=code, text="hello").t == "accepted"
    assert (await do(mod, "unmute", player="eve")).code == "unknown_sanction"


async def test_a_ban_closes_connections(server: InProcessServer) -> None:
    """A ban of a player or a network closes its connections, except those of admins."""
    eve, ann, admin = server.connect("eve"), server.connect("ann"), promoted(server, "root1", "admin")
    admin.connection.info.address = "203.0.113.7"
    other = promoted(server, "root2", "admin")
    assert (await do(admin, "ban", target="eve", reason="cheating")).t == "accepted"
    assert eve.connection.ended == (4403, "banned: cheating")
    assert ann.connection.ended is None
    assert (await do(admin, "ban", scope="address", target="192.0.2.99/24")).result.sanctions[
        0
    ].target == "192.0.2.0/24"
    assert ann.connection.ended == (4403, "banned")
    assert other.connection.ended is None
    assert len((await do(admin, "sanctions")).result.sanctions) == 2
    assert (await do(admin, "unban", target="192.0.2.0/24")).t == "accepted"
    assert (await do(admin, "ban", scope="address", target="everywhere")).code == "bad_message"


async def test_a_muted_guest_stays_muted_as_another_guest(server: InProcessServer) -> None:
    """For a day at most, all guests at the address are muted, also in the lobby, and cannot register. Accounts chat."""
    ann = await registered(server, "ann")
    eve, mod = server.connect("eve"), promoted(server, "mod", "moderator")
    eve.connection.info.address = "2001:db8::1"
    assert (await do(mod, "mute", player="eve")).t == "accepted"
    again, elsewhere = server.connect("eva"), server.connect("bob")
    again.connection.info.address = ann.connection.info.address = "2001:db8::2"
    for client, code in ((again, "muted"), (elsewhere, None), (ann, None)):
        client.ask("lobby_chat")
        assert getattr(client.ask("lobby_say", text="hi"), "code", None) == code
        assert getattr(client.ask("chat", match=client.host(), text="hi"), "code", None) == code
    assert (await say(again, "register", name="eva", password=GOOD)).code == "muted"
    rows = {row.player.name: row.muted for row in (await do(mod, "players")).result.players}
    assert (rows["eve"], rows["eva"], rows["bob"], rows["ann"]) == (True, True, False, False)
    untils = [row.until and row.until - row.at for row in (await do(mod, "sanctions")).result.sanctions]
    assert untils == [None, GUESTS_MUTED_S]
    assert (await do(mod, "unmute", player="eve")).t == "accepted"
    assert again.ask("lobby_say", text="hi").t == "accepted"


async def test_a_banned_name_cannot_be_taken(server: InProcessServer) -> None:
    """Neither a new name nor an account nor a bot may have a banned name, or one that looks like it."""
    admin, ann = promoted(server, "root1", "admin"), await registered(server, "ann")
    assert (await do(admin, "ban", scope="name", target="eve")).t == "accepted"
    guest = server.connect("guest")
    for client, t, fields in (
        (guest, "rename", {"name": "Eve"}),
        (guest, "register", {"name": "E v e", "password": GOOD}),
        (ann, "make_bot", {"name": "eve"}),
    ):
        answer = await say(client, t, **fields)
        assert (answer.code, answer.hint) == ("bad_name", "take another name")
        assert "is banned from this server" in answer.message


async def test_the_bots_of_a_banned_account_are_banned(server: InProcessServer) -> None:
    """The ban of an account by id or by name disconnects its bots, and refuses them later."""
    for scope in ("player", "name"):
        owner = await registered(server, f"owner {scope}")
        token = (await say(owner, "make_bot", name=f"bot {scope}")).result.token
        arrival = await server.people.accounts.authenticate(token)
        assert arrival is not None
        bot = server.connect(f"bot {scope}", account=True, bot=True)
        bot.connection.info = arrival.info
        assert (
            await do(promoted(server, "root1", "admin"), "ban", scope=scope, target=f"owner {scope}")
        ).t == "accepted"
        assert bot.connection.ended == (4403, "banned")
        with pytest.raises(CommandRefused):
            server.people.moderation.check_not_banned("", player=arrival.player, owner=arrival.info.owner)


@pytest.mark.parametrize(
    ("scope", "target"),
    [
        ("address", "192.0.2.1"),
        ("address", "192.0.2.0/24"),
        ("address", "2001:db8::77"),
        ("address", "::/0"),
        ("name", "r00t1"),
    ],
)
async def test_an_admin_cannot_ban_itself(server: InProcessServer, scope: str, target: str) -> None:
    """A ban of the admin's own address, network or name is refused, because the admin could not lift it."""
    admin = promoted(server, "root1", "admin")
    if ":" in target:
        admin.connection.info.address = "2001:db8::1"
    answer = await do(admin, "ban", scope=scope, target=target)
    assert answer.code == "not_allowed"
    assert answer.message.startswith("that ban would apply to you: ")
    assert (await do(admin, "sanctions")).result.sanctions == []


async def test_the_ban_of_an_ipv6_address_is_one_of_its_network(server: InProcessServer) -> None:
    """A client has a whole /64, so the ban of one of its addresses would not hold."""
    admin, eve = promoted(server, "root1", "admin"), server.connect("eve")
    eve.connection.info.address = "2001:db8::2"
    (banned,) = (await do(admin, "ban", scope="address", target="2001:db8::1")).result.sanctions
    assert banned.target == "2001:db8::/64"
    assert eve.connection.ended == (4403, "banned")


async def test_the_target_must_be_unique_and_of_lower_rank(server: InProcessServer) -> None:
    """Unknown and ambiguous names, oneself and higher ranks are refused."""
    admin, mod = promoted(server, "root1", "admin"), promoted(server, "mod", "moderator")
    twins = [server.connect("x"), server.connect("y")]
    for twin in twins:
        twin.connection.player = twin.connection.player.__class__(twin.connection.player.id, "twin")
    assert (await do(mod, "mute", player="nobody")).code == "unknown_player"
    answer = await do(mod, "mute", player="twin")
    assert (answer.code, answer.message) == ("unknown_player", "2 guests have the name 'twin'")
    assert (await do(mod, "mute", player="id-x")).t == "accepted"
    assert (await do(mod, "mute", player="root1")).code == "not_allowed"
    assert (await do(admin, "ban", target="root1")).code == "not_allowed"


async def test_an_announcement_is_a_notice(server: InProcessServer) -> None:
    """Every client receives an announcement as a notice."""
    ann, admin = server.connect("ann"), promoted(server, "root1", "admin")
    await do(admin, "announce", text="back at noon")
    assert [message.text for message in ann.received if message.t == "notice"] == ["back at noon"]


async def test_draining_refuses_new_matches(server: InProcessServer) -> None:
    """Running matches continue, and draining can be switched off."""
    ann, bob, admin = server.connect("ann"), server.connect("bob"), promoted(server, "root1", "admin")
    code = ann.host()
    await do(admin, "drain", on=True)
    seats = [{"kind": "me"}, {"kind": "open"}]
    assert ann.ask("create", game="tictactoe", seats=seats).code == "draining"
    assert bob.ask("join", match=code).t == "accepted"
    await do(admin, "drain", on=False)
    assert ann.ask("create", game="tictactoe", seats=seats).t == "accepted"
    assert [m.text for m in bob.received if m.t == "notice"][-1] == "the server starts new matches again"


async def test_an_account_is_made_a_moderator(server: InProcessServer) -> None:
    """The account has the role from its next login on; guests and bots get none."""
    ann, admin = await registered(server, "ann"), promoted(server, "root1", "admin")
    server.connect("eve")
    assert (await do(admin, "role", player="ann", role="moderator")).t == "accepted"
    assert ann.connection.ended == (4401, "you are a moderator now: sign in again")
    token = (await say(server.connect("g"), "login", name="ann", password=GOOD)).result.token
    arrival = await server.people.accounts.authenticate(token)
    assert arrival is not None
    assert arrival.info.role == "moderator"
    assert (await do(admin, "role", player="eve", role="admin")).code == "not_account"


async def test_every_action_is_in_the_audit_log(server: InProcessServer) -> None:
    """Each entry has the moderator, action, target and detail, newest first."""
    eve, admin = server.connect("eve"), promoted(server, "root1", "admin")
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


async def test_refused_actions_are_not_logged(server: InProcessServer) -> None:
    """Neither the log nor the audit log has a refused action."""
    admin = promoted(server, "root1", "admin")
    with structlog.testing.capture_logs() as logs:
        assert (await do(admin, "unban", target="nobody")).code == "unknown_sanction"
        assert (await do(admin, "unmute", player="nobody")).code == "unknown_sanction"
        assert (await do(admin, "ban", scope="name", target="eve")).t == "accepted"
        assert (await do(admin, "unban", target="eve")).t == "accepted"
    told = [(entry["by"], entry["action"]) for entry in logs if entry["event"] == "moderator action"]
    assert told == [("root1", "ban"), ("root1", "unban")]
    assert [deed.action for deed in (await do(admin, "audit")).result.deeds] == ["unban", "ban"]
