"""TCP proxy that adds a round trip time: `python -m bench.page.slow_network HOST:PORT MS`. It prints its own address.

CDP's `Network.emulateNetworkConditions` does not delay WebSockets, so this delays all bytes alike. Each chunk of bytes
waits for half of the round trip, in each direction. A new connection costs a whole round trip more, in which TCP would
greet: its first chunk from the client waits for it. Bandwidth and loss are not limited.
"""

import argparse
import asyncio
import contextlib
import socket
import time
from asyncio import StreamReader, StreamWriter

CHUNK = 65536


async def _carry(reader: StreamReader, writer: StreamWriter, delay_s: float, first_s: float) -> None:
    """Write what is read, later: by the delay, and not before `first_s` from now have passed."""
    due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
    opens_at = time.monotonic() + first_s

    async def deliver() -> None:
        data = b"begin"
        while data:
            at, data = await due.get()
            await asyncio.sleep(at - time.monotonic())
            if data:
                writer.write(data)
                await writer.drain()
            elif writer.can_write_eof():
                writer.write_eof()

    delivering = asyncio.create_task(deliver())
    try:
        data = b"begin"
        while data:
            data = await reader.read(CHUNK)
            due.put_nowait((max(time.monotonic() + delay_s, opens_at), data))
        await delivering
    finally:
        delivering.cancel()


async def serve(host: str, port: int, round_trip_s: float) -> None:
    """Carry connections until the process ends."""

    async def connected(reader: StreamReader, writer: StreamWriter) -> None:
        with contextlib.suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection(host, port)
            for each in (writer, far_writer):
                each.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            half = round_trip_s / 2
            try:
                await asyncio.gather(
                    _carry(reader, far_writer, half, round_trip_s + half), _carry(far_reader, writer, half, 0.0)
                )
            finally:
                writer.close()
                far_writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    print(f"listening on http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


def main() -> None:
    """Read the arguments, and serve."""
    parser = argparse.ArgumentParser(prog="python -m bench.page.slow_network", description=__doc__)
    parser.add_argument("target", help="HOST:PORT")
    parser.add_argument("milliseconds", type=float, help="the round trip time to add")
    arguments = parser.parse_args()
    host, _, port = arguments.target.rpartition(":")
    asyncio.run(serve(host, int(port), arguments.milliseconds / 1000))


if __name__ == "__main__":
    main()
