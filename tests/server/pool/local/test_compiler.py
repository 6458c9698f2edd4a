"""Tests of the queue of compilations with a fake compiler, and of a compiler process."""

import asyncio

import pytest

from kibitz_server.engine.driver import MachineCode
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.games.registry import load
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.pool.local.compiler import MOST_OF_A_BLOCK, CompileQueue, Compiler
from kibitz_server.pool.local.worker_process import fork_server
from tests.fakes.server import settle


def code(number: int) -> MachineCode:
    """Return the code of a game with options that are not the defaults."""
    return MachineCode("alphabeta", "mnk", (("columns", 4 + number), ("rows", 3), ("connect", 3), ("exact", False)))


STANDARD = MachineCode("alphabeta", "mnk", tuple(load("mnk").options.items()))


class FakeCompiler:
    """Compiler whose compilations end when the test says so."""

    def __init__(self) -> None:
        self.begun: list[MachineCode] = []
        self.results: asyncio.Queue[Compiled | Exception | None] = asyncio.Queue()
        self.now = 0.0

    async def compile(self, wanted: MachineCode) -> Compiled | None:
        """Return the next result."""
        self.begun.append(wanted)
        result = await self.results.get()
        if isinstance(result, Exception):
            raise result
        return result

    async def finish(self, *results: Compiled | Exception | None) -> None:
        """End as many compilations."""
        for result in results or (Compiled(True, 3.0),):
            self.results.put_nowait(result)
            await settle()


@pytest.fixture
def compiler() -> FakeCompiler:
    """A fake compiler."""
    return FakeCompiler()


def queue_of(compiler: FakeCompiler, rate: str | None = None) -> CompileQueue:
    """Return a queue with a budget for each block."""
    return CompileQueue(compiler.compile, Rate.read(rate) if rate else None, lambda: compiler.now)


async def test_one_compilation_runs_at_a_time(compiler: FakeCompiler) -> None:
    """Requests for the same code share a compilation, and are done with it."""
    queue = queue_of(compiler)
    first, again, second = (queue.request(code(number), "ann") for number in (0, 0, 1))
    await settle()
    assert (compiler.begun, len(queue), queue.pending(code(1))) == ([code(0)], 2, True)
    await compiler.finish()
    assert first is again
    assert first is not None
    assert second is not None
    assert (first.done(), second.done(), compiler.begun) == (True, False, [code(0), code(1)])
    await compiler.finish()
    assert (second.done(), len(queue), queue.outcomes["compiled"]) == (True, 0, 2)


async def test_a_block_waits_for_one_compilation_of_another(compiler: FakeCompiler) -> None:
    """Of many codes that guests of one block request, one is compiled before the code of another block."""
    queue = queue_of(compiler)
    for number in range(6):
        queue.request(code(number), f"guest {number}", "192.0.2.1")
    queue.request(code(10), "ann", "192.0.2.2")
    await compiler.finish(*[Compiled(True, 3.0)] * 2)
    assert compiler.begun[:2] == [code(0), code(10)]


async def test_a_block_has_a_budget_of_processor_time(compiler: FakeCompiler) -> None:
    """When it is used up, its requests are refused, those that wait too; other blocks and later requests are not."""
    queue = queue_of(compiler, "6/m")
    waiting = [queue.request(code(number), f"guest {number}", "192.0.2.1") for number in range(5)]
    await compiler.finish(*[Compiled(True, 3.5)] * 2)
    assert compiler.begun == [code(0), code(1)]
    assert all(done is not None and done.done() for done in waiting)
    assert queue.request(code(5), "another guest", "192.0.2.1") is None
    assert queue.outcomes["refused"] == 4
    assert queue.request(code(6), "ann", "192.0.2.2") is not None
    compiler.now = 60.0
    assert queue.request(code(5), "another guest", "192.0.2.1") is not None


async def test_default_options_cost_no_budget(compiler: FakeCompiler) -> None:
    """There are few of them, and each is compiled once on a machine."""
    queue = queue_of(compiler, "6/m")
    queue.request(STANDARD, "ann", "192.0.2.1")
    await compiler.finish(Compiled(True, 100.0))
    assert queue.request(code(0), "ann", "192.0.2.1") is not None
    await compiler.finish(Compiled(True, 100.0))
    assert queue.request(code(1), "ann", "192.0.2.1") is None
    assert queue.request(STANDARD, "ann", "192.0.2.1") is not None


async def test_few_compilations_of_a_block_wait(compiler: FakeCompiler) -> None:
    """Beyond MOST_OF_A_BLOCK its requests are refused."""
    queue = queue_of(compiler)
    requests = [queue.request(code(number), f"guest {number}", "192.0.2.1") for number in range(20)]
    assert sum(request is not None for request in requests) == MOST_OF_A_BLOCK


async def test_what_cannot_be_compiled_is_not_tried_again(compiler: FakeCompiler) -> None:
    """A failed compilation is remembered. One whose process died is tried again, and an error ends nothing else."""
    queue = queue_of(compiler)
    for number in range(3):
        queue.request(code(number), "ann")
    await compiler.finish(Compiled(False, 3.0), None, ValueError("to fail"))
    assert queue.outcomes["failed"] == 3
    assert [queue.request(code(number), "ann") is None for number in range(3)] == [True, False, True]


async def test_closing_ends_the_requests(compiler: FakeCompiler) -> None:
    """The running compilation is cancelled, and no other one begins."""
    queue = queue_of(compiler)
    requests = [queue.request(code(number), "ann") for number in range(2)]
    await settle()
    await queue.close()
    assert all(request is not None and request.done() for request in requests)
    assert len(compiler.begun) == 1


@pytest.mark.io
@pytest.mark.timeout(120)
@pytest.mark.compiled
async def test_a_process_compiles_and_ends() -> None:
    """Each compilation has a process of its own, and is charged its processor time."""
    compiled = await Compiler(fork_server(), 0, 1 << 30).compile(MachineCode("textbook", "tictactoe", ()))
    assert compiled is not None
    assert compiled.fits
    assert compiled.seconds > 0
