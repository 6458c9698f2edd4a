"""Matches from the store: rebuilt in another process."""

import pickle

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.jobs.matches import rebuilt, rebuilt_if_found
from kibitz_server.store.uptime import Uptime
from tests.fakes import ManualHelpers
from tests.server.conftest import FakeClient, InProcessServer, pair


@pytest.mark.parametrize(
    "game", "chess connect4 draughts gomoku hex international kalah mnk nim reversi russian ultimate".split()
)
async def test_a_match_travels_between_processes(game: str, server: InProcessServer) -> None:
    """The copy has the same state and history, and its game is the one of this process."""
    ann, bob, code = pair(server, game=game, clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    for ply in range(4):
        match = server.match(code)
        player = ann if match.to_move == 0 else bob
        assert player.ask("move", match=code, ply=ply, move=match.position.legal[0].text).t == "accepted"
    match = server.match(code)
    rows = server.store.rows(match.created.id)
    copy, events = pickle.loads(pickle.dumps(rebuilt(match.created.id, rows, Uptime(), 1000.0)))
    assert [event for event, _ in events] == server.store.events[match.created.id]
    assert copy.history.moves == match.history.moves
    assert (copy.position.id, copy.position.legal, copy.seq) == (match.position.id, match.position.legal, match.seq)
    assert copy.game is match.game
    assert copy.position.last == match.position.last


@pytest.fixture
def helpers() -> ManualHelpers:
    """Helpers whose jobs the test ends."""
    return ManualHelpers()


@pytest.fixture
async def spectator(helpers: ManualHelpers) -> FakeClient:
    """A client that waits to enter a match that its server has evicted."""
    server = InProcessServer(registry=MatchRegistry(most_over=1), helpers=helpers)
    ann, eve = server.connect("ann"), server.connect("eve")
    old = ann.host()
    for code in (old, ann.host()):
        ann.ask("resign", match=code)
    eve.send("watch", match=old)
    assert eve.take() == []
    return eve


async def test_an_evicted_match_is_rebuilt_by_a_helper(helpers: ManualHelpers, spectator: FakeClient) -> None:
    """The event loop does not play its moves again. Its spectator is answered once, when the helper is done."""
    assert [job for job, _, _ in helpers.jobs] == [rebuilt_if_found]
    await helpers.finish()
    spectator.server.store.commit()
    assert [message.t for message in spectator.take()] == ["accepted", "snapshot"]


async def test_an_evicted_match_that_no_helper_can_rebuild_is_refused(
    helpers: ManualHelpers, spectator: FakeClient
) -> None:
    """A failure in the helper is answered, and leaves the match as it is."""
    await helpers.finish(KeyError("an unknown kind of event"))
    assert [message.code for message in spectator.take()] == ["internal"]
