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

    def _ignore(self, *_given: Any) -> None:
        pass

    write = writelines = write_eof = close = abort = pause_reading = resume_reading = _ignore


ENDED = EndedTransport()
