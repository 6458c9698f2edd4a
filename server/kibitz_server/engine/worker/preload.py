"""Module that the fork server imports before it makes workers: the compiler and every search compiled earlier.

Workers are forked from the fork server, so they have all of it at once and share its memory.
"""

from kibitz_server.engine.compiler import select
from kibitz_server.engine.worker import search  # noqa: F401 - forked workers run it
from kibitz_server.engine.worker.warm import noted, warm
from kibitz_server.games.registry import declarations

if select.can_compile():
    # A game of KIBITZ_GAMES may have been compiled earlier, and be missing or broken now.
    offered = {declaration.name for declaration in declarations()}
    warm([pair for pair in noted() if pair[1] in offered], lambda _: None)
