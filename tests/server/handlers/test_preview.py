"""Previews: a client follows a match without being one of its spectators."""

from tests.server.conftest import FakeClient, InProcessServer, pair


def spectators(client: FakeClient, code: str) -> tuple[int, int, list[str]]:
    """Return the number of spectators in the lobby and in the match, and their names."""
    (row,) = client.ask("list").result.matches
    found = client.ask("watchers", match=code).result
    return row.watchers, found.count, found.names


async def test_a_preview_is_no_spectator(server: InProcessServer) -> None:
    """A client with a preview receives the match, but is neither counted nor named, until it watches the match."""
    ann, _, code = pair(server)
    eve = server.connect("eve")
    assert eve.ask("watch", match=code, preview=True).t == "accepted"
    assert eve.take()[-1].t == "snapshot"
    ann.ask("move", match=code, ply=0, move="b2")
    assert eve.kinds() == ["moved"]
    assert spectators(ann, code) == (0, 0, [])
    eve.ask("watch", match=code)
    assert spectators(ann, code) == (1, 1, ["eve"])
    eve.ask("watch", match=code, preview=True)
    assert spectators(ann, code) == (0, 0, [])
    eve.ask("unwatch", match=code)
    eve.take()
    ann.ask("resign", match=code)
    assert eve.take() == []


async def test_a_preview_by_a_player_changes_nothing(server: InProcessServer) -> None:
    """Players are not spectators anyway, and chat as before."""
    ann, _, code = pair(server)
    ann.ask("watch", match=code, preview=True)
    assert spectators(ann, code) == (0, 0, [])
    assert ann.ask("chat", match=code, text="hello").t == "accepted"


async def test_a_client_with_a_preview_cannot_chat(server: InProcessServer) -> None:
    """The other spectators do not see that it is there, so it watches the match first."""
    _, _, code = pair(server)
    eve = server.connect("eve")
    eve.ask("watch", match=code, preview=True)
    refused = eve.ask("chat", match=code, text="hello")
    assert (refused.code, refused.hint) == ("not_watching", "watch the match to chat there")
    eve.ask("watch", match=code)
    assert eve.ask("chat", match=code, text="hello").t == "accepted"


async def test_a_preview_stays_one_in_the_next_game_of_a_series(server: InProcessServer) -> None:
    """The client is redirected to the next game, and is not counted there."""
    ann, bob, code = pair(server, series=2)
    eve = server.connect("eve")
    eve.ask("watch", match=code, preview=True)
    bob.ask("resign", match=code)
    server.store.commit()
    (following,) = [message for message in eve.take() if message.t == "next"]
    assert spectators(ann, following.code) == (0, 0, [])
