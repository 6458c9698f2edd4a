"""Connections count from `accept` on, whatever their client sends, and leave files for the rest of the server."""

import asyncio
import os
import re
import resource
import socket
import ssl
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import trustme
from websockets.asyncio.client import connect

from kibitz_protocol.codec import decode_to_client
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.accept import DEADLINE_S, Handshakes, ListeningSocket
from kibitz_server.net.bind import bound
from kibitz_server.net.edge import EdgeConfig, network, tls_context
from kibitz_server.telemetry.metrics import Metrics
from tests.server.net.hostile import TEXT, HostileTarget, listening

pytestmark = pytest.mark.io

FILES = 160


@pytest.fixture
def authority(tmp_path: Path) -> trustme.CA:
    """Return an authority, and write its certificate for this machine to `cert.pem` and `key.pem`."""
    authority = trustme.CA()
    made = authority.issue_cert("127.0.0.1")
    made.private_key_pem.write_to_path(str(tmp_path / "key.pem"))
    made.cert_chain_pems[0].write_to_path(str(tmp_path / "cert.pem"))
    return authority


def tls_edge(folder: Path) -> EdgeConfig:
    """Return an edge with the certificate in a folder."""
    return EdgeConfig(tls=tls_context(str(folder / "cert.pem"), str(folder / "key.pem")))


async def counted(target: HostileTarget, number: int) -> None:
    """Wait until this many handshakes are unfinished."""
    async with asyncio.timeout(30):
        while len(target.sockets.handshakes) != number:
            await asyncio.sleep(0)


async def hello_over_tls(target: HostileTarget, authority: trustme.CA, local: str) -> str:
    """Connect with TLS from an address, say hello, and return the kind of the first message."""
    context = ssl.create_default_context()
    authority.configure_trust(context)
    address = f"wss://127.0.0.1:{target.port}"
    async with connect(address, ssl=context, proxy=None, local_addr=(local, 0)) as client:
        await client.send('{"t":"hello"}')
        return str(decode_to_client(await client.recv()).t)


async def test_silent_connections_count_before_the_tls_handshake(tmp_path: Path, authority: trustme.CA) -> None:
    """Those above the limit of an address are reset at once, and clients elsewhere say hello."""
    async with listening(tls_edge(tmp_path), unfinished_per_address=3) as target:
        silent = [await target.connect() for _ in range(3)]
        await counted(target, 3)
        assert all([await target.is_reset() for _ in range(5)])
        assert await hello_over_tls(target, authority, "127.0.0.9") == "welcome"
        for each in silent:
            each.abort()
        await counted(target, 0)
        assert await hello_over_tls(target, authority, "127.0.0.1") == "welcome"


@pytest.mark.usefixtures("authority")
async def test_tls_http_and_hello_have_one_deadline(tmp_path: Path) -> None:
    """Connections that wait before TLS, or after HTTP for the hello, are cut off; a client with a hello stays."""
    async with listening() as target, listening(tls_edge(tmp_path)) as tls_target:
        await target.enter()
        waiting, silent = await target.connect(), await tls_target.connect()
        await waiting.shake_hands()
        await counted(target, 1)
        await counted(tls_target, 1)
        now = asyncio.get_running_loop().time()
        for each in (target, tls_target):
            each.sockets.handshakes.expire(now)
            assert len(each.sockets.handshakes) == 1
            each.sockets.handshakes.expire(now + DEADLINE_S)
            assert len(each.sockets.handshakes) == 0
        await waiting.gone()
        await silent.gone()
        assert len(target.sockets.open) == 1


async def test_the_oldest_unfinished_connection_makes_room() -> None:
    """The total of all addresses is bounded, and a silent connection gives way to a client."""
    async with listening(connections=1, unfinished=1) as target:
        first = await target.connect("127.0.0.2")
        await counted(target, 1)
        second = await target.connect("127.0.0.3")
        await counted(target, 2)
        await target.enter("127.0.0.4")
        await first.gone()
        await counted(target, 1)
        second.abort()


async def test_clients_that_come_back_together_do_not_end_each_other() -> None:
    """While the server has places, nothing ends a handshake that waits for its turn."""
    async with listening(connections=40, unfinished=2) as target:
        waiting = [await target.connect(f"127.0.0.{number}") for number in range(2, 30)]
        await counted(target, len(waiting))
        for each in waiting:
            assert (await each.shake_hands()).startswith("HTTP/1.1 101")
            each.frame(TEXT, b'{"t":"hello"}')
            assert (await each.message())["t"] == "welcome"


