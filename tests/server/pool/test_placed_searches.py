"""Searches of a pool in fake slots: where they run, what becomes of lost ones, and that every one is answered."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from kibitz_server.engine.limit import Limit
from kibitz_server.pool.interface import WHOLE, Priority, SearchLost
from kibitz_server.pool.placement import Use
from kibitz_server.pool.pool import REMOTE, SearchPool
from kibitz_server.pool.search import TRIES, WHOLE_TRIES, PooledSearch
from kibitz_server.pool.slot import LOCAL, SlotLost, SlotTaken
from tests.fakes.server import settle
from tests.server.pool.slots import JOB, SHORT, FakeSlot, submit

FAR = "tcp://192.0.2.1:4000"
OTHER = "tcp://192.0.2.2:4000"
ANSWER_S = 30.0


@pytest.fixture(params=[Use.SPARE])
async def pool(request: pytest.FixtureRequest) -> AsyncIterator[SearchPool]:
    """A pool without processes, whose slots the test offers."""
    made = SearchPool(0, use=request.param)
    yield made
    await made.close()


def using(*uses: Use) -> pytest.MarkDecorator:
    """Run a test with pools that use workers so."""
    return pytest.mark.parametrize("pool", uses, indirect=True)


def offered(pool: SearchPool, *slots: FakeSlot) -> list[FakeSlot]:
    """Offer slots to the pool."""
    for slot in slots:
        pool.offer(slot)
    return list(slots)


@using(Use.SPARE)
async def test_workers_are_for_what_is_too_much(pool: SearchPool) -> None:
    """This machine searches first, and what it has no slot for goes to a worker."""
    far, near = offered(pool, FakeSlot(FAR), FakeSlot())
    await submit(pool)
    assert (near.running, far.running) == (True, False)
    await submit(pool)
    assert far.running
    assert pool.states() == {(LOCAL, "busy"): 1, (REMOTE, "busy"): 1}


@using(Use.PREFER)
async def test_workers_are_preferred(pool: SearchPool) -> None:
    """A worker searches first, but a short search for a player stays near."""
    far, near = offered(pool, FakeSlot(FAR), FakeSlot())
    await submit(pool, SHORT)
    assert (near.running, far.running) == (True, False)
    await submit(pool)
    assert far.running


@using(Use.ONLY)
async def test_this_machine_is_not_used(pool: SearchPool) -> None:
    """A search waits for a worker although a slot of this machine is free."""
    far, near = offered(pool, FakeSlot(FAR), FakeSlot())
    await submit(pool)
    await submit(pool, SHORT)
    assert (far.running, near.running, pool.waiting("ann")) == (True, False, 1)
    await far.finish()
    assert far.jobs == [JOB, SHORT]


@using(Use.SPARE, Use.PREFER)
async def test_a_search_that_stays_waits_for_this_machine(pool: SearchPool) -> None:
    """It does not keep others from the free worker."""
    near, far = offered(pool, FakeSlot(), FakeSlot(FAR))
    await submit(pool, SHORT)
    staying = await submit(pool, stays=True)
    await submit(pool)
    assert (near.jobs, far.jobs, pool.waiting("ann")) == ([SHORT], [JOB], 1)
    await far.finish()
    assert not staying.result.done()
    await near.finish()
    assert near.running
    await near.finish()
    assert staying.result.done()


async def test_a_worker_gets_only_games_that_it_knows(pool: SearchPool) -> None:
    """A search of another game waits for another slot."""
    far, other = FakeSlot(FAR, games=("nim",)), FakeSlot(OTHER)
    offered(pool, far, other)
    await submit(pool)
    await submit(pool)
    assert (far.jobs, other.jobs, pool.waiting("ann")) == ([], [JOB], 1)


async def test_the_fastest_worker_searches(pool: SearchPool) -> None:
    """Speeds of searches of the same code decide between workers."""
    slow, fast = offered(pool, FakeSlot(FAR, 10.0), FakeSlot(OTHER, 20.0))
    await submit(pool)
    assert (slow.running, fast.running) == (False, True)


async def test_a_lost_search_is_repeated_elsewhere(pool: SearchPool) -> None:
    """It goes before all that waits, and its caller gets a normal report."""
    far, other = offered(pool, FakeSlot(FAR), FakeSlot(OTHER))
    searches = [await submit(pool) for _ in range(3)]
    lost, still = (far, other) if far.jobs else (other, far)
    lost.ready = False
    await lost.lose()
    assert pool.queued()["again"] == 1
    await still.finish()
    others = dict.fromkeys(("hint", "tournament", "exhibition", "analysis", "puzzle", "again", "uncompiled"), 0)
    assert pool.queued() == {"player": 1, **others}
    await still.finish()
    await still.finish()
    assert [search.result.result().source for search in searches] == ["search"] * 3
    assert pool.ended == {(REMOTE, "lost"): 1, (REMOTE, "finished"): 3}


async def test_a_search_that_is_lost_twice_is_answered_by_a_shallow_one(pool: SearchPool) -> None:
    """The move is legal, so the match goes on."""
    (far,) = offered(pool, FakeSlot(FAR))
    search = await submit(pool)
    await far.lose()
    await far.lose()
    assert not far.running
    report = await asyncio.wait_for(search.result, ANSWER_S)
    assert report.move in {move.text for move in JOB.position().legal}


async def test_a_slot_of_another_server_counts_no_attempt(pool: SearchPool) -> None:
    """A search that begins nowhere is not lost, however often, and has all its time when it begins."""
    far, other = offered(pool, FakeSlot(FAR), FakeSlot(OTHER))
    search = await submit(pool)
    for _ in range(5):
        (busy,) = [slot for slot in (far, other) if slot.running]
        busy.ready = False
        await busy.lose(SlotTaken("another server uses it"))
        busy.ready = True
        pool.offer(busy)
    assert (pool.ended, search.result.done()) == ({}, False)
    assert {job.limit.seconds for job in far.jobs + other.jobs} == {JOB.limit.seconds}
    (running,) = [slot for slot in (far, other) if slot.running]
    await running.finish()
    assert search.result.result().source == "search"


async def test_a_slot_that_is_busy_elsewhere_is_used_when_it_is_offered_again(pool: SearchPool) -> None:
    """Until then the search waits."""
    (far,) = offered(pool, FakeSlot(FAR))
    await submit(pool)
    far.ready = False
    await far.lose(SlotTaken("another server uses it"))
    assert not far.running
    far.ready = True
    pool.offer(far)
    await settle()
    assert far.running


async def test_an_idle_slot_that_becomes_ready_takes_what_waits(pool: SearchPool) -> None:
    """A worker can become silent while its slots are idle. When it answers, they are in use at once."""
    (far,) = offered(pool, FakeSlot(FAR))
    far.ready = False
    await submit(pool)
    assert not far.running
    far.ready = True
    pool.offer(far)
    await settle()
    assert far.running


async def test_a_slot_can_be_withdrawn_while_it_searches(pool: SearchPool) -> None:
    """Its search goes on, and is the last one there."""
    far, other = offered(pool, FakeSlot(FAR), FakeSlot(OTHER, games=()))
    search = await submit(pool)
    pool.withdraw(far)
    assert pool.states() == {(REMOTE, "busy"): 1, (REMOTE, "idle"): 1}
    await far.finish()
    assert search.result.done()
    assert (pool.slots, pool.states()) == (1, {(REMOTE, "idle"): 1})
    assert not other.running


@pytest.mark.parametrize("priority", WHOLE)
async def test_a_search_whose_result_counts_is_repeated_with_all_of_its_time(
    pool: SearchPool, priority: Priority
) -> None:
    """Its report is that of a search that no failure met."""
    (slot,) = offered(pool, FakeSlot())
    search = await submit(pool, priority=priority)
    for _ in range(WHOLE_TRIES - 1):
        await slot.lose()
    await slot.finish()
    assert slot.jobs == [JOB] * WHOLE_TRIES
    assert search.result.result().algorithm == "alphabeta"


async def test_a_lost_search_whose_result_counts_waits_behind_players(pool: SearchPool) -> None:
    """No player waits for it."""
    (slot,) = offered(pool, FakeSlot())
    await submit(pool, priority=Priority.TOURNAMENT)
    await submit(pool, SHORT)
    await slot.lose()
    assert slot.jobs == [JOB, SHORT]
    await slot.finish()
    assert slot.jobs == [JOB, SHORT, JOB]


@pytest.mark.parametrize("priority", Priority)
async def test_only_a_search_whose_result_counts_is_lost(pool: SearchPool, priority: Priority) -> None:
    """A shallow search takes the place of any other one, and says so."""
    (slot,) = offered(pool, FakeSlot())
    search = await submit(pool, priority=priority)
    for _ in range(WHOLE_TRIES if priority in WHOLE else TRIES):
        await slot.lose()
    if priority in WHOLE:
        assert isinstance(search.result.exception(), SearchLost)
    else:
        assert (await asyncio.wait_for(search.result, ANSWER_S)).algorithm == "shallow alphabeta"


@using(Use.ONLY)
async def test_a_search_whose_result_counts_waits_for_a_worker(pool: SearchPool) -> None:
    """The loss of all workers changes no result of an engine match."""
    waiting = await submit(pool, priority=Priority.TOURNAMENT)
    (far,) = offered(pool, FakeSlot(FAR))
    await settle()
    assert far.running
    far.ready = False
    pool.withdraw(far)
    await far.lose()
    assert not waiting.result.done()
    (other,) = offered(pool, FakeSlot(OTHER))
    await settle()
    await other.finish()
    assert waiting.result.result().algorithm == "alphabeta"


@using(Use.ONLY)
async def test_a_search_for_which_no_worker_comes_is_lost(pool: SearchPool) -> None:
    """A worker that comes between two checks is enough; a search that runs or waits for one that is busy stays."""
    (far,) = offered(pool, FakeSlot(FAR))
    running, waiting = [await submit(pool, priority=Priority.TOURNAMENT) for _ in range(2)]
    assert isinstance(running, PooledSearch)
    assert isinstance(waiting, PooledSearch)
    pool.withdraw(far)
    for search in (running, waiting):
        pool.check_slots(search)
    pool.offer(far)
    for search in (running, waiting):
        pool.check_slots(search)
    pool.withdraw(far)
    for search in (running, waiting):
        pool.check_slots(search)
    assert not waiting.result.done()
    for search in (running, waiting):
        pool.check_slots(search)
    assert not running.result.done()
    assert str(waiting.result.exception()) == "no worker was there to search for a move"
    assert pool.waiting("ann") == 0


@using(Use.ONLY)
async def test_without_any_slot_a_search_is_answered_at_once(pool: SearchPool) -> None:
    """A match must go on, with a shallow search."""
    search = pool.submit(JOB, JOB.position(), Priority.PLAYER)
    report = await asyncio.wait_for(search.result, ANSWER_S)
    assert report.move in {move.text for move in JOB.position().legal}
    assert pool.waiting("") == 0


@using(Use.ONLY)
async def test_without_a_slot_for_its_game_a_search_is_answered_at_once(pool: SearchPool) -> None:
    """A worker with other rules is as good as none. A slot of this machine is one that is not used."""
    offered(pool, FakeSlot(FAR, games=("nim",)), FakeSlot())
    search = await submit(pool)
    await asyncio.wait_for(search.result, ANSWER_S)


@using(Use.ONLY)
async def test_the_loss_of_the_last_slot_answers_all(pool: SearchPool) -> None:
    """What waited, and what ran there, need not wait for a worker that may never come."""
    (far,) = offered(pool, FakeSlot(FAR))
    running, waiting = await submit(pool), await submit(pool)
    pool.withdraw(far)
    await asyncio.wait_for(waiting.result, ANSWER_S)
    assert not running.result.done()
    far.ready = False
    await far.lose()
    await asyncio.wait_for(running.result, ANSWER_S)


@using(Use.ONLY)
async def test_a_worker_that_may_search_a_game_no_more_answers_nothing_of_it(pool: SearchPool) -> None:
    """The search whose move was wrong, and the waiting ones of that game, are answered by shallow searches."""
    (far,) = offered(pool, FakeSlot(FAR))
    searches = [await submit(pool), await submit(pool)]
    far.games = ()
    await far.lose(SlotLost("its move is not legal"))
    for search in searches:
        await asyncio.wait_for(search.result, ANSWER_S)
    assert far.jobs == [JOB]


async def test_an_uncompiled_search_waits_for_code_at_each_place_in_turn(pool: SearchPool) -> None:
    """At the second place it waits for another compilation. Then it runs with what there is."""
    near, far = offered(pool, FakeSlot(), FakeSlot(FAR))
    for slot in (near, far):
        slot.compiled, slot.compilation = False, asyncio.get_running_loop().create_future()
    search = await submit(pool)
    assert (near.asked_to_compile, search.compiling, pool.queued()["uncompiled"]) == (1, True, 1)
    pool.withdraw(near)
    assert near.compilation is not None
    near.compilation.set_result(None)
    await settle()
    assert (far.asked_to_compile, far.running, search.compiling) == (1, False, True)
    assert far.compilation is not None
    far.compilation.set_result(None)
    await settle()
    assert (far.running, far.may_wait[-1]) == (True, False)
    await far.finish()
    assert search.result.result().source == "search"


async def test_a_search_that_no_one_compiles_runs_at_once(pool: SearchPool) -> None:
    """A refused compilation is no reason to wait."""
    (far,) = offered(pool, FakeSlot(FAR))
    far.compiled = False
    await submit(pool)
    assert (far.running, far.may_wait) == (True, [True, False])


async def test_a_search_does_not_take_the_slot_while_its_code_is_made(pool: SearchPool) -> None:
    """It waits beside the queue, and searches of other games run."""
    (far,) = offered(pool, FakeSlot(FAR))
    far.compilation = asyncio.get_running_loop().create_future()
    search = await submit(pool)
    assert (far.jobs, search.compiling, pool.waiting("ann")) == ([], True, 1)
    far.compilation.set_result(None)
    await settle()
    assert far.running


async def test_a_cancelled_search_stops_in_its_slot(pool: SearchPool) -> None:
    """The slot is idle when it has stopped, and takes the next one."""
    (far,) = offered(pool, FakeSlot(FAR))
    search, waiting = await submit(pool), await submit(pool)
    search.cancel()
    assert far.stops == 1
    await far.finish()
    assert (search.result.cancelled(), far.running) == (True, True)
    waiting.cancel()
    await far.finish()
    assert (far.running, pool.states()) == (False, {(REMOTE, "idle"): 1})


async def test_an_analysis_gives_way_to_a_player(pool: SearchPool) -> None:
    """It begins again after the player's search, with all of its time."""
    (far,) = offered(pool, FakeSlot(FAR))
    analysis = await submit(pool, priority=Priority.ANALYSIS)
    player = await submit(pool, owner="bob")
    assert far.stops == 1
    await far.finish()
    assert not analysis.result.done()
    await far.finish()
    assert (player.result.done(), far.running, far.jobs) == (True, True, [JOB, JOB, JOB])
    await far.finish()
    assert analysis.result.done()


