"""What the archive is asked for: a line of words becomes a search, and pages become one list. Pure."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from kibitz_client.history import moment
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
