"""What runs in a process of the pool. It imports only the games and the engine, so that it starts fast and small."""

import contextlib
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait

from kibitz_server.engine import select
from kibitz_server.engine.control import Control
from kibitz_server.engine.driver import Job, Report, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.warm import is_compiled, note
from kibitz_server.games.registry import load

LOADING_S = 0.3
"""How long a search waits for its machine code when time is all it has: enough to load it, not to compile it."""
COMPILING_S = 10.0
"""How long one waits that is bounded by its work, which plain Python would take far longer over."""

_control: Control


def start(control: Control) -> None:
    """Make this process a worker: compiling, of idle priority, deaf to Ctrl-C (the server stops it), gone when the
    server is.
    """
    global _control
    select.compile_searches()
    _control = control
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(19)
    control.pid = os.getpid()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_die_with, args=(parent.sentinel,), daemon=True).start()


def _die_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def ready() -> int:
    """An empty job: a worker that answers has everything imported."""
    return os.getpid()


def _patience_s(limit: Limit) -> float:
    bounded = limit.depth or limit.nodes or limit.playouts or limit.level
    patience_s = COMPILING_S if bounded else LOADING_S
    return min(patience_s, limit.seconds / 4) if limit.seconds else patience_s


def search(job: Job) -> Report:
    """Do a job. The parent has made the control block ready, and may set its `stop` at any time."""
    position = job.position()
    report = run(position, job.algorithm, job.limit, _control, _patience_s(job.limit))
    if position.game is load(job.game) and is_compiled(job.algorithm, position.game):
        note((job.algorithm, job.game))
    return report
