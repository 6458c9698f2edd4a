"""Helpers for the tests of bot authors: a local server in one line.

from kibitz_client.bots import MatchSetup, Plan, play
from kibitz_client.testing import local_server

with local_server() as address:
    hosted = MatchSetup("connect4", opponent="alphabeta:nodes=1000")
    assert asyncio.run(play(MyBot, address, Plan(host=[hosted]))) == 1
"""

import contextlib
from collections.abc import Iterator

from kibitz_client.network.servers.local_server import LocalServer

__all__ = ["local_server"]


@contextlib.contextmanager
def local_server(seed: int = 1) -> Iterator[str]:
    """Run a server for the duration of the block and yield its address.

        with local_server() as address:
            ...

    The server keeps nothing. Its random choices (seat order, default search seeds) follow from `seed`. An engine that
    is limited by depth, nodes or playouts therefore answers the same moves with the same moves. Engines answer at once.

    Raises:
        UsageError: The server is not installed.
        NetworkError: The server does not start.
    """
    server = LocalServer("--seed", str(seed), "--engine-pace", "0")
    try:
        yield server.address()
    finally:
        server.stop()
