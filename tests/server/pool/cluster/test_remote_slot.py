"""The server's side of a worker, with a fake worker on a clock that stands: silence, answers, stops and search info."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.registry import load
from kibitz_server.pool.cluster.fingerprints import fingerprints
from kibitz_server.pool.cluster.remote_slot import MISSED_S, SILENT_S, TAKEN_S, WATCH_AGAIN_S, RemoteSlot, RemoteWorker
from kibitz_server.pool.cluster.wire import PROTOCOL, Answer, Beat, Here, decode_code, decode_job, encode
from kibitz_server.pool.slot import SlotLost, SlotTaken
from tests.fakes.server import found, settle

PLACE = "tcp://192.0.2.1:4000"
JOB = Job("tictactoe", (), None, (), "alphabeta", Limit(seconds=30.0))
REPORT = found(JOB.position())
STEP_S = 0.05


class StandingLoop(asyncio.SelectorEventLoop):
    """Event loop whose clock stands until a test moves it on."""

    now = 1000.0

    def time(self) -> float:
        return self.now

    async def advance(self, seconds: float) -> None:
        """Let time pass in small steps, and let what is due happen."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + STEP_S)
            await settle()


class Machine:
    """A worker with two slots, whose answers the test gives, and the server's side of it."""

    def __init__(self, loop: StandingLoop) -> None:
        self.loop = loop
        self.calls: list[tuple[str, tuple[object, ...]]] = []
        self.answers: list[asyncio.Future[object]] = []
        """The future answer of each search and each compilation."""
        self.ready: list[RemoteSlot] = []
        self.here = Here(PROTOCOL, PLACE, "first", 2, fingerprints(), {"kibitz": "1.0"})
        self.worker = RemoteWorker(self.here, self.ready.append)
        self.slots = [RemoteSlot(self.worker, self.call) for _ in range(2)]
        self.worker.slots.extend(self.slots)

    async def call(self, method: str, *arguments: object) -> object:
        """Take a call of a method of the actor."""
        self.calls.append((method, arguments))
        if method not in ("search", "compile"):
            return None
        self.answers.append(self.loop.create_future())
        return await self.answers[-1]

    async def begin(self, job: Job = JOB, slot: int = 0, may_wait: bool = False) -> "asyncio.Task[SearchResult | None]":
        """Begin a search."""
        search = asyncio.ensure_future(self.slots[slot].run(job, job.position(), may_wait))
        await settle()
        return search

    async def answer(self, answer: Answer | bytes | object, at: int = -1) -> None:
        """Answer a call."""
        self.answers[at].set_result(encode(answer) if isinstance(answer, Answer | Compiled) else answer)
        await settle()

    async def fail(self, error: Exception, at: int = -1) -> None:
        """Let a call fail."""
        self.answers[at].set_exception(error)
        await self.loop.advance(4 * STEP_S)

    def numbers(self, method: str) -> list[object]:
        """Return the numbers of the jobs that a method was called for."""
        return [arguments[0] for called, arguments in self.calls if called == method]

    async def beat(self, report: SearchResult | None = None) -> None:
        """Send a sign of life of the newest search."""
        number = self.numbers("search")[-1]
        assert isinstance(number, int)
        self.worker.beat(Beat(PLACE, {number: report}))
        await settle()


def standing(test: Callable[[Machine], Awaitable[None]]) -> Callable[[], None]:
    """Run a test on a loop whose clock stands, and fail if the loop reports an error that no code took."""

    def run() -> None:
        unread: list[dict[str, object]] = []

        async def main() -> None:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, StandingLoop)
            loop.set_exception_handler(lambda _, context: unread.append(context))
            machine = Machine(loop)
            await test(machine)
            await machine.worker.end("the test is over")
            await settle()

        with asyncio.Runner(loop_factory=StandingLoop) as runner:
            runner.run(main())
        assert unread == []

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def lost(search: "asyncio.Task[SearchResult | None]") -> str:
    """Return why a search was lost."""
    await settle()
    assert search.done()
    with pytest.raises(SlotLost) as caught:
        search.result()
    assert not isinstance(caught.value, SlotTaken)
    return str(caught.value)


@standing
async def test_a_search_runs_on_the_worker(machine: Machine) -> None:
    """The job arrives as it is, and its report comes back. The slot is ready before and after it."""
    slot = machine.slots[0]
    assert slot.ready
    search = await machine.begin(may_wait=True)
    assert (slot.ready, machine.slots[1].ready, slot.place) == (False, True, PLACE)
    ((_, (_, data)),) = machine.calls
    assert isinstance(data, bytes)
    assert decode_job(data)[::2] == (JOB, True)
    await machine.answer(Answer(REPORT))
    assert search.result() == REPORT
    assert (slot.ready, machine.worker.finished, machine.worker.losses) == (True, 1, 0)
    assert slot.speed(JOB.code) == REPORT.nodes / REPORT.seconds
    assert machine.numbers("stop") == []


