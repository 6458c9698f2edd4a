"""Tests of quiet matches: those of one player against engines that others need not look through."""

from kibitz_server.runtime.lobby.quiet import IDLE_S, LOOK_S, MOST
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def listed(client: FakeClient) -> list[str]:
    """Return the codes of the matches that a client is sent."""
    return [row.code for row in client.ask("list", follow=True).result.matches]


async def test_an_idle_match_against_an_engine_leaves_the_lists_of_others(server: InProcessServer) -> None:
    """Its player still sees it, and with the next move it is back; a spectator keeps it in the list."""
    ann, eve = server.connect("ann"), server.connect("eve")
    code = ann.host("mnk", seats=[ME, ENGINE])
    watched = ann.host("mnk", seats=[ME, ENGINE])
    server.connect("bob").ask("watch", match=watched)
    assert listed(eve) == [watched, code]
    server.scheduler.advance(IDLE_S + LOOK_S)
    assert [message.gone for message in eve.take() if message.t == "lobby"] == [[server.match(code).created.id]]
    assert listed(eve) == [watched]
    assert listed(ann) == [watched, code]
    eve.take()
    ann.ask("move", match=code, ply=0, move="b2")
    changed = [row.code for message in eve.take() if message.t == "lobby" for row in message.changed]
    assert code in changed
    assert listed(eve) == [watched, code]


async def test_one_owner_has_few_unwatched_matches_in_the_list(server: InProcessServer) -> None:
    """Others see the newest; other kinds of matches are not counted."""
    ann, eve = server.connect("ann"), server.connect("eve")
    codes = [ann.host("connect4", seats=[ENGINE, ENGINE], autostart=True) for _ in range(MOST + 1)]
    for code in codes:
        ann.ask("unwatch", match=code)
    people = ann.host("connect4", seats=[ME, OPEN])
    server.scheduler.advance(LOOK_S)
    assert sorted(listed(eve)) == sorted([*codes[1:], people])
    assert sorted(listed(ann)) == sorted([*codes, people])


async def test_a_quiet_match_that_is_not_listed_stays_so(server: InProcessServer) -> None:
    """Its host has the link, and sees in the list what it saw before the match became quiet."""
    ann = server.connect("ann")
    for _ in range(MOST + 1):
        ann.ask("unwatch", match=ann.host("connect4", seats=[ENGINE, ENGINE], visibility="unlisted"))
    server.scheduler.advance(LOOK_S)
    assert listed(ann) == []
