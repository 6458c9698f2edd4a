"""The cache of positions of analysis boards."""

from kibitz_server.games.registry import load
from kibitz_server.runtime.analysis.position_cache import PositionCache


def test_only_the_newest_positions_are_kept() -> None:
    """The cache has a fixed size, and a used position stays longest."""
    cache, start = PositionCache(2), load("nim", {}).start()
    for key in ("a", "b"):
        cache.keep((key,), start)
    assert cache.get(("a",)) is start
    cache.keep(("c",), start)
    assert [cache.get((key,)) is start for key in "abc"] == [True, False, True]
