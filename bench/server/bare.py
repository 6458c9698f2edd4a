"""A bare `websockets` server, the limit of the library. It echoes `e...` and broadcasts `b...`."""

import asyncio
import gc

from websockets.asyncio.server import ServerConnection, broadcast, serve


async def main() -> None:
    """Serve until killed. Print the address first."""
    connections: set[ServerConnection] = set()

    async def handle(socket: ServerConnection) -> None:
        connections.add(socket)
        try:
            async for message in socket:
                if message[:1] == "e":
                    await socket.send(message)
                else:
                    broadcast(connections - {socket}, message)
        finally:
            connections.discard(socket)

    async with serve(handle, "127.0.0.1", 0, compression=None, server_header=None, open_timeout=60) as server:
        print(f"listening on ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        gc.freeze()
        await asyncio.Future()


if __name__ == "__main__":
    asyncio.run(main())
