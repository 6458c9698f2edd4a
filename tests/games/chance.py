"""Games with chance for the tests of this process, added to the registry: `dash`, `climb` and `lure`."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz_server.games import registry
from tests.games import climb, lure
from tests.server.engine import dash

SEED = "5eed" * 16
"""A seed of a match."""


@contextmanager
def chance_games() -> Iterator[None]:
    """Add the games for the time of the block. Other processes do not have them."""
    modules = registry._modules()
    added = {module.GAME.name: module for module in (climb, dash, lure)}
    modules.update(added)
    try:
        yield
    finally:
        for name in added:
            del modules[name]
        registry._bound.cache_clear()
