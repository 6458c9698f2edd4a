"""Data of games: files of bytes that compiled and plain searches read alike.

A table of megabytes can be neither a constant of a module, which the server would load, nor part of the machine code.
So a game names its files in `DATA`, and reads them by `byte_at`. The engine attaches the bytes when it first prepares a
search of the game. Until then, and where a file is missing, every byte is 0.
"""

import ctypes

NAMES = ("draughts-endings",)
"""Names of all files, in an order that never changes: machine code knows a file by its number."""
MOST = 15

ADDRESSES = (ctypes.c_uint64 * (MOST + 1))()
"""Address of each file's bytes; 0 while it is not attached. Machine code reads this array. Its last word stays 0."""

_contents: list[bytes] = [b""] * MOST


def number_of(name: str) -> int:
    """Return the number by which `byte_at` knows a file.

    Raises:
        ValueError: No file has this name.
    """
    return NAMES.index(name)


def byte_at(data: int, index: int) -> int:
    """Return one byte of a file; 0 while it is not attached.

    This is the plain version; a compiler replaces it. As with all arrays, the index is not checked in machine code.
    """
    content = _contents[data]
    return content[index] if content else 0


def attached(name: str) -> bool:
    """Return whether the bytes of a file are there."""
    return bool(_contents[number_of(name)])


def attach(name: str, content: bytes) -> None:
    """Give all searches of this process the bytes of a file. They stay attached until the process ends."""
    data = number_of(name)
    if _contents[data]:
        return
    _contents[data] = content
    ADDRESSES[data] = ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p).value or 0