@standing
async def test_a_worker_without_code_says_so(machine: Machine) -> None:
    """That is neither a loss nor a measured search."""
    search = await machine.begin(may_wait=True)
    await machine.answer(Answer(uncompiled=True))
    assert search.result() is None
    assert (machine.worker.losses, machine.slots[0].speed(JOB.code)) == (0, None)


@standing
async def test_a_slot_of_another_server_is_tried_again(machine: Machine) -> None:
    """The search has not begun, and the slot is offered after a while. It was not a loss."""
    search = await machine.begin()
    await machine.answer(Answer(busy=True))
    with pytest.raises(SlotTaken):
        search.result()
    assert (machine.slots[0].ready, machine.slots[0].taken, machine.worker.losses) == (False, True, 0)
    assert machine.ready == []
    await machine.loop.advance(TAKEN_S + STEP_S)
    assert machine.ready == [machine.slots[0]]
    assert machine.slots[0].ready


@standing
async def test_an_illegal_move_costs_the_game(machine: Machine) -> None:
    """The worker gets no more searches of that game, but others."""
    search = await machine.begin()
    await machine.answer(Answer(replace(REPORT, move="z9")))
    assert await lost(search) == "its move 'z9' is not legal; it gets no more tictactoe"
    slot = machine.slots[0]
    assert (slot.fits(JOB.code), slot.fits(MachineCode("mcts", "nim", ()))) == (False, True)
    assert (slot.ready, machine.worker.losses, slot.speed(JOB.code)) == (True, 1, None)
    assert machine.worker.unused() == {"tictactoe": "its move was not legal"}


@standing
async def test_a_report_without_a_move_is_illegal(machine: Machine) -> None:
    """Only a search of a position in which a chance event is due has no move."""
    search = await machine.begin()
    await machine.answer(Answer(replace(REPORT, move="")))
    assert "is not legal" in await lost(search)
    position = load("backgammon").start()
    assert position.chances
    averaged = await machine.begin(Job("backgammon", (), None, (), "level", Limit(level=3)))
    await machine.answer(Answer(replace(REPORT, move="", line=())))
    assert averaged.done()
    assert averaged.exception() is None


@standing
async def test_an_answer_that_cannot_be_read_is_a_loss(machine: Machine) -> None:
    """The worker is used further: it answers, and the search is repeated elsewhere."""
    for answer, words in (
        (b"no answer", "its answer cannot be read"),
        ("text", "its answer cannot be read: it is str, not bytes"),
        (Answer(error="its process died"), "its process died"),
        (Answer(), "it gave no report"),
    ):
        search = await machine.begin()
        await machine.answer(answer)
        assert words in await lost(search)
        assert machine.slots[0].ready
    assert machine.worker.losses == 4


@standing
async def test_a_call_that_fails_is_a_loss(machine: Machine) -> None:
    """The worker is not used until it is heard again. Then all its slots are offered."""
    search = await machine.begin()
    await machine.fail(OSError("connection reset"))
    assert "connection reset" in await lost(search)
    assert [slot.ready for slot in machine.slots] == [False, False]
    machine.worker.heard(machine.here)
    assert machine.ready == machine.slots


@standing
async def test_a_silent_worker_loses_its_searches(machine: Machine) -> None:
    """After a second without a sign of life, the searches run elsewhere. The worker shall stop them when it can."""
    searches = [await machine.begin(slot=slot) for slot in (0, 1)]
    await machine.loop.advance(SILENT_S - STEP_S)
    assert [search.done() for search in searches] == [False, False]
    await machine.loop.advance(3 * STEP_S)
    assert ["silent" in await lost(search) for search in searches] == [True, True]
    assert [slot.ready for slot in machine.slots] == [False, False]
    assert sorted(map(str, machine.numbers("stop"))) == sorted(map(str, machine.numbers("search")))
    await machine.answer(Answer(REPORT))  # too late
    assert machine.worker.finished == 0


@standing
async def test_signs_of_life_keep_a_search(machine: Machine) -> None:
    """A search may take long as long as its worker is heard."""
    search = await machine.begin()
    for _ in range(10):
        await machine.loop.advance(SILENT_S / 2)
        await machine.beat()
    assert not search.done()
    await machine.loop.advance(SILENT_S + 3 * STEP_S)
    assert "silent" in await lost(search)


@standing
async def test_an_idle_worker_may_be_silent_for_longer(machine: Machine) -> None:
    """It announces itself seldom. A search that begins after a while is not lost at once."""
    await machine.loop.advance(5 * SILENT_S)
    search = await machine.begin()
    await machine.loop.advance(SILENT_S / 2)
    assert not search.done()
    await machine.answer(Answer(REPORT))
    assert search.result() == REPORT
    await machine.loop.advance(MISSED_S + STEP_S)
    assert not machine.slots[0].ready


