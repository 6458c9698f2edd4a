"""Bounded reading of files that users name or that other programs wrote.

A path may lead to a device without an end, to a pipe that no program writes to, or to a file that does not fit into
memory. All errors are an `OSError` with a sentence in `strerror`, or a `ValueError`.
"""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

from kibitz_protocol.validation.plain_text import plain_text

SMALL = 1 << 20
"""Most bytes of a file with settings, tokens or lists."""


def open_regular(file: Path) -> BinaryIO:
    """Open a regular file, which has an end. Return it without waiting, also for a pipe.

    Raises:
        OSError: The file cannot be opened, or it is a directory, a device or a pipe.
    """
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is not a file but a directory, a device or a pipe", str(file))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_content(stream: BinaryIO, file: Path) -> bytes:
    """Return the content of a small file.

    Raises:
        OSError: The file cannot be read, or it is too large.
    """
    content = stream.read(SMALL + 1)
    if len(content) > SMALL:
        raise OSError(errno.EFBIG, f"it has more than {SMALL >> 10} KiB", str(file))
    return content


def read_small(file: Path) -> str:
    """Return the text of a small file. It may also be a pipe, such as one of a shell's process substitution.

    Raises:
        OSError: The file cannot be read, or it is too large.
        NotText: It is not UTF-8.
    """
    with file.open("rb") as stream:
        return plain_text(read_content(stream, file))


def reason_of(error: Exception) -> str:
    """Return why a file cannot be used, as the end of a sentence."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def read_json(file: Path) -> Any:
    """Return the JSON data of a small regular file.

    Raises:
        OSError: The file cannot be read, or it is too large.
        ValueError: It is not JSON, or it is nested too deeply.
    """
    with open_regular(file) as stream:
        return parse_json(read_content(stream, file))


def parse_json(text: str | bytes) -> Any:
    """Return the data of a JSON text.

    Raises:
        ValueError: It is not JSON, or it is nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def check_creatable(file: Path) -> None:
    """Check that a file which does not exist can be made, with the folders that it needs.

    Raises:
        OSError: It cannot be made.
    """
    folder = next(folder for folder in file.absolute().parents if folder.exists())
    if not folder.is_dir():
        raise OSError(errno.ENOTDIR, f"{folder} is not a folder", str(file))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, f"the folder {folder} cannot be written", str(file))
