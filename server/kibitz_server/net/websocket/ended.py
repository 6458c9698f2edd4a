"""The transport of a connection that has ended.

The TLS of asyncio refers to the socket that it serves, and the socket to its transport, which refers to the TLS. If the
socket lets its transport go, no such cycle is left, and the memory of TLS returns without the garbage collector.
"""

import asyncio
from typing import Any


class EndedTransport(asyncio.Transport):
    """Transport that sends nothing, as one whose connection is lost."""

    def is_closing(self) -> bool:
        """Return true."""
        return True

    def get_write_buffer_size(self) -> int:
        """Return 0: nothing waits."""
        return 0

    def can_write_eof(self) -> bool:
        """Return false."""
        return False

    def write(self, data: Any) -> None:
        """Drop the bytes."""

    def writelines(self, list_of_data: Any) -> None:
        """Drop the bytes."""

    def close(self) -> None:
        """Do nothing."""

    abort = write_eof = pause_reading = resume_reading = close


ENDED = EndedTransport()
