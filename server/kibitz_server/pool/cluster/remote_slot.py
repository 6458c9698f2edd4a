"""The server's side of a worker: its slots, and what is known of it. Without Dask."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import structlog

from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.game import IllegalMove, Position
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.pool.cluster.dask import sentence
from kibitz_server.pool.cluster.fingerprints import fingerprint, fingerprints
from kibitz_server.pool.cluster.wire import (
    Answer,
    BadWire,
    Beat,
    Here,
    decode_answer,
    decode_compiled,
    encode_code,
    encode_job,
)
from kibitz_server.pool.local.compiler import CompileQueue
from kibitz_server.pool.slot import SlotLost, SlotTaken
from kibitz_server.pool.speeds import Speeds
from kibitz_server.pool.status import PlaceStatus, State

log = structlog.get_logger(__name__)

SILENT_S = 1.0
"""Silence after which a worker that searches counts as lost."""
MISSED_S = 7.0
"""Silence after which an idle worker counts as one that does not answer: three of its announcements are missing."""
LATE_S = 0.25
"""Delay of this process from which on it may be the silent one: messages may wait to be read."""
SETTLE_S = 0.02
"""Time in which it shows, after a failed call, whether the whole connection is lost."""
TAKEN_S = 0.25
"""Time until a slot that another server uses is tried again."""
WATCH_AGAIN_S = 1.0
"""Time after which a wish for search info is repeated, while search info is still read."""

OTHER_VERSION = "another version of the game"
"""Why a worker is not used for a game whose fingerprint differs."""

Call = Callable[..., Awaitable[object]]
"""Calls a method of an actor, by its name."""
_numbers = itertools.count(1)
"""Numbers of jobs. A worker may still run one from before it was forgotten and found again."""


class RemoteWorker:
    """A worker of the cluster: its slots, and when it was last heard.

    Args:
        here: Its announcement.
        on_ready: Called with each slot that can take a search again.
        compile_time: Processor seconds of compilation for each address block; None for no limit.
        connected: Returns whether the connection to the scheduler exists.
        on_doubt: Called when the worker is half as long silent as it may be while it searches.
        on_silence: Called when it is silent.
    """

    def __init__(
        self,
        here: Here,
        on_ready: Callable[["RemoteSlot"], object],
        compile_time: Rate | None = None,
        connected: Callable[[], bool] = lambda: True,
        on_doubt: Callable[[], object] = lambda: None,
        on_silence: Callable[[], object] = lambda: None,
    ) -> None:
        self.here = here
        self.slots: list[RemoteSlot] = []
        self.speeds = Speeds()
        self.finished = 0
        """How many searches ended with a report."""
        self.losses = 0
        """How many searches were lost here."""
        self.gone = False
        self._loop = asyncio.get_running_loop()
        self.compiler = CompileQueue(self._compile, compile_time, self._loop.time)
        self._on_ready = on_ready
        self._connected = connected
        self._on_doubt, self._on_silence = on_doubt, on_silence
        self._heard_at = self._expected_at = self._loop.time()
        self._silent = False
        self._watch: asyncio.TimerHandle | None = None
        self._distrusted: set[str] = set()

    @property
    def address(self) -> str:
        """Address of the worker in the cluster."""
        return self.here.worker

    @property
    def usable(self) -> bool:
        """Whether the worker takes searches, and has announced itself lately."""
        unheard = self._silent or self.silent_s > MISSED_S
        return not (self.gone or unheard or self.here.leaving) and self._connected()

    @property
    def silent_s(self) -> float:
        """Seconds since the worker was heard."""
        return self._loop.time() - self._heard_at

    def fits(self, game: str) -> bool:
        """Return whether the worker has the same rules and engine for a game as this server."""
        return self.here.games.get(game) == fingerprint(game) and game not in self._distrusted

    def unused(self) -> dict[str, str]:
        """Return the games of this server that are not searched here, with the reasons."""
        return {game: why for game, own in fingerprints().items() if (why := self._why_unused(game, own))}

    def _why_unused(self, game: str, own: str) -> str:
        theirs = self.here.games.get(game)
        if theirs is None:
            return "not offered"
        if theirs != own:
            return OTHER_VERSION
        return "its move was not legal" if game in self._distrusted else ""

    def status(self) -> PlaceStatus:
        """Return the state of the worker."""
        return PlaceStatus(
            self.address,
            self._state(),
            slots=self.here.slots,
            busy=sum(slot.running for slot in self.slots),
            taken=sum(slot.taken for slot in self.slots),
            finished=self.finished,
            lost=self.losses,
            speeds=self.speeds.newest(),
            unused=self.unused(),
            heard_s=self.silent_s,
            version=self.here.versions.get("kibitz", ""),
        )

    def _state(self) -> State:
        if self.here.leaving:
            return "leaving"
        if not self.usable:
            return "silent"
        return "used" if self.slots else "starting"

    async def _compile(self, code: MachineCode) -> Compiled | None:
        """Compile a search on the worker. Return None if it is gone."""
        if not self.slots:
            return None
        try:
            return decode_compiled(await self.slots[0].ask("compile", encode_code(code)))
        except SlotLost as lost:
            log.warning("a compilation is lost", worker=self.address, game=code.game, why=str(lost))
            return None

    def distrust(self, game: str) -> None:
        """Use the worker no more for a game."""
        self._distrusted.add(game)

    def heard(self, here: Here | None = None) -> None:
        """Note a sign of life, or a new announcement."""
        self._heard_at = self._loop.time()
        was_usable = self.usable
        self._silent = False
        self.here = here or self.here
        if self.usable and not was_usable:
            log.info("a worker answers again", worker=self.address)
            self.offer()

    def beat(self, beat: Beat) -> None:
        """Take a sign of life with search info."""
        self.heard()
        for slot in self.slots:
            slot.take(beat)

    def offer(self) -> None:
        """Offer all slots that can take a search."""
        for slot in self.slots:
            if slot.ready:
                self._on_ready(slot)

    def offer_later(self, slot: "RemoteSlot") -> None:
        """Offer a slot when another server may have left it."""
        self._loop.call_later(TAKEN_S, self._offer, slot)

    def _offer(self, slot: "RemoteSlot") -> None:
        slot.taken = False
        if slot.ready:
            self._on_ready(slot)

    def expect(self) -> None:
        """Watch that signs of life come while a search runs. Called when one begins."""
        if not any(slot.running for slot in self.slots):
            # An idle worker need not have said anything before.
            self._expected_at = self._loop.time()
        if self._watch is None:
            self._watch_at(self._loop.time() + SILENT_S / 2)

    def _watch_at(self, at: float) -> None:
        self._watch = self._loop.call_at(at, self._check, at)

    def _check(self, at: float) -> None:
        self._watch = None
        if not any(slot.running for slot in self.slots):
            return
        now = self._loop.time()
        if now - at > LATE_S:
            self._expected_at = now
        due = max(self._heard_at, self._expected_at) + SILENT_S
        if due - now > SILENT_S / 2:
            self._watch_at(due - SILENT_S / 2)
            return
        if due > now:
            self._on_doubt()
            self._watch_at(due)
            return
        self.fail()
        self._on_silence()
        self.lose(f"it has been silent for {SILENT_S:g} s")

    def lose(self, why: str) -> None:
        """End all running searches of the worker as lost."""
        for slot in self.slots:
            slot.lose(why)

    def fail(self) -> None:
        """Note that the worker does not answer. It is used again when it announces itself."""
        self._silent = True

    async def end(self, why: str) -> None:
        """Use the worker no more."""
        self.gone = True
        if self._watch is not None:
            self._watch.cancel()
        self.lose(why)
        # Without its slots, Dask ends the actors of the worker.
        slots, self.slots = self.slots, []
        for slot in slots:
            slot.end()
        await self.compiler.close()


class RemoteSlot:
    """One slot of a worker.

    Args:
        worker: The worker.
        call: Calls a method of the actor that is the slot there.
    """

    def __init__(self, worker: RemoteWorker, call: Call) -> None:
        self.place = worker.address
        self.running = False
        self.taken = False
        """Whether another server uses it."""
        self._worker = worker
        self._call = call
        self._number = 0
        self._found: SearchResult | None = None
        self._watched_at = -WATCH_AGAIN_S
        self._lost: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._pending: set[asyncio.Task[object]] = set()

    @property
    def usable(self) -> bool:
        return self._worker.usable

    @property
    def ready(self) -> bool:
        return self.usable and not self.running and not self.taken

    def fits(self, code: MachineCode) -> bool:
        return self._worker.fits(code.game)

    def speed(self, code: MachineCode) -> float | None:
        return self._worker.speeds.of(code)

    def compiling(self, code: MachineCode) -> bool:
        return self._worker.compiler.pending(code)

    def compile(self, code: MachineCode, owner: str, block: str) -> asyncio.Future[None] | None:
        return self._worker.compiler.request(code, owner, block)

    async def run(self, job: Job, position: Position, may_wait: bool) -> SearchResult | None:
        """Run a search on the worker.

        Raises:
            SlotLost: The worker is gone or silent, or its answer is no legal move.
            SlotTaken: Another server uses the slot.
        """
        self._number = next(_numbers)
        self._worker.expect()
        self._found, self._watched_at, self.running = None, -WATCH_AGAIN_S, True
        self._lost = self._loop.create_future()
        asked = self._start("search", self._number, encode_job(job, position, may_wait))
        try:
            waits: list[asyncio.Future[Any]] = [asked, self._lost]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            if asked.cancelled() or not asked.done():
                self._lost.result()
            return self._report(decode_answer(await self._outcome(asked)), job, position)
        except BadWire as error:
            self._worker.losses += 1
            raise SlotLost(f"its answer cannot be read: {error}") from None
        except SlotTaken:
            self.taken = True
            self._worker.offer_later(self)
            raise
        except SlotLost:
            self._worker.losses += 1
            raise
        finally:
            self.running = False
            if not asked.done() and not self._worker.gone:
                # The worker may still search: it must not, once it answers again.
                self._start("stop", self._number)
            if not self._lost.cancel():
                self._lost.exception()  # otherwise the loop reports that no code read it

    async def ask(self, method: str, *arguments: object) -> object:
        """Call a method of the actor, and return its answer.

        Raises:
            SlotLost: The worker does not answer.
        """
        return await self._outcome(self._start(method, *arguments))

    async def _outcome(self, asked: "asyncio.Task[object]") -> object:
        try:
            return await asked
        except Exception as error:  # whatever Dask raises when the worker or the scheduler is gone
            self._worker.fail()
            await asyncio.sleep(SETTLE_S)
            raise SlotLost(f"it does not answer: {sentence(error)}") from None

    def _report(self, answer: Answer, job: Job, position: Position) -> SearchResult | None:
        self._worker.heard()
        if answer.busy:
            raise SlotTaken("another server uses it")
        if answer.uncompiled:
            return None
        if answer.report is None:
            raise SlotLost(answer.error or "it gave no report")
        report = answer.report
        if report.move or not position.chances:
            try:
                position.find(report.move)
            except IllegalMove:
                self._worker.distrust(job.game)
                raise SlotLost(f"its move {report.move[:40]!r} is not legal; it gets no more {job.game}") from None
        self._worker.finished += 1
        self._worker.speeds.note(job.code, report)
        return report

    def progress(self, position: Position, title: str, seconds: float) -> SearchResult | None:  # noqa: ARG002
        if self._loop.time() - self._watched_at >= WATCH_AGAIN_S:
            self._watched_at = self._loop.time()
            self._start("watch", self._number)
        return replace(self._found, algorithm=title, seconds=seconds) if self._found is not None else None

    def take(self, beat: Beat) -> None:
        """Take the search info of the running search."""
        if self.running and (found := beat.running.get(self._number)) is not None:
            self._found = found

    def stop(self) -> None:
        self._start("stop", self._number)

    def kill(self) -> None:
        self.lose("it did not stop")

    def lose(self, why: str) -> None:
        """End the running search as lost."""
        if self.running and self._lost is not None and not self._lost.done():
            self._lost.set_exception(SlotLost(why))

    def end(self) -> None:
        """Wait for no answer any more."""
        for task in self._pending:
            task.cancel()

    def _start(self, method: str, *arguments: object) -> "asyncio.Task[object]":
        """Call a method of the actor. Only the search has an answer that matters."""
        task = self._loop.create_task(self._done(method, *arguments))
        self._pending.add(task)
        task.add_done_callback(self._forget)
        return task

    async def _done(self, method: str, *arguments: object) -> object:
        return await self._call(method, *arguments)

    def _forget(self, task: "asyncio.Task[object]") -> None:
        self._pending.discard(task)
        if not task.cancelled():
            task.exception()  # otherwise the loop reports that no code read it
