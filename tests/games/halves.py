"""The game with options and points in halves for the tests of this process, added to the registry: `claim`."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz_server.games import registry
from tests.games import claim


@contextmanager
def halves_game() -> Iterator[None]:
    """Add the game for the time of the block. Other processes do not have it."""
    registry._modules()[claim.GAME.name] = claim
    try:
        yield
    finally:
        del registry._modules()[claim.GAME.name]
        registry._bound.cache_clear()
