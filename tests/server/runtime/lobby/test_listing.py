"""The lobby as each client asked for it: filters, and changes of what they let through."""

from typing import Any

import pytest

from tests.server.conftest import ENGINE, InProcessServer

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
async def test_a_list_may_be_of_a_kind(server: InProcessServer, fields: dict[str, Any], games: set[str]) -> None:
    """By game, phase, player, rating, and whether there is a seat to take."""
    ann, bob = server.connect("ann", account=True), server.connect("bob")
    ann.host(rated=True)
    ann.host("connect4", seats=[ENGINE, ENGINE])
    ann.host("mnk", seats=[ME, {"kind": "invite", "name": "cat"}])
    assert {row.game for row in bob.ask("list", **fields).result.matches} == games


async def test_a_seat_that_is_kept_for_me_is_free_for_me(server: InProcessServer) -> None:
    """The filter knows who asks."""
    ann, cat = server.connect("ann"), server.connect("cat")
    ann.host(seats=[ME, {"kind": "invite", "name": "cat"}])
    assert len(cat.ask("list", free=True).result.matches) == 1
    assert ann.ask("list", free=True).result.matches == []


async def test_changes_are_of_the_same_kind(server: InProcessServer) -> None:
    """Who follows open matches hears when one comes, and that it is gone when it has started; of others nothing."""
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


async def test_an_invitation_changes_the_lobby_of_the_invited_alone(server: InProcessServer) -> None:
    """Others hear nothing of an unlisted match, and of a listed one not that it is for somebody."""
    ann, cat, eve = server.connect("ann"), server.connect("cat"), server.connect("eve")
    for guest in (cat, eve):
        guest.ask("list", follow=True)
        guest.take()
    seats = [ME, {"kind": "invite", "name": "cat"}]
    ann.host(seats=seats, visibility="unlisted")
    assert eve.take() == []
    assert [m.changed[0].for_you for m in cat.take() if m.t == "lobby"] == [True]
    ann.host(seats=seats)
    assert [m.changed[0].for_you for m in eve.take()] == [False]
    assert [m.changed[0].for_you for m in cat.take() if m.t == "lobby"] == [True]


async def test_a_list_of_a_game_that_is_not_there_is_refused(server: InProcessServer) -> None:
    """It would be empty for ever; the refusal says what may have been meant."""
    eve = server.connect("eve")
    for follow in (True, False):
        answer = eve.ask("list", game="conect4", follow=follow)
        assert (answer.code, answer.hint) == ("unknown_game", "`kibitz games` lists them")
        assert "did you mean 'connect4'?" in answer.message
    assert eve.ask("list", game="connect4", follow=True).result.matches == []
