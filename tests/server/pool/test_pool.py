"""Tests of the pool with real processes: answers, priorities, cancellation, and killed workers."""

import asyncio
import functools
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from kibitz_server.engine.algorithms import STAND_IN
from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.registry import load
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.pool.interface import PoolBounds, Priority, SubmittedSearch
from kibitz_server.pool.pool import GRACE_S, SearchPool

pytestmark = [pytest.mark.io, pytest.mark.compiled]
LONG_S = 30.0
LONG = Limit(seconds=LONG_S)
SHORT = Limit(seconds=30.0, depth=2)
JOB = Job("connect4", (("columns", 8),), None, (), "alphabeta", LONG)
"""A search of an empty board of Connect Four that no table knows."""


@pytest.fixture
async def pool() -> AsyncIterator[SearchPool]:
    """A pool of one slot, ready to search with machine code."""
    made = SearchPool(1, nice=0)
    await made.warm_up()
    job = replace(JOB, limit=SHORT, compile_s=100.0)
    await made.submit(job, job.position(), Priority.PLAYER).result
    yield made
    await made.close()


def ask(pool: SearchPool, limit: Limit, priority: Priority = Priority.PLAYER, owner: str = "ann") -> SubmittedSearch:
    """Submit a search of the empty board."""
    job = replace(JOB, limit=limit)
    return pool.submit(job, job.position(), priority, owner)


async def until_progress(search: SubmittedSearch, depth: int = 0, spent_s: float = 0.0) -> SearchResult:
    """Return the first intermediate report of at least a depth and a time. Wait for it without using the processor.

    There is no report while a worker is writing one, and the system may interrupt it there.
    """
    while (found := search.progress()) is None or found.depth < depth or search.spent_s() < spent_s:
        assert not search.result.done()
        await asyncio.sleep(0.001)
    return found


async def test_a_search_comes_back_with_a_report(pool: SearchPool) -> None:
    """The report has the depth, nodes and line of the worker."""
    report = await ask(pool, SHORT).result
    assert (report.depth, report.line[0]) == (2, report.move)
    assert report.nodes > 7


async def test_the_thinking_can_be_watched(pool: SearchPool) -> None:
    """The intermediate depth and nodes grow while a search runs."""
    search = ask(pool, LONG)
    first = await until_progress(search)
    # The first report may have the nodes of the next depth already, just before that depth is reported.
    later = await until_progress(search, first.depth + 2)
    assert later.nodes > first.nodes
    search.cancel()


async def test_a_cancelled_search_frees_its_slot(pool: SearchPool) -> None:
    """The next search does not wait for a cancelled one."""
    search = ask(pool, LONG)
    await until_progress(search)
    search.cancel()
    assert (await ask(pool, SHORT).result).depth == 2
    assert search.result.cancelled()


async def test_players_are_served_before_hints(pool: SearchPool) -> None:
    """Waiting searches are served by priority, then by age: games of tournaments after hints, before exhibitions."""
    running = ask(pool, LONG)
    order: list[str] = []
    waiting = {
        "exhibition": ask(pool, SHORT, Priority.EXHIBITION),
        "tournament": ask(pool, SHORT, Priority.TOURNAMENT),
        "hint": ask(pool, SHORT, Priority.HINT),
        "first": ask(pool, SHORT),
        "second": ask(pool, SHORT),
    }
    for name, search in waiting.items():
        search.result.add_done_callback(functools.partial(lambda name, _: order.append(name), name))
    running.cancel()
    await asyncio.gather(*(search.result for search in waiting.values()))
    assert order == ["first", "second", "hint", "tournament", "exhibition"]


async def test_a_player_does_not_wait_for_an_analysis(pool: SearchPool) -> None:
    """Without a free slot, a running search of an analysis is stopped, and begins again after the player's."""
    analysis = ask(pool, LONG, Priority.ANALYSIS)
    await until_progress(analysis)
    hint = ask(pool, SHORT, Priority.HINT)
    assert pool.queued()["hint"] == 1
    assert (await ask(pool, SHORT).result).depth == 2
    assert not analysis.result.done()
    await hint.result
    await until_progress(analysis)
    analysis.cancel()


async def test_an_analysis_that_gave_way_is_not_killed_later(pool: SearchPool) -> None:
    """The limit for the end of a stopped search does not hold for the same search when it begins again."""
    pids = pool.local.pids()
    analysis = ask(pool, LONG, Priority.ANALYSIS)
    await until_progress(analysis)
    await ask(pool, SHORT).result
    await until_progress(analysis, spent_s=2 * GRACE_S)
    assert pool.local.pids() == pids
    analysis.cancel()


async def test_an_analysis_is_stopped_before_it_starts(pool: SearchPool) -> None:
    """A player's search that comes in the same moment is served first."""
    order: list[str] = []
    searches = [ask(pool, SHORT, priority) for priority in (Priority.ANALYSIS, Priority.PLAYER)]
    for search, name in zip(searches, ["analysis", "player"], strict=True):
        search.result.add_done_callback(functools.partial(lambda name, _: order.append(name), name))
    await asyncio.gather(*(search.result for search in searches))
    assert order == ["player", "analysis"]


