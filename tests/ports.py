"""Free ports for servers that restart on the same port."""

import contextlib
import itertools
import os
import random
import socket

# Below the range that Linux uses for outgoing connections (ip_local_port_range), so that none of them takes the port.
LOWEST, HIGHEST = 20_000, 32_000
# Each worker of pytest-xdist ("gw0", "gw1", ...) has every tenth port to itself, so that two never choose the same.
WORKERS = 10
OWN = range(LOWEST + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % WORKERS, HIGHEST, WORKERS)
# A program takes seconds until it listens, so a port comes again only after all others.
_IN_TURN = itertools.cycle(random.sample(OWN, len(OWN)))


def free_ports(count: int = 1) -> list[int]:
    """Return ports of loopback without a listener.

    Raises:
        OSError: Too few ports are free.
    """
    found: list[int] = []
    for port in itertools.islice(_IN_TURN, len(OWN)):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
        if len(found) == count:
            return found
    raise OSError("every port is taken")
