"""Search worker: code that runs in a process of the pool.

It imports only games and engine, to start fast and stay small.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import wait

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import Control
from kibitz_server.engine.driver import Job, Report, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker.warm import is_compiled, note
from kibitz_server.games.registry import load

LOADING_S = 0.3
"""Longest wait for machine code if only time bounds the search: enough to load it, not to compile it."""
COMPILING_S = 10.0
"""Longest wait if work bounds the search, because plain Python would need far longer for the same work."""

CHECK_S = 0.05
"""Interval at which a worker that waits for machine code looks for a request to stop."""

_control: Control


def start(control: Control, nice: int) -> None:
    """Make this process a worker: compiled searches, the given niceness, exit when the parent exits.

    Ctrl-C is ignored, because the server stops its workers itself.
    """
    global _control
    select.compile_searches()
    _control = control
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(nice)
    control.pid = os.getpid()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def _exit_with_parent(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def ready() -> int:
    """Return the process id. A worker that answers has imported everything."""
    return os.getpid()


def _patience_s(limit: Limit) -> float:
    bounded = limit.depth or limit.nodes or limit.playouts or limit.level
    patience_s = COMPILING_S if bounded else LOADING_S
    return min(patience_s, limit.seconds / 4) if limit.seconds else patience_s


def await_machine_code(prepare: Callable[[float], object], control: Control, most_s: float) -> None:
    """Wait until a search is compiled, at most `most_s` and until a stop is requested.

    Args:
        prepare: It waits for the search for some seconds, and returns earlier when that is ready.
        control: The control block of the job.
        most_s: The longest wait, in seconds.
    """
    until = time.monotonic() + most_s
    while not control.stop and (began_at := time.monotonic()) < until:
        prepare(CHECK_S)
        if time.monotonic() - began_at < CHECK_S / 2:
            return


def search(job: Job) -> Report:
    """Run a job. The parent has reset the control block and may set its `stop` at any time."""
    position = job.position()
    if job.compile_s:
        await_machine_code(partial(ALGORITHMS[job.algorithm].prepare, position.game), _control, job.compile_s)
    patience_s = 0.0 if _control.stop else _patience_s(job.limit)
    report = run(position, job.algorithm, job.limit, _control, patience_s)
    if position.game is load(job.game) and is_compiled(job.algorithm, position.game):
        note((job.algorithm, job.game))
    return report
