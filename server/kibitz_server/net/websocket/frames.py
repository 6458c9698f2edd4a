"""Simple WebSocket frames: a whole text message in one frame (RFC 6455, section 5.2), as nearly all messages are.

`websockets` reads and writes all other frames.
"""

import struct

try:
    from websockets.speedups import apply_mask
except ImportError:  # an installation without a compiler
    from websockets.utils import apply_mask

TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""The first byte of a text message in one frame, of a ping and of its answer."""
MASKED = 0x80
SHORT, MEDIUM = 126, 1 << 16


def framed(text: bytes) -> bytes:
    """Return the frame of a server's text message."""
    size = len(text)
    if size < SHORT:
        return struct.pack("!BB", TEXT, size) + text
    if size < MEDIUM:
        return struct.pack("!BBH", TEXT, 126, size) + text
    return struct.pack("!BBQ", TEXT, 127, size) + text


def ping(data: bytes) -> bytes:
    """Return the frame of a ping with at most 125 bytes, which the client sends back."""
    return struct.pack("!BB", PING, len(data)) + data


def whole_text(data: bytes) -> bytes | None:
    """Return the text if the bytes are exactly one text message of a client, below 64 KiB. Otherwise return None."""
    frame = simple_frame(data, 0)
    if frame is None:
        return None
    first, payload, end = frame
    return payload if first == TEXT and end == len(data) else None


def simple_frame(data: bytes, at: int) -> tuple[int, bytes, int] | None:
    """Return the first byte, the payload and the end of a simple frame of a client that begins at `at`.

    It is a text message below 64 KiB in one frame, or a pong. Return None if the bytes are anything else, or end in it.
    """
    size = len(data)
    if size - at < 6:
        return None
    first, length, start = data[at], data[at + 1] - MASKED, at + 2
    if length == SHORT and first == TEXT:
        length, start = int.from_bytes(data[start : start + 2], "big"), start + 2
    elif not 0 <= length < SHORT or first not in (TEXT, PONG):
        return None
    end = start + 4 + length
    if end > size:
        return None
    return first, bytes(apply_mask(data[start + 4 : end], data[start : start + 4])), end


class FrameEnds:
    """Follows where the frames of one client end, however the bytes are split. It keeps nothing of their payload."""

    __slots__ = ("_head", "_left")

    def __init__(self) -> None:
        self._head = b""
        self._left = 0

    @property
    def inside(self) -> bool:
        """Whether a frame has begun and not ended."""
        return bool(self._head) or self._left > 0

    def feed(self, data: bytes) -> None:
        """Take the next bytes."""
        at, size = 0, len(data)
        while at < size:
            if self._left:
                step = min(self._left, size - at)
                self._left -= step
            else:
                step = min(self._missing(), size - at)
                self._head += data[at : at + step]
                if not self._missing():
                    self._left, self._head = _payload_size(self._head), b""
            at += step

    def _missing(self) -> int:
        """Return the number of bytes that the header still needs, as far as it is known."""
        head = self._head
        if len(head) < 2:
            return 2 - len(head)
        length = head[1] & 127
        return 2 + (2 if length == 126 else 8 if length == 127 else 0) + (4 if head[1] & MASKED else 0) - len(head)


def _payload_size(head: bytes) -> int:
    length = head[1] & 127
    return length if length < 126 else int.from_bytes(head[2 : 4 if length == 126 else 10], "big")
