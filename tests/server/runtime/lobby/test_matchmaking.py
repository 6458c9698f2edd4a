"""Looking for an opponent over the wire: paired at once or later, an open match first for who plays anything."""

from typing import Any

import pytest

from tests.server.conftest import House


async def test_two_who_look_are_led_to_their_match(house: House) -> None:
    """Both hear of it and get its snapshot, on different sides."""
    ann, bob = house.enter("ann"), house.enter("bob")
    first = ann.say("seek", game="tictactoe")
    assert (first.result.kind, first.result.others) == ("seeking", 0)
    assert bob.say("seek", game="tictactoe").result.others == 1
    told = {guest.listener.player.name: guest.take()[-2:] for guest in (ann, bob)}
    assert {name: paired.opponent for name, (paired, _) in told.items()} == {"ann": "bob", "bob": "ann"}
    seats = [(paired.seat, snapshot.you, snapshot.phase) for paired, snapshot in told.values()]
    assert sorted(seats) == [(0, 0, "running"), (1, 1, "running")]


async def test_nobody_waits_for_who_is_gone(house: House) -> None:
    """Leaving, or taking it back, ends the search for an opponent."""
    ann, bob, cat = house.enter("ann"), house.enter("bob"), house.enter("cat")
    ann.say("seek", game="tictactoe")
    house.runtime.clients.depart(ann.listener)
    bob.say("seek", game="tictactoe")
    assert bob.say("unseek").t == "accepted"
    assert cat.say("seek", game="tictactoe").result.others == 0


async def test_who_plays_anything_gets_an_open_seat(house: House) -> None:
    """The match that waited longest, if its host is there; kept and private ones are not for them."""
    ann, bob, cat, eve = (house.enter(name) for name in ("ann", "bob", "cat", "eve"))
    away = house.enter("away")
    away.host("connect4")
    house.runtime.clients.depart(away.listener)
    bob.host(visibility="private")
    cat.host(seats=[{"kind": "me"}, {"kind": "invite", "name": "dan"}])
    code = ann.host()
    found = eve.say("seek")
    assert (found.result.kind, found.result.code, found.result.seat) == ("entered", code, 1)


async def test_who_plays_anything_waits_for_somebody(house: House) -> None:
    """Without an open match they are paired with the next who looks."""
    ann, bob = house.enter("ann"), house.enter("bob")
    assert ann.say("seek").result.kind == "seeking"
    bob.say("seek", game="tictactoe")
    assert [message.t for message in ann.take()][-2:] == ["paired", "snapshot"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "tictactoe", "options": {"rows": 3}}, "bad_option"),
        ({"game": "tictactoe", "rated": True}, "cannot_rate"),
    ],
)
async def test_what_cannot_be_played_is_refused(house: House, fields: dict[str, Any], code: str) -> None:
    """As it would be in a match of their own."""
    answer = house.enter("ann").say("seek", **fields)
    assert (answer.t, answer.code) == ("refused", code)
    assert answer.hint


async def test_a_pair_that_cannot_be_saved_hears_of_it(house: House) -> None:
    """Nobody is left waiting without a word."""
    ann, bob = house.enter("ann"), house.enter("bob")
    ann.say("seek", game="tictactoe")
    bob.ask("seek", game="tictactoe")
    ann.take()
    house.store.commit(error=OSError("disk"))
    assert "notice" in ann.kinds()
