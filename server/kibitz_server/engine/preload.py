"""Module that the fork server imports before it makes workers: the compiler and every search compiled earlier.

Workers are forked from the fork server, so they have all of it at once and share its memory.
"""

from kibitz_server.engine import select, worker  # noqa: F401 - forked workers run it
from kibitz_server.engine.warm import noted, warm

if select.can_compile():
    warm(noted(), lambda _: None)
