"""Tests of the lobby: filters, and changes that pass a filter."""

from typing import Any

import pytest

from kibitz_server.runtime.attendance.presence import SETTLE_S
from kibitz_server.runtime.lobby.listing import MAX_ROWS, REFRESH_S
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}


@pytest.mark.parametrize(
    ("fields", "games"),
    [
        ({}, {"tictactoe", "connect4", "mnk"}),
        ({"game": "mnk"}, {"mnk"}),
        ({"phase": "open"}, {"tictactoe", "mnk"}),
        ({"phase": "live"}, {"connect4"}),
        ({"player": "AN"}, {"tictactoe", "mnk"}),
        ({"player": "alpha"}, {"connect4"}),
        ({"free": True}, {"tictactoe"}),
        ({"rated": True}, {"tictactoe"}),
        ({"rated": False, "phase": "live"}, {"connect4"}),
        ({"min_rating": 1500}, {"tictactoe", "connect4", "mnk"}),
        ({"min_rating": 1501}, set()),
    ],
)
async def test_the_list_can_be_filtered(server: InProcessServer, fields: dict[str, Any], games: set[str]) -> None:
    """Filters are game, phase, player, rating, and whether there is a free seat."""
    ann, bob = server.connect("ann", account=True), server.connect("bob")
    server.connect("cat")
    ann.host(rated=True)
    ann.host("connect4", seats=[ENGINE, ENGINE])
    ann.host("mnk", seats=[ME, {"kind": "invite", "name": "cat"}])
    assert {row.game for row in bob.ask("list", **fields).result.matches} == games


async def test_a_reserved_seat_is_free_for_its_player(server: InProcessServer) -> None:
    """`free` also matches a seat that is reserved for the player who asks."""
    ann, cat = server.connect("ann"), server.connect("cat")
    ann.host(seats=[ME, {"kind": "invite", "name": "cat"}])
    assert len(cat.ask("list", free=True).result.matches) == 1
    assert ann.ask("list", free=True).result.matches == []


async def test_a_match_that_is_not_stored_yet_is_unknown(server: InProcessServer) -> None:
    """Until the creation of a match is stored, neither a list nor a command of another client tells of it."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.send("create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}])
    (code,) = [room.match.created.code for room in server.runtime.rooms.made]
    bob.send("list", follow=True)
    assert bob.take()[-1].result.matches == []
    bob.send("record", match=code)
    assert bob.take()[-1].code == "unknown_match"
    server.store.commit()
    assert [row.code for change in bob.take() for row in change.changed] == [code]


async def test_changes_are_filtered(server: InProcessServer) -> None:
    """A subscriber to open matches receives their creation and that they are gone, and nothing of other matches."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    eve.ask("list", follow=True, phase="open", game="tictactoe")
    eve.take()
    ann.host("connect4")
    assert eve.take() == []
    code = ann.host()
    (change,) = eve.take()
    assert [row.code for row in change.changed] == [code]
    bob.ask("join", match=code)
    (change,) = eve.take()
    assert (change.changed, change.gone) == ([], [bob.ask("watch", match=code).result.match])
    ann.ask("resign", match=code)
    assert eve.take() == []


