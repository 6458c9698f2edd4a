"""IP addresses: types, the address blocks that limits count, and loopback."""

import ipaddress
from functools import lru_cache

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache(maxsize=1024)  # each new connection needs it three times
def address_block(address: str) -> str:
    """Return the block that counts as one address: for IPv6 the /64 network, which one customer usually gets."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def is_loopback(host: str) -> bool:
    """Return whether a host name or address is this machine's loopback. Other names are not resolved."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"
