"""Data of games: files of bytes that compiled and plain searches read alike.

A table of megabytes can be neither a constant of a module, which the server would load, nor part of the machine code.
So a game names its files in `DATA`, and reads them by `byte_at`. The engine attaches the bytes when it first prepares a
search of the game. Until then, and where a file is missing, every byte is 0.
"""

import ctypes
from collections.abc import Sequence

MOST = 15


class DataFiles:
    """Bytes of the files that searches read, once they are attached. They stay attached until the process ends.

    Args:
        names: Names of the files, at most MOST. A search knows a file by its place in this order.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._contents = [b""] * MOST
        self.addresses = (ctypes.c_uint64 * (MOST + 1))()
        """Address of each file's bytes; 0 while it is not attached. Machine code reads it. Its last word stays 0."""

    def number_of(self, name: str) -> int:
        """Return the number by which `byte_at` knows a file.

        Raises:
            ValueError: No file has this name.
        """
        return self._names.index(name)

    def byte_at(self, data: int, index: int) -> int:
        """Return one byte of a file; 0 while it is not attached."""
        content = self._contents[data]
        return content[index] if content else 0

    def attached(self, name: str) -> bool:
        """Return whether the bytes of a file are there."""
        return bool(self._contents[self.number_of(name)])

    def attach(self, name: str, content: bytes) -> None:
        """Give all searches of this process the bytes of a file. Bytes that are attached already stay."""
        data = self.number_of(name)
        if self._contents[data]:
            return
        self._contents[data] = content
        self.addresses[data] = ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p).value or 0


FILES = DataFiles(["draughts-endings", "chess-endings"])
"""All files, in an order that never changes, because machine code is kept."""


def byte_at(data: int, index: int) -> int:
    """Return one byte of a file; 0 while it is not attached.

    This is the plain version; a compiler replaces it. As with all arrays, the index is not checked in machine code.
    """
    return FILES.byte_at(data, index)
