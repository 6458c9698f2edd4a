"""Simple WebSocket frames: a whole text message in one frame (RFC 6455, section 5.2), as nearly all messages are.

`websockets` reads and writes all other frames.
"""

import struct

try:
    from websockets.speedups import apply_mask
except ImportError:  # an installation without a compiler
    from websockets.utils import apply_mask

TEXT, PING = 0x81, 0x89
"""The first byte of a text message in one frame, and of a ping."""
MASKED = 0x80
SHORT, MEDIUM = 126, 1 << 16


def head_size(length: int) -> int:
    """Return the smallest size of the header before a client's payload. A client may encode the length longer."""
    return 6 if length < SHORT else 8 if length < MEDIUM else 14


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
    if len(data) < 6 or data[0] != TEXT or data[1] == MASKED | 127:
        return None
    size, start = data[1] - MASKED, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if len(data) != start + 4 + size:
        return None
    return bytes(apply_mask(data[start + 4 :], data[start : start + 4]))
