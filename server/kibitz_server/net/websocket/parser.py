"""Unusual frames of one client: fragments, partial and long frames, pings, closes and errors.

The library's protocol without I/O reads them. It is made when such a frame begins, and not needed once it stands
between two messages again: most connections have none, most of the time.
"""

import logging

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from kibitz_protocol.codec import MAX_BYTES
from kibitz_server.net.websocket.frames import FrameEnds

MAX_FRAGMENTS = 4096
"""Fragments of a message, which may be empty."""
LOGGER = logging.getLogger("websockets.server")
# The library logs each failed handshake of a client as an error of the server.
LOGGER.setLevel(logging.CRITICAL)


class FrameParser:
    """Reads frames from a boundary between two messages on, and closes the connection in the way of the protocol."""

    __slots__ = ("_ends", "_fragments", "_protocol", "_text")

    def __init__(self) -> None:
        self._protocol = ServerProtocol(state=State.OPEN, max_size=MAX_BYTES, logger=LOGGER)
        self._ends = FrameEnds()
        self._fragments: list[bytes] | None = None
        self._text = False

    @property
    def is_open(self) -> bool:
        """Whether neither side has begun to close the connection, for a reason or because of an error."""
        return self._protocol.state is State.OPEN

    @property
    def inside(self) -> bool:
        """Whether a message has begun and not ended."""
        return self._ends.inside or self.in_fragments

    @property
    def in_fragments(self) -> bool:
        """Whether fragments of a message have arrived, and others are missing."""
        return self._fragments is not None

    def receive(self, data: bytes) -> list[Frame]:
        """Take the next bytes, and return the frames that they complete."""
        self._ends.feed(data)
        self._protocol.receive_data(data)
        frames: list[Frame] = self._protocol.events_received()  # type: ignore[assignment]  # after the handshake
        return frames

    def join(self, frame: Frame) -> tuple[bool, bytes] | None:
        """Return the message that a data frame completes, and whether it is text; None if fragments are missing."""
        fragments = self._fragments
        if fragments is None:
            self._text = frame.opcode is Opcode.TEXT
            if frame.fin:
                return self._text, bytes(frame.data)
            fragments = self._fragments = []
        if len(fragments) == MAX_FRAGMENTS:
            self.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            return None
        fragments.append(bytes(frame.data))
        if not frame.fin:
            return None
        self._fragments = None
        return self._text, b"".join(fragments)

    def close(self, code: int, reason: str) -> None:
        """Begin to close the connection; frames of the client are still read until it answers."""
        if self.is_open:
            self._protocol.send_close(code, reason)

    def fail(self, code: int, reason: str) -> None:
        """Close the connection because of an error of the client, and read nothing more."""
        if self.is_open:
            self._protocol.fail(code, reason)

    def to_send(self) -> list[bytes]:
        """Return what the protocol wants to send: pongs and closes. Empty bytes are the end of the stream."""
        return self._protocol.data_to_send()
