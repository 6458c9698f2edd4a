"""The queue of analyses: once for all, bounded, behind other searches, and what a stop does."""

import json
from typing import Any

from kibitz_server.pool.engine_time import UnlimitedEngineTime
from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.analysis import analyses
from kibitz_server.runtime.room import Room
from kibitz_server.store import Done
from kibitz_server.store.archive.analyses import StoredAnalysis
from tests.fakes.server import ManualPool, WaitingStore, settle
from tests.server.conftest import FakeClient, InProcessServer


def resigned(server: InProcessServer, name: str = "ann", moves: str = "b2 b1") -> str:
    """Play a match that its guest resigns; return its code."""
    ann, bob = server.connect(name), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    for ply, move in enumerate(moves.split()):
        (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    bob.ask("resign", match=code)
    server.store.commit()
    return code


def room(server: InProcessServer, code: str) -> Room:
    """Return the room of a match."""
    found = server.runtime.rooms.find(code)
    assert found is not None
    return found


def answer(client: FakeClient, id: str) -> Any:
    """Return the answer to a command; None without one."""
    return next((m for m in client.received if m.t in ("accepted", "refused") and m.id == id), None)


async def complete(server: InProcessServer) -> None:
    """Finish all searches."""
    while server.pool.searches and not server.pool.last.result.done():
        await server.pool.last.finish()
    await settle()


async def test_the_same_analysis_runs_once(server: InProcessServer) -> None:
    """Two requests share the searches and get the same answer; a third is answered from the store, without a search."""
    code = resigned(server)
    eve, dan = server.connect("eve"), server.connect("dan")
    first, second = eve.send("analyse", match=code), dan.send("analyse", match=code)
    await complete(server)
    assert answer(eve, first).result == answer(dan, second).result
    searches = len(server.pool.searches)
    assert searches == 3
    again = dan.send("analyse", match=code)
    assert answer(dan, again).result == answer(eve, first).result
    assert len(server.pool.searches) == searches
    dan.send("analyse", match=code, effort="quick")
    assert len(server.pool.searches) == searches + 1


async def test_a_stored_analysis_outlives_the_server(server: InProcessServer) -> None:
    """A new server on the same store answers at once."""
    code = resigned(server)
    eve = server.connect("eve")
    id = eve.send("analyse", match=code)
    await complete(server)
    store = server.store
    new = InProcessServer(store=store, pool=ManualPool())
    new.runtime.loading.run()
    dan = new.connect("dan")
    again = dan.send("analyse", match=code)
    assert answer(dan, again).result == answer(eve, id).result
    assert new.pool.searches == []


async def test_all_other_searches_go_first(server: InProcessServer) -> None:
    """An analysis comes before puzzles alone, is charged to the player who asked, and holds one search at a time."""
    code = resigned(server)
    eve = server.connect("eve")
    eve.send("analyse", match=code)
    (search,) = server.pool.searches
    assert search.priority is Priority.ANALYSIS is sorted(Priority)[-2]
    assert (search.owner, search.job.moves, search.job.limit.nodes) == (eve.connection.player.id, (), 100_000)
    await search.finish()
    assert [search.job.moves for search in server.pool.searches] == [(), ("b2",)]


async def test_a_client_that_leaves_stops_nothing(server: InProcessServer) -> None:
    """The analysis goes on, and another client gets its result from the store."""
    code = resigned(server)
    eve, dan = server.connect("eve"), server.connect("dan")
    eve.send("analyse", match=code)
    server.runtime.clients.depart(eve.connection)
    await complete(server)
    searches = len(server.pool.searches)
    id = dan.send("analyse", match=code)
    assert answer(dan, id).t == "accepted"
    assert len(server.pool.searches) == searches


async def test_a_player_has_three_unfinished_analyses(server: InProcessServer) -> None:
    """A fourth one is refused until one of them is complete; one search runs at a time."""
    codes = [resigned(server) for _ in range(4)]
    eve = server.connect("eve")
    ids = [eve.send("analyse", match=code) for code in codes]
    refused = answer(eve, ids[3])
    assert (refused.code, "3 analyses" in refused.message) == ("too_many", True)
    assert len(server.pool.searches) == 1
    waiting = [m.waiting for m in eve.received if m.t == "analysing"]
    assert waiting == [0, 1, 2]
    await complete(server)
    assert all(answer(eve, id).t == "accepted" for id in ids[:3])
    assert answer(eve, eve.send("analyse", match=codes[3])) is None


async def test_the_server_has_a_fixed_number_of_unfinished_analyses(server: InProcessServer) -> None:
    """One more is refused as busy, also for another player, until one of them is complete."""
    made = analyses.Analyses(
        server.store, server.pool, UnlimitedEngineTime(), server.scheduler, lambda: 0.0, most_waiting=1
    )
    first, second = (room(server, resigned(server)).match for _ in range(2))
    eve, dan = server.connect("eve"), server.connect("dan")
    answers: list[Any] = []
    made.request(first, "normal", eve.connection, answers.append)
    made.request(second, "normal", dan.connection, answers.append)
    assert [(refused.code.value, refused.retry_after_s) for refused in answers] == [("busy", 60)]
    await complete(server)
    made.request(second, "normal", dan.connection, answers.append)
    assert len(answers) == 2
    assert json.loads(answers[1])["match"] == first.created.id


class SlowStore(WaitingStore):
    """Store that has written an analysis when the test calls `commit`."""

    def save_analysis(self, analysis: StoredAnalysis, done: Done) -> None:
        super().save_analysis(analysis, lambda _error: self.waiting.append(([], done)))


async def test_nothing_comes_before_an_analysis_that_is_being_stored() -> None:
    """A client that asks while the result is written learns that no other analysis is done first."""
    server = InProcessServer(store=SlowStore())
    code = resigned(server)
    eve, dan = server.connect("eve"), server.connect("dan")
    eve.send("analyse", match=code)
    await complete(server)
    id = dan.send("analyse", match=code)
    assert [m.waiting for m in dan.received if m.t == "analysing"] == [0]
    server.store.commit()
    assert answer(dan, id).t == "accepted"


async def test_players_take_turns(server: InProcessServer) -> None:
    """An analysis of another player does not wait for all those that one player asked for."""
    codes = [resigned(server) for _ in range(4)]
    eve, dan = server.connect("eve"), server.connect("dan")
    for code in codes[:3]:
        eve.send("analyse", match=code)
    dan.send("analyse", match=codes[3])
    await complete(server)
    owners = list(dict.fromkeys((search.owner, search.job) for search in server.pool.searches if not search.job.moves))
    assert [owner for owner, _ in owners].index("id-dan") < 3


async def test_a_stop_refuses_with_a_way_out(server: InProcessServer) -> None:
    """Clients that wait learn that the analysis was not complete; its search is cancelled, and a new one is refused."""
    codes = [resigned(server) for _ in range(2)]
    eve = server.connect("eve")
    ids = [eve.send("analyse", match=code) for code in codes]
    server.runtime.analyses.stop()
    for id in ids:
        refused = answer(eve, id)
        assert (refused.code, refused.message) == ("draining", analyses.STOPPING)
        assert "from the beginning" in refused.hint
    await settle()
    assert server.pool.last.result.cancelled()
    later = answer(eve, eve.send("analyse", match=codes[0]))
    assert later.code == "draining"


async def test_an_outage_of_the_database_costs_no_answer() -> None:
    """While the store cannot write, the result is sent without waiting for it."""
    server = InProcessServer(store=WaitingStore())
    code = resigned(server)
    eve = server.connect("eve")
    id = eve.send("analyse", match=code)
    server.store.set_health(False)
    await complete(server)
    assert answer(eve, id).t == "accepted"


async def test_a_failed_search_ends_one_analysis(server: InProcessServer) -> None:
    """The clients that wait get a refusal, and the next analysis starts."""
    codes = [resigned(server) for _ in range(2)]
    eve = server.connect("eve")
    ids = [eve.send("analyse", match=code) for code in codes]
    await server.pool.last.finish(error=RuntimeError("boom"))
    assert answer(eve, ids[0]).code == "internal"
    await complete(server)
    assert answer(eve, ids[1]).t == "accepted"


async def test_moves_before_the_match_are_not_judged(server: InProcessServer) -> None:
    """Opening moves belong to the start; the first judged move is the first of the match."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(moves=["b2", "b1"])
    bob.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="a1")
    bob.ask("resign", match=code)
    server.store.commit()
    id = ann.send("analyse", match=code)
    assert server.pool.last.job.moves == ("b2", "b1")
    await complete(server)
    assert [move.ply for move in answer(ann, id).result.moves] == [0]


class SpentBudget(UnlimitedEngineTime):
    """Engine time that is used up for some players; for all if no names are given."""

    def __init__(self, *names: str) -> None:
        self.ids = {f"id-{name}" for name in names}

    def engine_time_in(self, player: str) -> float:
        return 30.0 if not self.ids or player in self.ids else 0.0


async def test_a_guest_without_engine_time_is_refused(server: InProcessServer) -> None:
    """The refusal says when to try again. A stored analysis costs no engine time."""
    match = room(server, resigned(server)).match
    made = analyses.Analyses(server.store, server.pool, SpentBudget(), server.scheduler, lambda: 0.0)
    eve = server.connect("eve")
    answers: list[Any] = []
    made.request(match, "normal", eve.connection, answers.append)
    assert (answers[0].code.value, answers[0].retry_after_s) == ("engine_budget", 30.0)
    eve.send("analyse", match=match.created.code)
    await complete(server)
    made.request(match, "normal", eve.connection, answers.append)
    assert json.loads(answers[1])["match"] == match.created.id


async def test_an_analysis_ends_with_the_engine_time(server: InProcessServer) -> None:
    """Before each search the budget is asked again: another client that waits pays, or the analysis is refused."""
    budget = SpentBudget("nobody")
    match = room(server, resigned(server)).match
    made = analyses.Analyses(server.store, server.pool, budget, server.scheduler, lambda: 0.0)
    eve, dan = server.connect("eve"), server.connect("dan")
    answers: list[Any] = []
    for client in (eve, dan):
        made.request(match, "normal", client.connection, answers.append)
    assert server.pool.last.owner == "id-eve"
    budget.ids.add("id-eve")
    await server.pool.last.finish()
    assert (server.pool.last.owner, answers) == ("id-dan", [])
    budget.ids.add("id-dan")
    await server.pool.last.finish()
    assert [(refused.code.value, refused.retry_after_s) for refused in answers] == [("engine_budget", 30.0)] * 2
