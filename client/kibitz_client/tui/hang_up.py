"""Keep the terminal in order: end the program when it is gone, and take it over again after a stop.

The kernel sends SIGHUP only to the session whose controlling terminal it was. In another session the thread of Textual
that reads the terminal would then get nothing at once, again and again, and the one that writes would fail, until the
event loop waits for it without an end. So the program cannot end in order either: its last output has no reader.
"""

import os
import select
import signal
from collections.abc import Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.driver import Driver

RESTORE = "\x1b[?1049l\x1b[?25h\x1b[?7h\x1b[<u" + "".join(
    f"\x1b[?{mode}l" for mode in (1000, 1003, 1004, 1006, 1015, 1016, 2004, 2048)
)
"""Codes that undo what Textual sets: its screen, the hidden cursor, and reports of the mouse, the focus and keys."""
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


def continuing(driver: "type[Driver]") -> "type[Driver]":
    """Return a driver of Textual that also goes on after a stop without notice (SIGSTOP).

    Textual would set up the terminal a second time, and at the end restore what it had set up the first time.
    """

    class ContinuingDriver(driver):  # type: ignore[misc, valid-type]
        """Driver that leaves the terminal before it takes it over again."""

        _must_signal_resume: bool

        def _sigcont_application(self, *arguments: Any) -> None:
            if self._auto_restart and not self._must_signal_resume:
                self.suspend_application_mode()
                self._must_signal_resume = True
            super()._sigcont_application(*arguments)

    return ContinuingDriver if hasattr(driver, "_sigcont_application") else driver
