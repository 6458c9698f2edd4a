"""Tests of clusters that cannot be used: one sentence says why, and the server searches on its machine."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import distributed
import pytest
import structlog
import trustme

from kibitz_server.app import running
from kibitz_server.pool.cluster.address import ClusterAddress, TlsFiles
from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.cluster.fingerprints import fingerprints
from kibitz_server.pool.cluster.trouble import UNREACHABLE, UNTRUSTED, ClusterRefused, check_version
from kibitz_server.pool.cluster.wire import HERE_TOPIC, PROTOCOL, Here, encode
from kibitz_server.pool.placement import Use
from kibitz_server.pool.pool import SearchPool
from kibitz_server.pool.slot import LOCAL
from kibitz_server.settings import Settings
from tests.ports import free_ports
from tests.server.pool.cluster.pools import LONG, ask, begun, joined
from tests.server.pool.cluster.processes import UNTIL_S, Machines, until

pytestmark = [pytest.mark.io, pytest.mark.timeout(240)]
Line = dict[str, Any]


@pytest.fixture
def lines() -> Iterator[list[Line]]:
    """The lines of the log."""
    with structlog.testing.capture_logs() as found:
        yield found  # type: ignore[misc]


def certificates(folder: Path, authority: trustme.CA) -> TlsFiles:
    """Write certificates of a member of a cluster."""
    folder.mkdir(exist_ok=True)
    made = authority.issue_cert("127.0.0.1")
    files = TlsFiles(folder / "ca.pem", folder / "cert.pem", folder / "key.pem")
    authority.cert_pem.write_to_path(str(files.ca))
    made.cert_chain_pems[0].write_to_path(str(files.cert))
    made.private_key_pem.write_to_path(str(files.key))
    return files


@contextlib.asynccontextmanager
async def tried(url: str, tls: TlsFiles | None = None) -> AsyncIterator[tuple[SearchPool, Cluster]]:
    """Try to use a cluster for the duration of the block, with a slot on this machine."""
    pool = SearchPool(1, nice=0, use=Use.PREFER)
    pool.local.can_compile = False
    cluster = Cluster(ClusterAddress.parse(url, tls), pool)
    try:
        await pool.warm_up()
        cluster.start()
        yield pool, cluster
    finally:
        await pool.close()
        await cluster.close()


def warnings(lines: list[Line]) -> list[Line]:
    """Return the warnings of a log."""
    return [line for line in lines if line["log_level"] == "warning"]


async def plays_here(pool: SearchPool) -> None:
    """Check that searches run on this machine."""
    search = ask(pool, LONG)
    assert await begun(search) == LOCAL
    search.cancel()


async def test_a_wrong_address_costs_one_line(lines: list[Line]) -> None:
    """It names the cause and a way out, however often the server tries again."""
    async with tried(f"tcp://127.0.0.1:{free_ports()[0]}") as (pool, _):
        await until(lambda: warnings(lines), "a warning")
        await plays_here(pool)
        [line] = warnings(lines)
    assert line["why"] == UNREACHABLE
    assert "dask scheduler" in line["hint"]


async def test_certificates_of_both_sides_must_fit(tmp_path: Path, lines: list[Line]) -> None:
    """A server joins with a certificate of the same authority. With another one, or none, it plays alone."""
    ours = trustme.CA()
    inside = certificates(tmp_path / "inside", ours)
    outside = certificates(tmp_path / "outside", trustme.CA())
    machines = Machines(tmp_path, inside)
    try:
        machines.mend(1)
        async with joined(machines.url, 0, Use.ONLY, 1, certificates(tmp_path / "server", ours)) as (pool, _):
            search = ask(pool, LONG)
            assert (await begun(search)).startswith("tls://")
            search.cancel()
        assert not warnings(lines)
        async with tried(machines.url, outside) as (pool, _):
            await until(lambda: warnings(lines), "a warning")
            await plays_here(pool)
            [line] = warnings(lines)
        assert line["why"] == UNTRUSTED
        assert "CA" in line["hint"]
        lines.clear()
        async with tried(machines.url.replace("tls:", "tcp:")) as (pool, _):
            await until(lambda: warnings(lines), "a warning")
            await plays_here(pool)
            [line] = warnings(lines)
        assert line["why"] == UNREACHABLE
        assert "TLS" in line["hint"]
    finally:
        machines.close()


def test_a_scheduler_of_another_version_is_refused() -> None:
    """The sentence has both versions, and the hint says what to do."""
    check_version(version("distributed"))
    with pytest.raises(ClusterRefused, match=r"distributed 2020\.1\.0, this server") as refused:
        check_version("2020.1.0")
    assert refused.value.hint


def announcement(number: int, **changes: Any) -> Here:
    """Return the announcement of a worker that is not there."""
    fields: dict[str, Any] = {
        "protocol": PROTOCOL,
        "worker": f"tcp://127.0.0.1:{number}",
        "instance": "1",
        "slots": 0,
        "games": fingerprints(),
        "versions": {"distributed": version("distributed"), "kibitz": version("kibitz")},
    }
    return Here(**(fields | changes))


OTHERS: dict[str, tuple[Callable[[], Here], str]] = {
    "dask": (lambda: announcement(1, versions={"distributed": "2020.1.0"}), "distributed 2020.1.0"),
    "messages": (lambda: announcement(2, protocol=PROTOCOL + 1), f"version {PROTOCOL + 1}"),
    "game": (lambda: announcement(3, games=fingerprints() | {"connect4": "0" * 16}), "not used for connect4"),
    "kibitz": (lambda: announcement(4, games=dict.fromkeys(fingerprints(), "0" * 16)), "not used for every game"),
}

FIRST = (lambda: announcement(6, protocol=PROTOCOL + 2), f"version {PROTOCOL + 2}")
LAST = (lambda: announcement(5, protocol=0), "version 0")


async def test_workers_of_other_versions_are_named_once(tmp_path: Path, lines: list[Line]) -> None:
    """Their announcements come every two seconds, but the log has one line for each, with a hint."""
    machines = Machines(tmp_path)
    connect: Any = distributed.Client
    try:
        machines.start_scheduler()
        async with tried(machines.url) as (pool, cluster):
            await until(lambda: cluster.connected, "the server connects")
            async with connect(machines.url, asynchronous=True, set_as_default=False) as workers:
                # The scheduler sends no announcement before it knows that the server wants them.
                async with asyncio.timeout(UNTIL_S):
                    while not any(FIRST[1] in line["event"] for line in lines):
                        await workers.log_event(HERE_TOPIC, encode(FIRST[0]()))
                for make, _ in [*OTHERS.values(), *OTHERS.values(), LAST]:
                    await workers.log_event(HERE_TOPIC, encode(make()))
                await until(lambda: any(LAST[1] in line["event"] for line in lines), "the last announcement")
            _, *found, _ = warnings(lines)
            await plays_here(pool)
    finally:
        machines.close()
    assert len(found) == len(OTHERS)
    for line, (_, text) in zip(found, OTHERS.values(), strict=True):
        assert text in line["event"]
        assert "same version" in line["hint"]


@pytest.mark.parametrize(("use", "ready"), [(Use.SPARE, b"200"), (Use.ONLY, b"503")])
async def test_a_server_starts_without_its_cluster(use: Use, ready: bytes) -> None:
    """It is ready, unless it may search in the cluster only."""
    settings = Settings.read(
        port=0, slots=1, database=":memory:", engines=f"tcp://127.0.0.1:{free_ports()[0]}", engines_use=use
    )
    async with running(settings) as address:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
    assert answer.startswith(b"HTTP/1.1 " + ready)
