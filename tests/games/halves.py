"""The game with halves for the tests, in its registry and on a server of its own: `claim`."""

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
