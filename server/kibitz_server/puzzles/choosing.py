"""Choice of puzzles: the next one of a player, and that of a day. Pure."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from kibitz_server.store.archive.puzzles import StoredPuzzle

DAY_S = 86_400.0
FRESH_S = DAY_S
"""How long the players of a match get no puzzle of it."""
HARDER = {"easier": -250, "equal": 0, "harder": 250}
"""Shown rating by which a wanted puzzle differs from that of the player."""


def day_of(now: float) -> str:
    """Return the day of a time in seconds since 1970, in UTC: `2026-11-30`."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def day_start(now: float) -> float:
    """Return when the day of a time began, in UTC."""
    return now - now % DAY_S


def of_the_day(ids: Sequence[str], day: str, game: str) -> str | None:
    """Return the puzzle of a game for a day: the same for every player, and another one on most days.

    Args:
        ids: The puzzles that were published before the day.
        day: The day.
        game: The game.
    """
    return min(ids, key=lambda id: hashlib.blake2s(f"{day} {game} {id}".encode()).digest(), default=None)


def one_of(near: Sequence[StoredPuzzle], below: Callable[[int], int]) -> StoredPuzzle | None:
    """Return one of the puzzles near a rating, so that two players do not get the same ones in turn.

    `below` returns a random number below a bound.
    """
    return near[below(len(near))] if near else None
