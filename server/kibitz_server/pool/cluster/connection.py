"""The server's connection to a cluster: it finds the workers there, and makes their slots those of the pool.

The connection is made again whenever it is lost. Meanwhile the server searches with what it has.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from typing import Any, Protocol

import structlog

from kibitz_server.limits.token_bucket import Rate
from kibitz_server.pool.cluster.address import ClusterAddress
from kibitz_server.pool.cluster.dask import load, security, sentence
from kibitz_server.pool.cluster.remote_slot import OTHER_VERSION, RemoteSlot, RemoteWorker
from kibitz_server.pool.cluster.wire import (
    HERE_TOPIC,
    PROTOCOL,
    BadWire,
    Beat,
    Here,
    decode_beat,
    decode_here,
    topic_of,
)
from kibitz_server.pool.slot import Slot
from kibitz_server.pool.status import PlaceStatus

log = structlog.get_logger(__name__)

CONNECT_S = 5.0
"""Longest attempt to connect."""
AGAIN_S = (1.0, 2.0, 5.0, 10.0)
"""Waits before the next attempts; the last one is for all further ones."""
LOOK_EVERY_S = 0.25
"""How often the connection is looked at."""
FORGOTTEN_S = 30.0
"""Silence after which an idle worker is forgotten. One that announces itself again is new."""


class SlotUser(Protocol):
    """The pool, as a cluster sees it."""

    def offer(self, slot: Slot) -> None:
        """Use a slot that can take a search now."""

    def withdraw(self, slot: Slot) -> None:
        """Use a slot no more."""


class Cluster:
    """Connection to the scheduler of a cluster.

    Args:
        address: Where the scheduler listens.
        pool: Uses the slots.
        compile_time: Processor seconds of compilation for each address block; None for no limit.
    """

    def __init__(self, address: ClusterAddress, pool: SlotUser, compile_time: Rate | None = None) -> None:
        self.address = address
        self.connected = False
        self.connections = 0
        """How often a connection was made."""
        self.workers: dict[str, RemoteWorker] = {}
        """Workers by their addresses."""
        self._refused: dict[str, tuple[Here, str, float]] = {}
        self._pool = pool
        self._compile_time = compile_time
        self._server = secrets.token_hex(8)
        self._client: Any = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._told: set[str] = set()
        self._main: asyncio.Task[None] | None = None

    @property
    def answering(self) -> int:
        """Number of workers that take searches."""
        return sum(worker.answers and bool(worker.slots) for worker in self.workers.values())

    def status(self) -> tuple[PlaceStatus, ...]:
        """Return the state of each worker, those last whose version does not fit."""
        now = asyncio.get_running_loop().time()
        refused = tuple(
            PlaceStatus(
                here.worker,
                "refused",
                slots=here.slots,
                heard_s=now - at,
                version=here.versions.get("kibitz", ""),
                why=why,
            )
            for here, why, at in self._refused.values()
        )
        return (*(worker.status() for worker in self.workers.values()), *refused)

    def start(self) -> None:
        """Connect, now and whenever the connection is lost, until `close`."""
        self._main = asyncio.get_running_loop().create_task(self._stay_connected())

    async def close(self) -> None:
        """Leave the cluster. Running searches are lost."""
        tasks = [task for task in (self._main, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self._leave("the server stops")

    async def _stay_connected(self) -> None:
        attempts = 0
        while True:
            try:
                self._client = await self._connect()
            except (OSError, ValueError, TypeError, ImportError) as error:
                if attempts == 0:
                    log.warning(
                        "no cluster: searches run on this machine", cluster=self.address.url, why=sentence(error)
                    )
                await asyncio.sleep(AGAIN_S[min(attempts, len(AGAIN_S) - 1)])
                attempts += 1
                continue
            attempts = 0
            self.connected = True
            self.connections += 1
            log.info("connected to the cluster", cluster=self.address.url)
            self._client.subscribe_topic(HERE_TOPIC, self._here)
            self._client.subscribe_topic(topic_of(self._server), self._beat)
            while self._client.status == "running":
                await asyncio.sleep(LOOK_EVERY_S)
                self._forget_silent()
            log.warning("the connection to the cluster is lost", cluster=self.address.url)
            await self._leave("the scheduler is gone")

    async def _connect(self) -> Any:
        """Return a new client of the scheduler.

        Raises:
            OSError: It does not answer, or does not accept the certificate.
            ValueError: Its version does not fit.
        """
        return await load().Client(
            self.address.url,
            asynchronous=True,
            security=security(self.address.tls),
            timeout=CONNECT_S,
            set_as_default=False,
            name="kibitz",
        )

    async def _leave(self, why: str) -> None:
        self.connected = False
        self._refused.clear()
        for worker in list(self.workers.values()):
            self._remove(worker, why)
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(CONNECT_S):
                    await client.close(timeout=1)

    def _here(self, event: tuple[float, Any]) -> None:
        """Take the announcement of a worker."""
        try:
            here = decode_here(event[1])
        except BadWire as error:
            self._tell("", f"a worker announces itself in a way that cannot be read: {error}")
            return
        known = self.workers.get(here.worker)
        if known is not None and known.here.instance != here.instance:
            self._remove(known, "it was started again")
            known = None
        if known is not None:
            known.heard(here)
        elif not here.leaving and self._fits(here):
            self._add(here)

    def _fits(self, here: Here) -> bool:
        """Return whether a worker can be used, and say once why it cannot, or for which games."""
        theirs, ours = here.versions.get("distributed", "?"), version("distributed")
        if here.protocol != PROTOCOL or theirs != ours:
            what = f"distributed {theirs}" if theirs != ours else f"messages of version {here.protocol}"
            why = f"it has {what}, this server {ours}; update it"
            self._tell(here.instance, f"worker {here.worker} is not used: {why}")
            self._refused[here.worker] = here, why, asyncio.get_running_loop().time()
            return False
        self._refused.pop(here.worker, None)
        return True

    def _tell(self, key: str, text: str) -> None:
        """Log a warning once."""
        if key not in self._told:
            self._told.add(key)
            log.warning(text)

    def _add(self, here: Here) -> None:
        worker = self.workers[here.worker] = RemoteWorker(here, self._pool.offer, self._compile_time)
        others = sorted(game for game, why in worker.unused().items() if why == OTHER_VERSION)
        if others:
            log.warning(
                "a worker has another version of games, which it is not used for", worker=here.worker, games=others
            )
        self._keep(self._make_slots(worker))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _make_slots(self, worker: RemoteWorker) -> None:
        """Make an actor for each slot of a worker."""
        from kibitz_server.pool.cluster.actor import SlotActor

        client = self._client
        try:
            for number in range(worker.here.slots):
                key = f"kibitz-{self._server}-{worker.here.instance}-{number}"
                made = client.submit(
                    SlotActor,
                    key,
                    self._server,
                    actor=True,
                    key=key,
                    workers=[worker.address],
                    allow_other_workers=False,
                )
                # An actor asks for the current client, and there is no default one.
                with client.as_current():
                    actor = await made
                worker.slots.append(RemoteSlot(worker, caller(actor)))
        except Exception as error:  # whatever Dask raises when the worker is gone
            log.warning("a worker cannot be used", worker=worker.address, why=sentence(error))
            self._remove(worker, "it cannot be used")
            return
        if not worker.gone:
            log.info("a worker joined", worker=worker.address, slots=len(worker.slots))
            worker.offer()

    def _beat(self, event: tuple[float, Any]) -> None:
        """Take a sign of life."""
        with contextlib.suppress(BadWire):
            beat: Beat = decode_beat(event[1])
            if (worker := self.workers.get(beat.worker)) is not None:
                worker.beat(beat)

    def _forget_silent(self) -> None:
        now = asyncio.get_running_loop().time()
        for here, _, at in list(self._refused.values()):
            if now - at > FORGOTTEN_S:
                del self._refused[here.worker]
        for worker in list(self.workers.values()):
            if worker.silent_s > FORGOTTEN_S:
                self._remove(worker, "it is silent")

    def _remove(self, worker: RemoteWorker, why: str) -> None:
        if self.workers.pop(worker.address, None) is not None:
            log.info("a worker is gone", worker=worker.address, why=why)
        for slot in worker.slots:
            self._pool.withdraw(slot)
        self._keep(worker.end(why))


def caller(actor: Any) -> Callable[..., Any]:
    """Return a function that calls methods of an actor by their names."""

    async def call(method: str, *arguments: object) -> object:
        return await getattr(actor, method)(*arguments)

    return call
