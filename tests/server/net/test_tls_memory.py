"""Memory after floods of TLS connections from one address, which say nothing, say half, or leave at once."""

import asyncio
import contextlib
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

pytestmark = [
    pytest.mark.io,
    pytest.mark.timeout(120),
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc has the memory of a process"),
]

AT_ONCE, WAVES = 250, 4
"""Connections of an address that may be unfinished, and how often all of them come and go."""
RETURNS_MB, PEAK_MB = 40, 60
"""How much more memory the server has after the flood, and in it. The promise is 50 MB after it."""
HALF_HELLO = b"\x16\x03\x01\x00\xfa\x01\x00\x00\xf6\x03\x03" + bytes(range(32))
"""The beginning of the first message of a TLS client."""
HALF_REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n"


async def leave(writer: asyncio.StreamWriter) -> None:
    """Abort a connection."""
    writer.transport.abort()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


class Target:
    """A server with TLS in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]", port: int, authority: trustme.CA) -> None:
        self.process = process
        self.port = port
        self.context = ssl.create_default_context()
        authority.configure_trust(self.context)

    def memory_mb(self) -> float:
        """Return the resident memory."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024

    async def client(self, kind: str) -> asyncio.StreamWriter:
        """Open a connection that goes no further than its kind."""
        tls = self.context if kind in ("handshake", "request") else None
        _, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=tls)
        if kind in ("hello", "request"):
            writer.write(HALF_HELLO if kind == "hello" else HALF_REQUEST)
            await writer.drain()
        return writer

    async def wave(self, kind: str) -> float:
        """Open connections, and abort them when the server has all. Return the memory in between."""
        clients = await asyncio.gather(*(self.client(kind) for _ in range(AT_ONCE)))
        await self.answers()
        most = self.memory_mb()
        await asyncio.gather(*map(leave, clients))
        await self.answers()
        return most

    async def answers(self) -> None:
        """Wait until the server answers a request: it has read what came before."""
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(OSError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=self.context)
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                    answer = await reader.read()
                    await leave(writer)
                    if b"200" in answer:
                        return
                await asyncio.sleep(0.05)


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    """Return a server with TLS."""
    authority = trustme.CA()
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "both.pem"))
    pair = ["--tls-cert", str(tmp_path / "both.pem"), "--tls-key", str(tmp_path / "both.pem")]
    limits = {"KIBITZ_LIMITS__UNFINISHED_PER_ADDRESS": str(AT_ONCE + 10)}
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--database", ":memory:", "--slots", "1"]
    command += ["--no-exhibitions", *pair]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **limits},
    ) as process:
        try:
            assert process.stdout
            yield Target(process, int(process.stdout.readline().rpartition(":")[2]), authority)
        finally:
            process.kill()


@pytest.mark.long
@pytest.mark.stays_in("test-all")
async def test_memory_returns_after_a_flood_of_tls_connections(target: Target) -> None:
    """After 4,000 connections in waves of 250, most of them silent, the server is as large as before, within 40 MB."""
    for kind in ("silent", "request"):  # what a server loads with its first connections
        await leave(await target.client(kind))
    await target.answers()
    before, most = target.memory_mb(), 0.0
    for kind in ("silent", "hello", "handshake", "request"):
        for _ in range(WAVES):
            most = max(most, await target.wave(kind))
    async with asyncio.timeout(20):
        while target.memory_mb() > before + RETURNS_MB:
            await target.answers()
    assert most < before + PEAK_MB
