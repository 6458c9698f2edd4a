"""Discovery of servers on the local network."""

import errno
from typing import Any

import pytest
from zeroconf.asyncio import AsyncZeroconf

from kibitz_client.errors import UsageError
from kibitz_client.network.servers.discovery import MAX_NAME, DiscoveredServer, discover, interfaces, read_answer
from kibitz_protocol.mdns import SERVICE, txt

LAN = "192.168.1.5"


def record(*, tls: bool = False, path: str = "/", url: str | None = None) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in txt("1.2", tls=tls, path=path, url=url).items()}


@pytest.mark.parametrize(
    ("addresses", "said", "url"),
    [
        ([LAN], record(), f"ws://{LAN}:9000"),
        ([LAN], record(tls=True, path="/play"), f"wss://{LAN}:9000/play"),
        (["127.0.0.1", "fd00::2", "169.254.1.1", LAN], record(), f"ws://{LAN}:9000"),
        (["fe80::1%eth0", "fd00::2"], record(), "ws://[fd00::2]:9000"),
        (["127.0.0.1"], record(), "ws://127.0.0.1:9000"),
        ([LAN], record(url="https://games.example.org"), "wss://games.example.org"),
        ([LAN], {}, f"ws://{LAN}:9000"),
    ],
)
def test_the_address_of_an_answer(addresses: list[str], said: dict[bytes, bytes | None], url: str) -> None:
    """The announced URL wins, else the most likely address of the machine."""
    found = read_answer(f"den.{SERVICE}", addresses, 9000, said)
    assert found is not None
    assert (found.name, found.url) == ("den", url)


@pytest.mark.parametrize(
    ("instance", "addresses", "port", "said"),
    [
        (f"den.{SERVICE}", [], 9000, record()),
        (f"den.{SERVICE}", ["fe80::1%eth0"], 9000, record()),
        (f"den.{SERVICE}", ["224.0.0.251"], 9000, record()),
        (f"den.{SERVICE}", [LAN], None, record()),
        (f".{SERVICE}", [LAN], 9000, record()),
        (f"\x1b\x07.{SERVICE}", [LAN], 9000, record()),
        (f"den.{SERVICE}", [LAN], 9000, {b"url": b"file:///etc/passwd"}),
        (f"den.{SERVICE}", [LAN], 9000, {b"path": b"/a b"}),
        (f"den.{SERVICE}", [LAN], 9000, record(url="https://games.example.org@198.51.100.7")),
    ],
)
def test_unusable_answers(
    instance: str, addresses: list[str], port: int | None, said: dict[bytes, bytes | None]
) -> None:
    """An answer without a usable name or address is ignored."""
    assert read_answer(instance, addresses, port, said) is None


@pytest.mark.parametrize(
    ("url", "place", "elsewhere"),
    [
        (None, f"{LAN}:9000", False),
        ("https://games.example.org/play", "games.example.org", True),
        (f"http://{LAN}:80", f"{LAN}:80", False),
        ("http://LAPTOP.local:9000", "laptop.local:9000", False),
        ("ws://[fd00::2]:9000", "[fd00::2]:9000", True),
        ("wss://g\u0430mes.example.org", "xn--gmes-53d.example.org", True),
    ],
)
def test_where_an_answer_leads(url: str | None, place: str, elsewhere: bool) -> None:
    """The host of the URL is shown so that it cannot be taken for another, beside the machine that announces it."""
    found = read_answer(f"den.{SERVICE}", [LAN], 9000, record(url=url), "Laptop.local.")
    assert found is not None
    assert (found.place, found.machine, found.leads_elsewhere) == (place, f"Laptop.local ({LAN})", elsewhere)


def test_a_name_cannot_play_tricks() -> None:
    """A server's name is printable and short."""
    found = read_answer(f"\x1b]0;own\x07{'x' * 200}.{SERVICE}", [LAN], 9000, record())
    assert found is not None
    assert found.name.isprintable()
    assert len(found.name) <= MAX_NAME


def test_the_searched_interfaces() -> None:
    """A variable disables discovery, or selects interfaces."""
    assert interfaces({}) is None
    assert interfaces({"KIBITZ_DISCOVERY": "off"}) == ()
    assert interfaces({"KIBITZ_DISCOVERY": "127.0.0.1, 10.0.0.7"}) == ["127.0.0.1", "10.0.0.7"]
    with pytest.raises(UsageError, match="KIBITZ_DISCOVERY"):
        interfaces({"KIBITZ_DISCOVERY": "perhaps"})


async def test_disabled_discovery() -> None:
    """Disabled discovery takes no time and opens no socket."""
    assert await discover(30.0, ()) == []


async def test_a_network_that_cannot_be_asked() -> None:
    """A network without sockets is not an error."""

    def refused(**_: Any) -> AsyncZeroconf:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    found: list[DiscoveredServer] = await discover(0.01, ["127.0.0.1"], make_zeroconf=refused)
    assert found == []
