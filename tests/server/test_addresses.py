"""Address blocks and loopback."""

import pytest

from kibitz_server.addresses import address_block, is_loopback


@pytest.mark.parametrize(
    ("address", "block"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_a_block_is_an_address_or_an_ipv6_network(address: str, block: str) -> None:
    """All addresses of an IPv6 /64 count as one."""
    assert address_block(address) == block


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("localhost", True),
        ("fe80::1%lo0", False),
        ("0.0.0.0", False),
        ("192.0.2.7", False),
        ("games.example.org", False),
        ("", False),
    ],
)
def test_loopback_is_an_address_or_localhost(host: str, loopback: bool) -> None:
    """Every loopback address counts, and the name `localhost`; other names are not resolved."""
    assert is_loopback(host) == loopback
