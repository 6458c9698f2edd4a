"""WebSocket frames of the plainest kind, a whole text message in one (RFC 6455, section 5.2): nearly all there are.

`websockets` reads and writes every kind there is, and everything that is not this plain is left to it.
"""

import struct

try:
    from websockets.speedups import apply_mask
except ImportError:  # an installation without a compiler
    from websockets.utils import apply_mask

TEXT, PING = 0x81, 0x89
"""The first byte of a text message in one frame, and of a ping."""
MASKED = 0x80
SHORT, MIDDLING, LONG = 126, 1 << 16, 1 << 64


def head_size(length: int) -> int:
    """How many bytes stand before so many of a client: at least, for a length may be written longer than it needs."""
    return 6 if length < SHORT else 8 if length < MIDDLING else 14


def framed(text: bytes) -> bytes:
    """The frame in which a server sends a text message."""
    size = len(text)
    if size < SHORT:
        return struct.pack("!BB", TEXT, size) + text
    if size < MIDDLING:
        return struct.pack("!BBH", TEXT, 126, size) + text
    return struct.pack("!BBQ", TEXT, 127, size) + text


def ping(data: bytes) -> bytes:
    """The frame of a ping with at most 125 bytes, which come back."""
    return struct.pack("!BB", PING, len(data)) + data


def whole_text(data: bytes) -> bytes | None:
    """The text message of a client that these bytes are; None when they are anything else, more of it or less.

    Nor is it told of messages of 64 KiB and more.
    """
    if len(data) < 6 or data[0] != TEXT or data[1] == MASKED | 127:
        return None
    size, start = data[1] - MASKED, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if len(data) != start + 4 + size:
        return None
    return bytes(apply_mask(data[start + 4 :], data[start : start + 4]))
