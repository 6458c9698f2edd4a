"""Module that the fork server imports before it makes workers: the compiler and every search compiled earlier.

Workers are forked from the fork server, so they have all of it at once and share its memory. Nothing is compiled here:
a search whose machine code was removed from the cache is compiled when it is wanted.
"""

import contextlib
import gc

from kibitz_server.engine import driver
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker import search  # noqa: F401 - forked workers run it
from kibitz_server.engine.worker.warm import is_compiled, noted
from kibitz_server.games.registry import declarations, load


def begin_search(algorithm: str, game: str) -> None:
    """Begin a search and stop it at once.

    The first search of a process reads weights and tables, and numba looks up the types of its memory: 8 ms.
    """
    control = SearchControl()
    control.reset(None)
    control.stop = 1
    with contextlib.suppress(Exception):  # rules may be at fault; the search that a client asks for will say so
        driver.run(load(game).start(), algorithm, Limit(level=10), control)


if select.can_compile():
    select.load_searches()
    # A game of KIBITZ_GAMES may have been compiled earlier, and be missing or broken now.
    offered = {declaration.name for declaration in declarations()}
    for algorithm, game in noted():
        if game in offered and is_compiled(algorithm, load(game)):
            begin_search(algorithm, game)

gc.freeze()  # a worker's garbage collector does not visit, and so not copy, what all workers share
