"""End the program when its terminal is gone.

The kernel sends SIGHUP only to the session whose controlling terminal it was. In another session the thread of Textual
that reads the terminal would then get nothing at once, again and again, and the one that writes would fail, until the
event loop waits for it without an end. So the program cannot end in order either: its last output has no reader.
"""

import os
import select
import signal
from collections.abc import Sequence
from threading import Thread

GONE = 0 if os.name == "nt" else select.POLLHUP | select.POLLERR


def end_with_terminal(*descriptors: int) -> None:
    """Watch terminals in the background. When one is gone, exit with the code of a program that SIGHUP ended."""
    # Windows ends the programs of a closed console itself, and has no poll.
    if GONE:
        Thread(target=_watch, args=(descriptors,), name="kibitz-hang-up", daemon=True).start()


def _watch(descriptors: Sequence[int]) -> None:
    waiting = select.poll()
    for descriptor in descriptors:
        # A hang-up is reported without being asked for. Input is not asked for, so this waits until then.
        waiting.register(descriptor, 0)
    if any(event & GONE for _, event in waiting.poll()):
        os._exit(128 + signal.SIGHUP)
