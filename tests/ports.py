"""Ports for servers that are started again on the one they had."""

import contextlib
import os
import random
import socket

# Below what Linux gives to outgoing connections (ip_local_port_range), so that none of those takes it meanwhile.
LOWEST, HIGHEST = 20_000, 32_000
# Each worker of pytest-xdist ("gw0", "gw1", ...) has every tenth port to itself, so that two never choose the same.
WORKERS = 10
OWN = range(LOWEST + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % WORKERS, HIGHEST, WORKERS)


def free_ports(count: int = 1) -> list[int]:
    """Ports of loopback on which nobody listens."""
    found: list[int] = []
    for port in random.sample(OWN, len(OWN)):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
        if len(found) == count:
            return found
    raise OSError("every port is taken")
