"""The folder for temporary files of a process, which is removed also after the process was killed.

Its owner holds a lock on it. The kernel releases the lock of a killed process, and the next process that creates such a
folder removes those without an owner. The lock also keeps programs away that clean the temporary folder of a machine,
such as `systemd-tmpfiles`.
"""

import contextlib
import functools
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing.util import Finalize
from pathlib import Path

if sys.platform != "win32":  # Windows has no such locks: the folder of a killed process stays there.
    import fcntl

PREFIX = "kibitz-temp-"
HINT = "set TMPDIR to a folder that can be written, or mount /tmp"
LAST = -1000
"""Priority at the end of a process: after all that may use the folder."""


class NoTemporaryFolder(Exception):
    """No folder for temporary files can be written. The text is a sentence, and `HINT` says what to do."""


@functools.cache
def own_folder() -> Path:
    """Return the folder of this process. The first call creates it; the end of the process removes it.

    Raises:
        NoTemporaryFolder: It cannot be created.
    """
    stack = contextlib.ExitStack()
    # Not `atexit`, which would remove the files of `multiprocessing` in the folder before it does so itself.
    Finalize(None, stack.close, exitpriority=LAST)
    return stack.enter_context(owned_folder())


@contextlib.contextmanager
def owned_folder() -> Iterator[Path]:
    """Create a folder that only this user may read, and remove it at the end. Remove those without an owner first.

    Raises:
        NoTemporaryFolder: It cannot be created.
    """
    remove_abandoned()
    path, lock = _create()
    owner = os.getpid()
    try:
        yield path
    finally:
        # A forked process is not the owner.
        if os.getpid() == owner:
            shutil.rmtree(path, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _create() -> tuple[Path, int | None]:
    """Create a folder, and return it with its lock."""
    while True:
        try:
            path = Path(tempfile.mkdtemp(prefix=PREFIX))
        except OSError:
            raise NoTemporaryFolder(_reason()) from None
        if sys.platform == "win32":
            return path, None
        # Another process may have locked the folder first, and removes it then.
        with contextlib.suppress(FileNotFoundError):
            lock = os.open(path, os.O_RDONLY)
            with contextlib.suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_EX)
            if path.exists():
                return path, lock
            os.close(lock)


def _reason() -> str:
    """Return a sentence that says why each folder that could be used cannot."""
    chosen = [value for name in ("TMPDIR", "TEMP", "TMP") if (value := os.environ.get(name))]
    reasons: dict[str, str] = {}
    for folder in [*chosen, "/tmp", "/var/tmp"]:
        try:
            # A full disk lets a file be made, but not written.
            with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
                file.write(bytes(1024))
        except OSError as error:
            reasons[folder] = error.strerror or str(error)
    found = "; ".join(f"{folder}: {why}" for folder, why in reasons.items())
    return f"no folder for temporary files can be written ({found})"


def remove_abandoned() -> None:
    """Remove the folders of this user whose owners have ended."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError), _without_owner(path):
                shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def _without_owner(path: Path) -> Iterator[None]:
    """Hold the lock of a folder of this user.

    Raises:
        OSError: It is not a folder, belongs to another user, or has an owner that runs.
    """
    lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        found = os.fstat(lock)
        if found.st_uid != os.geteuid() or not stat.S_ISDIR(found.st_mode):
            raise PermissionError(f"{path} belongs to another user")
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(lock)
