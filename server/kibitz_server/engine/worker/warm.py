"""Compilation ahead of time, and a record of what is compiled, so that players do not wait for the compiler.

A search is compiled once on a machine and then loaded from numba's cache. Compiled searches with default options are
recorded beside the sources, under a hash of all sources. The fork server loads the recorded ones before it makes the
first worker (`preload`). Any other search is compiled on first use, in a process of its own.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, check, searches_of
from kibitz_server.engine.compiler import select
from kibitz_server.games.game import Game
from kibitz_server.games.registry import declarations, load

ENGINE = Path(__file__).parents[1]
NOTES = ENGINE / "__pycache__" / "compiled.json"
"""JSON list of the source hash, then pairs of an algorithm and a game. It may be deleted at any time."""

Pair = tuple[str, str]


@cache
def sources() -> str:
    """Return a hash of all sources of a compiled search."""
    digest = hashlib.blake2s(digest_size=8)
    for path in sorted([*ENGINE.rglob("*.py"), *(ENGINE.parent / "games").rglob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def noted() -> list[Pair]:
    """Return the recorded pairs that were compiled from these sources."""
    with contextlib.suppress(OSError, ValueError):
        version, *pairs = json.loads(NOTES.read_text())
        if version == sources():
            return [(algorithm, game) for algorithm, game in pairs]
    return []


def note(pair: Pair) -> None:
    """Record that a game's search with default options is compiled. File errors are ignored."""
    known = noted()
    if pair in known or not select.chosen().compiled:
        return
    with contextlib.suppress(OSError):
        NOTES.parent.mkdir(exist_ok=True)
        draft = NOTES.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps([sources(), *known, pair]))
        draft.replace(NOTES)


def is_compiled(algorithm: str, game: Game) -> bool:
    """Return whether all searches of an algorithm are machine code in this process, or it has none."""
    return all(search.backend.compiled for search in searches_of(algorithm, game))


def standard() -> Iterator[Pair]:
    """Yield every algorithm with every game that it can play."""
    for game in declarations():
        for algorithm in ALGORITHMS:
            with contextlib.suppress(UnfitAlgorithm):
                check(algorithm, load(game.name))
                yield algorithm, game.name


def warm(pairs: list[Pair], tell: Callable[[Pair], None]) -> None:
    """Compile the pairs that are not in the cache, one after the other.

    Args:
        pairs: Algorithms and games.
        tell: Called before each pair, in the caller's thread.

    Raises:
        UnknownGame: No game has this name.
        UnknownAlgorithm: No algorithm has this name.
        UnfitAlgorithm: An algorithm cannot play its game.
    """
    select.compile_searches()
    for algorithm, name in pairs:
        game = load(name)
        check(algorithm, game)
        tell((algorithm, name))
        ALGORITHMS[algorithm].prepare(game)
        note((algorithm, name))