@standing
async def test_a_stop_names_the_search(machine: Machine) -> None:
    """Each search has a number of its own. One that does not stop is lost."""
    first = await machine.begin()
    await machine.answer(Answer(REPORT))
    second = await machine.begin()
    machine.slots[0].stop()
    await settle()
    numbers = machine.numbers("search")
    assert len(set(numbers)) == 2
    assert machine.numbers("stop") == numbers[1:]
    machine.slots[0].kill()
    assert (first.result(), await lost(second)) == (REPORT, "it did not stop")


@standing
async def test_search_info_comes_while_it_is_read(machine: Machine) -> None:
    """The first reading asks for it, and later ones repeat the wish once a second."""
    search, slot, position = await machine.begin(), machine.slots[0], JOB.position()
    assert slot.progress(position, "title", 0.1) is None
    assert slot.progress(position, "title", 0.1) is None
    await settle()
    assert machine.numbers("watch") == machine.numbers("search")
    await machine.beat()
    assert slot.progress(position, "title", 0.2) is None
    await machine.beat(replace(REPORT, depth=7))
    read = slot.progress(position, "title", 2.0)
    assert read is not None
    assert (read.depth, read.algorithm, read.seconds) == (7, "title", 2.0)
    await machine.beat()  # without search info: the last one is still right
    assert slot.progress(position, "title", 2.0) == read
    await machine.loop.advance(WATCH_AGAIN_S / 2)
    await machine.beat()
    await machine.loop.advance(WATCH_AGAIN_S / 2 + STEP_S)
    slot.progress(position, "title", 3.0)
    await settle()
    assert len(machine.numbers("watch")) == 2
    await machine.answer(Answer(REPORT))
    assert search.done()
    following = await machine.begin()
    assert slot.progress(position, "title", 0.0) is None
    following.cancel()
    await settle()
    assert machine.numbers("stop") == machine.numbers("search")[1:]


@standing
async def test_a_worker_that_leaves_is_offered_nothing(machine: Machine) -> None:
    """Its running search may end. It is used again if it stays after all."""
    search = await machine.begin()
    machine.worker.heard(replace_here(machine.here, leaving=True))
    assert [slot.ready for slot in machine.slots] == [False, False]
    await machine.answer(Answer(REPORT))
    assert search.result() == REPORT
    assert machine.ready == []
    machine.worker.heard(machine.here)
    assert machine.ready == machine.slots


def replace_here(here: Here, leaving: bool = False, games: dict[str, str] | None = None) -> Here:
    """Return an announcement with other values."""
    return Here(here.protocol, here.worker, here.instance, here.slots, games or here.games, here.versions, leaving)


@standing
async def test_a_worker_with_other_games_is_used_for_the_same_ones(machine: Machine) -> None:
    """Another version of a game, and a missing one, do not fit. Games that only the worker has do not matter."""
    games = {**machine.here.games, "nim": "another version", "unknown": "here"}
    del games["kalah"]
    machine.worker.heard(replace_here(machine.here, games=games))
    slot = machine.slots[0]
    assert [slot.fits(MachineCode("mcts", name, ())) for name in ("nim", "kalah", "tictactoe")] == [False, False, True]
    assert machine.worker.unused() == {"kalah": "not offered", "nim": "another version of the game"}


@standing
async def test_the_end_loses_what_runs(machine: Machine) -> None:
    """A worker that is gone takes no more, whatever it says later."""
    search = await machine.begin()
    slots = list(machine.slots)
    await machine.worker.end("it was started again")
    assert await lost(search) == "it was started again"
    machine.worker.heard(machine.here)
    assert (machine.ready, [slot.ready for slot in slots]) == ([], [False, False])


@standing
async def test_code_is_compiled_where_it_is_used(machine: Machine) -> None:
    """One compilation serves both slots."""
    code = MachineCode("alphabeta", "tictactoe", ())
    done = machine.slots[1].compile(code, "ann", "")
    await settle()
    assert done is not None
    assert [slot.compiling(code) for slot in machine.slots] == [True, True]
    ((method, (data,)),) = machine.calls
    assert (method, isinstance(data, bytes) and decode_code(data)) == ("compile", code)
    await machine.answer(encode(Compiled(True, 1.0)))
    assert (done.done(), machine.slots[0].compiling(code)) == (True, False)
    assert machine.worker.compiler.counts() == {"waiting": 0, "compiled": 1, "failed": 0, "refused": 0}


@standing
async def test_a_lost_compilation_ends_its_wait(machine: Machine) -> None:
    """The search runs with what there is, or elsewhere."""
    done = machine.slots[0].compile(MachineCode("alphabeta", "tictactoe", ()), "ann", "")
    await settle()
    await machine.fail(OSError("gone"))
    assert done is not None
    assert done.done()
    assert machine.worker.compiler.counts()["failed"] == 1
