"""Two players of a match with draws on a whole server."""

from typing import Any

from tests.server.conftest import FakeClient, InProcessServer


def two_players(
    server: InProcessServer, game: str, texts: tuple[str, str], **fields: Any
) -> tuple[FakeClient, FakeClient, str]:
    """Return two players who have given their client seeds, and the code of their match."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(game, **fields)
    bob.ask("join", match=code)
    for client, text in zip((ann, bob), texts, strict=True):
        assert client.ask("give_client_seed", match=code, client_seed=text).t == "accepted"
    return ann, bob, code


def move(players: tuple[FakeClient, FakeClient], code: str, text: str) -> None:
    """Let the side to move play."""
    match = players[0].server.match(code)
    assert match.to_move is not None
    answer = players[match.to_move].ask("move", match=code, ply=match.ply, move=text)
    assert answer.t == "accepted", answer
