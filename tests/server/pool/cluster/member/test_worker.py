"""A worker of a cluster joins, joins again, and leaves; its connection to Dask is a fake."""

import asyncio
import contextlib
import itertools
import ssl
import struct
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from structlog.testing import capture_logs

from kibitz_server.pool.cluster.address import BadCluster, ClusterAddress, TlsFiles
from kibitz_server.pool.cluster.member.host import SearchHost
from kibitz_server.pool.cluster.member.membership import Member, member_of
from kibitz_server.pool.cluster.member.worker import AGAIN_S, ClusterWorker, join, reach
from kibitz_server.pool.cluster.wire import HERE_TOPIC, Here, decode_here
from tests.server.pool.cluster.processes import until

ADDRESS = ClusterAddress("scheduler.test", 8786)
LONG_S = 30.0
"""Bound of each wait: longer than a busy machine needs."""


class FakeDask:
    """Worker of Dask that keeps its events, and loses its scheduler when the test says so."""

    numbers = itertools.count()

    def __init__(self) -> None:
        self.id = f"fake-{next(self.numbers)}"
        self.address = f"tcp://10.0.0.1:{self.id}"
        self.heres: list[Here] = []
        self.scheduler = self
        self.echoed = False
        self.closed = False
        self.lost = asyncio.Event()

    def log_event(self, topic: str, message: bytes) -> None:
        assert topic == HERE_TOPIC
        self.heres.append(decode_here(message))

    async def echo(self, data: str) -> str:
        """Answer as the scheduler does, and note that answers before this one are sent."""
        assert not self.closed
        self.echoed = True
        return data

    async def finished(self) -> None:
        """Wait until the scheduler is gone."""
        await self.lost.wait()

    async def close(self, **_options: Any) -> None:
        """End."""
        self.closed = True
        self.lost.set()


class BusyHost(SearchHost):
    """Host without processes, whose searches end when the test says so, or when they are abandoned."""

    def __init__(self) -> None:
        super().__init__(0, 19)
        self.done = asyncio.Event()
        self.draining = asyncio.Event()
        self.abandoned = 0

    async def drain(self, grace_s: float) -> None:
        """Wait until the searches end."""
        assert grace_s == 7.0
        self.draining.set()
        await self.done.wait()

    def abandon(self) -> None:
        """End the searches."""
        self.abandoned += 1
        self.done.set()
        super().abandon()


class Trial:
    """Worker in a cluster whose answers to each attempt to join the test chooses."""

    def __init__(self, *answers: Exception | FakeDask, games: frozenset[str] | None = None) -> None:
        self.answers = list(answers)
        self.waits: list[float] = []
        self.leave = asyncio.Event()
        self.host = BusyHost()
        self.worker = ClusterWorker(ADDRESS, self.host, games, self.connect, self.wait)

    async def connect(self, address: ClusterAddress, slots: int) -> FakeDask:
        """Give the next answer. After the last one the scheduler never answers."""
        assert (address, slots) == (ADDRESS, 0)
        if not self.answers:
            await asyncio.Event().wait()
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def wait(self, seconds: float) -> None:
        """Note a wait between two attempts."""
        self.waits.append(seconds)

    def start(self) -> "asyncio.Task[None]":
        """Run the worker."""
        return asyncio.create_task(self.worker.run(self.leave, 7.0))


async def ended(task: "asyncio.Task[None]") -> None:
    """Wait for the end of the worker, and raise what ended it."""
    await asyncio.wait_for(task, LONG_S)


async def test_a_worker_announces_its_games_and_leaves_when_its_searches_are_done() -> None:
    """It says that it leaves, waits for the searches and their answers, and only then ends its connection."""
    dask = FakeDask()
    trial = Trial(dask, games=frozenset({"nim"}))
    running = trial.start()
    await until(lambda: dask.heres)
    assert not dask.heres[0].leaving
    assert set(dask.heres[0].games) == {"nim"}
    assert member_of(dask).host is trial.host

    trial.leave.set()
    await asyncio.wait_for(trial.host.draining.wait(), LONG_S)
    assert dask.heres[-1].leaving
    assert trial.host.leaving
    assert not dask.closed

    trial.host.done.set()
    await ended(running)
    assert dask.echoed
    assert dask.closed
    with pytest.raises(LookupError):
        member_of(dask)


