"""Turns of engines: their searches, moves and failures, and what spectators see of them."""

import asyncio
from dataclasses import replace

import pytest

from kibitz_server.runtime.engines.engine_turns import COMPILING, MAX_S, SEARCH_INFO_EVERY_S
from tests.fakes.server import InlinePool, found, settle
from tests.server.conftest import ENGINE, RANDOM, InProcessServer


async def test_an_engine_is_asked_and_its_move_is_played(server: InProcessServer) -> None:
    """A search starts when an engine is to move, and its result is played."""
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE])
    assert server.pool.searches == []
    ann.ask("move", match=code, ply=0, move="b2")
    search = server.pool.last
    assert (search.job.moves, search.job.limit.depth, search.job.limit.seconds) == (("b2",), 2, MAX_S)
    ann.take()
    await search.finish("a1")
    server.store.commit()
    (event,) = ann.take()
    assert (event.event.move.move, event.event.move.search) == ("a1", None)


async def test_engines_play_a_match_to_its_end() -> None:
    """A match of two engines needs no commands."""
    server = InProcessServer(pool=InlinePool())
    ann = server.connect("ann")
    code = ann.host("connect4", seats=[ENGINE, RANDOM])
    while server.store.waiting or not server.runtime.rooms.find(code).match.over:  # type: ignore[union-attr]
        await settle()
        server.store.commit()
    events = [message for message in ann.take() if message.t == "event"]
    assert [event.seq for event in events] == list(range(events[0].seq, events[-1].seq + 1))
    assert events[-1].event.kind == "finished"
    assert events[0].event.move.search.nodes > 0


async def test_an_engine_whose_search_fails_loses(server: InProcessServer) -> None:
    """The seat of the engine loses, so that the opponent does not wait."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, {"kind": "me"}])
    await server.pool.last.finish(error=RuntimeError("worker lost"))
    server.store.commit()
    finished = ann.take()[-1]
    assert (finished.event.result.winner, finished.event.result.reason) == (1, "engine failure")


async def test_an_illegal_engine_move_ends_the_match(server: InProcessServer) -> None:
    """An illegal move of an engine counts as a failed search."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, {"kind": "me"}])
    await server.pool.last.finish("z9")
    server.store.commit()
    assert ann.take()[-1].event.result.reason == "engine failure"


async def test_resignation_stops_the_search(server: InProcessServer) -> None:
    """The end of a match cancels its search."""
    ann = server.connect("ann")
    code = ann.host(seats=[ENGINE, {"kind": "me"}])
    ann.ask("resign", match=code)
    assert server.pool.last.result.cancelled()


async def test_spectators_receive_search_info(server: InProcessServer) -> None:
    """While a search runs, spectators receive what it has found so far."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, RANDOM])
    ann.take()
    server.scheduler.advance(SEARCH_INFO_EVERY_S)
    assert ann.take() == []
    server.pool.last.seen = found(server.pool.last.position, depth=7)
    server.scheduler.advance(SEARCH_INFO_EVERY_S)
    (thinking,) = ann.take()
    assert (thinking.t, thinking.search.depth, thinking.seat) == ("thinking", 7, 0)


async def test_a_hint_says_that_the_engine_is_compiled(server: InProcessServer) -> None:
    """The player learns why the hint takes long, before it comes."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(help=True)
    bob.ask("join", match=code)
    ann.take()
    ann.send("hint", match=code)
    server.pool.last.compiling = True
    for _ in range(3):
        server.scheduler.advance(SEARCH_INFO_EVERY_S)
    assert [message.text for message in ann.take() if message.t == "notice"] == [COMPILING]


