"""Start of each child process of the server: it stays in the background and ends with its parent."""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import wait


def begin(nice: int, *, idle: bool = False) -> None:
    """Give this process a niceness, leave Ctrl-C to the parent, and exit when the parent exits.

    The server stops its children itself, so they ignore the signal that a terminal sends to all of them. An `idle`
    process gives way at once when any other has something to do, where the system can do that.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(nice)
        if idle and sys.platform == "linux":
            # Niceness alone lets it run for some milliseconds at a time, in which the server would wait for the core.
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def _exit_with_parent(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
