"""Search worker: code that runs in a process of the pool.

It imports only games and engine, to start fast and stay small.
"""

import os
import time
from pathlib import Path
from typing import NamedTuple

from kibitz_server.engine import levels
from kibitz_server.engine.algorithms import searches_of
from kibitz_server.engine.compiler import code_cache, select
from kibitz_server.engine.compiler.memory import Memories
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Job, MachineCode, SearchResult, from_book, run, settle
from kibitz_server.engine.worker import child
from kibitz_server.engine.worker.warm import is_compiled, note
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

PLAIN_S = 10.0
"""Longest search in plain Python if work bounds it: it needs far longer for the same work than machine code."""

_control: SearchControl
_memories = Memories()


def start(control: SearchControl, nice: int) -> None:
    """Make this process a worker, which loads compiled searches and has the given niceness."""
    global _control
    select.load_searches()
    _control = control
    child.begin(nice)


def load_code(codes: list[MachineCode]) -> int:
    """Load the machine code of searches that are likely to be wanted, as far as it is compiled. Return the process id.

    A worker that answers has imported everything.
    """
    for code in codes:
        searches_of(code.algorithm, load(code.game, dict(code.options)))
    return os.getpid()


def search(job: Job, may_wait: bool = False, position: Position | None = None) -> SearchResult | None:
    """Run a job. The parent has reset the control block and may set its `stop` at any time.

    The position of the job, if it is given, is not reached by its moves again.

    With `may_wait` return None at once if the job needs machine code that is not compiled. Otherwise search in plain
    Python then.
    """
    position = position or job.position()
    if job.settles:
        return settle(position, job.limit, _control)
    if job.algorithm == "level" and (known := from_book(position, levels.within(job.limit))):
        return known
    ready = is_compiled(job.algorithm, position.game)
    if may_wait and not ready:
        return None
    if not ready and select.chosen().compiled and job.limit.bounds_work:
        job = job.shortened(PLAIN_S)
    player = (job.game, job.options, job.start, job.algorithm, job.limit.level)
    report = run(position, job.algorithm, job.limit, _control, _memories.of(player, job.moves))
    if ready and position.game is load(job.game):
        note((job.algorithm, job.game))
    return report


class Compiled(NamedTuple):
    """Result of a compilation. `fits` says whether there is machine code now; `seconds` are processor time."""

    fits: bool
    seconds: float


def compile_code(code: MachineCode, cache_bytes: int) -> Compiled:
    """Compile a search into the cache on disk, unless it is there, and then limit the size of the cache.

    It runs in a process of its own, which then ends: the compiler keeps about 9 MB for each search.
    """
    select.compile_searches()
    game = load(code.game, dict(code.options))
    searches = searches_of(code.algorithm, game)
    for folder in set[Path]().union(*(search.folders for search in searches)):
        code_cache.trim(folder, cache_bytes)
    if code.standard:
        note((code.algorithm, code.game))
    return Compiled(all(search.backend.compiled for search in searches), time.process_time())
