"""The server's connection to a cluster: it finds the workers there, and makes their slots those of the pool.

The connection is made again whenever it is lost. Meanwhile the server searches with what it has.
"""

import asyncio
import contextlib
import importlib
import itertools
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from typing import Any, Protocol

import structlog

from kibitz_server.limits.token_bucket import Rate
from kibitz_server.pool.cluster.absent import AbsentWorkers
from kibitz_server.pool.cluster.address import ClusterAddress
from kibitz_server.pool.cluster.dask import closed, load, security
from kibitz_server.pool.cluster.fingerprints import fingerprints
from kibitz_server.pool.cluster.greeting import greeted
from kibitz_server.pool.cluster.remote_slot import OTHER_VERSION, SILENT_S, RemoteSlot, RemoteWorker
from kibitz_server.pool.cluster.trouble import UNREACHABLE, check_version, explained, unusable
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
CANCEL_AGAIN_S = 0.25
"""Time after which an attempt to connect is cancelled again at the end."""
LOOK_EVERY_S = 0.25
"""How often the connection is looked at."""
FORGOTTEN_S = 30.0
"""Silence after which an idle worker is forgotten. One that announces itself again is new."""
MOST_TOLD = 1000
"""Number of warnings that are kept so that none is logged twice."""


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
        self.trouble = UNREACHABLE
        """Why there is no connection, while there is none."""
        self.workers: dict[str, RemoteWorker] = {}
        """Workers by their addresses."""
        self._absent = AbsentWorkers()
        self._pool = pool
        self._compile_time = compile_time
        self._client: Any = None
        self._keys = itertools.count(1)
        self._joining: dict[RemoteWorker, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._told: set[str] = set()
        self._closing = False
        # The question to the scheduler whether it is there, and when it last answered one.
        self._echo: asyncio.Task[None] | None = None
        self._heard_at = -SILENT_S
        self._main: asyncio.Task[None] | None = None

    @property
    def answering(self) -> int:
        """Number of workers that take searches."""
        return sum(worker.usable and bool(worker.slots) for worker in self.workers.values())

    def status(self) -> tuple[PlaceStatus, ...]:
        """Return the state of each worker, those last that are refused or gone."""
        absent = self._absent.status(asyncio.get_running_loop().time())
        return (*(worker.status() for worker in self.workers.values()), *absent)

    def start(self) -> None:
        """Connect, now and whenever the connection is lost, until `close`."""
        self._main = asyncio.get_running_loop().create_task(self._stay_connected())

    async def close(self) -> None:
        """Leave the cluster. Running searches are lost."""
        self._closing = True
        while self._main is not None and not self._main.done():
            self._main.cancel()
            # Dask catches the cancellation while it closes a lost connection.
            await asyncio.wait([self._main], timeout=CANCEL_AGAIN_S)
        await self._leave("the server stops")
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _stay_connected(self) -> None:
        attempts, said = 0, ""
        while not self._closing:
            try:
                await asyncio.to_thread(prepare)
                self._client = await connect(self.address)
            except Exception as error:  # whatever Dask raises
                why, hint = explained(error)
                self.trouble = f"{why}; {hint}"
                if why != said:
                    said = why
                    log.warning(
                        "no cluster: searches run on this machine", cluster=self.address.url, why=why, hint=hint
                    )
                await asyncio.sleep(AGAIN_S[min(attempts, len(AGAIN_S) - 1)])
                attempts += 1
                continue
            # After a loss it is not news that the scheduler does not answer.
            attempts, said, self.trouble = 0, UNREACHABLE, UNREACHABLE
            self.connected = True
            self.connections += 1
            log.info("connected to the cluster", cluster=self.address.url)
            self._client.subscribe_topic(HERE_TOPIC, self._here)
            self._client.subscribe_topic(topic_of(self._client.id), self._beat)
            while self._answers():
                await asyncio.sleep(LOOK_EVERY_S)
                self._forget()
            log.warning(
                "the connection to the cluster is lost: searches run on this machine until it is back",
                cluster=self.address.url,
            )
            await self._leave("")

    def _answers(self) -> bool:
        """Return whether the scheduler is there."""
        return self._client is not None and self._client.status == "running"

    async def _leave(self, why: str) -> None:
        """Lose all workers, and close the client. Without `why`, the log does not name the workers."""
        self.connected = False
        self._absent.forget_refused()
        for worker in list(self.workers.values()):
            self._remove(worker, why)
        if self._client is not None:
            await closed(self._client)
            self._client = None

    def _here(self, event: tuple[float, Any]) -> None:
        """Take the announcement of a worker."""
        try:
            here = decode_here(event[1])
        except BadWire as error:
            self._tell(f"a worker announces itself in a way that cannot be read: {error}")
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
        """Return whether a worker can be used, and say once why it cannot."""
        theirs, ours = here.versions.get("distributed", "?"), version("distributed")
        why, hint = "", ""
        if theirs != ours:
            why, hint = f"it runs distributed {theirs}, this server {ours}", "install the same version on all machines"
        elif here.protocol != PROTOCOL:
            why = f"its messages have version {here.protocol}, not {PROTOCOL}"
            hint = "install the same version of kibitz on all machines"
        if why:
            self._tell(f"worker {here.worker} is not used: {why}", hint)
            self._absent.refuse(here, why, asyncio.get_running_loop().time())
            return False
        self._absent.accept(here.worker)
        return True

    def _tell(self, text: str, hint: str = "") -> None:
        """Log a warning once."""
        if text not in self._told:
            if len(self._told) >= MOST_TOLD:
                self._told.clear()
            self._told.add(text)
            log.warning(text, **({"hint": hint} if hint else {}))

    def _add(self, here: Here) -> None:
        worker = self.workers[here.worker] = RemoteWorker(
            here, self._pool.offer, self._compile_time, self._answers, self._on_doubt, self._on_silence
        )
        others = sorted(game for game, why in worker.unused().items() if why == OTHER_VERSION)
        if others:
            theirs, ours = here.versions.get("kibitz", "?"), version("kibitz")
            games = "every game" if len(others) == len(here.games) else ", ".join(others)
            self._tell(
                f"worker {here.worker} is not used for {games}: it has another version of the rules or the engine"
                f" (kibitz {theirs}, this server {ours})",
                "install the same version of kibitz on all machines",
            )
        self._joining[worker] = self._keep(self._make_slots(worker))

    def _on_doubt(self) -> None:
        """Ask the scheduler whether it is there."""
        if self._echo is None:
            self._echo = self._keep(self._ask_scheduler())

    async def _ask_scheduler(self) -> None:
        client = self._client
        try:
            with contextlib.suppress(Exception):  # whatever Dask raises
                async with asyncio.timeout(SILENT_S):
                    await client.scheduler.echo(data="?")
                    self._heard_at = asyncio.get_running_loop().time()
        finally:
            self._echo = None

    def _on_silence(self) -> None:
        """Use no worker if the scheduler is silent too."""
        if asyncio.get_running_loop().time() - self._heard_at > SILENT_S:
            for worker in self.workers.values():
                worker.fail()

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do some work beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _make_slots(self, worker: RemoteWorker) -> None:
        """Make an actor for each slot of a worker."""
        from kibitz_server.pool.cluster.member.actor import SlotActor

        client = self._client
        try:
            for _ in range(worker.here.slots):
                key = f"{client.id}-slot-{next(self._keys)}"
                made = client.submit(
                    SlotActor,
                    key,
                    client.id,
                    actor=True,
                    key=key,
                    workers=[worker.address],
                    allow_other_workers=False,
                )
                # An actor asks for the current client, and there is no default one.
                with client.as_current():
                    await made
                worker.slots.append(RemoteSlot(worker, caller(client, made, worker.address)))
        except Exception as error:  # whatever Dask raises when the worker is gone
            if self._answers():
                why, hint = unusable(error)
                self._tell(f"worker {worker.address} is not used: {why}", hint)
                self._absent.refuse(worker.here, why, asyncio.get_running_loop().time())
            self._remove(worker, "")
            return
        finally:
            self._joining.pop(worker, None)
        if not worker.gone:
            log.info("a worker joined", worker=worker.address, slots=len(worker.slots))
            worker.offer()

    def _beat(self, event: tuple[float, Any]) -> None:
        """Take a sign of life."""
        with contextlib.suppress(BadWire):
            beat: Beat = decode_beat(event[1])
            if (worker := self.workers.get(beat.worker)) is not None:
                worker.beat(beat)

    def _forget(self) -> None:
        """Forget workers that have left, or are silent."""
        self._absent.forget(asyncio.get_running_loop().time(), FORGOTTEN_S)
        for worker in list(self.workers.values()):
            if worker.silent_s > FORGOTTEN_S:
                self._remove(worker, f"it was silent for {FORGOTTEN_S:g} s")
            elif worker.here.leaving and not any(slot.running for slot in worker.slots):
                self._remove(worker, "it has left")

    def _remove(self, worker: RemoteWorker, why: str) -> None:
        if self.workers.get(worker.address) is worker:
            del self.workers[worker.address]
            if why:
                log.info("a worker is gone", worker=worker.address, why=why)
                self._absent.part(worker.status(), why, asyncio.get_running_loop().time())
        joining = self._joining.pop(worker, None)
        if joining is not None and joining is not asyncio.current_task():
            joining.cancel()
        worker.gone = True
        for slot in worker.slots:
            self._pool.withdraw(slot)
        self._keep(worker.end(why or "the connection to the cluster is lost"))


async def connect(address: ClusterAddress) -> Any:
    """Return a new client of a scheduler.

    Raises:
        OSError: It does not answer, or does not accept the certificate.
        ClusterRefused: Its version does not fit.
    """
    # The import takes a second, in which the server must answer.
    library = await asyncio.to_thread(load)
    # A scheduler that is not there yet is Dask's affair, which tries again.
    with contextlib.suppress(OSError):
        await greeted(address, CONNECT_S)
    client = library.Client(
        address.url,
        asynchronous=True,
        security=security(address.tls),
        timeout=CONNECT_S,
        set_as_default=False,
        name="kibitz",
    )
    try:
        async with asyncio.timeout(2 * CONNECT_S):
            await client
            found = await client.scheduler.versions()
        check_version(str(found["packages"]["distributed"]))
    except BaseException:
        await closed(client)
        raise
    return client


def prepare() -> None:
    """Import Dask and read the files of all games, which takes a second or two: matches go on meanwhile."""
    load()
    fingerprints()


def caller(client: Any, actor: Any, worker: str) -> Callable[..., Any]:
    """Return a function that calls methods of an actor by their names.

    The proxy that Dask has for actors repeats a call by itself when the connection breaks, and some of its calls never
    end. This one raises an error.

    Args:
        client: The client that made the actor.
        actor: The future that keeps it alive.
        worker: Address of the worker where it lives.
    """
    protocol: Any = importlib.import_module("distributed.protocol")

    async def call(method: str, *arguments: object) -> object:
        message = {
            "op": "actor_execute",
            "function": method,
            "actor": actor.key,
            "args": [protocol.to_serialize(argument) for argument in arguments],
            "kwargs": {},
        }
        answer = await client.scheduler.proxy(worker=worker, msg=message)
        if answer["status"] != "OK":
            raise answer["exception"]
        return answer["result"]

    return call
