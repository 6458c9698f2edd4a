"""Module that the fork server imports before it makes workers: the compiler and every search compiled earlier.

Workers are forked from the fork server, so they have all of it at once and share its memory. Nothing is compiled here:
a search whose machine code was removed from the cache is compiled when it is wanted.
"""

from kibitz_server.engine.algorithms import searches_of
from kibitz_server.engine.compiler import select
from kibitz_server.engine.worker import search  # noqa: F401 - forked workers run it
from kibitz_server.engine.worker.warm import noted
from kibitz_server.games.registry import declarations, load

if select.can_compile():
    select.load_searches()
    # A game of KIBITZ_GAMES may have been compiled earlier, and be missing or broken now.
    offered = {declaration.name for declaration in declarations()}
    for algorithm, game in noted():
        if game in offered:
            searches_of(algorithm, load(game))
