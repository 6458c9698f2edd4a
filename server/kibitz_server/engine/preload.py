"""Imported by the fork server before it makes workers: the compiler, and every search that was compiled before.

Workers are forked from there, so they have all of it at once and share its memory.
"""

from kibitz_server.engine import select, worker  # noqa: F401 - the worker is what will be run
from kibitz_server.engine.warm import noted, warm

if select.can_compile():
    warm(noted(), lambda _: None)
