"""What the archive is asked for: a line of words becomes a search, and pages become one list. Pure."""

import time
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from kibitz_client.errors import UsageError
from kibitz_protocol.archive import ArchiveRow

RESULTS = ("won", "lost", "drawn")
RATED = {"rated": True, "casual": False}
DAYS = ("since", "until")


def wanted(text: str, games: Collection[str]) -> dict[str, Any]:
    """The fields of a search for `reversi otter won rated since=2026-11-01`. Raises Misuse.

    A word that is no game, result, kind or day belongs to the player's name, which may have several.
    """
    found: dict[str, Any] = {}
    player: list[str] = []
    for word in text.split():
        name, sign, day = word.partition("=")
        low = word.lower()
        if sign and name.lower() in DAYS:
            found[name.lower()] = moment(name.lower(), day)
        elif low in RESULTS:
            found["result"] = low
        elif low in RATED:
            found["rated"] = RATED[low]
        elif low in games:
            found["game"] = low
        else:
            player.append(word)
    if player:
        found["player"] = " ".join(player)
    return found


def unknown(rows: Iterable[ArchiveRow], known: Sequence[str | None]) -> list[ArchiveRow]:
    """The rows of a page that are not listed yet."""
    listed = set(known)
    return [row for row in rows if row.match not in listed]


def moment(name: str, text: str | None) -> float | None:
    """A day, or a day and a time, as seconds since 1970. Raises Misuse."""
    if text is None:
        return None
    for form in ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"):
        try:
            return time.mktime(time.strptime(text.strip(), form))
        except (ValueError, OverflowError):
            continue
    raise UsageError(f"{name}: {text!r} is no day", "write it like 2026-11-21, or '2026-11-21 18:30'")