async def test_players_are_told_once_that_the_engine_is_compiled(server: InProcessServer) -> None:
    """The first searches of a match wait for machine code, and its subscribers hear once why nothing moves."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, ENGINE], show_thinking=False)
    ann.take()
    first = server.pool.last
    first.compiling = True
    for _ in range(3):
        server.scheduler.advance(SEARCH_INFO_EVERY_S)
    (told,) = ann.take()
    assert (told.t, told.text) == ("notice", COMPILING)
    await first.finish("a1")
    server.store.commit()
    assert server.pool.last is not first
    server.pool.last.compiling = True
    server.scheduler.advance(SEARCH_INFO_EVERY_S)
    assert [message.t for message in ann.take()] == ["event"]


async def test_a_preview_gets_no_notice_of_compilation(server: InProcessServer) -> None:
    """A client with a list of small boards would get notices of matches other than the one it looks at."""
    ann, eve = server.connect("ann"), server.connect("eve")
    code = ann.host(seats=[ENGINE, {"kind": "me"}])
    eve.ask("watch", match=code, preview=True)
    eve.take()
    server.pool.last.compiling = True
    server.scheduler.advance(SEARCH_INFO_EVERY_S)
    assert [message for message in eve.take() if message.t == "notice"] == []


async def test_a_search_that_cannot_be_shown_hides_no_other(server: InProcessServer) -> None:
    """A game whose rules fail on the moves of a search loses its own search info alone, and its match goes on."""
    ann = server.connect("ann")
    for _ in range(2):
        ann.host(seats=[ENGINE, RANDOM])
    broken, whole = (message.match for message in ann.take() if message.t == "snapshot")
    first, second = server.pool.searches
    first.fault = ZeroDivisionError("a rule divides by 0")
    second.seen = found(second.position)
    for _ in range(2):
        server.scheduler.advance(SEARCH_INFO_EVERY_S)
        assert [(message.t, message.match) for message in ann.take()] == [("thinking", whole)]
        # The search is not read again, so that its fault is logged once.
        first.fault, first.seen = None, found(first.position)
    await first.finish("a1")
    server.store.commit()
    assert [message.match for message in ann.take() if message.t == "event"] == [broken]


async def test_search_info_against_a_human_must_be_requested(server: InProcessServer) -> None:
    """In a match with a human, search info is sent only if the host asked for it."""
    for asked, shown in ((None, []), (True, ["thinking"])):
        ann = server.connect("ann")
        ann.host(seats=[ENGINE, {"kind": "me"}], show_thinking=asked)
        ann.take()
        server.pool.last.seen = found(server.pool.last.position)
        server.scheduler.advance(SEARCH_INFO_EVERY_S)
        assert ann.kinds() == shown


@pytest.mark.parametrize(
    ("rated", "engine", "stays"),
    [
        (True, RANDOM, True),
        (True, ENGINE, False),
        (False, RANDOM, False),
        (False, {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 1.0}}}, False),
    ],
)
async def test_engines_of_rated_matches_stay(
    server: InProcessServer, rated: bool, engine: dict[str, object], stays: bool
) -> None:
    """A search that its work bounds is as strong anywhere. Any other gets no faster machine in a rated match.

    New rated matches refuse engines with seconds, so that of such engines only a random one is left.
    """
    ann = server.connect("ann")
    ann.connection.player = replace(ann.connection.player, account=True)
    ann.host(seats=[engine, {"kind": "me"}], rated=rated)
    assert server.pool.last.stays == stays


async def test_a_closed_server_cancels_its_searches(server: InProcessServer) -> None:
    """The end of the server cancels the searches for moves and hints."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(seats=[{"kind": "me"}, ENGINE])
    ann.send("hint", match=code)
    bob.host(seats=[ENGINE, {"kind": "me"}])
    server.runtime.close()
    assert [search.result.cancelled() for search in server.pool.searches] == [True, True]


async def test_hints_do_not_stay(server: InProcessServer) -> None:
    """No result depends on them."""
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE])
    ann.send("hint", match=code)
    assert not server.pool.last.stays


async def test_a_stopping_server_does_not_wait_for_a_search_that_was_stopped(server: InProcessServer) -> None:
    """A player who resigns meanwhile stops the last search."""
    ann = server.connect("ann")
    code = ann.host(seats=[ENGINE, {"kind": "me"}])
    server.scheduler.advance(0.1)
    winding_down = asyncio.ensure_future(server.runtime.engine_turns.wind_down())
    await settle()
    assert not winding_down.done()
    ann.ask("resign", match=code)
    await asyncio.wait_for(winding_down, 30)
