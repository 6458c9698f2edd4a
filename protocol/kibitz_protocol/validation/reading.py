"""Bounded reading of files that users name or that other programs wrote: one place opens all of them.

A path may lead to a device without an end, to a pipe that no program writes to, or to a file that does not fit into
memory. All errors are an `OSError` with a sentence in `strerror`, or a `ValueError`.
"""

import errno
import os
import select
import stat
import time
from pathlib import Path
from typing import BinaryIO

from kibitz_protocol.validation.plain_text import plain_text

SMALL = 1 << 20
"""Most bytes of a file with settings, tokens or lists."""
NO_FILE = "it is not a file but a directory, a device or a pipe"
PIPE_S = 10.0
"""Seconds in which a pipe must have been written and closed, if the caller gives no others."""
READ_BYTES = 1 << 16


def open_regular(file: Path) -> BinaryIO:
    """Open a regular file, which has an end. Return it without waiting, also for a pipe.

    Raises:
        OSError: The file cannot be opened, or it is a directory, a device or a pipe.
    """
    handle = _opened(file)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, NO_FILE, str(file))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def check_regular(file: Path) -> None:
    """Check that a library which is to read a file comes to its end.

    Raises:
        OSError: The file cannot be opened, or it is a directory, a device or a pipe.
    """
    open_regular(file).close()


def read_content(stream: BinaryIO, file: Path) -> bytes:
    """Return the content of a small file.

    Raises:
        OSError: The file cannot be read, or it is too large.
    """
    content = stream.read(SMALL + 1)
    _check_size(content, file)
    return content


def read_small(file: Path, pipe_s: float = PIPE_S) -> str:
    """Return the text of a small file. It may also be a pipe, such as one of a shell's process substitution.

    Args:
        file: The file.
        pipe_s: Seconds in which a pipe must have been written and closed.

    Raises:
        OSError: The file cannot be read, it is too large, or nothing ends a pipe in time.
        NotText: It is not UTF-8.
    """
    handle = _opened(file)
    try:
        if not stat.S_ISFIFO(os.fstat(handle).st_mode):
            with os.fdopen(os.dup(handle), "rb") as stream:
                return plain_text(read_content(stream, file))
        return plain_text(_read_pipe(handle, file, pipe_s))
    finally:
        os.close(handle)


def _opened(file: Path) -> int:
    try:
        return os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.ENODEV):
            raise OSError(errno.EINVAL, NO_FILE, str(file)) from None
        raise


def _read_pipe(handle: int, file: Path, within_s: float) -> bytes:
    content, deadline = b"", time.monotonic() + within_s
    while (left_s := deadline - time.monotonic()) > 0 and len(content) <= SMALL:
        # A pipe that no program has opened for writing is never ready, though a read of it finds its end.
        if select.select([handle], [], [], left_s)[0]:
            part = os.read(handle, READ_BYTES)
            if not part:
                return content
            content += part
    _check_size(content, file)
    raise OSError(errno.ETIMEDOUT, f"it is a pipe that no program wrote and closed within {within_s:g} s", str(file))


def _check_size(content: bytes, file: Path) -> None:
    if len(content) > SMALL:
        raise OSError(errno.EFBIG, f"it has more than {SMALL >> 10} KiB", str(file))
