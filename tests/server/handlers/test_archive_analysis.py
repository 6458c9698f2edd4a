"""The command `analyse`: who may ask, what is refused, and the answer."""

from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from tests.fakes.server import InlinePool, WaitingStore, settle
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

MOVES = "b2 b1 a1"


@pytest.fixture
async def server() -> InProcessServer:
    """A server that searches at once."""
    return InProcessServer(pool=InlinePool())


def played(server: InProcessServer, ann: FakeClient, bob: FakeClient, moves: str = MOVES, **fields: Any) -> str:
    """Play some moves of a match; return its code."""
    key = fields.pop("key", None)
    created = ann.ask("create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}], **fields)
    code = str(created.result.code)
    assert bob.ask("join", match=code, key=key or created.result.key).t == "accepted"
    for ply, move in enumerate(moves.split()):
        assert (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"
    server.store.commit()
    return code


def resigned(server: InProcessServer, ann: FakeClient, bob: FakeClient, **fields: Any) -> str:
    """Play a match that Bob resigns after his first move, a blunder; return its code."""
    code = played(server, ann, bob, **fields)
    bob.ask("resign", match=code)
    server.store.commit()
    return code


async def analysed(client: FakeClient, match: str, **fields: Any) -> Any:
    """Return the answer to a request, after all searches."""
    id = client.send("analyse", match=match, **fields)
    for _ in range(40):
        await settle()
        client.server.store.commit()
    return next(m for m in client.received if m.t in ("accepted", "refused") and m.id == id)


async def test_a_finished_match_is_analysed(server: InProcessServer) -> None:
    """A spectator receives progress, then the judged moves, a better line for the blunder, and accuracies."""
    ann, bob, eve = (server.connect(name) for name in ("ann", "bob", "eve"))
    code = resigned(server, ann, bob)
    answer = await analysed(eve, code.lower())
    assert answer.t == "accepted", answer
    result = answer.result
    assert (result.code, result.game, result.effort, result.final) == (code, "tictactoe", "normal", 1.0)
    assert [(move.ply, move.seat, move.move) for move in result.moves] == [(0, 0, "b2"), (1, 1, "b1"), (2, 0, "a1")]
    blunder = result.moves[1]
    assert (blunder.judgement, blunder.before, blunder.after, blunder.line[0]) == ("blunder", 0.5, 0.0, blunder.best)
    assert [(side.seat, side.accuracy is None, side.blunders) for side in result.sides] == [
        (0, False, 0),
        (1, False, 1),
    ]
    assert (result.sides[0].accuracy, result.nodes > 0) == (100.0, True)
    progress = [message for message in eve.received if message.t == "analysing"]
    assert progress
    assert (progress[0].done, progress[0].total, progress[0].match) == (0, 4, result.match)


async def test_a_running_match_is_refused(server: InProcessServer) -> None:
    """Neither players nor spectators get an analysis before the end of the match."""
    ann, bob, eve = (server.connect(name) for name in ("ann", "bob", "eve"))
    code = played(server, ann, bob)
    for client in (ann, bob, eve):
        refused = await analysed(client, code)
        assert (refused.code, "not over" in refused.message) == ("not_over", True)
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code)
    assert (await analysed(ann, code)).code == "not_over"
    assert server.pool.searches == []


async def test_a_private_match_needs_its_key(server: InProcessServer) -> None:
    """Only players, and clients with the key, get the analysis of a private match, also a stored one."""
    ann, bob, eve = (server.connect(name) for name in ("ann", "bob", "eve"))
    code = resigned(server, ann, bob, visibility="private")
    key = next(m.result.key for m in ann.received if m.t == "accepted" and m.result and m.result.kind == "entered")
    assert (await analysed(bob, code)).t == "accepted"
    assert (await analysed(eve, code)).code == "wrong_key"
    assert (await analysed(eve, code, key="AAAA-AAAA")).code == "wrong_key"
    assert (await analysed(eve, code, key=key)).t == "accepted"


async def test_a_match_without_spectators_is_for_its_players(server: InProcessServer) -> None:
    """A client that may not watch a match may not see its analysis."""
    ann, bob, eve = (server.connect(name) for name in ("ann", "bob", "eve"))
    code = resigned(server, ann, bob, watchable=False)
    assert (await analysed(eve, code)).code == "no_watchers"
    assert (await analysed(ann, code)).t == "accepted"


async def test_what_has_no_analysis_is_refused(server: InProcessServer) -> None:
    """A match without a move is refused with a reason, an unknown one as everywhere."""
    ann = server.connect("ann")
    code = ann.host()
    ann.ask("resign", match=code)
    refused = await analysed(ann, code)
    assert (refused.code, refused.message) == ("no_analysis", "no move was played in the match")
    assert (await analysed(ann, "ZZZZZZ")).code == "unknown_match"
    assert (await analysed(ann, code, effort="quick")).code == "no_analysis"


async def test_an_evicted_match_is_analysed() -> None:
    """A match that only the archive has is analysed, too."""
    server = InProcessServer(store=WaitingStore(), pool=InlinePool(), registry=MatchRegistry(most_over=1))
    ann, bob = server.connect("ann"), server.connect("bob")
    old = resigned(server, ann, bob)
    for _ in range(3):
        resigned(server, ann, bob)
    assert server.runtime.rooms.find(old) is None
    assert (await analysed(bob, old)).result.code == old


async def test_searches_of_engines_have_a_win_probability(server: InProcessServer) -> None:
    """The search info of a move has the win probability of the side that moved."""
    ann = server.connect("ann")
    code = ann.host(seats=[ENGINE, ENGINE], show_thinking=True)
    ann.ask("watch", match=code)
    for _ in range(40):
        await settle()
        server.store.commit()
    moves = [m.event.move for m in ann.received if m.t == "event" and m.event.kind == "moved"]
    assert moves
    assert all(0 <= move.search.win <= 1 for move in moves)
    assert moves[-1].search.win in (0.5, 1.0)
