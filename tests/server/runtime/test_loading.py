"""The start of a server: the matches of the server before it are loaded while clients wait."""

import asyncio
from collections.abc import Iterator
from typing import cast

from kibitz_server.jobs.matches import TimedEvent
from kibitz_server.runtime.loading import Loading
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.store.interface import StoredEvent
from kibitz_server.store.uptime import Uptime
from tests.fakes.server import ManualScheduler, WaitingStore
from tests.server.conftest import ENGINE, InProcessServer, first_moves


class SlowStore(WaitingStore):
    """Store that takes 30 s to read a match, and notes between which times clocks run."""

    def __init__(self, scheduler: ManualScheduler) -> None:
        super().__init__()
        self.scheduler = scheduler
        self.begun_at: list[float] = []
        self.ended_at: list[float] = []

    def rows(self, match_id: str) -> list[StoredEvent]:
        self.scheduler.advance(30.0)
        return super().rows(match_id)

    def begin_run(self) -> None:
        self.begun_at.append(self.scheduler.time())

    def end_run(self) -> None:
        self.ended_at.append(self.scheduler.time())


async def test_no_clock_runs_while_matches_are_loaded() -> None:
    """Players cannot move before the last match is loaded: no clock is charged, and the time is not uptime."""
    scheduler = ManualScheduler()
    store = SlowStore(scheduler)
    old = InProcessServer(store=store, scheduler=scheduler)
    ann, bob = old.connect("ann"), old.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 50})
    bob.ask("join", match=code)
    first_moves(ann, bob, code)
    ann.host()
    new = InProcessServer(store=store, scheduler=scheduler)
    began_at = scheduler.time()
    assert new.runtime.loading.run() == 2
    assert (store.ended_at, store.begun_at) == ([began_at], [began_at + 60.0])
    (row, _) = sorted(new.connect("eve").ask("list").result.matches, key=lambda row: row.phase != "running")
    assert (row.phase, row.remaining_ms) == ("running", [50_000, 50_000])
    scheduler.advance(49.0)
    assert new.match(code).phase == "running"
    scheduler.advance(2.0)
    assert new.match(code).phase == "finished"


async def test_the_most_urgent_match_goes_on_first() -> None:
    """Matches go on in the order of their next deadlines, and those without one after them."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    for move, base_s in {"a1": None, "b1": 900, "c1": 60, "a2": 300}.items():
        clock = base_s and {"kind": "fischer", "base_s": base_s}
        code = (ann := old.connect("ann")).host(seats=[{"kind": "me"}, ENGINE], clock=clock)
        ann.ask("move", match=code, ply=0, move="b2")
        await old.pool.last.finish("c3")
        store.commit()
        ann.ask("move", match=code, ply=2, move=move)
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 4
    assert [search.job.moves for search in new.pool.searches] == [
        ("b2", "c3", move) for move in ("c1", "a2", "b1", "a1")
    ]
    assert [match.created.id for match in new.registry.matches] == [match.created.id for match in old.registry.matches]
    assert [room.match for room in new.runtime.rooms.all] == new.registry.matches


class BrokenRooms:
    """Rooms whose first match cannot go on."""

    def __init__(self, rooms: Rooms) -> None:
        self.rebuild = rooms.rebuild
        self._rooms = rooms
        self._broken = False

    def reopen(self, room: Room, events: list[TimedEvent]) -> None:
        """Let a match go on, but not the first one."""
        if not self._broken:
            self._broken = True
            raise RuntimeError("a test")
        self._rooms.reopen(room, events)


class NoTournaments:
    """No tournament to restore."""

    needed = False

    def steps(self, _uptime: Uptime) -> Iterator[None]:
        """Do nothing."""
        return iter(())

    def go_on(self) -> None:
        """Do nothing."""


async def test_a_match_that_cannot_go_on_keeps_no_client_waiting() -> None:
    """The others go on, and clients are let in."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann = old.connect("ann")
    codes = [ann.host(), ann.host()]
    new = InProcessServer(store=store)
    loading = Loading(cast(Rooms, BrokenRooms(new.runtime.rooms)), store, new.scheduler, NoTournaments())
    loading.start()
    assert await loading.wait()
    assert loading.unfinished == 1
    assert [row.code for row in new.connect("eve").ask("list").result.matches] == codes[1:]


async def test_clients_wait_until_all_matches_are_loaded() -> None:
    """The event loop goes on while matches are loaded, and a stopped server loads no more."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    code = old.connect("ann").host()
    new = InProcessServer(store=store)
    loading = new.runtime.loading
    assert await loading.wait(0.0)
    loading.start()
    assert not loading.ready
    assert new.runtime.may_have("7KQ2XF")
    assert await loading.wait()
    assert (loading.loaded, loading.number, loading.unfinished) == (1, 1, 1)
    assert new.runtime.may_have(code)
    assert not new.runtime.may_have("7KQ2XF")
    stopped = InProcessServer(store=store)
    stopped.runtime.loading.start()
    stopped.runtime.close()
    await asyncio.sleep(0)
    assert stopped.runtime.loading.loaded == 0
    assert store.unfinished() == [new.match(code).created.id]
