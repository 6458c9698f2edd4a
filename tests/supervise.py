"""Run a command, and leave none of the processes that it starts, however it ends.

`python -m tests.supervise COMMAND` does it for a command of the Makefile. Tests start servers, databases, browsers and
workers, some of them in sessions of their own, which the interrupt of a terminal does not reach. On Linux all of them
become children of this process when their parents end, so that it finds them.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType

from kibitz_server.temporary import owned_folder

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE_S = 2.0
"""Time in which the command ends by itself after an interrupt, and processes after the end of the command."""
LOOK_S = 0.1
SET_CHILD_SUBREAPER = 36
"""Number of the operation of Linux's `prctl` that makes orphans children of this process."""
PROCESSES = Path("/proc")
MAKE = ("make", "gmake")


def run(command: list[str], environment: Mapping[str, str]) -> int:
    """Run a command until it ends or this process gets a signal to end, and end all processes that it started.

    The command gets a session of its own, an empty standard input, and a temporary folder that is removed at the end.
    A signal becomes an interrupt of the command. A second signal, or the end of `GRACE_S`, kills it.

    Call it in the main thread, which alone may handle signals, of a process without other children.

    Returns:
        The exit status of the command, or 128 and the number of the signal that ended it or this run.
    """
    _adopt_orphans()
    asked: list[int] = []
    with owned_folder() as folder, _signals(asked.append):
        # Postgres runs as its own user, who has to reach its files.
        folder.chmod(0o711)
        process = subprocess.Popen(
            command, env={**environment, "TMPDIR": str(folder)}, stdin=subprocess.DEVNULL, start_new_session=True
        )
        makes = _Makes()
        while not asked and not _ended(process):
            time.sleep(LOOK_S)
            if makes.interrupted:
                asked.append(signal.SIGINT)
        if asked:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            _wait(lambda: _ended(process) or len(asked) > 1)
        else:
            # Processes that watch for the end of their parents see it a moment later.
            _wait(lambda: bool(asked) or not _descendants())
        left = _kill_all(process)
    if left and not asked:
        print(f"killed what the run left: {', '.join(sorted(left))}", file=sys.stderr)
    status = process.wait()
    if asked:
        return 128 + asked[0]
    return status if status >= 0 else 128 - status


@contextlib.contextmanager
def _signals(handle: Callable[[int], None]) -> Iterator[None]:
    """Call a function with each signal to end."""

    def called(number: int, _frame: FrameType | None) -> None:
        handle(number)

    # `nohup` lets a run go on when its terminal closes. A job in the background of a shell ignores
    # interrupts too, but an interrupt of this process alone is meant.
    taken = [number for number in SIGNALS if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN]
    kept = {number: signal.signal(number, called) for number in taken}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def _wait(done: Callable[[], bool]) -> None:
    """Wait for a condition, at most `GRACE_S`."""
    deadline = time.monotonic() + GRACE_S
    while not done() and time.monotonic() < deadline:
        time.sleep(LOOK_S)


def _adopt_orphans() -> None:
    """Let processes become children of this one when their parents end. Only Linux can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _ended(process: "subprocess.Popen[bytes]") -> bool:
    """Return whether the command has ended. Remove the entries of adopted processes that have ended.

    Tests that wait for the end of such a process would still see its entry.
    """
    if sys.platform == "linux":
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is not None:
            if ended.si_pid == process.pid:
                break
            os.waitpid(ended.si_pid, 0)
    return process.poll() is not None


def _kill_all(process: "subprocess.Popen[bytes]") -> set[str]:
    """Kill all processes below this one, and return their names and ids."""
    names: set[str] = set()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    # A process may start another one before it is killed.
    while left := _descendants():
        for pid in left:
            names.add(f"{_name(pid)} ({pid})")
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(LOOK_S / 10)
    return names


def _descendants() -> set[int]:
    """Return the ids of the running processes below this one, as far as the system tells, as Linux does."""
    children: dict[int, list[int]] = {}
    for entry in PROCESSES.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            state, parent = entry.read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                children.setdefault(int(parent), []).append(int(entry.parent.name))
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting += below
    return found


class _Makes:
    """The processes of `make` above this one.

    One that gets an interrupt alone, not from a terminal, resets its handler, says nothing, and waits for its commands.
    """

    def __init__(self) -> None:
        self._parent = os.getppid()
        self._pids = [pid for pid in _ancestors() if _name(pid) in MAKE and _catches_interrupts(pid)]

    @property
    def interrupted(self) -> bool:
        """Whether one of them was interrupted, or the parent of this process has ended."""
        return os.getppid() != self._parent or not all(map(_catches_interrupts, self._pids))


def _ancestors() -> Iterator[int]:
    pid = os.getppid()
    while pid > 1:
        yield pid
        pid = int(_field(pid, "PPid") or 0)


def _catches_interrupts(pid: int) -> bool:
    """Return whether a process handles the signal of an interrupt."""
    return bool(int(_field(pid, "SigCgt") or "0", 16) >> (signal.SIGINT - 1) & 1)


def _name(pid: int) -> str:
    return _field(pid, "Name")


def _field(pid: int, key: str) -> str:
    """Return what the system tells of a process; nothing if it has ended or the system is not Linux."""
    with contextlib.suppress(OSError):
        for line in (PROCESSES / str(pid) / "status").read_text().splitlines():
            if line.startswith(f"{key}:"):
                return line.partition(":")[2].strip()
    return ""


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], os.environ))
