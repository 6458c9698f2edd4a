"""Hosts of a server become bound sockets, an address for players, and otherwise a sentence with a hint."""

import errno
import socket
from collections.abc import Callable, Sequence

import pytest

from kibitz_server.net import bind
from kibitz_server.net.bind import CannotListen, bound, reachable

pytestmark = pytest.mark.io

Failing = Callable[[Sequence[int], int], None]


def listening(*hosts: str, port: int = 0) -> list[str]:
    """Return the addresses that are bound for hosts, which all have the same port."""
    sockets = bound(socket.socket, hosts, port, "--port")
    names = [each.getsockname()[:2] for each in sockets]
    for each in sockets:
        each.close()
    assert len({chosen for _, chosen in names}) == 1
    return [address for address, _ in names]


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """Return a function that makes binding fail for some families, with an error."""

    def let_fail(families: Sequence[int], number: int) -> None:
        class Lacking(socket.socket):
            def bind(self, address: object) -> None:
                if self.family in families:
                    raise OSError(number, "not here")
                super().bind(address)  # type: ignore[arg-type]

        monkeypatch.setattr(socket, "socket", Lacking)

    return let_fail


@pytest.mark.parametrize(
    ("hosts", "addresses"),
    [
        (["127.0.0.1"], ["127.0.0.1"]),
        (["0.0.0.0"], ["0.0.0.0"]),
        (["::"], ["::", "0.0.0.0"]),
        (["[::]"], ["::", "0.0.0.0"]),
        (["[::1]"], ["::1"]),
        (["127.0.0.1", "::1"], ["127.0.0.1", "::1"]),
        (["::1", "127.0.0.1", "::1"], ["::1", "127.0.0.1"]),
        (["0.0.0.0", "::"], ["0.0.0.0", "::"]),
    ],
)
def test_a_host_is_all_of_its_addresses(hosts: list[str], addresses: list[str]) -> None:
    """`::` is IPv4 too, and each address is bound once."""
    assert listening(*hosts) == addresses


def test_ipv6_alone_serves_every_address(lacking: Failing) -> None:
    """What a machine lacks is left out, if something of the host remains."""
    lacking([socket.AF_INET], errno.EAFNOSUPPORT)
    assert listening("::") == ["::"]


@pytest.mark.parametrize(
    ("host", "number", "sentence", "hint"),
    [
        ("::", errno.EAFNOSUPPORT, "cannot listen on [::]:9: this machine has no IPv6", "use --host 0.0.0.0"),
        ("::1", errno.EADDRNOTAVAIL, "cannot listen on [::1]:9: this machine has no IPv6", "use --host 127.0.0.1"),
        (
            "2001:db8::7",
            errno.EADDRNOTAVAIL,
            "no network of this machine has that address",
            "0.0.0.0 for every network",
        ),
        ("fe80::1", errno.EINVAL, "needs the name of its network", "fe80::1%eth0"),
        ("::1", errno.EACCES, "this user may not listen on [::1]:9", "CAP_NET_BIND_SERVICE"),
        ("::1", errno.EADDRINUSE, "port 9 on ::1 is taken by another program", "--port"),
    ],
)
def test_an_address_that_cannot_be_used_is_named(
    host: str, number: int, sentence: str, hint: str, lacking: Failing
) -> None:
    """The sentence has the true reason, and the hint is about the host or the port."""
    lacking([socket.AF_INET6], number)
    with pytest.raises(CannotListen) as refused:
        listening(host, port=9)
    assert sentence in str(refused.value)
    assert hint in refused.value.hint


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "[::1]:8765", "localhost:80"])
def test_a_host_with_a_port_is_refused(host: str) -> None:
    """The port has an option of its own."""
    with pytest.raises(CannotListen, match="is a host with a port"):
        listening(host)


def test_an_unknown_name_is_refused() -> None:
    """A name that leads nowhere and one that cannot be a name give the same sentence."""
    for host in ("no.such.host.invalid", "a" * 70):
        with pytest.raises(CannotListen, match="is not an address of this machine"):
            listening(host)


def test_another_free_port_is_tried_while_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The free port of the first address may be in use on the second."""
    taken = [True]

    class Busy(socket.socket):
        def bind(self, address: tuple[str, int]) -> None:  # type: ignore[override]
            if self.family == socket.AF_INET and taken and taken.pop():
                raise OSError(errno.EADDRINUSE, "in use")
            super().bind(address)

    monkeypatch.setattr(socket, "socket", Busy)
    assert listening("::") == ["::", "0.0.0.0"]
    assert not taken


@pytest.mark.parametrize(
    ("hosts", "host"),
    [
        (["127.0.0.1"], "127.0.0.1"),
        (["::1"], "[::1]"),
        (["[::1]"], "[::1]"),
        (["127.0.0.1", "10.0.0.7"], "10.0.0.7"),
        (["::1", "fe80::1%eth0"], "[fe80::1%eth0]"),
        (["games.example.org"], "games.example.org"),
        (["127.0.0.1", "0.0.0.0"], "192.168.1.5"),
        (["::"], "192.168.1.5"),
    ],
)
def test_players_get_an_address_that_they_can_reach(
    hosts: list[str], host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of this machine alone is the last choice, and an IPv6 address is in brackets."""
    monkeypatch.setattr(bind, "own_address", lambda _: "192.168.1.5")
    assert reachable(hosts) == host
