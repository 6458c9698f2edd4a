"""Tests of matchmaking over the protocol: pairs, open matches and refusals."""

from typing import Any

import pytest

from tests.server.conftest import InProcessServer


async def test_two_seekers_are_paired(server: InProcessServer) -> None:
    """Both clients receive `paired` and a snapshot, with different seats."""
    ann, bob = server.connect("ann"), server.connect("bob")
    first = ann.ask("seek", game="tictactoe")
    assert (first.result.kind, first.result.others) == ("seeking", 0)
    assert bob.ask("seek", game="tictactoe").result.others == 1
    last = {client.connection.player.name: client.take()[-2:] for client in (ann, bob)}
    assert {name: paired.opponent for name, (paired, _) in last.items()} == {"ann": "bob", "bob": "ann"}
    seats = [(paired.seat, snapshot.you, snapshot.phase) for paired, snapshot in last.values()]
    assert sorted(seats) == [(0, 0, "running"), (1, 1, "running")]


async def test_a_disconnect_cancels_the_seek(server: InProcessServer) -> None:
    """A disconnect or `unseek` removes a seek."""
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    ann.ask("seek", game="tictactoe")
    server.runtime.clients.depart(ann.connection)
    bob.ask("seek", game="tictactoe")
    assert bob.ask("unseek").t == "accepted"
    assert cat.ask("seek", game="tictactoe").result.others == 0


async def test_a_seek_for_any_game_joins_the_oldest_open_match(server: InProcessServer) -> None:
    """It joins only a public match whose host is connected and that has a free seat."""
    ann, bob, cat, eve = (server.connect(name) for name in ("ann", "bob", "cat", "eve"))
    away = server.connect("away")
    away.host("connect4")
    server.runtime.clients.depart(away.connection)
    bob.host(visibility="private")
    server.connect("dan")
    cat.host(seats=[{"kind": "me"}, {"kind": "invite", "name": "dan"}])
    code = ann.host()
    found = eve.ask("seek")
    assert (found.result.kind, found.result.code, found.result.seat) == ("entered", code, 1)


async def test_a_seek_for_any_game_waits_without_an_open_match(server: InProcessServer) -> None:
    """It is paired with the next seek, whatever its game."""
    ann, bob = server.connect("ann"), server.connect("bob")
    assert ann.ask("seek").result.kind == "seeking"
    bob.ask("seek", game="tictactoe")
    assert [message.t for message in ann.take()][-2:] == ["paired", "snapshot"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "shogi"}, "unknown_game"),
        ({"game": "tictactoe", "options": {"rows": 3}}, "bad_option"),
        ({"game": "tictactoe", "rated": True}, "cannot_rate"),
    ],
)
async def test_a_seek_that_cannot_be_played_is_refused(
    server: InProcessServer, fields: dict[str, Any], code: str
) -> None:
    """The refusals are those of `create`."""
    answer = server.connect("ann").ask("seek", **fields)
    assert (answer.t, answer.code) == ("refused", code)
    assert answer.hint


async def test_a_pair_that_cannot_be_saved_gets_a_notice(server: InProcessServer) -> None:
    """Both players learn that their match was not created."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.ask("seek", game="tictactoe")
    bob.send("seek", game="tictactoe")
    ann.take()
    server.store.commit(error=OSError("disk"))
    assert "notice" in ann.kinds()


@pytest.mark.usefixtures("trial")
async def test_seekers_of_any_number_are_paired(server: InProcessServer) -> None:
    """A seek that leaves a number to the server fits another such seek. The server draws the number of their match."""
    ann, bob, cat = server.connect("ann"), server.connect("bob"), server.connect("cat")
    ann.ask("seek", game="trial", options={"array": 4})
    bob.ask("seek", game="trial", options={"array": "any"})
    assert cat.ask("seek", game="trial", options={"array": "Any"}).result.others == 2
    assert [message.t for message in ann.take()][-1] == "accepted"
    paired, snapshot = cat.take()[-2:]
    assert (paired.t, paired.opponent) == ("paired", "bob")
    assert snapshot.options["array"] in range(10)
    assert ann.ask("seek", game="trial", options={"array": "most"}).message.startswith("option array is 0 to 9 or any")
