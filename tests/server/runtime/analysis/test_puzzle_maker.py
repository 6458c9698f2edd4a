"""Puzzles made in the background: of which matches, at which priority, and what a stop does."""

from typing import Any, cast

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.pool.interface import YIELDING, Priority
from kibitz_server.runtime.analysis.puzzle_maker import PuzzleMaker
from kibitz_server.store import Store
from kibitz_server.store.archive import puzzles
from tests.fakes.server import settle
from tests.server.conftest import InProcessServer

MISSED = "b2 a3 c1 a1 b1 c2 b3"
"""X does not block the line of O, O does not complete it, and X wins."""


def played(server: InProcessServer, **terms: Any) -> None:
    """Play a match of Tic-tac-toe with mistakes of both sides to its end."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(**terms)
    bob.ask("join", match=code)
    for ply, move in enumerate(MISSED.split()):
        (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    server.store.commit()


async def made(server: InProcessServer) -> list[puzzles.StoredPuzzle]:
    """Let the server make puzzles, and return those that it has."""
    server.runtime.puzzle_maker.look()
    while server.pool.searches and not server.pool.last.result.done():
        search = server.pool.last
        assert search.job.position().text == search.position.text
        control = SearchControl()
        control.reset(search.job.limit.nodes)
        search.result.set_result(run(search.position, search.job.algorithm, search.job.limit, control))
        await settle()
    return server.store.query(lambda connection: puzzles.listed(connection, None, 10))


async def test_a_finished_match_becomes_puzzles(server: InProcessServer) -> None:
    """Each has the players and the code of its match, and one line. A match is searched once, behind all others."""
    played(server)
    found = await made(server)
    assert found
    assert {each.players for each in found} == {'["ann", "bob"]'}
    assert all(each.code and each.match_id for each in found)
    assert {search.priority for search in server.pool.searches} == {Priority.PUZZLE} == {max(Priority)}
    assert YIELDING[0] is Priority.PUZZLE
    searches = len(server.pool.searches)
    assert await made(server) == found
    assert len(server.pool.searches) == searches


async def test_no_puzzles_of_unlisted_matches(server: InProcessServer) -> None:
    """Nobody but its players knows of such a match."""
    played(server, listed=False)
    assert await made(server) == []
    assert server.pool.searches == []


async def test_a_stop_ends_the_search(server: InProcessServer) -> None:
    """The match is searched again after the next start."""
    played(server)
    server.runtime.puzzle_maker.look()
    search = server.pool.last
    server.runtime.puzzle_maker.close()
    await settle()
    assert search.result.cancelled()
    assert server.store.query(lambda connection: puzzles.unsearched(connection, 0.0, 10))


async def test_a_stop_while_a_match_is_read_leaves_it_for_later(server: InProcessServer) -> None:
    """The pool takes no searches any more, and the match can be searched."""
    played(server)
    reads: list[tuple[Any, Any]] = []

    class Slow:
        """A store whose reads end later."""

        def read(self, job: Any, done: Any) -> None:
            reads.append((job, done))

        def __getattr__(self, name: str) -> Any:
            return getattr(server.store, name)

    maker = PuzzleMaker(cast(Store, Slow()), server.pool, server.scheduler, lambda: server.store.wall_clock())
    maker.look()
    maker.close()
    [(job, done)] = reads
    done(job())
    assert server.pool.searches == []
    assert server.store.query(lambda connection: puzzles.unsearched(connection, 0.0, 10))
