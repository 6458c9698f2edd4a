"""Folder of machine code on disk: which entries were used, and a limit of its size.

Numba stores a compiled function as an index file (`.nbi`) and data files (`.nbc`), and never removes any. All processes
of a machine share the folder. Any file may disappear at any time: numba treats a missing one as not compiled.
"""

import contextlib
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from kibitz_server.temporary import own_folder

ENTRIES = Path(__file__).parents[1] / "templates"
"""Folder of the sources of all compiled functions, beside which numba stores machine code if it may."""
FOLDER_VARIABLE = "NUMBA_CACHE_DIR"


class _Entry(NamedTuple):
    used_at: float
    size: int
    files: tuple[Path, ...]
    """The index first: without it, no process looks for the data."""


def note_use(folder: Path, qualified: str) -> None:
    """Note that the entries of a function were used now: their index file gets the time."""
    for index in folder.glob(f"*.{qualified}-*.nbi"):
        with contextlib.suppress(OSError):
            os.utime(index)


def trim(folder: Path, most_bytes: int) -> int:
    """Remove the entries that were not used for longest, until the rest has at most `most_bytes`.

    Return the number of bytes that were removed. Other processes may read, write and trim the folder meanwhile.
    """
    entries = sorted(_entries(folder))
    size = sum(entry.size for entry in entries)
    removed = 0
    for entry in entries:
        if size - removed <= most_bytes:
            break
        for path in entry.files:
            with contextlib.suppress(OSError):
                path.unlink()
        removed += entry.size
    return removed


def _entries(folder: Path) -> list[_Entry]:
    """Return the complete entries of a folder. Drafts that a process is writing are not part of them."""
    data: dict[str, list[Path]] = {}
    for path in folder.glob("*.nbc"):
        data.setdefault(path.name.removesuffix(".nbc").rpartition(".")[0], []).append(path)
    found = []
    for index in folder.glob("*.nbi"):
        files = (index, *sorted(data.pop(index.name.removesuffix(".nbi"), ())))
        found += _measured(files)
    # Data whose index is gone: a removal was interrupted.
    for files_without_index in data.values():
        found += _measured(tuple(files_without_index))
    return found


def _measured(files: tuple[Path, ...]) -> list[_Entry]:
    with contextlib.suppress(OSError):
        stats = [path.stat() for path in files]
        return [_Entry(stats[0].st_mtime, sum(stat.st_size for stat in stats), files)]
    return []


def provide_folder() -> None:
    """Choose a folder for this process and its children if numba would find none that it can write.

    Processes that only load machine code need one that they share with the process that compiles.
    """
    if not keeps_code():
        os.environ[FOLDER_VARIABLE] = tempfile.mkdtemp(prefix="code-", dir=own_folder())


def keeps_code() -> bool:
    """Return whether numba finds a folder that it can write, in which machine code is kept after this process."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return _writable(Path(chosen))
    of_user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return _writable(ENTRIES / "__pycache__") or _writable(of_user)


def _writable(folder: Path) -> bool:
    """Return whether a folder can be written, and make it. Rights do not tell it: a disk may be full or read-only."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            file.write(bytes(1024))
    except OSError:
        return False
    return True
