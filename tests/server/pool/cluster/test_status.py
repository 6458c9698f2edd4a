"""What an operator sees of the workers of a cluster."""

import asyncio
from dataclasses import replace
from importlib.metadata import version

import msgspec

from kibitz_server.engine.driver import MachineCode
from kibitz_server.pool.cluster.address import ClusterAddress
from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.cluster.fingerprints import fingerprints
from kibitz_server.pool.cluster.remote_slot import RemoteSlot, RemoteWorker
from kibitz_server.pool.cluster.wire import PROTOCOL, Here, encode
from kibitz_server.pool.slot import Slot
from kibitz_server.pool.status import PlaceStatus

HERE = Here(
    PROTOCOL,
    "tcp://192.0.2.9:40001",
    "one start",
    2,
    fingerprints(),
    {"distributed": version("distributed"), "kibitz": "0.1.0"},
)


class NoPool:
    """A pool that gets no slots."""

    def offer(self, slot: Slot) -> None:
        """Fail: no worker is used here."""
        raise AssertionError(slot)

    def withdraw(self, slot: Slot) -> None:
        """Do nothing."""


async def nothing(_method: str, *_arguments: object) -> object:
    """Answer a call of an actor."""
    return None


def worker(here: Here = HERE, *, connected: bool = True, slots: int = 2) -> RemoteWorker:
    """Return a worker with slots that run nothing."""
    made = RemoteWorker(here, lambda _slot: None, None, lambda: connected)
    made.slots += [RemoteSlot(made, nothing) for _ in range(slots)]
    return made


async def test_a_worker_that_searches_shows_its_load() -> None:
    """Slots that this server uses and those that another uses are counted apart."""
    made = worker()
    made.slots[0].running = made.slots[1].taken = True
    made.losses, made.finished = 3, 7
    status = made.status()
    assert replace(status, heard_s=None) == PlaceStatus(
        HERE.worker, "used", slots=2, busy=1, taken=1, finished=7, lost=3, version="0.1.0"
    )
    assert status.heard_s is not None


async def test_each_state_of_a_worker() -> None:
    """A worker is starting before its slots are made, silent while it does not answer, and leaving when it says so."""
    assert worker(slots=0).status().state == "starting"
    assert worker(connected=False).status().state == "silent"
    assert worker(msgspec.structs.replace(HERE, leaving=True)).status().state == "leaving"
    failed = worker()
    failed.fail()
    assert failed.status().state == "silent"
    failed.heard()
    assert failed.status().state == "used"


async def test_games_that_are_not_searched_have_a_reason() -> None:
    """A game of another version, one that is not offered and one with an illegal move are named."""
    games = fingerprints() | {"go": "another", "a game of the worker": "unknown here"}
    del games["nim"]
    made = worker(msgspec.structs.replace(HERE, games=games))
    made.distrust("hex")
    assert made.unused() == {
        "go": "another version of the game",
        "hex": "its move was not legal",
        "nim": "not offered",
    }


async def test_the_speed_that_was_measured_last_comes_first() -> None:
    """Speeds are in the order of their last measurement."""
    made = worker()
    chess, go = MachineCode("alphabeta", "chess", ()), MachineCode("mcts", "go", ())
    made.speeds._of.update({go: 10.0, chess: 20.0})
    assert made.status().speeds == ((chess, 20.0), (go, 10.0))


class SchedulerWithoutKibitz:
    """A client whose scheduler cannot read what it gets."""

    id, status = "Client-1", "running"

    def submit(self, *_arguments: object, **_options: object) -> object:
        """Fail as Dask does."""
        raise ModuleNotFoundError("No module named 'kibitz_server'")


async def test_a_worker_whose_slots_cannot_be_made_is_listed_with_the_reason() -> None:
    """The scheduler needs Kibitz too: it reads what the server sends to a worker."""
    cluster = Cluster(ClusterAddress("192.0.2.8", 8786), NoPool())
    cluster._client = SchedulerWithoutKibitz()
    cluster._here((0.0, encode(HERE)))
    await asyncio.wait(cluster._tasks)
    [status] = cluster.status()
    assert (status.place, status.state) == (HERE.worker, "refused")
    assert "the scheduler or the worker lacks a module" in status.why
    assert cluster.workers == {}


async def test_a_refused_worker_is_listed_with_the_reason() -> None:
    """A worker with another version of Dask has no slots for the pool, and is listed until it is updated."""
    cluster = Cluster(ClusterAddress("192.0.2.8", 8786), NoPool())
    old = msgspec.structs.replace(HERE, versions={"distributed": "2020.1", "kibitz": "0.0.9"})
    cluster._here((0.0, encode(old)))
    [status] = cluster.status()
    assert (status.place, status.state, status.slots, status.version) == (HERE.worker, "refused", 2, "0.0.9")
    assert "2020.1" in status.why
    assert cluster.answering == 0
    assert cluster.workers == {}