async def test_behind_a_trusted_proxy_the_client_is_counted_once_its_address_is_known() -> None:
    """Before the headers only the total is bounded; then a client without a hello cannot use up others' places."""
    edge = EdgeConfig(trusted=(network("127.0.0.1"),))
    async with listening(edge, unfinished_per_address=2) as target:
        silent = [await target.connect() for _ in range(4)]
        await counted(target, 4)
        for each in silent[:2]:
            assert (await each.shake_hands("X-Forwarded-For: 203.0.113.7")).startswith("HTTP/1.1 101")
        refused = await silent[2].shake_hands("X-Forwarded-For: 203.0.113.7")
        assert refused.startswith("HTTP/1.1 429")
        assert (await silent[3].shake_hands("X-Forwarded-For: 203.0.113.8")).startswith("HTTP/1.1 101")
        silent[0].frame(TEXT, b'{"t":"hello"}')
        assert (await silent[0].message())["t"] == "welcome"
        again = await target.connect()
        assert (await again.shake_hands("X-Forwarded-For: 203.0.113.7")).startswith("HTTP/1.1 101")


async def test_connections_without_a_request_have_a_rate() -> None:
    """An address that connects more than twice as often as clients may is reset, without a costly answer."""
    async with listening(handshakes="1/h", pages="1/h") as target:
        for _ in range(4):
            (await target.connect()).abort()
        await counted(target, 0)
        assert await target.is_reset()
        await target.enter("127.0.0.9")


def attempt(port: int) -> socket.socket:
    """Begin to connect to a port of this machine, and return the socket."""
    silent = socket.socket()
    silent.setblocking(False)
    silent.connect_ex(("127.0.0.1", port))
    return silent


EXHAUSTED = """
import asyncio, os, resource, socket
from functools import partial
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.accept import Handshakes, ListeningSocket
from kibitz_server.net.bind import bound
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.telemetry.metrics import Metrics

async def main():
    loop = asyncio.get_running_loop()
    limiter = RateLimiter(Limits(enabled=False), loop.time, lambda _: 0)
    handshakes = Handshakes(limiter, EdgeConfig(), Metrics())
    (listening,) = bound(partial(ListeningSocket, handshakes), ["127.0.0.1"], 0, "--port")
    listening.listen()
    listening.setblocking(False)
    client = socket.create_connection(listening.getsockname())
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    files = []
    try:
        while True:
            files.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        pass
    for _ in range(4):
        try:
            listening.accept()
        except OSError as error:
            print(type(error).__name__, error.errno)
    os.close(files.pop())
    print(await loop.create_task(refused(listening)))

async def refused(listening):
    try:
        listening.accept()
    except BlockingIOError:
        return "refused"

asyncio.run(main())
"""


def test_accepting_pauses_without_files() -> None:
    """asyncio gets the error once and then the end of its loop; a last free file is not given to a connection."""
    done = subprocess.run([sys.executable, "-c", EXHAUSTED], capture_output=True, text=True, check=True)
    expected = ["OSError 24", "BlockingIOError None"] * 2 + ["refused"]
    assert [line for line in done.stdout.splitlines() if "few open files" not in line] == expected


async def test_files_are_left_for_the_database(tmp_path: Path) -> None:
    """With too few files a server without limits refuses connections, says so once, and still serves its clients."""
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--slots", "1", "--limits", "off"]
    process = await asyncio.create_subprocess_exec(
        *command,
        *("--database", str(tmp_path / "k.db")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        address = (await process.stdout.readline()).split()[-1].decode()
        port = int(address.rsplit(":", 1)[1])
        async with connect(address, proxy=None) as client:
            await client.send('{"t":"hello"}')
            assert decode_to_client(await client.recv()).t == "welcome"
            silent = [attempt(port) for _ in range(2 * FILES)]
            while b"few open files" not in (line := await process.stderr.readline()):
                assert line
            # The last 40 are kept, and one connection may be about to be refused.
            assert len(os.listdir(f"/proc/{process.pid}/fd")) < FILES - 30
            seats = '[{"kind":"me"},{"kind":"open"}]'
            await client.send(f'{{"t":"create","id":"1","game":"tictactoe","seats":{seats}}}')
            assert decode_to_client(await client.recv()).t == "accepted"
            for each in silent:
                each.close()
    finally:
        process.terminate()
    _, errors = await process.communicate()
    assert not re.search(rb"few open files|out of system resource|Traceback", errors)


async def test_one_connection_is_handed_over_in_a_step_of_the_event_loop() -> None:
    """The loop calls `accept` until an error. A crowd of connections leaves room for other work in between."""
    limiter = RateLimiter(Limits(), time.monotonic, lambda _: 0)
    (listening,) = bound(
        partial(ListeningSocket, Handshakes(limiter, EdgeConfig(), Metrics())), ["127.0.0.1"], 0, "--port"
    )
    listening.listen()
    listening.setblocking(False)
    clients = [socket.create_connection(listening.getsockname()) for _ in range(2)]
    accepted = []
    for _ in clients:
        accepted.append(listening.accept()[0])
        with pytest.raises(BlockingIOError):
            listening.accept()
    with pytest.raises(BlockingIOError):
        listening.accept()
    assert [each.getpeername() for each in accepted] == [each.getsockname() for each in clients]
    for each in (*clients, *accepted, listening):
        each.close()