async def test_a_worker_waits_for_its_scheduler_with_one_line() -> None:
    """Each attempt comes later than the one before, and only the first one is logged, with a plain reason."""
    dask = FakeDask()
    refused = ConnectionRefusedError(111, "Connect call failed ('10.0.0.9', 8786)")
    trial = Trial(*[refused] * 6, dask)
    with capture_logs() as logs:
        running = trial.start()
        await until(lambda: dask.heres)
    assert trial.waits == [*AGAIN_S, AGAIN_S[-1], AGAIN_S[-1]]
    assert [line["event"] for line in logs] == [
        "no scheduler there: joining as soon as there is one",
        "joined the cluster",
    ]
    assert logs[0]["why"] == "Connection refused"
    trial.host.done.set()
    trial.leave.set()
    await ended(running)


async def test_a_worker_joins_again_when_the_scheduler_was_away() -> None:
    """Its searches end, because no server gets their answers, and it is a new member with the same host."""
    first, second = FakeDask(), FakeDask()
    trial = Trial(first, OSError("not yet"), OSError("not yet"), second)
    with capture_logs() as logs:
        running = trial.start()
        await until(lambda: first.heres)
        first.lost.set()
        await until(lambda: second.heres)
    assert trial.host.abandoned == 1
    assert trial.worker.joined == 2
    assert trial.waits == list(AGAIN_S[:2])
    assert [line["event"] for line in logs] == [
        "joined the cluster",
        "the scheduler is gone: joining again when it is back",
        "joined the cluster",
    ]
    assert first.heres[0].instance != second.heres[0].instance
    assert trial.host.worker == second.address
    trial.leave.set()
    await ended(running)
    assert second.closed


async def test_a_refused_certificate_ends_a_worker_that_never_joined() -> None:
    """Another attempt would not help, and the operator is there to read the sentence."""
    trial = Trial(OSError("not yet"), BadCluster("no", "hint"))
    with pytest.raises(BadCluster, match="no"):
        await ended(trial.start())


async def test_a_refused_certificate_does_not_end_a_worker_that_has_joined() -> None:
    """The scheduler may get its certificate back, and the operator may not be there to start the worker."""
    first, second = FakeDask(), FakeDask()
    trial = Trial(first, BadCluster("no", "hint"), second)
    running = trial.start()
    await until(lambda: first.heres)
    first.lost.set()
    await until(lambda: second.heres)
    trial.leave.set()
    await ended(running)


async def test_a_worker_that_waits_for_its_scheduler_leaves_at_once() -> None:
    """Nothing runs that it could finish."""
    trial = Trial(OSError("not yet"))
    running = trial.start()
    await until(lambda: trial.waits)
    trial.leave.set()
    await ended(running)
    assert not trial.host.draining.is_set()


async def test_a_worker_whose_scheduler_goes_while_it_leaves_ends() -> None:
    """It does not wait for searches whose answers no server gets, and does not join again."""
    dask = FakeDask()
    trial = Trial(dask, FakeDask())
    running = trial.start()
    await until(lambda: dask.heres)
    trial.leave.set()
    await asyncio.wait_for(trial.host.draining.wait(), LONG_S)
    dask.lost.set()
    await ended(running)
    assert trial.worker.joined == 1
    assert len(trial.answers) == 1


async def test_a_worker_without_slots_says_so() -> None:
    """An actor on a worker of Dask that has no membership gets an error that names the worker."""
    dask = FakeDask()
    with pytest.raises(LookupError, match="has no slots for searches"):
        member_of(dask)
    member = Member(dask, BusyHost())
    assert member_of(dask) is member
    member.end()