async def test_owners_take_turns(pool: SearchPool) -> None:
    """An owner with one search is served after one search of an owner with many."""
    running = ask(pool, LONG)
    order: list[str] = []
    waiting = [ask(pool, SHORT, owner="greedy") for _ in range(5)] + [ask(pool, SHORT, owner="modest")]
    for search, name in zip(waiting, ["greedy"] * 5 + ["modest"], strict=True):
        search.result.add_done_callback(functools.partial(lambda name, _: order.append(name), name))
    assert (pool.waiting("greedy"), pool.waiting("modest"), pool.waiting("ann")) == (5, 1, 0)
    running.cancel()
    await asyncio.gather(*(search.result for search in waiting))
    assert order.index("modest") == 1


async def test_a_cancelled_search_waits_no_longer(pool: SearchPool) -> None:
    """A cancelled search no longer counts for its owner."""
    running, waiting = ask(pool, LONG), ask(pool, LONG)
    assert pool.waiting("ann") == 1
    waiting.cancel()
    assert pool.waiting("ann") == 0
    running.cancel()


class StuckCompiler:
    """Compiler that ends when the test says so, and then has compiled nothing."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    async def compile(self, _code: MachineCode) -> None:
        """Wait for the end."""
        await self.ended.wait()


@pytest.fixture
async def stuck() -> AsyncIterator[tuple[SearchPool, StuckCompiler]]:
    """A pool of one slot, which has machine code for Connect Four and gets none for another game."""
    compiler = StuckCompiler()
    made = SearchPool(1, nice=0, compiles=compiler.compile)
    await made.warm_up()
    yield made, compiler
    await made.close()


def ask_uncompiled(
    pool: SearchPool, limit: Limit, owner: str = "mallory", compile_s: float | None = None
) -> SubmittedSearch:
    """Submit a search with options for which no test compiles."""
    options = (("columns", 2), ("rows", 3), ("connect", 17), ("exact", True))
    job = Job("mnk", options, None, (), "textbook", limit, compile_s)
    return pool.submit(job, job.position(), Priority.PLAYER, owner)


async def until_uncompiled(pool: SearchPool, count: int = 1) -> None:
    """Wait until this many searches wait for the compiler."""
    while pool.queued()["uncompiled"] != count:
        await asyncio.sleep(0.001)


async def test_a_compilation_holds_no_slot(stuck: tuple[SearchPool, StuckCompiler]) -> None:
    """While searches wait for the compiler, others run. Later searches of the same game do not even take the slot."""
    pool, compiler = stuck
    waiting = [ask_uncompiled(pool, SHORT) for _ in range(3)]
    await until_uncompiled(pool, 3)
    assert (pool.states()["local", "idle"], pool.waiting("mallory"), waiting[0].spent_s()) == (1, 3, 0.0)
    job = replace(JOB, algorithm="random")  # no code is needed for it
    assert (await pool.submit(job, job.position(), Priority.PLAYER, "ann").result).source == "random"
    assert [search.result.done() for search in waiting] == [False] * 3
    compiler.ended.set()
    assert [(await search.result).depth for search in waiting] == [2] * 3


async def test_a_search_waits_for_the_compiler_for_a_bounded_time(stuck: tuple[SearchPool, StuckCompiler]) -> None:
    """It says so meanwhile. Then it runs in plain Python."""
    pool, _ = stuck
    search = ask_uncompiled(pool, Limit(seconds=0.2), compile_s=0.05)
    await until_uncompiled(pool)
    assert search.compiling
    assert (await search.result).source == "search"
    assert not search.compiling


async def test_a_search_without_budget_for_the_compiler_runs_at_once() -> None:
    """It runs in plain Python."""
    rate = Rate(0.001, 3600.0)
    made = SearchPool(1, nice=0, bounds=PoolBounds(compile_time=rate), compiles=expensive)
    assert (await ask_uncompiled(made, SHORT).result).depth == 2
    assert made.local.compiler.counts()["compiled"] == 1
    job = Job("mnk", (("columns", 2), ("rows", 3), ("connect", 18), ("exact", True)), None, (), "textbook", SHORT)
    assert (await made.submit(job, job.position(), Priority.PLAYER, "mallory").result).depth == 2
    assert (made.local.compiler.counts()["compiled"], made.local.compiler.counts()["refused"]) == (1, 1)
    await made.close()


async def expensive(_code: MachineCode) -> Compiled:
    """Compile for an hour of processor time."""
    return Compiled(True, 3600.0)


async def test_a_search_that_waits_for_the_compiler_can_be_cancelled(stuck: tuple[SearchPool, StuckCompiler]) -> None:
    """It no longer counts for its owner."""
    pool, _ = stuck
    search = ask_uncompiled(pool, SHORT)
    await until_uncompiled(pool)
    search.cancel()
    assert (pool.waiting("mallory"), pool.queued()["uncompiled"]) == (0, 0)


async def test_a_shortened_search_ends_with_its_best_move(pool: SearchPool) -> None:
    """A running search ends now, and one that waits gets the given time; neither is lost or repeated."""
    searches = [ask(pool, LONG), ask(pool, LONG)]
    running = await until_progress(searches[0])
    for search in searches:
        search.shorten(0.05)
    reports = [await search.result for search in searches]
    assert reports[0].depth >= running.depth
    assert all(report.source == "search" and report.seconds < LONG_S / 2 for report in reports)


def kill_worker(pool: SearchPool) -> int:
    """Send SIGKILL to the worker of a pool with one slot, and return its id."""
    (pid,) = pool.local.pids()
    assert pid > 0  # 0 would stand for the processes of the tests themselves
    os.kill(pid, signal.SIGKILL)
    return pid


def runs(pid: int) -> bool:
    """Return whether a process has not ended yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the memory of a process")
