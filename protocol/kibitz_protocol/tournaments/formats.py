"""Which terms of a tournament belong to which format, and why terms do not fit: tables and sentences.

Clients and handlers use them through `fits`, the core directly; so this module imports nothing.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

SHOWN: Final[dict[str, str]] = {
    "match": "a match",
    "gauntlet": "a gauntlet",
    "round-robin": "a round robin",
    "swiss": "a Swiss",
    "knockout": "a knockout",
    "arena": "an arena",
    "ladder": "a ladder",
}
"""Formats as words of a sentence."""
FORMATS_OF: Final[dict[str, tuple[str, ...]]] = {
    "pairs": ("match", "gauntlet", "round-robin", "knockout"),
    "rounds": ("swiss",),
    "cycles": ("round-robin", "gauntlet"),
    "seeds": ("gauntlet",),
    "games": ("match",),
    "sprt": ("match",),
    "most_pairs": ("knockout",),
    "minutes": ("arena",),
    "grace_s": ("arena",),
    "reach": ("ladder",),
    "season_days": ("ladder",),
    "bye": ("swiss",),
    "forbidden": ("swiss", "arena"),
    "all_draws": ("arena",),
    "berserk": ("arena",),
    "tie_breaks": ("gauntlet", "round-robin", "swiss", "arena"),
    "break_s": ("round-robin", "swiss", "knockout"),
    "anchor": ("gauntlet", "round-robin", "swiss", "knockout", "arena"),
}
"""By term, the formats that have it. All formats have the other terms."""
MOST_ENTRANTS: Final = 1000
MOST_OF: Final[dict[str, int]] = {"match": 2, "round-robin": 64, "swiss": 250}
"""Entrants that a format can have at most, where that is less than any tournament can."""


class Misfit(NamedTuple):
    """A term that does not fit, by the name of its field; why, as the rest of a sentence after the name; what to do."""

    field: str
    reason: str
    hint: str = "change it, or leave it out"


def most_entrants(format: str) -> int:
    """Return the largest number of entrants that a format allows."""
    return MOST_OF.get(format, MOST_ENTRANTS)


def foreign(format: str, given: Iterable[str]) -> Iterator[Misfit]:
    """Yield the given terms that belong to other formats."""
    for field in given:
        formats = FORMATS_OF.get(field, (format,))
        if format not in formats:
            owners = " or ".join(SHOWN[each] for each in formats)
            own = ", ".join(name for name, having in FORMATS_OF.items() if format in having)
            hint = f"leave it out; {SHOWN[format]} has {own}"
            yield Misfit(field, f"belongs to {owners}, not to {SHOWN[format]}", hint)


def crowded(format: str, entrants: int | None, start_when: int | None) -> Iterator[Misfit]:
    """Yield why a tournament cannot have so many entrants, or never has so many that it starts.

    Args:
        format: The format.
        entrants: Most entrants; None for those that the format allows.
        start_when: Number of entrants with which it starts, if any.
    """
    most = most_entrants(format)
    if entrants is not None and entrants > most:
        yield Misfit("most_entrants", f"is at most {most} in {SHOWN[format]}", f"set most_entrants to {most} or less")
    room = min(most, entrants or most)
    if start_when is not None and start_when > room:
        reason = f"is {start_when} entrants, but the tournament has at most {room}"
        yield Misfit("start_when", reason, f"start it with 2 to {room} entrants")


def halved(games: int | None) -> Iterator[Misfit]:
    """Yield why a match of game pairs cannot have so many games."""
    if games is not None and games % 2:
        reason = f"is {games}, an odd number, but games are played in pairs with swapped sides"
        yield Misfit("games", reason, f"use {games + 1}")


def slow(base_s: float | None, increment_s: float | None) -> Iterator[Misfit]:
    """Yield why players cannot go berserk with a clock: a base time with an increment, or None of both."""
    if base_s is None or increment_s is None or increment_s > 2 * base_s / 60:
        reason = "needs a clock such as 3+2, with an increment in seconds of at most twice the minutes"
        yield Misfit("berserk", reason, "choose a clock such as 3+2, or leave it out")


def unrated(opened: bool) -> Iterator[Misfit]:
    """Yield why games that begin from openings or from a position are not rated."""
    if opened:
        yield Misfit(
            "rated", "cannot apply: games from openings or positions are not rated", "leave out rated, or the openings"
        )
