"""A server for tests, in one line."""

import contextlib
from collections.abc import Iterator

from kibitz_client.network.local_server import LocalServer


@contextlib.contextmanager
def local_server(seed: int = 1) -> Iterator[str]:
    """A server of one's own that ends with the block; gives its address.

        with local_server() as address:
            ...

    It keeps nothing, and the lots it draws (who moves first, what its engines choose) follow from `seed`: with engines
    that are bounded by depth, nodes or playouts, the same moves are answered with the same moves. Raises Misuse when
    the server is not installed, NetworkError when it does not start.
    """
    server = LocalServer("--seed", str(seed))
    try:
        yield server.address()
    finally:
        server.stop()
