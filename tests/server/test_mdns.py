"""Tests of the announcement of a server on the local network. All traffic stays on the loopback interface."""

import asyncio
import errno
import json
import os
import signal
import subprocess
import sys
import uuid
from typing import Any

import pytest
from structlog.testing import capture_logs
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

from kibitz_client.network.servers.discovery import DiscoveredServer, discover
from kibitz_protocol.mdns import SERVICE
from kibitz_server.mdns import Announcer, announced
from kibitz_server.settings import BadSettings, Settings

LO = "127.0.0.1"
PATIENCE_S = 30.0


def unique() -> str:
    """Return a name that no other server on this machine has."""
    return f"test {uuid.uuid4().hex[:12]}"


async def find(name: str) -> DiscoveredServer:
    """Search until a server of that name answers."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            for each in await discover(1.0, [LO], settle_s=None):
                if each.name == name:
                    return each


@pytest.mark.parametrize(
    ("hosts", "addresses"),
    [
        (["0.0.0.0"], ["192.168.1.5", "10.8.0.2"]),
        (["::"], ["fd00::2"]),
        (["0.0.0.0", "::"], ["192.168.1.5", "10.8.0.2", "fd00::2"]),
        (["10.8.0.2"], ["10.8.0.2"]),
        (["127.0.0.1", "10.8.0.2"], ["10.8.0.2"]),
        (["127.0.0.1"], ["127.0.0.1"]),
    ],
)
def test_the_announced_addresses(hosts: list[str], addresses: list[str]) -> None:
    """A server announces the addresses where others reach it: of all addresses if it listens on all."""
    assert announced(hosts, ["127.0.0.1", "192.168.1.5", "10.8.0.2", "::1", "fe80::1", "fd00::2"]) == addresses


@pytest.mark.parametrize(
    ("announce", "hosts"), [(None, [LO]), (False, [LO]), (False, ["0.0.0.0"]), (None, ["::1", LO]), (True, [])]
)
async def test_when_a_server_is_not_announced(announce: bool | None, hosts: list[str]) -> None:
    """A server is not announced on loopback alone, unless the setting says so, or when the setting forbids it."""
    announcer = Announcer(Settings.read(announce=announce), "1")
    announcer.start([(host, 1) for host in hosts])
    assert not announcer.running
    await announcer.close()


def test_a_name_that_cannot_be_announced() -> None:
    """The settings refuse it before any use of the network."""
    with pytest.raises(BadSettings, match=r"announce_name.*no dot"):
        Settings.read(announce_name="games.example.org")


@pytest.mark.io
async def test_a_server_is_found_and_later_removed() -> None:
    """A client finds name, address, TLS and version. A browsing client notices that the server is removed."""
    name = unique()
    settings = Settings.read(announce=True, announce_name=name, public_url="https://games.example.org")
    announcer = Announcer(settings, "7.8.9")
    announcer.start([(LO, 4711)])
    try:
        found = await find(name)
        assert found == DiscoveredServer(name, "wss://games.example.org", "7.8.9", "1", found.host, LO)
        assert found.host.endswith(".local")
        assert found.leads_elsewhere
        gone = asyncio.Event()

        def changed(zeroconf: Any, service_type: str, name: str, state_change: ServiceStateChange) -> None:  # noqa: ARG001
            if name == f"{settings.announce_name}.{SERVICE}" and state_change is ServiceStateChange.Removed:
                gone.set()
            elif name == f"{settings.announce_name}.{SERVICE}":
                there.set()

        there = asyncio.Event()
        watcher = AsyncZeroconf(interfaces=[LO])
        browser = AsyncServiceBrowser(watcher.zeroconf, [SERVICE], handlers=[changed])
        try:
            await asyncio.wait_for(there.wait(), PATIENCE_S)
            await announcer.close()
            await asyncio.wait_for(gone.wait(), PATIENCE_S)
        finally:
            await browser.async_cancel()
            await watcher.async_close()
    finally:
        await announcer.close()


async def test_an_unusable_network_is_a_warning() -> None:
    """If the port is taken, the server continues, and the log has a hint."""

    def taken(**_: Any) -> AsyncZeroconf:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    announcer = Announcer(Settings.read(announce=True), "1", taken)
    with capture_logs() as logged:
        announcer.start([(LO, 4711)])
        await announcer.settled()
    await announcer.close()
    assert [(each["log_level"], each["event"]) for each in logged] == [
        ("warning", "not announced on the local network")
    ]
    assert "--no-announce" in logged[0]["hint"]


@pytest.mark.io
def test_a_server_and_the_command_that_lists_it() -> None:
    """`kibitz servers --json` finds `kibitz-server serve --announce`, which stops cleanly."""
    name = unique()
    serve = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--database", ":memory:"]
    serve += ["--announce", "--announce-name", name, "--log-level", "warning"]
    servers = [sys.executable, "-m", "kibitz_client", "servers", "--json"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().split()[-1]
            found: dict[str, str] = {}
            for _ in range(20):
                listed = subprocess.run(
                    servers, env=_environment(), capture_output=True, text=True, check=True, timeout=PATIENCE_S
                )
                rows = map(json.loads, listed.stdout.splitlines())
                found = {row["name"]: row["url"] for row in rows}
                if name in found:
                    break
            assert found.get(name) == address
            process.send_signal(signal.SIGTERM)
            assert process.stderr
            assert process.stderr.read() == ""
            assert process.wait(PATIENCE_S) == 0
        finally:
            process.kill()


def _environment() -> dict[str, str]:
    return os.environ | {"KIBITZ_DISCOVERY": LO}
