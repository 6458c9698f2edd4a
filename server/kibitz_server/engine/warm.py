"""Compiling ahead, and remembering what has been compiled, so that no player waits for a compiler.

A search is compiled once on a machine and loaded from numba's cache ever after. What was compiled is noted beside the
sources, under a hash of all of them: the fork server loads it before it makes the first worker (`preload`), and
anything that is not noted is compiled when it is first asked for.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from kibitz_server.engine import select
from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, check
from kibitz_server.games.game import Game
from kibitz_server.games.registry import declarations, load

ENGINE = Path(__file__).parent
NOTES = ENGINE / "__pycache__" / "compiled.json"
"""A JSON list of the hash and then pairs of an algorithm and a game; it may be deleted at any time."""

Pair = tuple[str, str]


@cache
def sources() -> str:
    """A hash of everything that a compiled search is made of."""
    digest = hashlib.blake2s(digest_size=8)
    for path in sorted([*ENGINE.rglob("*.py"), *(ENGINE.parent / "games").glob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def noted() -> list[Pair]:
    """What was compiled from these sources before."""
    with contextlib.suppress(OSError, ValueError):
        version, *pairs = json.loads(NOTES.read_text())
        if version == sources():
            return [(algorithm, game) for algorithm, game in pairs]
    return []


def note(pair: Pair) -> None:
    """Remember that a search of a game with its default options has been compiled. Never fails."""
    known = noted()
    if pair in known or not select.chosen().compiled:
        return
    with contextlib.suppress(OSError):
        NOTES.parent.mkdir(exist_ok=True)
        draft = NOTES.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps([sources(), *known, pair]))
        draft.replace(NOTES)


def is_compiled(algorithm: str, game: Game) -> bool:
    """Whether the search of a game is ready as machine code in this process."""
    search = ALGORITHMS[algorithm].prepare(game, 0.0)
    return search is not None and search.backend.compiled


def standard() -> Iterator[Pair]:
    """Every algorithm for every game that it can play."""
    for game in declarations():
        for algorithm in ALGORITHMS:
            with contextlib.suppress(UnfitAlgorithm):
                check(algorithm, load(game.name))
                yield algorithm, game.name


def warm(pairs: list[Pair], tell: Callable[[Pair], None]) -> None:
    """Compile what is not in the cache, one after the other; `tell` is called before each.

    Raises UnknownGame, UnknownAlgorithm and UnfitAlgorithm.
    """
    select.compile_searches()
    for algorithm, name in pairs:
        game = load(name)
        check(algorithm, game)
        tell((algorithm, name))
        ALGORITHMS[algorithm].prepare(game, None)
        note((algorithm, name))
