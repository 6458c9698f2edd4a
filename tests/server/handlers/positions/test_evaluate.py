"""The command `evaluate`: searches for an analysis board."""

import asyncio

import pytest

from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.engines.engine_turns import HINT_S
from tests.fakes.server import settle
from tests.games.chance import chance_games
from tests.server.conftest import InProcessServer

NEAR = {"kind": "game", "game": "tictactoe", "moves": ["b2", "a1", "b3"]}
PLAIN = {"kind": "game", "game": "tictactoe"}
LONG = {"kind": "game", "game": "gomoku", "moves": ["f6", "a1", "b1", "c1", "d1", "e1", "g1", "h1"]}


async def test_an_engine_searches_a_position(server: InProcessServer) -> None:
    """The answer has the best move and the search info; the search waits like one for a hint."""
    ann = server.connect("ann")
    id = ann.send("evaluate", of=NEAR)
    search = server.pool.last
    assert (search.priority, search.owner) == (Priority.HINT, ann.connection.player.id)
    assert (search.job.moves, search.job.position().id) == (("b2", "a1", "b3"), search.position.id)
    await search.finish("b1")
    (answer,) = (m for m in ann.take() if m.t == "accepted" and m.id == id)
    assert (answer.result.move, answer.result.position, answer.result.search.algorithm) == (
        "b1",
        search.position.id,
        "alphabeta",
    )


async def test_a_chance_event_that_is_due(server: InProcessServer) -> None:
    """In a game with chance, the usual engine searches; where a chance event is due, the answer has no move."""
    with chance_games():
        ann = server.connect("ann")
        due = {"kind": "game", "game": "dash", "moves": ["dash"]}
        refused = ann.ask("evaluate", of=due, engine={"algorithm": "random"})
        assert (refused.code, server.pool.searches) == ("unfit_engine", [])
        id = ann.send("evaluate", of=due)
        search = server.pool.last
        assert (search.job.algorithm, search.job.moves, len(search.position.chances)) == (
            "expectiminimax",
            ("dash",),
            2,
        )
        await search.finish("")
        (answer,) = (m for m in ann.take() if m.t == "accepted" and m.id == id)
        assert answer.result.move == ""


async def test_the_search_is_as_short_as_that_of_a_hint(server: InProcessServer) -> None:
    """A longer search is cut, and an engine without a limit gets the usual second."""
    ann = server.connect("ann")
    for limit, seconds in (({"seconds": 300}, HINT_S), ({}, 1.0)):
        ann.send("evaluate", of=PLAIN, engine={"algorithm": "mcts", "limit": limit})
        assert (server.pool.last.job.algorithm, server.pool.last.job.limit.seconds) == ("mcts", seconds)


async def test_a_new_search_stops_the_last_one(server: InProcessServer) -> None:
    """The board shows another position, so no client waits for the search of the earlier one."""
    ann = server.connect("ann")
    first = ann.send("evaluate", of=PLAIN)
    second = ann.send("evaluate", of=NEAR)
    await settle()
    assert server.pool.searches[0].result.cancelled()
    (refused,) = (m for m in ann.take() if m.t == "refused")
    assert (refused.id, refused.code) == (first, "stale_ply")
    await server.pool.last.finish()
    (answer,) = (m for m in ann.take() if m.t == "accepted")
    assert answer.id == second


async def test_two_clients_do_not_stop_each_other(server: InProcessServer) -> None:
    """Each connection has its own search."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.send("evaluate", of=PLAIN)
    bob.send("evaluate", of=PLAIN)
    await settle()
    assert not any(search.result.done() for search in server.pool.searches)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"of": {"kind": "game", "game": "shogi"}}, "unknown_game"),
        ({"of": PLAIN | {"position": "nonsense"}}, "bad_position"),
        ({"of": PLAIN | {"position": "---/-X-/---", "moves": []}}, "bad_position"),
        ({"of": NEAR | {"moves": ["z9"]}}, "bad_moves"),
        ({"of": {"kind": "game", "game": "nim", "options": {"heaps": "1,1"}, "position": "0,0"}}, "not_running"),
        ({"of": PLAIN, "engine": {"algorithm": "nosuch"}}, "unknown_engine"),
    ],
)
async def test_invalid_positions(server: InProcessServer, fields: dict[str, object], code: str) -> None:
    """A position without moves, or an engine that is not there, is refused without a search."""
    assert server.connect("ann").ask("evaluate", **fields).code == code
    assert server.pool.searches == []


async def test_a_long_line_is_played_before_the_search(server: InProcessServer) -> None:
    """A position that the server has not kept is reached in the background; the search follows."""
    ann = server.connect("ann")
    ann.send("evaluate", of=LONG)
    await server.runtime.background.settled()
    assert server.pool.last.job.moves == tuple(LONG["moves"])


@pytest.mark.parametrize("moves", [["f5d6"], ["f5d6c3d3c4f4"], ["F5", "d6c3"]])
async def test_moves_that_are_run_together(server: InProcessServer, moves: list[str]) -> None:
    """The search gets them one by one, whether they are played at once or in the background."""
    ann = server.connect("ann")
    ann.send("evaluate", of={"kind": "game", "game": "reversi", "moves": moves})
    await server.runtime.background.settled()
    text = "".join(moves).lower()
    assert server.pool.last.job.moves == tuple(text[at : at + 2] for at in range(0, len(text), 2))


async def test_a_failed_search_is_refused(server: InProcessServer) -> None:
    """The client gets an answer when the search fails."""
    ann = server.connect("ann")
    ann.send("evaluate", of=PLAIN)
    await server.pool.last.finish(error=RuntimeError("a worker died"))
    assert [m.code for m in ann.take() if m.t == "refused"] == ["stale_ply"]


async def test_a_draining_server_starts_no_search(server: InProcessServer) -> None:
    """Before the server stops it waits for running searches and starts no others."""
    ann = server.connect("ann")
    ann.send("evaluate", of=PLAIN)
    server.pool.last.seconds = 0.5
    server.runtime.drain()
    assert ann.ask("evaluate", of=PLAIN).code == "draining"
    winding_down = asyncio.ensure_future(server.runtime.engine_turns.wind_down())
    await settle()
    assert not winding_down.done()
    await server.pool.last.finish()
    await asyncio.wait_for(winding_down, 30)


@pytest.mark.parametrize(
    ("moves", "position"),
    [(8 * ["g1f3", "g8f6", "f3g1", "f6g8"], None), ([], "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 160 80")],
)
async def test_a_draw_that_was_not_claimed_is_searched(
    server: InProcessServer, moves: list[str], position: str | None
) -> None:
    """The engine gets the position of its own game without the history, and the answer is about the one asked for."""
    ann = server.connect("ann")
    id = ann.send("evaluate", of={"kind": "game", "game": "chess", "moves": moves, "position": position})
    await server.runtime.background.settled()
    search = server.pool.last
    assert search.job.moves == ()
    assert search.job.position().legal
    assert dict(search.job.options)["study"] is False
    await search.finish(search.job.position().legal[0].text)
    (answer,) = (m for m in ann.take() if m.t == "accepted" and m.id == id)
    assert answer.result.move


async def test_a_dead_position_needs_no_search(server: InProcessServer) -> None:
    """Its first move is the answer, with an even score."""
    ann = server.connect("ann")
    dead = {"kind": "game", "game": "chess", "position": "8/8/8/8/8/8/8/K1k5 w - - 0 1"}
    found = ann.ask("evaluate", of=dead).result
    assert (found.move, found.search.score) == ("a1a2", 0)
