"""Frames over real sockets: those of every length arrive, and malformed ones end the connection."""

import contextlib
import struct

import pytest

from tests.server.net.hostile import CONTINUED, FINAL, PING, TEXT, listening

pytestmark = pytest.mark.io


@pytest.mark.parametrize(
    ("opcode", "payload", "code"),
    [
        (TEXT, b'{"t":"chat","id":"1","match":"X","text":"\xff\xfe"}', 1007),
        (TEXT, b"x" * 70_000, 1009),
        (3, b"", 1002),
        (CONTINUED, b"", 1002),
    ],
)
async def test_invalid_frames_end_the_connection(opcode: int, payload: bytes, code: int) -> None:
    """Invalid UTF-8, a frame above the limit, and invalid opcodes end the connection."""
    async with listening() as target:
        client = await target.enter()
        client.frame(opcode, payload)
        assert (await client.closed_with())[0] == code


async def test_a_huge_length_ends_the_connection() -> None:
    """The connection ends before the bytes of the frame arrive."""
    async with listening() as target:
        client = await target.enter()
        client.writer.write(bytes([TEXT | FINAL, 0x80 | 127]) + struct.pack("!Q", 1 << 40) + bytes(4))
        assert (await client.closed_with())[0] == 1009


async def test_fragments_are_limited() -> None:
    """Fragments count together, and so do empty ones."""
    async with listening() as target:
        client = await target.enter()
        client.frame(TEXT, b"", final=False)
        with contextlib.suppress(ConnectionError):
            for _ in range(5000):
                client.frame(CONTINUED, b"", final=False)
            await client.writer.drain()
        await client.gone()
        assert target.buffered() == 0


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"move","id":"1","match":"X","ply":' + "9" * 60_000 + ',"move":"a1"}',
        '{"t":"create","id":"1","game":"nim","seats":' + "[" * 30_000,
        '{"t":"create","id":"1","game":"nim","options":{' + ",".join(f'"{n}":1' for n in range(6000)) + '},"seats":[]}',
        '{"t":"create","id":"1","game":"nim","seats":[' + ",".join(['{"kind":"open"}'] * 3000) + "]}",
        '{"t":"move","id":"1","match":"X","ply":1e400,"move":"a1"}',
        '{"t":"chat","id":"1","match":"X","text":"\\ud800"}',
    ],
)
async def test_extreme_json_is_refused(text: str) -> None:
    """Deep, wide or long JSON is refused soon, and the connection stays open."""
    async with listening() as target:
        client = await target.enter()
        client.frame(TEXT, text.encode())
        answer = await client.message()
        assert (answer["t"], answer["code"]) == ("refused", "bad_message")
        client.say(t="ping", id="2")
        assert (await client.message())["t"] == "accepted"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 100_000])
async def test_frames_of_every_length_arrive_whole(size: int) -> None:
    """Frames that bypass the library arrive like the library's."""
    async with listening() as target:
        client = await target.enter()
        (server_socket,) = target.sockets.open
        data = b"x" * size
        for _ in range(2):
            assert server_socket.offer(data)
            while (frame := await client.read())[0] == PING:
                pass
            assert frame == (TEXT, data)
