"""Free ports for servers that restart on the same port."""

import contextlib
import random
import socket

# Below the range that Linux uses for outgoing connections (ip_local_port_range), so that none of them takes the port.
LOWEST, HIGHEST = 20_000, 32_000


def free_ports(count: int = 1) -> list[int]:
    """Return ports of loopback without a listener.

    Raises:
        OSError: Too few ports are free.
    """
    found: list[int] = []
    for port in random.sample(range(LOWEST, HIGHEST), HIGHEST - LOWEST):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
        if len(found) == count:
            return found
    raise OSError("every port is taken")
