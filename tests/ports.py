"""Ports for servers that are started again on the one they had."""

import contextlib
import random
import socket

# Below what Linux gives to outgoing connections (ip_local_port_range), so that none of those takes it meanwhile.
LOWEST, HIGHEST = 20_000, 32_000


def free_ports(count: int = 1) -> list[int]:
    """Ports of loopback on which nobody listens."""
    found: list[int] = []
    for port in random.sample(range(LOWEST, HIGHEST), HIGHEST - LOWEST):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
        if len(found) == count:
            return found
    raise OSError("every port is taken")
