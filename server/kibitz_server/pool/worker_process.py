"""A worker process with an executor of its own, so that its death loses only its own work.

Processes are forked from a fork server that has imported the engine, so they start fast and share its memory.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

from kibitz_server.engine.compiler.code_cache import provide_folder
from kibitz_server.engine.control import Control
from kibitz_server.engine.worker import search as worker

P = ParamSpec("P")
T = TypeVar("T")


class WorkerProcess:
    """Process, and the shared memory through which the server reads and stops its work."""

    def __init__(self, context: multiprocessing.context.BaseContext, nice: int) -> None:
        self._context = context
        self._nice = nice
        self.control: Control = context.RawValue(Control)
        self._executor = self._make()

    def _make(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, self._context, worker.start, (self.control, self._nice))

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Call a function in the process, which starts with the first call.

        Raises:
            BrokenProcessPool: The process died.
        """
        return self._executor.submit(function, *args, **kwargs)

    def restart(self) -> None:
        """Replace a process that died. It has no running work."""
        self.shutdown(wait=False)
        self._executor = self._make()
        self._executor.submit(worker.load_code, [])

    def shutdown(self, wait: bool) -> None:
        """Let the process end after its work."""
        self._executor.shutdown(wait=wait, cancel_futures=True)

    def kill(self) -> None:
        """End the process at once."""
        if self.control.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.control.pid, signal.SIGKILL)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        try:
            os.kill(self.control.pid, 0)
        except OSError:
            return False
        return bool(self.control.pid)

    @property
    def resident_bytes(self) -> int:
        """Resident memory of the process, shared pages included. 0 if the system does not tell, as only Linux does."""
        try:
            pages = int(Path(f"/proc/{self.control.pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")


def fork_server() -> multiprocessing.context.BaseContext:
    """Return the means to start processes: they begin at once, and share the memory of what has been imported."""
    provide_folder()
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kibitz_server.engine.worker.preload"])
    return context
