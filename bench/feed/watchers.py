"""Many minimal watchers in one process, over WebSocket and over MQTT, which only count events.

They recognise an event by its first bytes and do not decode it, so that the watchers add little to the measurement.
"""

import asyncio
import json
import os
import struct
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.mqtt import feed as mqtt_feed

EVENT = b'{"t":"event"'
SNAPSHOT = b'{"t":"snapshot"'


class ReceiptTimes:
    """Times at which the watchers received the current event."""

    def __init__(self, watchers: int) -> None:
        self.watchers = watchers
        self.at: list[float] = []
        self._all = asyncio.Event()

    def reset(self) -> None:
        """Start to wait for the next event."""
        self.at.clear()
        self._all.clear()

    def record(self) -> None:
        """Record that one watcher has the event."""
        self.at.append(time.perf_counter())
        if len(self.at) == self.watchers:
            self._all.set()

    async def wait_for_all(self) -> None:
        """Wait until all watchers have the event."""
        async with asyncio.timeout(30):
            await self._all.wait()


class Watcher(asyncio.Protocol):
    """One connection of a watcher. The subclass implements the framing."""

    def __init__(self, on_event: Callable[[], None]) -> None:
        self._on_event = on_event
        self._buffer = bytearray()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Implement `asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.greet()

    def data_received(self, data: bytes) -> None:
        """Implement `asyncio.Protocol`."""
        self._buffer += data
        while (frame := self.split_frame(self._buffer)) is not None:
            body, length = frame
            self.process(body)
            del self._buffer[:length]

    def greet(self) -> None:
        """Send the first message."""
        raise NotImplementedError

    def split_frame(self, buffer: bytearray) -> tuple[bytes, int] | None:
        """Return the body and the total length of the first frame; None while it is incomplete."""
        raise NotImplementedError

    def process(self, body: bytes) -> None:
        """Process the body of a frame."""
        raise NotImplementedError

    def count(self, body: bytes) -> None:
        """Count an event. A snapshot makes the watcher ready."""
        if body.startswith(EVENT):
            self._on_event()
        elif body.startswith(SNAPSHOT) and not self.ready.done():
            self.ready.set_result(None)


class WebSocketWatcher(Watcher):
    """A watcher of the server."""

    def __init__(self, on_event: Callable[[], None], match: str, host: str) -> None:
        super().__init__(on_event)
        self._match = match
        self._host = host
        self._upgraded = False

    def greet(self) -> None:
        """Implement `Watcher`."""
        lines = (
            "GET / HTTP/1.1", f"Host: {self._host}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {SUBPROTOCOL}", "", "",
        )  # fmt: skip
        self.transport.write("\r\n".join(lines).encode())

    def split_frame(self, buffer: bytearray) -> tuple[bytes, int] | None:
        """Implement `Watcher`."""
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            return None if end < 0 else (b"", end + 4)
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            length, start = (struct.unpack_from("!H", buffer, 2)[0], 4) if len(buffer) >= 4 else (1 << 30, 4)
        elif length == 127:
            length, start = (struct.unpack_from("!Q", buffer, 2)[0], 10) if len(buffer) >= 10 else (1 << 30, 10)
        return (bytes(buffer[start : start + length]), start + length) if len(buffer) >= start + length else None

    def process(self, body: bytes) -> None:
        """Implement `Watcher`."""
        if not self._upgraded:
            self._upgraded = True
            self._send({"t": "hello", "client": "bench"})
            self._send({"t": "watch", "id": "1", "match": self._match})
        else:
            self.count(body)

    def _send(self, message: dict[str, str]) -> None:
        body, mask = json.dumps(message).encode(), os.urandom(4)
        masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(body))
        self.transport.write(bytes([0x81, 0x80 | len(body)]) + mask + masked)


class MqttWatcher(Watcher):
    """A watcher of the broker: MQTT 5, quality of service 0."""

    def __init__(self, on_event: Callable[[], None], match: str, number: int) -> None:
        super().__init__(on_event)
        self._match = match
        self._number = number

    def greet(self) -> None:
        """Implement `Watcher`."""
        name = f"watcher-{self._number}".encode()
        body = b"\x00\x04MQTT\x05\x02\x00\x00\x00" + struct.pack("!H", len(name)) + name
        self.transport.write(bytes([0x10, len(body)]) + body)

    def split_frame(self, buffer: bytearray) -> tuple[bytes, int] | None:
        """Implement `Watcher`."""
        length, start = 0, 1
        while start < len(buffer):
            length |= (buffer[start] & 127) << 7 * (start - 1)
            start += 1
            if buffer[start - 1] < 128:
                whole = start + length
                return (bytes([buffer[0]]) + buffer[start:whole], whole) if len(buffer) >= whole else None
        return None

    def process(self, body: bytes) -> None:
        """Implement `Watcher`."""
        kind = body[0] >> 4
        if kind == 2:
            topics = b"".join(
                _string(topic) + b"\x00" for topic in (mqtt_feed.events(self._match), mqtt_feed.state(self._match))
            )
            packet = b"\x00\x01\x00" + topics
            self.transport.write(bytes([0x82]) + _length(len(packet)) + packet)
        elif kind == 3:
            topic_end = 3 + struct.unpack_from("!H", body, 1)[0]
            # Properties are short here, so their length is one byte.
            self.count(body[topic_end + 1 + body[topic_end] :])


def _string(text: str) -> bytes:
    return struct.pack("!H", len(text)) + text.encode()


def _length(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number & 127 | 128, number >> 7])


async def over_websocket(address: str, match: str, count: int, on_event: Callable[[], None]) -> list[Watcher]:
    """Connect watchers to the server, and wait until each has its snapshot."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or 0
    return await _all(host, port, [lambda: WebSocketWatcher(on_event, match, parts.netloc)] * count)


async def over_mqtt(port: int, match: str, count: int, on_event: Callable[[], None]) -> list[Watcher]:
    """Connect watchers to the broker, and wait until each has its state."""

    def factory(number: int) -> Callable[[], Watcher]:
        return lambda: MqttWatcher(on_event, match, number)

    return await _all("127.0.0.1", port, [factory(number) for number in range(count)])


async def _all(host: str, port: int, factories: list[Callable[[], Watcher]]) -> list[Watcher]:
    connected: list[Watcher] = []
    for first in range(0, len(factories), 50):
        opened = [
            asyncio.get_running_loop().create_connection(factory, host, port)
            for factory in factories[first : first + 50]
        ]
        connected += [watcher for _, watcher in await asyncio.gather(*opened)]
        await asyncio.wait_for(asyncio.gather(*(watcher.ready for watcher in connected)), 30)
    return connected
