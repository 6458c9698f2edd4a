"""A worker process with an executor of its own, so that its death loses only its own work.

Processes are forked from a fork server that has imported the engine, so they start fast and share its memory.
"""

import contextlib
import multiprocessing
import multiprocessing.util
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

import structlog

from kibitz_server.engine.compiler.code_cache import FOLDER_VARIABLE, provide_folder
from kibitz_server.temporary import own_folder

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger(__name__)

PRELOADED = [
    "concurrent.futures.process",
    "multiprocessing.popen_forkserver",
    "multiprocessing.sharedctypes",
    "kibitz_server.__main__",
    "kibitz_server.engine.worker.preload",
]
"""Modules that every process needs, which the fork server imports once. A process imports the script that started the
server, and the script `kibitz-server` imports the command line."""
MOST_BYTES = 72
"""Longest folder for sockets. The path of one has 31 bytes more, and at most 103 bytes on macOS, 107 on Linux."""


class WorkerProcess:
    """Process that does one job after the other. It starts with the first one.

    Its id comes from its first answer. It does not write the id into shared memory: a process that starts late might
    write into memory that belongs to another one by then.

    Args:
        context: Context of the process.
        start: Called first in the process, with the arguments.
    """

    def __init__(
        self, context: multiprocessing.context.BaseContext, start: Callable[..., None], *arguments: object
    ) -> None:
        self._context = context
        self._start = start
        self._arguments = arguments
        self._executor = self._make()
        self._id: Future[int] | None = None

    def _make(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, self._context, self._start, self._arguments)

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Call a function in the process.

        Raises:
            BrokenProcessPool: The process died.
        """
        if self._id is None:
            self._id = self._executor.submit(os.getpid)
        job = self._executor.submit(function, *args, **kwargs)
        job.add_done_callback(self._keep)
        return job

    def _keep(self, _job: "Future[T]") -> None:
        """Do nothing. As a callback it keeps shared memory of this object in place until the job has ended."""

    def restart(self) -> None:
        """Replace a process that died. It has no running work."""
        self.shutdown(wait=False)
        self._executor = self._make()
        self._id = self._executor.submit(os.getpid)

    def shutdown(self, wait: bool) -> None:
        """Let the process end after its work."""
        self._executor.shutdown(wait=wait, cancel_futures=True)

    def kill(self) -> None:
        """End the process at once, or as soon as it has started."""
        if self._id is not None:
            self._id.add_done_callback(_kill)

    @property
    def pid(self) -> int:
        """Id of the process; 0 until it has started."""
        return _answer(self._id) if self._id is not None and self._id.done() else 0

    @property
    def alive(self) -> bool:
        """Whether the process has started and runs."""
        try:
            os.kill(self.pid, 0)
        except OSError:
            return False
        return self.pid != 0

    @property
    def resident_bytes(self) -> int:
        """Resident memory of the process, shared pages included. 0 if the system does not tell, as only Linux does."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")

    @property
    def processor_s(self) -> float | None:
        """Processor time that the process has used, in seconds; None before its start, or where only Linux tells it."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _answer(pid: "Future[int]") -> int:
    """Return the id that a process has reported; 0 if it ended before."""
    return 0 if pid.cancelled() or pid.exception() is not None else pid.result()


def _kill(pid: "Future[int]") -> None:
    with contextlib.suppress(ProcessLookupError):
        if _answer(pid):
            os.kill(_answer(pid), signal.SIGKILL)


def fork_server() -> multiprocessing.context.BaseContext:
    """Return the means to start processes: they begin at once, and share the memory of what has been imported."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    provide_folder()
    if chosen and os.environ[FOLDER_VARIABLE] != chosen:
        log.warning("compiled searches are kept until the server ends: their folder cannot be written", folder=chosen)
    _use_own_folder()
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


def _use_own_folder() -> None:
    """Have the sockets and shared memory of all processes in the folder of this one, before the first is made.

    `multiprocessing` has one folder for all that, and chooses it once. It would leave it behind when it is killed.
    """
    if len(os.fsencode(own_folder())) > MOST_BYTES:
        return
    before, tempfile.tempdir = tempfile.tempdir, str(own_folder())
    try:
        multiprocessing.util.get_temp_dir()
    finally:
        tempfile.tempdir = before