def play(server: InProcessServer, game: str = "tictactoe") -> tuple[FakeClient, FakeClient, str]:
    """Return the two players of a new match, and its code."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(game)
    bob.ask("join", match=code)
    return ann, bob, code


async def test_moves_change_the_rows_together(server: InProcessServer) -> None:
    """Moves of several matches within two seconds are one message with the last ply of each."""
    eve, max_ = server.connect("eve"), server.connect("max")
    eve.ask("list", follow=True)
    max_.ask("list", follow=True, game="connect4")
    (ann, bob, first), (cat, _, second) = play(server), play(server, "connect4")
    for client in (eve, max_):
        client.take()
    ann.ask("move", match=first, ply=0, move="b2")
    bob.ask("move", match=first, ply=1, move="a1")
    cat.ask("move", match=second, ply=0, move="4")
    server.scheduler.advance(REFRESH_S - 0.1)
    assert eve.take() == max_.take() == []
    server.scheduler.advance(0.2)
    (change,) = eve.take()
    assert [(row.code, row.ply) for row in change.changed] == [(first, 2), (second, 1)]
    (change,) = max_.take()
    assert [(row.code, row.ply) for row in change.changed] == [(second, 1)]
    server.scheduler.advance(2 * REFRESH_S)
    assert eve.take() == []


async def test_a_finished_match_is_not_sent_again(server: InProcessServer) -> None:
    """After the message that a match is gone, its last moves are not sent."""
    eve = server.connect("eve")
    eve.ask("list", follow=True)
    ann, _, code = play(server)
    ann.ask("move", match=code, ply=0, move="b2")
    ann.ask("resign", match=code)
    assert [message.gone for message in eve.take() if message.t == "lobby"][-1]
    server.scheduler.advance(2 * REFRESH_S)
    assert eve.take() == []


async def test_many_matches_are_refreshed_in_turns(server: InProcessServer) -> None:
    """A message has a bounded number of rows. The others come after the next interval."""
    eve = server.connect("eve")
    for _ in range(MAX_ROWS + 2):
        ann, _, code = play(server)
        eve.ask("list", follow=True)
        ann.ask("move", match=code, ply=0, move="b2")
    eve.take()
    server.scheduler.advance(REFRESH_S)
    (change,) = eve.take()
    assert len(change.changed) == MAX_ROWS
    server.scheduler.advance(REFRESH_S)
    (change,) = eve.take()
    assert [(row.code == code, row.ply) for row in change.changed] == [(False, 1), (True, 1)]


async def test_a_match_whose_players_are_gone_leaves_the_lobby(server: InProcessServer) -> None:
    """A casual match without a clock is not listed while none of its players is connected."""
    eve = server.connect("eve")
    eve.ask("list", follow=True)
    ann, bob, code = play(server)
    eve.take()
    server.runtime.clients.depart(ann.connection)
    server.scheduler.advance(SETTLE_S)
    assert [row.code for row in eve.ask("list").result.matches] == [code]
    assert [row.away_since is None for m in eve.take() if m.t == "lobby" for row in m.changed] == [False]
    server.runtime.clients.depart(bob.connection)
    server.scheduler.advance(SETTLE_S)
    server.store.commit()
    assert [len(message.gone) for message in eve.take() if message.t == "lobby"] == [1]
    assert eve.ask("list").result.matches == []
    server.runtime.clients.arrive(bob.connection)
    server.store.commit()
    (change,) = [message for message in eve.take() if message.t == "lobby"]
    assert [row.code for row in change.changed] == [code]


async def test_a_match_that_starts_without_its_players_is_listed_when_they_are_back(server: InProcessServer) -> None:
    """The start removes a match whose players are disconnected; it is listed again with the first of them."""
    cat, ann, bob, eve = (server.connect(name) for name in ("cat", "ann", "bob", "eve"))
    code = cat.host(seats=[OPEN, OPEN], autostart=False)
    for client in (ann, bob):
        client.ask("join", match=code)
        server.runtime.clients.depart(client.connection)
    server.scheduler.advance(SETTLE_S)
    server.store.commit()
    eve.ask("list", follow=True)
    cat.ask("start", match=code)
    assert [len(message.gone) for message in eve.take() if message.t == "lobby"] == [1]
    server.runtime.clients.arrive(ann.connection)
    server.store.commit()
    assert [row.code for m in eve.take() if m.t == "lobby" for row in m.changed] == [code]


@pytest.mark.parametrize("fields", [{"clock": {"kind": "fischer", "base_s": 300, "increment_s": 3}}, {"rated": True}])
async def test_a_match_that_goes_on_by_itself_stays_in_the_lobby(
    server: InProcessServer, fields: dict[str, Any]
) -> None:
    """A clock or a rating decides a match without its players, so it is still of interest."""
    ann, bob, eve = (server.connect(name, account=True) for name in ("ann", "bob", "eve"))
    code = ann.host(**fields)
    bob.ask("join", match=code)
    for client in (ann, bob):
        server.runtime.clients.depart(client.connection)
    server.scheduler.advance(SETTLE_S)
    assert [row.code for row in eve.ask("list").result.matches] == [code]


async def test_an_invitation_changes_only_the_row_of_the_invited_player(server: InProcessServer) -> None:
    """Others receive nothing of an unlisted match, and a listed one without the invitation."""
    ann, cat, eve = server.connect("ann"), server.connect("cat"), server.connect("eve")
    for client in (cat, eve):
        client.ask("list", follow=True)
        client.take()
    seats = [ME, {"kind": "invite", "name": "cat"}]
    ann.host(seats=seats, visibility="unlisted")
    assert eve.take() == []
    assert [m.changed[0].for_you for m in cat.take() if m.t == "lobby"] == [True]
    ann.host(seats=seats)
    assert [m.changed[0].for_you for m in eve.take()] == [False]
    assert [m.changed[0].for_you for m in cat.take() if m.t == "lobby"] == [True]


async def test_a_list_of_an_unknown_game_is_refused(server: InProcessServer) -> None:
    """The refusal suggests a name, because the list would always be empty."""
    eve = server.connect("eve")
    for follow in (True, False):
        answer = eve.ask("list", game="conect4", follow=follow)
        assert (answer.code, answer.hint) == ("unknown_game", "`kibitz games` lists them")
        assert "did you mean 'connect4'?" in answer.message
    assert eve.ask("list", game="connect4", follow=True).result.matches == []


async def test_a_row_says_whose_turn_it_is_and_which_seat_is_yours(server: InProcessServer) -> None:
    """Two connections of one player see the same seat as theirs, also after moves; a spectator sees none."""
    app, other, bob = server.connect("ann", account=True), server.connect("ann", account=True), server.connect("bob")
    other.ask("list", follow=True)
    bob.ask("list", follow=True)
    code = app.host(clock={"kind": "fischer", "base_s": 300, "increment_s": 3})
    bob.ask("join", match=code)
    rows = [row for message in other.take() if message.t == "lobby" for row in message.changed]
    assert [(row.phase, row.you, row.to_move) for row in rows] == [("open", 0, None), ("running", 0, 0)]
    assert rows[-1].remaining_ms == [300_000, 300_000]
    bob.take()
    app.ask("move", match=code, ply=0, move="b2")
    server.scheduler.advance(REFRESH_S)
    assert [(row.ply, row.you, row.to_move) for m in other.take() for row in m.changed] == [(1, 0, 1)]
    assert [(row.ply, row.you) for m in bob.take() if m.t == "lobby" for row in m.changed] == [(1, 1)]
    eve = server.connect("eve")
    assert [(row.you, row.to_move) for row in eve.ask("list").result.matches] == [(None, 1)]


async def test_players_see_their_own_unlisted_matches(server: InProcessServer) -> None:
    """An unlisted match is in the list of its players, and in no other one."""
    ann, eve = server.connect("ann"), server.connect("eve")
    for client in (ann, eve):
        client.ask("list", follow=True)
        client.take()
    code = ann.host(visibility="unlisted")
    assert [row.code for m in ann.take() if m.t == "lobby" for row in m.changed] == [code]
    assert [row.code for row in ann.ask("list").result.matches] == [code]
    assert eve.take() == []
    assert eve.ask("list").result.matches == []
