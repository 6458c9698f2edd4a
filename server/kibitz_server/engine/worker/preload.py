"""Module that the fork server imports before it makes workers: the compiler and every search compiled earlier.

Workers are forked from the fork server, so they have all of it at once and share its memory.
"""

from kibitz_server.engine.compiler import select
from kibitz_server.engine.worker import search  # noqa: F401 - forked workers run it
from kibitz_server.engine.worker.warm import noted, warm

if select.can_compile():
    warm(noted(), lambda _: None)
