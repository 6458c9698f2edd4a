"""Engine pool: one fair queue before all slots, on this machine and on others.

The future of a search that a player waits for always ends with a legal move: a search whose slot was lost is repeated
in another slot with the rest of its time, and then replaced by a shallow one. A player never waits for an analysis:
without a free slot, a search of an analysis is stopped, and repeated later.

A search whose result is stored and counted is never replaced: it is repeated with all of its time, waits for a slot
if there is none, and fails after some attempts.

A search whose machine code is not compiled leaves its slot at once, and waits for the compiler beside the queue, for a
bounded time. Then it runs with whatever there is.
"""

import asyncio
import time
from collections import Counter

import structlog

from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.games.game import Position
from kibitz_server.pool.fair_queue import FairQueue
from kibitz_server.pool.interface import YIELDING, PoolBounds, Priority, SubmittedSearch
from kibitz_server.pool.local.compiler import Compile
from kibitz_server.pool.local.slots import LocalSlots
from kibitz_server.pool.placement import Free, Use, chosen
from kibitz_server.pool.search import PooledSearch
from kibitz_server.pool.slot import LOCAL, Slot, SlotLost, SlotTaken
from kibitz_server.pool.status import PlaceStatus

log = structlog.get_logger(__name__)

GRACE_S = 0.5
"""Time after its deadline, or after a stop request, after which a running search is killed."""
PREPARING_S = 2.0
"""Time to load the machine code of a search, or to build it in plain Python: 0.1 s, if the processor is not busy."""
WHOLE_PREPARING_S = 20.0
"""The same for a search that no player waits for, so that a busy machine costs no attempt."""
ABSENT_S = 150.0
"""How often to check whether any slot can run a search that waits for one. After two checks without one it fails."""
RETRY = -1
"""Priority of a search that lost its slot: it has waited already."""
REMOTE = "remote"
"""Place of all slots on other machines together, for counts."""


def kind_of(slot: Slot) -> str:
    """Return `LOCAL` or `REMOTE`."""
    return LOCAL if slot.place == LOCAL else REMOTE