def files(folder: Path, ca: trustme.CA, name: str) -> TlsFiles:
    """Write the files of a member whose certificate a CA has signed."""
    own = folder / name
    own.mkdir()
    cert = ca.issue_cert("localhost")
    cert.private_key_pem.write_to_path(str(own / "key.pem"))
    cert.cert_chain_pems[0].write_to_path(str(own / "cert.pem"))
    ca.cert_pem.write_to_path(str(own / "ca.pem"))
    return TlsFiles(own / "ca.pem", own / "cert.pem", own / "key.pem")


def context(tls: TlsFiles) -> ssl.SSLContext:
    """Return the TLS of a scheduler, which wants the certificate of each member."""
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=str(tls.ca))
    made.verify_mode = ssl.CERT_REQUIRED
    made.load_cert_chain(tls.cert, tls.key)
    return made


GREETING = b"\x81\xafpickle-protocol\x05"
"""A part of what a scheduler says first."""


@contextlib.asynccontextmanager
async def listening(tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Listen on a port. Send something first, as a scheduler does, and wait until the other side has read it."""
    handlers: set[asyncio.Task[Any]] = set()

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        handlers.add(task)
        writer.write(struct.pack("Q", len(GREETING)) + GREETING)
        with contextlib.suppress(OSError):
            await reader.read(-1)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    async with await asyncio.start_server(greet, "127.0.0.1", 0, ssl=tls) as server:
        yield server.sockets[0].getsockname()[1]
        if handlers:
            await asyncio.wait(handlers, timeout=LONG_S)


@pytest.mark.io
async def test_certificates_of_one_ca_reach_the_scheduler(tmp_path: Path) -> None:
    """Both sides accept each other."""
    ca = trustme.CA()
    theirs, ours = files(tmp_path, ca, "theirs"), files(tmp_path, ca, "ours")
    async with listening(context(theirs)) as port:
        await reach(ClusterAddress("127.0.0.1", port, ours))


@pytest.mark.io
async def test_a_certificate_of_another_ca_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """The sentence says that the certificates do not fit, and the hint what is needed."""
    theirs, ours = files(tmp_path, trustme.CA(), "theirs"), files(tmp_path, trustme.CA(), "ours")
    async with listening(context(theirs)) as port:
        with pytest.raises(BadCluster, match=r"do not accept each other's certificates: .*") as refused:
            await reach(ClusterAddress("127.0.0.1", port, ours))
    assert "same CA" in refused.value.hint


@pytest.mark.io
async def test_a_scheduler_without_tls_is_no_tls_scheduler(tmp_path: Path) -> None:
    """The hint says that the scheduler needs tls://, too."""
    ours = files(tmp_path, trustme.CA(), "ours")
    async with listening() as port:
        with pytest.raises(BadCluster, match="wrong version number") as refused:
            await reach(ClusterAddress("127.0.0.1", port, ours))
    assert "tls://" in refused.value.hint


@pytest.mark.io
async def test_files_that_are_no_certificates_are_named(tmp_path: Path) -> None:
    """The sentence names the file."""
    ours = files(tmp_path, trustme.CA(), "ours")
    ours.cert.write_text("no certificate")
    with pytest.raises(BadCluster, match=r"cert\.pem cannot be used"):
        await reach(ClusterAddress("127.0.0.1", 1, ours))


@pytest.mark.io
@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1", "no.such.host.invalid"])
async def test_a_worker_that_cannot_listen_there_names_the_options(host: str) -> None:
    """The port is in use, or the address is not one of this machine. Another attempt would not help."""
    async with listening() as port:
        with pytest.raises(BadCluster, match=f"cannot listen on {host} port {port}: ") as refused:
            await join(ClusterAddress("127.0.0.1", port), 1, host, port)
    assert "--port" in refused.value.hint
