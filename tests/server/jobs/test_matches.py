"""Matches from the store: rebuilt in another process."""

import json
import pickle
from collections.abc import Iterator

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.jobs.matches import rebuilt, rebuilt_if_found, record_page
from kibitz_server.store.interface import StoredEvent
from kibitz_server.store.uptime import Uptime
from tests.fakes.server import ManualHelpers
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


class Rows(list[StoredEvent]):
    """Events of a match from the store, which count how often they are read from the first one on."""

    readings = 0

    def __iter__(self) -> Iterator[StoredEvent]:
        self.readings += 1
        return super().__iter__()


def seqs(page: bytes) -> list[int]:
    """Return the numbers of the events of a page."""
    return [event["seq"] for event in json.loads(page)["events"]]


async def test_a_page_of_a_record_goes_on_from_the_one_before(server: InProcessServer) -> None:
    """Pages in their order replay a match once. A page in another order, or of another reader, has its own events."""
    ann, bob, code = pair(server, game="kuhn", options={"hands": 250})
    for client in (ann, bob):
        client.ask("give_client_seed", match=code, client_seed="text")
    match = server.match(code)
    while not match.over:
        assert match.to_move is not None
        text = match.position.legal[0].text
        (ann, bob)[match.to_move].ask("move", match=code, ply=match.ply, move=text)
    rows, last = Rows(server.store.rows(match.created.id)), match.seq

    def page(since: int, thinking: bool = True) -> bytes:
        return record_page(rows, match.created.id, since, last, None, thinking)

    made = [page(0)]
    while seqs(made[-1])[-1] < last:
        made.append(page(seqs(made[-1])[-1]))
    assert len(made) > 2
    assert rows.readings == 1
    assert [seq for each in made for seq in seqs(each)] == list(range(2, last + 1))
    first, second = (seqs(each)[-1] for each in made[:2])
    for since, expected in ((second, made[2]), (0, made[0]), (second, made[2]), (first, made[1]), (first, made[1])):
        assert page(since) == expected
    page(0, thinking=False)
    assert page(first) == made[1]


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