async def test_a_worker_that_has_grown_is_renewed() -> None:
    """Its successor takes over between two searches, and no search is lost or repeated."""
    pool = SearchPool(1, nice=0, bounds=PoolBounds(worker_bytes=1))
    await pool.warm_up()
    old = pool.local.pids()[0]
    searches = 0
    while pool.local.pids()[0] == old:
        job = replace(JOB, algorithm="random")
        assert (await pool.submit(job, job.position(), Priority.PLAYER).result).source == "random"
        searches += 1
    assert (pool.local.renewals, list(pool.local.memory())) == (1, ["0"])
    assert (await pool.submit(job, job.position(), Priority.PLAYER).result).source == "random"
    while runs(old):
        await asyncio.sleep(0.001)
    await pool.close()


async def test_a_killed_worker_loses_nothing(pool: SearchPool) -> None:
    """The replacement repeats the search of a killed worker, and the caller gets a normal report."""
    search = ask(pool, LONG)
    await until_progress(search)
    pid = kill_worker(pool)
    while pool.local.pids()[0] == pid:
        await asyncio.sleep(0.001)
    await until_progress(search)
    search.cancel()


async def test_a_search_that_keeps_dying_still_ends_with_a_legal_move(pool: SearchPool) -> None:
    """After the second death, a shallow search gives the move."""
    search = ask(pool, LONG)
    killed: set[int] = set()
    while not search.result.done():
        pid = pool.local.pids()[0]
        if pid and search.progress() is not None and pid not in killed:
            killed.add(kill_worker(pool))
        await asyncio.sleep(0.001)
    report = search.result.result()
    assert len(killed) == 2
    assert report.move in {"1", "2", "3", "4", "5", "6", "7"}


async def test_a_search_whose_time_passes_in_the_queue_is_answered(pool: SearchPool) -> None:
    """After a loss it waits with the rest of its time. When that is over, a shallow search gives the move."""
    running, waiting = ask(pool, LONG), ask(pool, SHORT)
    vars(waiting)["began_at"] = time.monotonic() - LONG_S
    running.cancel()
    report = await waiting.result
    assert report.algorithm.startswith(STAND_IN)


async def test_a_worker_that_died_idle_is_replaced(pool: SearchPool) -> None:
    """The death of an idle worker has no effect on callers."""
    kill_worker(pool)
    assert (await ask(pool, SHORT).result).depth == 2


async def test_a_failing_search_does_not_hang(pool: SearchPool) -> None:
    """A job that raises in the worker ends with a legal move."""
    good = Job("connect4", (), None, (), "alphabeta", SHORT)
    bad = Job("connect4", (), None, ("no such move",), "alphabeta", SHORT)
    report = await pool.submit(bad, good.position(), Priority.PLAYER).result
    assert report.move in {"1", "2", "3", "4", "5", "6", "7"}


async def test_a_game_with_chance_is_searched_from_its_position(pool: SearchPool) -> None:
    """A worker gets the position itself, because it would take long to find the moves of a long game again."""
    position = load("backgammon").start()
    position = position.after(position.find("31"))
    job = Job("backgammon", (), None, ("no such draw",), "random", Limit(seed=1))
    report = await pool.submit(job, position, Priority.PLAYER).result
    assert (report.source, report.move in {move.text for move in position.legal}) == ("random", True)


@pytest.mark.parametrize("nice", [0, 19])
async def test_workers_have_the_given_niceness(nice: int) -> None:
    """The operator sets how far searches stand back behind other programs."""
    pool = SearchPool(1, nice)
    await pool.warm_up()
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in pool.local.pids()] == [min(19, own + nice)]
    await pool.close()


async def test_closing_ends_every_process() -> None:
    """After `close` no worker runs, even if it was searching."""
    pool = SearchPool(2, nice=0)
    await pool.warm_up()
    searches = [ask(pool, LONG) for _ in range(3)]
    await until_progress(searches[0])
    pids = pool.local.pids()
    await pool.close()
    assert all(search.result.cancelled() for search in searches)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
