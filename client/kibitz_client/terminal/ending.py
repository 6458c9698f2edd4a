"""Ending in order by a signal: the terminal is restored, and the exit code is 128 and the number of the signal."""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Thread, current_thread, main_thread
from typing import Any

GRACE_S = 10.0
"""How long the program may take to end in order; a private server has half of it."""
SHOW_CURSOR = "\x1b[?25h"


class SignalEnd:
    """The signal that ends the program, if one did."""

    def __init__(self) -> None:
        self.code: int | None = None
        """The exit code; None without a signal."""


@contextlib.contextmanager
def ending_in_order(
    leave: Callable[[int], object], restore: str = SHOW_CURSOR, names: Sequence[str] = ("SIGTERM", "SIGHUP")
) -> Iterator[SignalEnd]:
    """Call `leave` with the exit code when a signal is to end the program within the block.

    A signal that the program was started to ignore, as by `nohup`, stays ignored.

    Args:
        leave: Called in the main thread, between two steps of the program.
        restore: What to write to the terminal if the program does not end within `GRACE_S`.
        names: The signals.
    """
    end = SignalEnd()
    attributes = _attributes()

    def hurry(code: int) -> None:
        time.sleep(GRACE_S)
        with contextlib.suppress(Exception):
            _restore(attributes, restore)
        os._exit(code)

    def handle(number: int, _frame: Any) -> None:
        if end.code is None:
            end.code = 128 + number
            Thread(target=hurry, args=(end.code,), name="kibitz-ending", daemon=True).start()
            leave(end.code)

    with contextlib.ExitStack() as stack:
        # Python has signals in the main thread alone.
        usable = names if current_thread() is main_thread() else ()
        for number in [getattr(signal, name) for name in usable if hasattr(signal, name)]:
            earlier = signal.getsignal(number)
            if earlier is not signal.SIG_IGN:
                signal.signal(number, handle)
                stack.callback(signal.signal, number, earlier)
        yield end


def _attributes() -> Any:
    """Return the attributes of the terminal of standard input; None without one."""
    try:
        import termios

        return termios.tcgetattr(sys.stdin.fileno())
    except (ImportError, AttributeError, OSError, ValueError, termios.error):
        return None


def _restore(attributes: Any, codes: str) -> None:
    """Give the terminal its attributes back, and write codes to it."""
    if attributes is None:
        return
    import termios

    termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, attributes)
    os.write(sys.stdin.fileno(), codes.encode())
