"""Start of each child process of the server: it stays in the background and ends with its parent."""

import contextlib
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait


def begin(nice: int) -> None:
    """Give this process a niceness, leave Ctrl-C to the parent, and exit when the parent exits.

    The server stops its children itself, so they ignore the signal that a terminal sends to all of them.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(nice)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def _exit_with_parent(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