@using(Use.SPARE, Use.PREFER)
async def test_an_analysis_gives_way_only_where_that_helps(pool: SearchPool) -> None:
    """A search that stays on this machine does not stop an analysis on a worker."""
    near, far = offered(pool, FakeSlot(), FakeSlot(FAR))
    await submit(pool, SHORT)
    await submit(pool, priority=Priority.ANALYSIS)
    assert (near.running, far.running) == (True, True)
    await submit(pool, stays=True)
    assert far.stops == 0
    await submit(pool)
    assert far.stops == 1


async def test_a_closed_pool_takes_no_slot() -> None:
    """A worker that joins while the server stops gets no searches, and waiting ones are cancelled."""
    pool = SearchPool(0)
    (far,) = offered(pool, FakeSlot(FAR))
    running, waiting = await submit(pool), await submit(pool)
    closing = asyncio.ensure_future(pool.close())
    await settle()
    assert (running.result.cancelled(), waiting.result.cancelled()) == (True, True)
    pool.offer(FakeSlot(OTHER))
    assert pool.states() == {(REMOTE, "busy"): 1}
    await far.lose()
    await closing


async def test_a_search_whose_time_passes_in_the_queue_is_answered(pool: SearchPool) -> None:
    """It lost its slot, and no other one was free until its time was over."""
    [slot] = offered(pool, FakeSlot())
    search = await submit(pool, replace(JOB, limit=Limit(seconds=0.05)))
    slot.ready = False
    await slot.lose()
    assert isinstance(search, PooledSearch)
    async with asyncio.timeout(ANSWER_S):
        while search.left is not None:
            await asyncio.sleep(0.005)
    slot.ready = True
    pool.offer(slot)
    report = await asyncio.wait_for(search.result, ANSWER_S)
    assert report.move
    assert len(slot.jobs) == 1