class SearchPool:
    """Engine pool. All calls are on the event loop that made it.

    Args:
        slots: Searches that run at once on this machine, each in a process. More slots may be offered.
        nice: Niceness of these processes. The default keeps searches from delaying the server's answers.
        bounds: Bounds of memory, disk and compilation.
        compiles: Compiles a search; by default in a new process.
        use: How slots of other machines are used.
    """

    def __init__(
        self,
        slots: int,
        nice: int = 19,
        bounds: PoolBounds | None = None,
        compiles: Compile | None = None,
        use: Use = Use.SPARE,
    ) -> None:
        self._use = use
        self.local = LocalSlots(slots, nice, bounds or PoolBounds(), compiles)
        self._loop = asyncio.get_running_loop()
        self._slots: set[Slot] = set(self.local.all)
        self._idle: list[Slot] = list(self.local.all)
        self._running: dict[Slot, PooledSearch] = {}
        self.ended: Counter[tuple[str, str]] = Counter()
        """Number of searches that slots have run, by place (`LOCAL` or `REMOTE`) and outcome."""
        # Searches that wait for machine code, with the ends of their waits.
        self._uncompiled: dict[PooledSearch, asyncio.TimerHandle] = {}
        self._queue: FairQueue[PooledSearch] = FairQueue()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def warm_up(self) -> None:
        """Wait until every worker process runs, so that the first search does not wait."""
        await self.local.warm_up()

    @property
    def slots(self) -> int:
        return max(1, len(self._slots))

    def submit(
        self,
        job: Job,
        position: Position,
        priority: Priority,
        owner: str = "",
        block: str = "",
        stays: bool = False,
    ) -> SubmittedSearch:
        search = PooledSearch(self, job, position, priority, owner, block, stays)
        self._enqueue(search)
        if search.whole and not self.local.all:
            self._expect_slot(search)
        return search

    def offer(self, slot: Slot) -> None:
        """Use a slot that can take a search now: a new one, or one that was not ready."""
        if self._closing:
            return
        self._slots.add(slot)
        if slot not in self._idle and slot not in self._running:
            self._idle.append(slot)
        # An idle slot may just have become ready.
        self._dispatch()

    def withdraw(self, slot: Slot) -> None:
        """Use a slot no more. A search that runs there is lost when the slot says so."""
        self._slots.discard(slot)
        if slot in self._idle:
            self._idle.remove(slot)
        self._answer_hopeless()

    def waiting(self, owner: str) -> int:
        return self._queue.waiting(owner) + sum(search.owner == owner for search in self._uncompiled)

    def queued(self) -> dict[str, int]:
        """Return the number of waiting searches by priority, and of those that are repeated."""
        depths = self._queue.depths()
        names = {priority.name.lower(): depths.get(priority, 0) for priority in Priority}
        return names | {"again": depths.get(RETRY, 0), "uncompiled": len(self._uncompiled)}

    def states(self) -> dict[tuple[str, str], int]:
        """Return the number of busy and of idle slots by place (`LOCAL` or `REMOTE`)."""
        counts: Counter[tuple[str, str]] = Counter()
        for slots, state in ((self._running, "busy"), (self._idle, "idle")):
            counts.update((kind_of(slot), state) for slot in slots)
        return counts

    def local_status(self) -> PlaceStatus:
        """Return the state of the slots on this machine."""
        return PlaceStatus(
            LOCAL,
            "used" if self.local.alive or not self.local.all else "down",
            slots=len(self.local.all),
            busy=sum(slot.place == LOCAL for slot in self._running),
            finished=self.ended[LOCAL, "finished"],
            lost=self.ended[LOCAL, "lost"],
            speeds=self.local.speeds.newest(),
        )

    def awaits_code(self, search: PooledSearch) -> bool:
        return search in self._uncompiled

    def remove(self, search: PooledSearch) -> None:
        if timer := self._uncompiled.pop(search, None):
            timer.cancel()
            return
        self._queue.remove(search.queued_as, search.owner, search, search.block)

    def stop(self, search: PooledSearch) -> None:
        slot = search.slot
        if slot is not None and self._running.get(slot) is search:
            slot.stop()
            self._loop.call_later(GRACE_S, self._kill, slot, search, search.began_at)

    def _kill(self, slot: Slot, search: PooledSearch, began_at: float | None) -> None:
        # A search of an analysis may have stopped in time, and begun again in the same slot.
        if self._running.get(slot) is search and search.began_at == began_at and not self._closing:
            job = search.job
            log.warning(
                "search killed because it did not stop", game=job.game, algorithm=job.algorithm, place=slot.place
            )
            slot.kill()

    def _enqueue(self, search: PooledSearch) -> None:
        self._push(search, search.priority)
        self._dispatch()
        if search.slot is None and not self.local.all and self._is_hopeless(search):
            self._answer_hopeless()
        if search.priority is Priority.PLAYER and search.slot is None and search not in self._uncompiled:
            self._displace_analysis(search)

    def _push(self, search: PooledSearch, priority: int) -> None:
        search.queued_as = priority
        self._queue.push(priority, search.owner, search, search.block)

    def _expect_slot(self, search: PooledSearch) -> None:
        """Look from time to time whether any slot can run a search whose result counts."""
        self._loop.call_later(ABSENT_S, self.check_slots, search)

    def check_slots(self, search: PooledSearch) -> None:
        """Let a search whose result counts fail if no slot can run it, and none could at the last check."""
        if search.result.done() or self._closing:
            return
        absent = search.slot is None and search not in self._uncompiled and not self._has_slot(search)
        if absent and search.absent:
            self.remove(search)
            search.result.set_exception(search.failure())
            return
        search.absent = absent
        self._expect_slot(search)

    def _displace_analysis(self, search: PooledSearch) -> None:
        """Stop an analysis or the making of a puzzle, if one is in a slot that suits a player's search."""
        for priority in YIELDING:
            for slot, running in self._running.items():
                if running.priority is priority and not running.displaced and self._suits(slot, search):
                    running.displaced = True
                    self.stop(running)
                    return

    def _dispatch(self) -> None:
        while self._idle and not self._closing:
            search = self._queue.pop_first(lambda search: search.result.done() or self._place(search) is not None)
            if search is None:
                return
            slot = None if search.result.done() else self._place(search)
            if slot is None:
                continue
            if slot.compiling(search.code) and search.may_wait_at(slot.place):
                self._await_code(search, slot)
                continue
            self._idle.remove(slot)
            self._running[slot], search.slot = search, slot
            task = self._loop.create_task(self._run(slot, search), context=search.context)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _place(self, search: PooledSearch) -> Slot | None:
        """Return the idle slot that a search runs in; None if it waits for another one."""
        fitting = [slot for slot in reversed(self._idle) if slot.ready and slot.fits(search.code)]
        at = chosen(search.wish, [Free(slot.place == LOCAL, slot.speed(search.code)) for slot in fitting], self._use)
        return None if at is None else fitting[at]

    def _is_hopeless(self, search: PooledSearch) -> bool:
        """Return whether no slot could run a search that a player waits for. A silent worker may stay silent."""
        return not search.whole and not self._has_slot(search)

    def _has_slot(self, search: PooledSearch) -> bool:
        """Return whether a slot, busy or idle, could run a search."""
        return any(self._suits(slot, search) for slot in self._slots)

    def _suits(self, slot: Slot, search: PooledSearch) -> bool:
        """Return whether a slot may run a search when it is free."""
        if not (slot.usable and slot.fits(search.code)):
            return False
        return chosen(search.wish, [Free(slot.place == LOCAL)], self._use) is not None

    def _answer_hopeless(self) -> None:
        """Answer waiting searches that no slot can run by shallow ones: a match must go on."""
        while not self._closing and (search := self._queue.pop_first(self._is_hopeless)) is not None:
            task = self._loop.create_task(self._fall_back(search), context=search.context)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, slot: Slot, search: PooledSearch) -> None:
        """Run a search in a slot, which is idle afterwards."""
        try:
            report = await self._attempt(slot, search)
        finally:
            del self._running[slot]
            search.slot = None
            if slot in self._slots and slot.ready and slot not in self._idle:
                self._idle.append(slot)
        if search.result.done() or self._closing:
            pass
        elif search.displaced:
            search.begin_again()
            self._push(search, search.priority)
        elif report is None and search.uncompiled:
            search.begin_again()
            self._await_code(search, slot)
        elif report is not None:
            search.result.set_result(report)
        elif search.may_try_again:
            self._push(search, search.priority if search.whole else RETRY)
        elif search.whole:
            search.result.set_exception(search.failure())
        else:
            await self._fall_back(search)
        self._dispatch()
        if report is None and not self.local.all:
            self._answer_hopeless()  # the slot may be withdrawn or silent, or fit the game no more

    async def _attempt(self, slot: Slot, search: PooledSearch) -> SearchResult | None:
        job = search.left
        # Its time may have passed in the queue, or a stop come before the start.
        if job is None or search.displaced or search.result.done():
            return None
        search.tries += 1
        search.began_at = search.began_at or time.monotonic()
        most_s = (WHOLE_PREPARING_S if search.whole else PREPARING_S) + (job.limit.seconds or 0) + GRACE_S
        backstop = self._loop.call_later(most_s, self.stop, search)
        try:
            report = await slot.run(job, search.position, search.may_wait_at(slot.place))
            search.uncompiled = report is None
            self.ended[kind_of(slot), "finished"] += report is not None
            return report
        except SlotTaken:
            search.tries -= 1
            if not search.tries:
                search.began_at = None
            return None
        except SlotLost as lost:
            self.ended[kind_of(slot), "lost"] += 1
            log.warning(
                "search lost",
                game=job.game,
                algorithm=job.algorithm,
                attempt=search.tries,
                place=slot.place,
                why=str(lost),
            )
            search.note_failure(lost)
            return None
        except Exception as error:
            search.note_failure(error)
            log.exception("search failed", game=job.game, moves=job.moves, algorithm=job.algorithm)
            return None
        finally:
            backstop.cancel()

    def _await_code(self, search: PooledSearch, slot: Slot) -> None:
        """Queue a search again when a slot has its machine code, or when it has waited long enough."""
        wait_s = search.wait_at(slot.place)
        compiled = slot.compile(search.code, search.owner, search.block)
        if compiled is None:
            self._push(search, search.priority)
            return
        self._uncompiled[search] = self._loop.call_later(wait_s, self._no_longer_await_code, search)
        compiled.add_done_callback(lambda _: self._no_longer_await_code(search))

    def _no_longer_await_code(self, search: PooledSearch) -> None:
        if timer := self._uncompiled.pop(search, None):
            timer.cancel()
            self._enqueue(search)

    async def _fall_back(self, search: PooledSearch) -> None:
        try:
            report = await asyncio.to_thread(search.shallow)
        except Exception as error:
            log.exception("shallow search failed", game=search.job.game, moves=search.job.moves)
            if not search.result.done():
                search.result.set_exception(error)
        else:
            if not search.result.done():
                search.result.set_result(report)

    async def close(self) -> None:
        self._closing = True
        for search in self._queue.drain():
            search.result.cancel()
        for search, timer in self._uncompiled.items():
            timer.cancel()
            search.result.cancel()
        self._uncompiled.clear()
        await self.local.stop()
        for search in self._running.values():
            search.result.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2 * GRACE_S)
        self.local.end()
