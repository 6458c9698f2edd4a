"""Looking for an opponent over the wire: paired at once or later, an open match first for who plays anything."""

from typing import Any

import pytest

from tests.server.conftest import InProcessServer


async def test_two_who_look_are_led_to_their_match(server: InProcessServer) -> None:
    """Both hear of it and get its snapshot, on different sides."""
    ann, bob = server.connect("ann"), server.connect("bob")
    first = ann.ask("seek", game="tictactoe")
    assert (first.result.kind, first.result.others) == ("seeking", 0)
    assert bob.ask("seek", game="tictactoe").result.others == 1
    told = {guest.connection.player.name: guest.take()[-2:] for guest in (ann, bob)}
    assert {name: paired.opponent for name, (paired, _) in told.items()} == {"ann": "bob", "bob": "ann"}
    seats = [(paired.seat, snapshot.you, snapshot.phase) for paired, snapshot in told.values()]
    assert sorted(seats) == [(0, 0, "running"), (1, 1, "running")]


async def test_nobody_waits_for_who_is_gone(server: InProcessServer) -> None:
    """Leaving, or taking it back, ends the search for an opponent."""
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    ann.ask("seek", game="tictactoe")
    server.runtime.clients.depart(ann.connection)
    bob.ask("seek", game="tictactoe")
    assert bob.ask("unseek").t == "accepted"
    assert cat.ask("seek", game="tictactoe").result.others == 0


async def test_who_plays_anything_gets_an_open_seat(server: InProcessServer) -> None:
    """The match that waited longest, if its host is there; kept and private ones are not for them."""
    ann, bob, cat, eve = (server.connect(name) for name in ("ann", "bob", "cat", "eve"))
    away = server.connect("away")
    away.host("connect4")
    server.runtime.clients.depart(away.connection)
    bob.host(visibility="private")
    cat.host(seats=[{"kind": "me"}, {"kind": "invite", "name": "dan"}])
    code = ann.host()
    found = eve.ask("seek")
    assert (found.result.kind, found.result.code, found.result.seat) == ("entered", code, 1)


async def test_who_plays_anything_waits_for_somebody(server: InProcessServer) -> None:
    """Without an open match they are paired with the next who looks."""
    ann, bob = server.connect("ann"), server.connect("bob")
    assert ann.ask("seek").result.kind == "seeking"
    bob.ask("seek", game="tictactoe")
    assert [message.t for message in ann.take()][-2:] == ["paired", "snapshot"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "tictactoe", "options": {"rows": 3}}, "bad_option"),
        ({"game": "tictactoe", "rated": True}, "cannot_rate"),
    ],
)
async def test_what_cannot_be_played_is_refused(server: InProcessServer, fields: dict[str, Any], code: str) -> None:
    """As it would be in a match of their own."""
    answer = server.connect("ann").ask("seek", **fields)
    assert (answer.t, answer.code) == ("refused", code)
    assert answer.hint


async def test_a_pair_that_cannot_be_saved_hears_of_it(server: InProcessServer) -> None:
    """Nobody is left waiting without a word."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.ask("seek", game="tictactoe")
    bob.send("seek", game="tictactoe")
    ann.take()
    server.store.commit(error=OSError("disk"))
    assert "notice" in ann.kinds()
